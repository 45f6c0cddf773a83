// SPDX-License-Identifier: BSD-3-Clause
// Fused loops (kernels/fused.h) for particles with bonds: geometry, the contact laws, the bond law and what follows from them in one
// loop, with the same bits as stage by stage. A line in SCREE_FUSED_BONDS makes a loop. Included only by kernels.c, once per
// instruction set.
#ifndef SCREE_KERNELS_FUSED_BOND_H
#define SCREE_KERNELS_FUSED_BOND_H

#include "kernels/bond_lanes.h"
#include "kernels/fused.h"

// SET(normal, tangential, its variant, bond, its variant): `none` if a slot has no law. Without cohesion, rolling and twisting.
#define SCREE_FUSED_BONDS(SET)                                                                               \
    SCREE_FUSED_BONDS_OF(SET, none, none, ANY)                                                               \
    SCREE_FUSED_BONDS_OF(SET, hertz, mindlin, 0)

// For batches of bonded bodies alone, in sets whose contact laws do not act while bonded and have the columns of `skipped`.
#define SCREE_FUSED_BONDED(SET) SCREE_FUSED_BONDS_OF(SET, none, skipped, ANY)
#define SCREE_FUSED_BONDS_OF(SET, normal, tangential, variant)                                               \
    SET(normal, tangential, variant, parallel, 0)                                                            \
    SET(normal, tangential, variant, parallel, 1)                                                            \
    SET(normal, tangential, variant, parallel, 2)                                                            \
    SET(normal, tangential, variant, parallel, 3)                                                            \
    SET(normal, tangential, variant, rotational, ANY)

SCREE_FUSED_NO_LAW(skipped,
                   3) // contact laws that do not act: as many columns as a spring has, which become zero

#define SCREE_VARIANT_2(name) (name).variant = 2.0;
#define SCREE_HAS_2(step, law) (((const scree_##law *)(const void *)(step)->derived)->variant == 2.0)

#define SCREE_FUSED_BOND_NAME(prefix, N, T, TV, B, BV) prefix##_##N##_##T##TV##_##B##BV
#define SCREE_FUSED_BOND_COLUMNS(DO, own, count, at)                                                         \
    SCREE_FUSED_COLUMN(DO, own, count, at)                                                                   \
    DO(4, own, count, at)                                                                                    \
    DO(5, own, count, at)                                                                                    \
    DO(6, own, count, at)                                                                                    \
    DO(7, own, count, at)                                                                                    \
    DO(8, own, count, at) DO(9, own, count, at) DO(10, own, count, at) DO(11, own, count, at)
#define SCREE_FUSED_KEEP_CONTACT(i, own, count, at)                                                          \
    if (i < count) {                                                                                         \
        q->b.h[at + i][k] = c.contact > 0.0 ? own[i] : 0.0;                                                  \
    }

#define SCREE_FUSED_BOND(N, T, TV, B, BV)                                                                    \
    SCREE_LAW double SCREE_FUSED_BOND_NAME(fused_bond_lane, N, T, TV, B, BV)(                                \
        const scree_##N *normal, const scree_##T *tangential, const scree_##B *bond, int alone,              \
        const loop_constants *constant, batch_workspace *restrict q, double *restrict in_contact, int k) {   \
        enum { at_n = 0, at_t = scree_##N##_columns, at_b = at_t + scree_##T##_columns };                    \
        _Static_assert(scree_##B##_columns <= 12, "columns of SCREE_FUSED_BOND_COLUMNS");                    \
        scree_contact c = {.fresh = 0.0};                                                                    \
        c.dt = constant->dt;                                                                                 \
        c.step = constant->step;                                                                             \
        c.begins = constant->begins;                                                                         \
        c.kept = 1;                                                                                          \
        double h_bond[12];                                                                                   \
        SCREE_FUSED_BOND_COLUMNS(SCREE_FUSED_LOAD, h_bond, scree_##B##_columns, at_b)                        \
        const int near = derive(&q->bodies, k, &constant->period, 0.0, &c, &q->force[HALF][k]);              \
        const int on = see_bond(h_bond[SCREE_BOND_STATE], alone, near, &c);                                  \
        set_step(q, k, &c);                                                                                  \
        SCREE_FUSED_LAW(N, normal, at_n)                                                                     \
        SCREE_FUSED_LAW(T, tangential, at_t)                                                                 \
        scree_##B##_law(bond, &c, h_bond);                                                                   \
        finish_lane(q, k, &c, on, 1, 0, 0);                                                                  \
        SCREE_FUSED_COLUMN(SCREE_FUSED_KEEP_CONTACT, h_at_n, scree_##N##_columns, at_n)                      \
        SCREE_FUSED_COLUMN(SCREE_FUSED_KEEP_CONTACT, h_at_t, scree_##T##_columns, at_t)                      \
        SCREE_FUSED_BOND_COLUMNS(SCREE_FUSED_SAVE, h_bond, scree_##B##_columns, at_b)                        \
        q->term.work[0][k] -= c.break_mode == 0.0 ? c.bond_power_n : 0.0;                                    \
        q->term.work[1][k] -= c.break_mode == 0.0 ? c.bond_power_t : 0.0;                                    \
        q->term.work[2][k] -= c.break_mode == 0.0 ? c.bond_power_r : 0.0;                                    \
        q->term.work[3][k] -= c.break_mode == 0.0 ? c.bond_power_w : 0.0;                                    \
        q->b.gap[k] = c.gap;                                                                                 \
        q->b.nx[k] = c.nx;                                                                                   \
        q->b.ny[k] = c.ny;                                                                                   \
        q->b.nz[k] = c.nz;                                                                                   \
        q->b.break_mode[k] = c.break_mode;                                                                   \
        q->b.bond_energy_n[k] =                                                                              \
            energy_left(constant->half_step, c.break_mode, c.bond_energy_n, c.bond_power_n);                 \
        q->b.bond_energy_t[k] =                                                                              \
            energy_left(constant->half_step, c.break_mode, c.bond_energy_t, c.bond_power_t);                 \
        q->b.bond_energy_r[k] =                                                                              \
            energy_left(constant->half_step, c.break_mode, c.bond_energy_r, c.bond_power_r);                 \
        q->b.bond_energy_w[k] =                                                                              \
            energy_left(constant->half_step, c.break_mode, c.bond_energy_w, c.bond_power_w);                 \
        in_contact[k] = on ? 1.0 : 0.0;                                                                      \
        return (on & is_deeper(&c, constant->known_depth)) ? 1.0 : 0.0;                                      \
    }                                                                                                        \
    static batch_counts SCREE_FUSED_BOND_NAME(fused_bond, N, T, TV, B, BV)(const scree_pair_job *job,        \
                                                                           batch_workspace *restrict q) {    \
        SCREE_FUSED_TAKE(N, normal, NORMAL)                                                                  \
        SCREE_FUSED_TAKE(T, tangential, TANGENTIAL)                                                          \
        SCREE_FUSED_TAKE(B, bond, BOND)                                                                      \
        SCREE_VARIANT_##TV(tangential) SCREE_VARIANT_##BV(bond)                                              \
            const loop_constants constant = {.dt = q->b.dt,                                                  \
                                             .step = q->b.step,                                              \
                                             .begins = q->b.begins,                                          \
                                             .period = job->period,                                          \
                                             .known_depth = job->known_depth,                                \
                                             .half_step = 0.5 * q->b.dt};                                    \
        const int lanes = (q->b.n + 7) & ~7, alone = q->options.alone;                                       \
        double contacts = 0.0, deep = 0.0;                                                                   \
        _Alignas(64) double in_contact[SCREE_BATCH];                                                         \
        _Pragma("omp simd reduction(+ : contacts, deep)") for (int k = 0; k < lanes; k++) {                  \
            deep += SCREE_FUSED_BOND_NAME(fused_bond_lane, N, T, TV, B, BV)(                                 \
                &normal, &tangential, &bond, alone, &constant, q, in_contact, k);                            \
            contacts += in_contact[k];                                                                       \
        }                                                                                                    \
        for (int k = 0; k < lanes; k++) {                                                                    \
            q->in_contact[k] = in_contact[k] > 0.0;                                                          \
        }                                                                                                    \
        return (batch_counts){(int)contacts, (int)deep};                                                     \
    }

SCREE_FUSED_BONDS(SCREE_FUSED_BOND)
SCREE_FUSED_BONDED(SCREE_FUSED_BOND)

#define SCREE_HAS(slot, name, variant)                                                                       \
    (step[SCREE_##slot]->law == (int)law_##name && SCREE_HAS_##variant(step[SCREE_##slot], name))

// The fused loop of a set with a bond law; NULL if there is none.
static fused_loop *loop_of_bonds(const scree_law_set *set, int stored) {
    const scree_law_in_set *step[SCREE_SLOT_COUNT];
    int known = 0;
    for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
        step[slot] = step_of(set, (scree_slot)slot);
        if (step[slot]->user) {
            return NULL;
        }
        known += step[slot]->law != law_none &&
                 (slot == SCREE_NORMAL || slot == SCREE_TANGENTIAL || slot == SCREE_BOND);
    }
    if (stored || known < set->n) {
        return NULL;
    }
#define SCREE_CHOOSE(N, T, TV, B, BV)                                                                        \
    if (SCREE_HAS(NORMAL, N, ANY) && SCREE_HAS(TANGENTIAL, T, TV) && SCREE_HAS(BOND, B, BV)) {               \
        return SCREE_FUSED_BOND_NAME(fused_bond, N, T, TV, B, BV);                                           \
    }
    SCREE_FUSED_BONDS(SCREE_CHOOSE)
#undef SCREE_CHOOSE
    return NULL;
}

// Of a set with a fused loop: that of its batches of bonded bodies alone; NULL if the contact laws act on them too.
static fused_loop *loop_of_bonded(const scree_law_set *set) {
    const scree_law_in_set *step[SCREE_SLOT_COUNT] = {[SCREE_BOND] = step_of(set, SCREE_BOND)};
    if (!set->alone || set->bond != scree_skipped_columns) {
        return NULL;
    }
#define SCREE_CHOOSE(N, T, TV, B, BV)                                                                        \
    if (SCREE_HAS(BOND, B, BV)) {                                                                            \
        return SCREE_FUSED_BOND_NAME(fused_bond, N, T, TV, B, BV);                                           \
    }
    SCREE_FUSED_BONDED(SCREE_CHOOSE)
#undef SCREE_CHOOSE
    return NULL;
}
#undef SCREE_HAS

#endif
