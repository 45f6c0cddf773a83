// SPDX-License-Identifier: BSD-3-Clause
// Constants of normal laws that pairs store, because computing them takes longer than the rest of the law. They depend only on
// the effective radius and mass. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CACHED_CONSTANTS_H
#define SCREE_BATCH_CACHED_CONSTANTS_H

#include "batch/batch.h"
#include "laws/list/all.h"

#define SCREE_LAWS_KEPT(X) X(hooke, NORMAL) X(hooke_hysteresis, NORMAL)

// Sets the constants of pairs first .. last-1.
typedef void constants_of(const void *derived, const scree_world *world, size_t first, size_t last);

#define SCREE_CONSTANTS(law, slot)                                                                           \
    static void constants_##law(const void *derived, const scree_world *world, size_t first, size_t last) {  \
        const scree_##law p = *(const scree_##law *)derived;                                                 \
        const scree_particles *all = &world->p;                                                              \
        const scree_pair *pair = world->pairs.pair;                                                          \
        for (size_t k = first; k < last; k += SCREE_BATCH) {                                                 \
            const int n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH;                            \
            double r[SCREE_BATCH], m[SCREE_BATCH];                                                           \
            for (int j = 0; j < n; j++) {                                                                    \
                const scree_pair b = pair[k + (size_t)j];                                                    \
                r[j] = effective(all->x[b.a].r, all->x[b.b].r);                                              \
                m[j] = effective(all->motion[b.a].v.m, all->motion[b.b].v.m);                                \
            }                                                                                                \
            double *constant = world->pairs.constant + k;                                                    \
            _Pragma("omp simd") for (int j = 0; j < n; j++) {                                                \
                constant[j] = scree_##law##_constant(&p, r[j], m[j]);                                        \
            }                                                                                                \
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

static void fill_constants(const scree_pair_job *job, size_t first, size_t last) {
    constants_of *fill = constants_of_set(job->laws);
    if (fill) {
        fill(job->laws->step[0].derived, job->world, first, last);
    }
}

#endif
