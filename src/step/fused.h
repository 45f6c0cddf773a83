// SPDX-License-Identifier: BSD-3-Clause
// Fused loops for common law sets: geometry, normal law, tangential law and force of a contact in one loop, made from the same
// law sources as the stages, so with the same bits; values that one law passes to the next stay in registers. Other sets run
// stage by stage. Included only by kernels.c, once per instruction set.
#ifndef SCREE_STEP_FUSED_H
#define SCREE_STEP_FUSED_H

#include "laws/all.h"
#include "step/batch.h"

// FUSED(normal law, its variant, tangential law, its variant, KEPT if pairs keep the normal law's constant or PLAIN); NONE
// where a law has no variants. Of laws that depend on whether a contact is new, only variants that do not.
#define SCREE_FUSED_SETS(FUSED)                                                                              \
    FUSED(hertz, NONE, mindlin, 0, PLAIN)                                                                    \
    FUSED(hertz, NONE, mindlin, 3, PLAIN)                                                                    \
    FUSED(hooke, 0, linear_spring, 0, PLAIN)                                                                 \
    FUSED(hooke, 1, linear_spring, 0, KEPT)                                                                  \
    FUSED(hooke, 0, linear_spring, 3, PLAIN)                                                                 \
    FUSED(hooke, 1, linear_spring, 3, KEPT)                                                                  \
    FUSED(hooke_hysteresis, 0, linear_spring, 0, PLAIN)                                                      \
    FUSED(hooke_hysteresis, 0, linear_spring, 3, PLAIN)                                                      \
    FUSED(hooke_hysteresis, 1, linear_spring, 0, KEPT)                                                       \
    FUSED(hooke_hysteresis, 1, linear_spring, 3, KEPT)

#define SCREE_VARIANT_IS_NONE(p) 1
#define SCREE_VARIANT_IS_0(p) ((p)->variant == 0.0)
#define SCREE_VARIANT_IS_1(p) ((p)->variant == 1.0)
#define SCREE_VARIANT_IS_3(p) ((p)->variant == 3.0)
#define SCREE_VARIANT_SET_NONE(p)
#define SCREE_VARIANT_SET_0(p) (p).variant = 0.0;
#define SCREE_VARIANT_SET_1(p) (p).variant = 1.0;
#define SCREE_VARIANT_SET_3(p) (p).variant = 3.0;

// Sums that a loop returns besides its rows.
typedef struct fused_sums {
    int contacts;
    int deep; // contacts with an overlap of known_depth or more
} fused_sums;

// Evaluates the gathered batch: rows of forces, history and terms, zero for pairs that do not touch. Lanes up to the next
// multiple of eight are written; those after the last pair must not touch (see evaluate_fused).
typedef fused_sums fused_loop(const scree_pair_job *job, work *q);

// A set of laws: its loop, and the function that sets the constants of pairs first .. last-1 (NULL if pairs keep none).
typedef struct fused_set {
    fused_loop *loop;
    void (*fill)(const scree_pair_job *job, size_t first, size_t last);
} fused_set;

#define SCREE_KEEPS_PLAIN 0
#define SCREE_KEEPS_KEPT 1
#define SCREE_FILLS_PLAIN(normal) NULL
#define SCREE_FILLS_KEPT(normal) fill_##normal
#define SCREE_FILL(normal)                                                                                   \
    static void fill_##normal(const scree_pair_job *job, size_t first, size_t last) {                        \
        const scree_##normal p = *(const scree_##normal *)(const void *)job->laws->step[0].derived;          \
        const scree_particles *all = &job->world->p;                                                         \
        const scree_pair *pair = job->world->pairs.pair;                                                     \
        for (size_t k = first; k < last; k += SCREE_BATCH) {                                                 \
            const int n = last - k < SCREE_BATCH ? (int)(last - k) : SCREE_BATCH;                            \
            double r[SCREE_BATCH], m[SCREE_BATCH];                                                           \
            for (int j = 0; j < n; j++) {                                                                    \
                const scree_pair b = pair[k + (size_t)j];                                                    \
                r[j] = effective(all->x[b.a].r, all->x[b.b].r);                                              \
                m[j] = effective(all->motion[b.a].v.m, all->motion[b.b].v.m);                                \
            }                                                                                                \
            double *constant = job->world->pairs.constant + k;                                               \
            _Pragma("omp simd") for (int j = 0; j < n; j++) {                                                \
                constant[j] = scree_##normal##_constant(&p, r[j], m[j]);                                     \
            }                                                                                                \
        }                                                                                                    \
    }

// The constant depends only on the normal law.
SCREE_FILL(hooke)
SCREE_FILL(hooke_hysteresis)

// Each lane is a separate function: variables of the loop's body would become arrays over the lanes, which gcc 12 cannot split
// again. The count of contacts is half as wide as a double, so gcc processes two vectors of doubles at a time: the latency of
// square roots and divisions of one overlaps with work on the other (docs/performance.md).
#define SCREE_FUSED(normal, nv, tangential, tv, keeps)                                                       \
    SCREE_LAW int fused_lane_##normal##_##nv##_##tangential##_##tv(                                          \
        const scree_##normal *p, const scree_##tangential *t, const scree_period *period, double dt_pre,     \
        double dt_post, double known, int stored, work *restrict q, int k) {                                 \
        enum { n_columns = scree_##normal##_columns, t_columns = scree_##tangential##_columns };             \
        scree_contact c;                                                                                     \
        double hn[SCREE_HISTORY_MAX], ht[SCREE_HISTORY_MAX];                                                 \
        c.dt_pre = dt_pre;                                                                                   \
        c.dt_post = dt_post;                                                                                 \
        c.fresh = 0.0;                                                                                       \
        c.kept = SCREE_KEEPS_##keeps;                                                                        \
        c.constant = q->constant[k];                                                                         \
        int on = derive(&q->of, k, period, &c, &q->force[LA][k], &q->force[LB][k]);                          \
        SCREE_FUSED_COLUMNS(SCREE_LOAD_NORMAL)                                                               \
        scree_##normal##_law(p, &c, hn);                                                                     \
        SCREE_FUSED_COLUMNS(SCREE_LOAD_TANGENTIAL)                                                           \
        scree_##tangential##_law(t, &c, ht);                                                                 \
        double fn = on ? c.fn : 0.0, tx = on ? c.ftx : 0.0, ty = on ? c.fty : 0.0, tz = on ? c.ftz : 0.0;    \
        put_force(q->force, k, c.nx, c.ny, c.nz, fn, tx, ty, tz);                                            \
        SCREE_FUSED_COLUMNS(SCREE_SAVE_NORMAL)                                                               \
        SCREE_FUSED_COLUMNS(SCREE_SAVE_TANGENTIAL)                                                           \
        q->term.work[0][k] = fn * c.vn;                                                                      \
        q->term.viscous[0][k] = on ? c.viscous_n : 0.0;                                                      \
        q->term.work[1][k] = -(tx * c.vtx + ty * c.vty + tz * c.vtz);                                        \
        q->term.viscous[1][k] = on ? c.viscous_t : 0.0;                                                      \
        if (stored) {                                                                                        \
            q->term.elastic[0][k] = on ? c.energy_n : 0.0;                                                   \
            q->term.elastic[1][k] = on ? c.energy_t : 0.0;                                                   \
        }                                                                                                    \
        q->touching[k] = on;                                                                                 \
        return on & !(c.overlap < known * (c.ra < c.rb ? c.ra : c.rb));                                      \
    }                                                                                                        \
    SCREE_LAW fused_sums fused_loop_##normal##_##nv##_##tangential##_##tv(const scree_pair_job *job,         \
                                                                          int stored, work *restrict q) {    \
        scree_##normal p = *(const scree_##normal *)(const void *)job->laws->step[0].derived;                \
        scree_##tangential t = *(const scree_##tangential *)(const void *)job->laws->step[1].derived;        \
        SCREE_VARIANT_SET_##nv(p) SCREE_VARIANT_SET_##tv(t) /* constants of the loop */                      \
            const scree_period period = job->period;                                                         \
        const double dt_pre = q->b.dt_pre, dt_post = q->b.dt_post, known = job->known_depth;                 \
        const int n = (q->b.n + 7) & ~7;                                                                     \
        int contacts = 0, deep = 0;                                                                          \
        _Pragma("omp simd reduction(+ : contacts, deep)") for (int k = 0; k < n; k++) {                      \
            deep += fused_lane_##normal##_##nv##_##tangential##_##tv(&p, &t, &period, dt_pre, dt_post,       \
                                                                     known, stored, q, k);                   \
            contacts += q->touching[k];                                                                      \
        }                                                                                                    \
        return (fused_sums){contacts, deep};                                                                 \
    }                                                                                                        \
    static fused_sums fused_##normal##_##nv##_##tangential##_##tv(const scree_pair_job *job,                 \
                                                                  work *restrict q) {                        \
        return job->stored ? fused_loop_##normal##_##nv##_##tangential##_##tv(job, 1, q)                     \
                           : fused_loop_##normal##_##nv##_##tangential##_##tv(job, 0, q);                    \
    }

#define SCREE_FUSED_COLUMNS(DO) DO(0) DO(1) DO(2) DO(3)
#define SCREE_LOAD_NORMAL(i)                                                                                 \
    if (i < n_columns) {                                                                                     \
        hn[i] = q->b.h[i][k];                                                                                \
    }
#define SCREE_SAVE_NORMAL(i)                                                                                 \
    if (i < n_columns) {                                                                                     \
        q->b.h[i][k] = on ? hn[i] : 0.0;                                                                     \
    }
#define SCREE_LOAD_TANGENTIAL(i)                                                                             \
    if (i < t_columns) {                                                                                     \
        ht[i] = q->b.h[n_columns + i][k];                                                                    \
    }
#define SCREE_SAVE_TANGENTIAL(i)                                                                             \
    if (i < t_columns) {                                                                                     \
        q->b.h[n_columns + i][k] = on ? ht[i] : 0.0;                                                         \
    }

SCREE_FUSED_SETS(SCREE_FUSED)

// The fused loop of a set of laws; all NULL if there is none.
static fused_set fused_set_of(const scree_law_set *set) {
#define SCREE_NUMBER(law, slot) law_##law,
    enum { SCREE_LAWS(SCREE_NUMBER) };
#undef SCREE_NUMBER
    const fused_set none = {NULL, NULL};
    if (set->n != 2 || set->step[0].user || set->step[1].user) {
        return none;
    }
    const scree_law_step *first = &set->step[0], *second = &set->step[1];
#define SCREE_CHOOSE(normal, nv, tangential, tv, keeps)                                                      \
    if (first->law == law_##normal && second->law == law_##tangential &&                                     \
        SCREE_VARIANT_IS_##nv((const scree_##normal *)(const void *)first->derived) &&                       \
        SCREE_VARIANT_IS_##tv((const scree_##tangential *)(const void *)second->derived)) {                  \
        return (fused_set){fused_##normal##_##nv##_##tangential##_##tv, SCREE_FILLS_##keeps(normal)};        \
    }
    SCREE_FUSED_SETS(SCREE_CHOOSE)
#undef SCREE_CHOOSE
    return none;
}

#endif
