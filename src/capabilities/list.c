// SPDX-License-Identifier: BSD-3-Clause
#include "capabilities/list.h"

#define SCREE_DECLARE(NAME, name, ...) extern const scree_capability scree_##name##_capability;
SCREE_CAPABILITIES(SCREE_DECLARE)
#define SCREE_ADDRESS(NAME, name, ...) &scree_##name##_capability,
const scree_capability *const scree_capability_list[] = {SCREE_CAPABILITIES(SCREE_ADDRESS)};

scree_status scree_capabilities_attempt(scree_world *w, scree_capability_attempt call, scree_report *r) {
    scree_status status = SCREE_OK;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        const scree_status own = c->attempt[call] ? c->attempt[call](w, r) : SCREE_OK;
        status = status == SCREE_OK ? own : status;
    }
    return status;
}

void scree_capabilities_at(scree_world *w, scree_capability_call call, scree_report *r) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        if (c->at[call]) {
            c->at[call](w, r);
        }
    }
}

bool scree_capabilities_are_due(const scree_world *w) {
    bool any = false;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        any |= scree_capability_list[k]->is_due && scree_capability_list[k]->is_due(w);
    }
    return any;
}

double scree_capabilities_reach(scree_world *w, double ago, const scree_capability **farthest) {
    double most = 0.0;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        const double own = c->reach ? c->reach(w, ago) : 0.0;
        if (own > most) {
            most = own;
            *farthest = c;
        }
    }
    return most;
}

scree_status scree_capabilities_advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        status = c->advance ? c->advance(w, may_fuse, status, r) : status;
    }
    return status;
}

const char *scree_capabilities_unusable(const scree_world *w) {
    const char *what = NULL;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT && !what; k++) {
        const scree_capability *c = scree_capability_list[k];
        what = c->unusable ? c->unusable(w) : NULL;
    }
    return what;
}

void scree_capabilities_check(struct scree_config *g) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->check) {
            scree_capability_list[k]->check(g);
        }
    }
}

void scree_capabilities_check_pairs(struct scree_config *g) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->check_pairs) {
            scree_capability_list[k]->check_pairs(g);
        }
    }
}
