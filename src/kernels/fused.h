// SPDX-License-Identifier: BSD-3-Clause
// Fused loops: geometry, the laws of a set and what follows from them in one loop over the contacts, so that what one law
// passes to the next stays in registers. They are made from the same functions as the stages, so they give the same bits. Sets
// without one run stage by stage, which takes about a tenth more time. A line in SCREE_FUSED_SETS makes a loop; its laws must
// not read whether a contact is new. Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_FUSED_H
#define SCREE_KERNELS_FUSED_H

#include "batch/contact_moves.h"
#include "laws/list/all.h"

// SET(normal, its variant, cohesion, tangential, its variant, rolling, its variant, twisting): the laws of the slots, `none` if
// a slot has none. ANY: a law without variants.
#ifdef SCREE_FEW_FUSED // a build with sanitizers, which find the same in each set
#define SCREE_FUSED_SETS(SET)                                                                                \
    SET(hertz, ANY, none, mindlin, 0, none, ANY, none)                                                       \
    SET(hertz, ANY, sjkr, mindlin, 3, epsd, 1, none)

#else
#define SCREE_FUSED_SETS(SET)                                                                                \
    SCREE_FUSED_ROLLING(SET, hertz, ANY, none, mindlin)                                                      \
    SCREE_FUSED_ROLLING(SET, hertz, ANY, sjkr, mindlin)                                                      \
    SCREE_FUSED_ROLLING(SET, hooke, 0, none, linear_spring)                                                  \
    SCREE_FUSED_ROLLING(SET, hooke, 1, none, linear_spring)                                                  \
    SCREE_FUSED_PRESETS(SET, hooke_hysteresis, 0, none, linear_spring, none, ANY)                            \
    SCREE_FUSED_PRESETS(SET, hooke_hysteresis, 1, none, linear_spring, none, ANY)

#endif

// With scree's own tangential spring, and with that of `preset: liggghts`.
#define SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, rolling, rolling_variant)            \
    SET(normal, variant, cohesion, tangential, 0, rolling, rolling_variant, none)                            \
    SET(normal, variant, cohesion, tangential, 3, rolling, rolling_variant, none)
// With the usual rolling laws: corrected (0) and with `convention: original` (1).
#define SCREE_FUSED_ROLLING(SET, normal, variant, cohesion, tangential)                                      \
    SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, none, ANY)                               \
    SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, cdt, 0)                                  \
    SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, cdt, 1)                                  \
    SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, epsd, 0)                                 \
    SCREE_FUSED_PRESETS(SET, normal, variant, cohesion, tangential, epsd, 1)

// What stands for a law where none acts.
#define SCREE_FUSED_NO_LAW(law, columns)                                                                     \
    typedef struct scree_##law {                                                                             \
        double unused;                                                                                       \
    } scree_##law;                                                                                           \
    enum { scree_##law##_columns = columns };                                                                \
    SCREE_LAW void scree_##law##_law(const scree_##law *p, scree_contact *c, double *h) {                    \
        (void)p, (void)c, (void)h;                                                                           \
    }
SCREE_FUSED_NO_LAW(none, 0) // a slot without a law

#define SCREE_VARIANT_ANY(name)
#define SCREE_VARIANT_0(name) (name).variant = 0.0; // a constant of the loop
#define SCREE_VARIANT_1(name) (name).variant = 1.0;
#define SCREE_VARIANT_3(name) (name).variant = 3.0;
#define SCREE_HAS_ANY(step, law) 1
#define SCREE_HAS_0(step, law) (((const scree_##law *)(const void *)(step)->derived)->variant == 0.0)
#define SCREE_HAS_1(step, law) (((const scree_##law *)(const void *)(step)->derived)->variant == 1.0)
#define SCREE_HAS_3(step, law) (((const scree_##law *)(const void *)(step)->derived)->variant == 3.0)

// The modes whose laws write the work of their springs: a constant of the loop.
#define SCREE_FUSED_SPRINGS(law, MODE) (scree_##law##_springs << SCREE_MODE_##MODE)
enum {
    scree_none_springs = 0,
    scree_mindlin_springs = 1,
    scree_linear_spring_springs = 1,
    scree_cdt_springs = 0,
    scree_epsd_springs = 1
};

// The step of a slot in a set, or one without a law.
static const scree_law_in_set *step_of(const scree_law_set *set, scree_slot slot) {
    static const scree_law_in_set none = {.law = law_none};
    for (int s = 0; s < set->n; s++) {
        if (set->step[s].slot == slot) {
            return &set->step[s];
        }
    }
    return &none;
}

// Arguments of a loop that are the same for all lanes.
typedef struct loop_constants {
    double dt, step, begins, known_depth, half_step; // the last one of bonds
    scree_period period;
} loop_constants;

#define SCREE_FUSED_NAME(prefix, N, NV, C, T, TV, R, RV, W) prefix##_##N##NV##_##C##_##T##TV##_##R##RV##_##W
// The law of a slot, with its history, whose columns begin at `at_slot`.
#define SCREE_FUSED_COLUMN(DO, own, count, at)                                                               \
    DO(0, own, count, at) DO(1, own, count, at) DO(2, own, count, at) DO(3, own, count, at)
#define SCREE_FUSED_LOAD(i, own, count, at)                                                                  \
    if (i < count) {                                                                                         \
        own[i] = q->b.h[at + i][k];                                                                          \
    }
#define SCREE_FUSED_SAVE(i, own, count, at)                                                                  \
    if (i < count) {                                                                                         \
        q->b.h[at + i][k] = on ? own[i] : 0.0;                                                               \
    }
#define SCREE_FUSED_LAW(law, p, at)                                                                          \
    double h_##at[4];                                                                                        \
    SCREE_FUSED_COLUMN(SCREE_FUSED_LOAD, h_##at, scree_##law##_columns, at)                                  \
    scree_##law##_law(p, &c, h_##at);
#define SCREE_FUSED_KEEP(law, at) SCREE_FUSED_COLUMN(SCREE_FUSED_SAVE, h_##at, scree_##law##_columns, at)
#define SCREE_FUSED_TAKE(law, name, slot)                                                                    \
    scree_##law name = *(const scree_##law *)(const void *)q->options.derived[SCREE_##slot];

// Sets with a second loop, for steps that also sum the stored energy: those of hosts that go on step by step. 0.2 s of compile time each.
#ifdef SCREE_FEW_FUSED
#define SCREE_FUSED_STORING(SET) SET(hertz, ANY, none, mindlin, 0, none, ANY, none)

#else
#define SCREE_FUSED_STORING(SET)                                                                             \
    SCREE_FUSED_PRESETS(SET, hertz, ANY, none, mindlin, none, ANY)                                           \
    SCREE_FUSED_PRESETS(SET, hooke, 0, none, linear_spring, none, ANY)                                       \
    SCREE_FUSED_PRESETS(SET, hooke, 1, none, linear_spring, none, ANY)

#endif

// The same with the heat law conduction by the area of the normal law. Other heat laws run stage by stage with the others.

// Each lane is a separate function: variables of the loop's body would become arrays over the lanes, which gcc 12 cannot split
// again. Counts are half as wide as a double, so gcc processes two vectors of doubles at a time: the latency of square roots and
// divisions of one overlaps with work on the other (docs/performance.md).
#define SCREE_FUSED_LOOP(loop, lane, stored, warms, N, NV, C, T, TV, R, RV, W)                               \
    SCREE_LAW int SCREE_FUSED_NAME(lane, N, NV, C, T, TV, R, RV, W)(                                         \
        const scree_##N *normal, const scree_##C *cohesion, const scree_##T *tangential,                     \
        const scree_##R *rolling, const scree_##W *twisting, const scree_conduction *conduction,             \
        const loop_constants *constant, batch_workspace *restrict q, int k) {                                \
        enum {                                                                                               \
            at_n = 0,                                                                                        \
            at_c = scree_##N##_columns,                                                                      \
            at_t = at_c + scree_##C##_columns,                                                               \
            at_r = at_t + scree_##T##_columns,                                                               \
            at_w = at_r + scree_##R##_columns,                                                               \
            spins = (int)law_##R >= 0 || (int)law_##W >= 0,                                                  \
            springs = SCREE_FUSED_SPRINGS(T, TANGENTIAL) | SCREE_FUSED_SPRINGS(R, ROLLING) |                 \
                      SCREE_FUSED_SPRINGS(W, TWISTING)                                                       \
        };                                                                                                   \
        scree_contact c = {.fresh = 0.0}; /* and what no law of the set writes */                            \
        c.dt = constant->dt;                                                                                 \
        c.step = constant->step;                                                                             \
        c.begins = constant->begins;                                                                         \
        c.kept = 1;                                                                                          \
        c.constant = q->constant[k];                                                                         \
        const int on = derive(&q->bodies, k, &constant->period, 0.0, &c, &q->force[HALF][k]);                \
        set_step(q, k, &c);                                                                                  \
        SCREE_FUSED_LAW(N, normal, at_n)                                                                     \
        SCREE_FUSED_LAW(C, cohesion, at_c)                                                                   \
        SCREE_FUSED_LAW(T, tangential, at_t)                                                                 \
        SCREE_FUSED_LAW(R, rolling, at_r)                                                                    \
        SCREE_FUSED_LAW(W, twisting, at_w)                                                                   \
        if (warms) {                                                                                         \
            c.ta = q->b.ta[k];                                                                               \
            c.tb = q->b.tb[k];                                                                               \
            scree_conduction_law(conduction, &c, NULL);                                                      \
        }                                                                                                    \
        finish_lane(q, k, &c, on, spins, stored, springs);                                                   \
        q->in_contact[k] = on;                                                                               \
        if (warms) {                                                                                         \
            q->force[HEAT][k] = on ? c.heat : 0.0;                                                           \
        }                                                                                                    \
        SCREE_FUSED_KEEP(N, at_n)                                                                            \
        SCREE_FUSED_KEEP(C, at_c)                                                                            \
        SCREE_FUSED_KEEP(T, at_t)                                                                            \
        SCREE_FUSED_KEEP(R, at_r)                                                                            \
        SCREE_FUSED_KEEP(W, at_w)                                                                            \
        return on & is_deeper(&c, constant->known_depth);                                                    \
    }                                                                                                        \
    static batch_counts SCREE_FUSED_NAME(loop, N, NV, C, T, TV, R, RV, W)(const scree_pair_job *job,         \
                                                                          batch_workspace *restrict q) {     \
        SCREE_FUSED_TAKE(N, normal, NORMAL)                                                                  \
        SCREE_FUSED_TAKE(C, cohesion, COHESION)                                                              \
        SCREE_FUSED_TAKE(T, tangential, TANGENTIAL)                                                          \
        SCREE_FUSED_TAKE(R, rolling, ROLLING)                                                                \
        SCREE_FUSED_TAKE(W, twisting, TWISTING)                                                              \
        SCREE_FUSED_TAKE(conduction, conduction, HEAT)                                                       \
        SCREE_VARIANT_0(conduction)                                                                          \
        SCREE_VARIANT_##NV(normal) SCREE_VARIANT_##TV(tangential) SCREE_VARIANT_##RV(rolling)                \
            const loop_constants constant = {.dt = q->b.dt,                                                  \
                                             .step = q->b.step,                                              \
                                             .begins = q->b.begins,                                          \
                                             .period = job->period,                                          \
                                             .known_depth = job->known_depth};                               \
        const int lanes = (q->b.n + 7) & ~7;                                                                 \
        int contacts = 0, deep = 0;                                                                          \
        _Pragma("omp simd reduction(+ : contacts, deep)") for (int k = 0; k < lanes; k++) {                  \
            deep += SCREE_FUSED_NAME(lane, N, NV, C, T, TV, R, RV, W)(                                       \
                &normal, &cohesion, &tangential, &rolling, &twisting, &conduction, &constant, q, k);         \
            contacts += q->in_contact[k];                                                                    \
        }                                                                                                    \
        return (batch_counts){contacts, deep};                                                               \
    }

#define SCREE_FUSED(...) SCREE_FUSED_LOOP(fused, fused_lane, 0, 0, __VA_ARGS__)
#define SCREE_FUSED_STORED(...) SCREE_FUSED_LOOP(fused_storing, fused_storing_lane, 1, 0, __VA_ARGS__)
#define SCREE_FUSED_HEATED(...) SCREE_FUSED_LOOP(fused_heated, fused_heated_lane, 0, 1, __VA_ARGS__)
#define SCREE_FUSED_BOTH(...) SCREE_FUSED_LOOP(fused_both, fused_both_lane, 1, 1, __VA_ARGS__)

SCREE_FUSED_SETS(SCREE_FUSED)
SCREE_FUSED_STORING(SCREE_FUSED_STORED)
SCREE_FUSED_STORING(SCREE_FUSED_HEATED)
SCREE_FUSED_STORING(SCREE_FUSED_BOTH)

// The fused loop of a set of laws, one that sums the stored energy if that is asked for; NULL if there is none, or if the set acts beyond touch.
static fused_loop *loop_of_set(const scree_law_set *set, int stored) {
    const scree_law_in_set *step[SCREE_SLOT_COUNT];
    int known = 0;
    if (set->traits & (SCREE_TRAIT_NECK | SCREE_TRAIT_FIELD) && set->reach > 0.0) {
        return NULL;
    }
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        step[slot] = step_of(set, (scree_slot)slot);
        if (step[slot]->user) {
            return NULL;
        }
        known += step[slot]->law != law_none && (slot <= SCREE_TWISTING || slot == SCREE_HEAT);
    }
    if (known < set->n) {
        return NULL; // it has a law in a slot that fused loops do not know
    }
#define SCREE_HAS(slot, name, variant)                                                                       \
    (step[SCREE_##slot]->law == (int)law_##name && SCREE_HAS_##variant(step[SCREE_##slot], name))
#define SCREE_CHOOSE_OF(loop, N, NV, C, T, TV, R, RV, W)                                                     \
    if (SCREE_HAS(NORMAL, N, NV) && SCREE_HAS(COHESION, C, ANY) && SCREE_HAS(TANGENTIAL, T, TV) &&           \
        SCREE_HAS(ROLLING, R, RV) && SCREE_HAS(TWISTING, W, ANY)) {                                          \
        return SCREE_FUSED_NAME(loop, N, NV, C, T, TV, R, RV, W);                                            \
    }
#define SCREE_CHOOSE(...) SCREE_CHOOSE_OF(fused, __VA_ARGS__)
#define SCREE_CHOOSE_HEATED(...) SCREE_CHOOSE_OF(fused_heated, __VA_ARGS__)
#define SCREE_CHOOSE_BOTH(...) SCREE_CHOOSE_OF(fused_both, __VA_ARGS__)
#define SCREE_CHOOSE_STORING(...) SCREE_CHOOSE_OF(fused_storing, __VA_ARGS__)
    if (set->heat >= 0 && !SCREE_HAS(HEAT, conduction, 0)) {
        return NULL;
    }
    if (set->heat >= 0 && stored) {
        SCREE_FUSED_STORING(SCREE_CHOOSE_BOTH)
        return NULL;
    }
    if (set->heat >= 0) {
        SCREE_FUSED_STORING(SCREE_CHOOSE_HEATED)
        return NULL;
    }
    if (stored) {
        SCREE_FUSED_STORING(SCREE_CHOOSE_STORING)
        return NULL;
    }
    SCREE_FUSED_SETS(SCREE_CHOOSE)
#undef SCREE_CHOOSE_OF
#undef SCREE_CHOOSE
#undef SCREE_CHOOSE_STORING
#undef SCREE_CHOOSE_HEATED
#undef SCREE_CHOOSE_BOTH
#undef SCREE_HAS
    return NULL;
}

#endif
