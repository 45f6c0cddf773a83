// SPDX-License-Identifier: BSD-3-Clause
#include "step/law_set.h"
#include <string.h>

scree_law_set scree_law_set_of(const scree_case *c, size_t a, size_t b) {
    int count;
    const scree_law *const *laws = scree_laws(&count);
    const scree_pair_def *pair = &c->pair[a * c->material.n + b];
    scree_pairing pairing = scree_pairing_of(&c->material.data[a], &c->material.data[b]);
    pairing.normal = pair->law[SCREE_NORMAL] >= 0 ? laws[pair->law[SCREE_NORMAL]] : NULL;
    scree_law_set set;
    memset(&set, 0, sizeof set);
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        if (pair->law[slot] < 0) {
            continue;
        }
        const scree_law *law = laws[pair->law[slot]];
        scree_law_step *step = &set.step[set.n++];
        step->law = pair->law[slot];
        step->slot = (scree_slot)slot;
        step->user = law->stage;
        step->h0 = set.n_history;
        law->derive(pair->param[slot], &pairing, step->derived);
        set.n_history += law->nhistory;
        set.traits |= law->traits;
    }
    return set;
}

void scree_law_set_evaluate(const scree_law_set *set, const scree_kernels *kernels, scree_contact *c,
                            double *h) {
    scree_batch b;
    memset(&b, 0, sizeof b);
    b.n = 1;
    b.slip_before = c->slip_before;
    b.slip_after = c->slip_after;
    for (int k = 0; k < 8; k++) { // a whole vector of copies
#define SCREE_PUT(f) b.f[k] = c->f;
        SCREE_CONTACT_GEOMETRY(SCREE_PUT)
        for (int i = 0; i < set->n_history; i++) {
            b.h[i][k] = h[i];
        }
    }
    kernels->laws(set, &b);
#define SCREE_GET(f) c->f = b.f[0];
    SCREE_CONTACT_NORMAL(SCREE_GET)
    SCREE_CONTACT_TANGENTIAL(SCREE_GET)
    SCREE_CONTACT_ROLLING(SCREE_GET)
    SCREE_CONTACT_TWISTING(SCREE_GET)
    for (int i = 0; i < set->n_history; i++) {
        h[i] = b.h[i][0];
    }
}
