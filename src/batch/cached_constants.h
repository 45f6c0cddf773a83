// SPDX-License-Identifier: BSD-3-Clause
// Constants of normal laws that pairs store, because computing them takes longer than the rest of the law. They depend only on
// the effective radius and mass. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CACHED_CONSTANTS_H
#define SCREE_BATCH_CACHED_CONSTANTS_H

#include "batch/batch.h"
#include "laws/list/all.h"

#define SCREE_LAWS_KEPT(X) X(hooke, NORMAL) X(hooke_hysteresis, NORMAL)

// Sets the constants of n pairs with these effective radii and masses.
typedef void constants_of(const void *derived, const double *r_eff, const double *m_eff, int n,
                          double *constant);

#define SCREE_CONSTANTS(law, slot)                                                                           \
    static void constants_##law(const void *derived, const double *r_eff, const double *m_eff, int n,        \
                                double *constant) {                                                          \
        const scree_##law p = *(const scree_##law *)derived;                                                 \
        _Pragma("omp simd") for (int j = 0; j < n; j++) {                                                    \
            constant[j] = scree_##law##_constant(&p, r_eff[j], m_eff[j]);                                    \
        }                                                                                                    \
    }
SCREE_LAWS_KEPT(SCREE_CONSTANTS)

// NULL: pairs of this set keep none.
static constants_of *constants_of_set(const scree_law_set *set) {
    const scree_law_in_set *first = &set->step[0];
    if (set->n == 0 || first->user) {
        return NULL;
    }
#define SCREE_CHOOSE(name, slot_)                                                                            \
    if (first->law == law_##name && ((const scree_##name *)(const void *)first->derived)->variant > 0.0) {   \
        return constants_##name;                                                                             \
    }
    SCREE_LAWS_KEPT(SCREE_CHOOSE)
#undef SCREE_CHOOSE
    return NULL;
}

static int caches(const scree_law_set *set) {
    return constants_of_set(set) != NULL;
}

// Sets what pairs first .. last-1 keep.
static void fill_constants(const scree_pair_job *job, size_t first, size_t last) {
    constants_of *fill = constants_of_set(job->laws);
    const scree_particles *all = &job->world->p;
    const scree_pair *pair = job->world->pairs.pair;
    for (size_t k = first; fill && k < last; k += SCREE_BATCH) {
        const int n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH;
        double r_eff[SCREE_BATCH], m_eff[SCREE_BATCH];
        for (int j = 0; j < n; j++) {
            const scree_pair b = pair[k + (size_t)j];
            r_eff[j] = effective(all->x[b.a].r, all->x[b.b].r);
            m_eff[j] = effective(all->motion[b.a].v.m, all->motion[b.b].v.m);
        }
        fill(job->laws->step[0].derived, r_eff, m_eff, n, job->world->pairs.constant + k);
    }
}

// Finds the constants of a batch whose pairs keep none, as in cases with clumps, whose members may have another mass in each contact.
static __attribute__((noinline)) void find_constants(const scree_pair_job *job, batch_workspace *q) {
    const body_rows_of_batch *bodies = &q->bodies;
    const int lanes = (q->b.n + 7) & ~7;
    double r_eff[SCREE_BATCH], m_eff[SCREE_BATCH];
    for (int k = 0; k < lanes; k++) {
        r_eff[k] = effective(bodies->x[3][k], bodies->wa[3][k]);
        m_eff[k] = effective(bodies->v[3][k], bodies->wb[3][k]);
    }
    constants_of_set(job->laws)(job->laws->step[0].derived, r_eff, m_eff, lanes, q->constant);
}

#endif
