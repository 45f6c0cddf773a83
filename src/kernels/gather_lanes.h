// SPDX-License-Identifier: BSD-3-Clause
// Gathers contacts for laws that are evaluated elsewhere (stability/hardness.h). Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_GATHER_LANES_H
#define SCREE_KERNELS_GATHER_LANES_H

#include "batch/batch.h"
#include "kernels/bond_lanes.h"
#include "kernels/wall_corrections.h"

static void take_batch(const batch_workspace *q, int columns, scree_batch *b) {
    const size_t size = (size_t)((q->b.n + 7) & ~7) * sizeof(double);
    b->n = q->b.n;
#define SCREE_TAKE_ROW(f) memcpy(b->f, q->b.f, size);
    SCREE_CONTACT_GEOMETRY(SCREE_TAKE_ROW)
#undef SCREE_TAKE_ROW
    for (int i = 0; i < columns; i++) {
        memcpy(b->h[i], q->b.h[i], size);
    }
}

// See scree_kernels.
static void gather_contacts(const scree_pair_job *job, const uint32_t *pick, int n, scree_batch *b) {
    batch_workspace q;
    begin(&q, job, job->laws, 0);
    q.b.n = n;
    q.options.spins = 1;
    if (job->block->wall < 0) {
        gather_particle_pairs(job, &q, pick, 0, n, 0, 0);
        if (job->masses && !job->central) {
            set_contact_masses(job, &q, pick, 0, n);
        }
    }
    for (int k = 0; job->block->wall >= 0 && k < n; k++) {
        const scree_pairs *pairs = &job->world->pairs;
        gather_wall_pair(job, &q, k, pick[k]);
        if (scree_is_convex(&job->world->p, pairs->pair[pick[k]].a)) {
            see_convex_wall_pair(job, &q, k, pairs->pair[pick[k]].a,
                                 pairs->touch + (pick[k] - pairs->first_wall_pair));
        }
        q.in_contact[k] =
            q.options.bond >= 0 && pairs->touch[pick[k] - pairs->first_wall_pair].only_bond ? ONLY_BOND : 1;
    }
    memset(q.b.ta, 0, sizeof q.b.ta);
    memset(q.b.tb, 0, sizeof q.b.tb);
    memset(q.b.size, 0, sizeof q.b.size);
    load_fresh(job, &q, pick, 0, n);
    load_history(job, &q, pick, 0, n);
    if (job->block->wall < 0 && job->convex) {
        derive_convex_pairs(job, &q, pick, 0, n);
    } else if (job->block->wall < 0) {
        derive_particle_pairs(job, &q);
    }
    pad(&q, job->block->n_history);
    if (q.options.bond >= 0) {
        begin_bonds(&q);
    }
    take_batch(&q, job->block->n_history, b);
}

static void gather_corrections(const scree_pair_job *job, const scree_correction *const *of, int n,
                               scree_batch *b) {
    batch_workspace q;
    begin(&q, job, job->laws, 0);
    q.b.n = n;
    for (int k = 0; k < n; k++) {
        gather_correction(job, &q, k, of[k]);
    }
    pad(&q, job->block->n_history);
    take_batch(&q, job->block->n_history, b);
}

#endif
