// SPDX-License-Identifier: BSD-3-Clause
// What contacts with walls do for the wear of the walls (scree_pair_wear), from the terms that the ledger takes. Included only by kernels.c, once per
// instruction set.
#ifndef SCREE_KERNELS_WEAR_LANES_H
#define SCREE_KERNELS_WEAR_LANES_H

#include "batch/batch.h"
#include "particle_loops/wall_load_sums.h"
#include "wear/wear_sums.h"

// Of lane k of a finished batch.
SCREE_LAW scree_pair_wear wear_of_lane(const batch_workspace *q, int k) {
    enum { N = SCREE_MODE_NORMAL, T = SCREE_MODE_TANGENTIAL };
    const scree_batch *b = &q->b;
    const int springs = q->options.springs >> T & 1, known = q->options.known >> N & 1;
    const double speed = sqrt(b->vtx[k] * b->vtx[k] + b->vty[k] * b->vty[k] + b->vtz[k] * b->vtz[k]),
                 force = b->fn[k], per_work = b->wear_per_work[k],
                 slide = springs ? q->term.viscous[T][k] : q->term.work[T][k],
                 spring = springs ? q->term.work[T][k] : 0.0;
    return (scree_pair_wear){.push = known ? q->term.viscous[N][k] : q->term.work[N][k],
                             .slide = slide,
                             .spring = spring,
                             .lost_push = q->options.loses ? q->term.lost[k] : 0.0,
                             .stored_push = known ? 0.0 : q->term.elastic[N][k],
                             .stored_slide = q->term.elastic[T][k],
                             .path = (force > 0.0 ? force : 0.0) * speed,
                             .rate = b->wear_rate[k] + per_work * slide,
                             .lost = b->wear_impact[k] + per_work * spring,
                             .lost_stored = per_work * q->term.elastic[T][k]};
}

static void keep_wear(const scree_pair_job *job, const batch_workspace *q, const uint32_t *pick, int n) {
    const scree_pairs *pairs = &job->world->pairs;
    for (int k = 0; pairs->wear && k < n; k++) {
        pairs->wear[pick[k] - pairs->first_wall_pair] =
            q->in_contact[k] ? wear_of_lane(q, k) : (scree_pair_wear){0};
    }
}

// Adds a wall pair to the record of its triangle, with which other threads may have contacts too.
SCREE_LAW void add_wear_pair(const scree_world *w, const scree_pair_block *block, size_t k, int thread) {
    const size_t record = scree_wear_own_of(w, block, k, thread);
    scree_wear_own *own = &w->wear->own[record];
    const scree_wear_term term = scree_wear_term_of(w, block, k, (scree_wear_weights){w->dt, 1.0, 0.0});
    while (__atomic_test_and_set(&own->lock, __ATOMIC_ACQUIRE)) {
    }
    scree_wear_add(own, &term);
    __atomic_clear(&own->lock, __ATOMIC_RELEASE);
}

// See scree_kernels.
static void add_wear(const scree_pair_job *job, size_t first, size_t last, int thread) {
    const uint8_t *touching = job->world->pairs.touching;
    for (size_t k = first; k < last; k++) {
        k += last - k > 8 && none_of_eight(touching + k) ? 7 : 0;
        if (touching[k]) {
            add_wear_pair(job->world, job->block, k, thread);
        }
    }
}

#endif
