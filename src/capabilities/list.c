// SPDX-License-Identifier: BSD-3-Clause
#include "capabilities/list.h"
#include "keys/complain.h"
#include "sections/key_tables.h"
#include <math.h>

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

bool scree_capabilities_reshape(const scree_world *w) {
    bool any = false;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        any |= scree_capability_list[k]->reshapes && scree_capability_list[k]->reshapes(w);
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

void scree_capabilities_stiffen(const struct scree_law_set *set, const struct scree_kernels *kernels,
                                const struct scree_batch *b, struct scree_hardness *out) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->stiffen) {
            scree_capability_list[k]->stiffen(set, kernels, b, out);
        }
    }
}

bool scree_capabilities_act_midway(const scree_world *w) {
    bool any = false;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        any |= scree_capability_list[k]->acts_midway && scree_capability_list[k]->acts_midway(w);
    }
    return any;
}

scree_hold scree_capabilities_hold(const scree_world *w, size_t i) {
    scree_hold sum = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->hold) {
            scree_capability_list[k]->hold(w, i, &sum);
        }
    }
    return sum;
}

double scree_capabilities_longest_step(const scree_world *w, const scree_smallest_bodies *smallest) {
    double least = INFINITY;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        const double own = c->longest_step ? c->longest_step(w, smallest) : INFINITY;
        least = own < least ? own : least;
    }
    return least;
}

bool scree_capabilities_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                  scree_report *r) {
    bool fits = true;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        fits &= !c->step_fits || c->step_fits(w, smallest, r);
    }
    return fits;
}

scree_status scree_capabilities_advance(scree_world *w, bool may_fuse, scree_status status, scree_report *r) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        const scree_capability *c = scree_capability_list[k];
        status = c->advance ? c->advance(w, may_fuse, status, r) : status;
    }
    return status;
}

const char *scree_capabilities_lack(const scree_case *c, size_t material) {
    const char *what = NULL;
    for (int k = 0; k < SCREE_CAPABILITY_COUNT && !what; k++) {
        what = scree_capability_list[k]->lacks ? scree_capability_list[k]->lacks(c, material) : NULL;
    }
    return what;
}

void scree_capabilities_show(scree_case *c, const scree_case *other) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->show) {
            scree_capability_list[k]->show(c, other);
        }
    }
}

void scree_capabilities_follow(scree_world *w, const scree_world *before) {
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->follow) {
            scree_capability_list[k]->follow(w, before);
        }
    }
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

// The rows of a capability in the table of the input file; the last one has no name.
#define AT(field) .offset = offsetof(scree_case, field)
#define SCREE_DECLARE_SECTION(NAME, name, ...) extern const scree_section scree_##name##_section;
SCREE_CAPABILITIES(SCREE_DECLARE_SECTION)
#define SCREE_KEYS_OF(NAME, which, ...)                                                                      \
    static const scree_key keys_of_##which[] = {SCREE_##NAME##_KEYS{.name = NULL}};
SCREE_CAPABILITIES(SCREE_KEYS_OF)
#undef AT
#define SCREE_KEYS_ADDRESS(NAME, name, ...) keys_of_##name,
static const scree_key *const keys_of[] = {SCREE_CAPABILITIES(SCREE_KEYS_ADDRESS)};

void scree_capabilities_coarsen(scree_config *g) {
    if (!g->c->has_coarse_graining || !g->c->pair || g->message.n > 0) {
        return;
    }
    for (int k = 0; k < SCREE_CAPABILITY_COUNT; k++) {
        if (scree_capability_list[k]->coarsen) {
            scree_capability_list[k]->coarsen(g);
            continue;
        }
        for (const scree_key *key = keys_of[k]; key->name; key++) {
            if (scree_yaml_find(g->root, key->name) >= 0) {
                scree_config_error(
                    g, scree_yaml_place(g->root, key->name),
                    "coarse_graining: there is no rule for '%s'; accepted: a case without it, or "
                    "without coarse_graining",
                    key->name);
            }
        }
    }
}
