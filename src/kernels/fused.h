// SPDX-License-Identifier: BSD-3-Clause
// Fused loops: geometry, the laws of a set and what follows from them in one loop over the contacts, so that what one law
// passes to the next stays in registers. One function, fused_lane, is inlined into the loop of each set, with the laws of the set as
// constants; it calls the same functions as the stages, so it gives the same bits. Sets without a loop run stage by stage, which takes
// about a tenth more time. A line in SCREE_FUSED_SETS makes a loop; laws that read whether a contact is new are named in sees_new. Included only by
// kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_FUSED_H
#define SCREE_KERNELS_FUSED_H

#include "kernels/bond_lanes.h"
#include "laws/list/all.h"

// LAW(name, law, variant, its place in the constants, what makes it a constant of the loop)
#define SCREE_FUSED_LAWS(LAW)                                                                                \
    SCREE_FUSED_PLAIN(LAW, hertz)                                                                            \
    SCREE_FUSED_VARIANT(LAW, hooke, 0)                                                                       \
    SCREE_FUSED_VARIANT(LAW, hooke, 1)                                                                       \
    SCREE_FUSED_VARIANT(LAW, hooke_hysteresis, 0)                                                            \
    SCREE_FUSED_VARIANT(LAW, hooke_hysteresis, 1)                                                            \
    SCREE_FUSED_PLAIN(LAW, sjkr)                                                                             \
    SCREE_FUSED_VARIANT(LAW, jkr, 0)                                                                         \
    SCREE_FUSED_VARIANT(LAW, mindlin, 0)                                                                     \
    SCREE_FUSED_VARIANT(LAW, mindlin, 3)                                                                     \
    SCREE_FUSED_VARIANT(LAW, mindlin, 4)                                                                     \
    SCREE_FUSED_VARIANT(LAW, linear_spring, 0)                                                               \
    SCREE_FUSED_VARIANT(LAW, linear_spring, 3)                                                               \
    SCREE_FUSED_VARIANT(LAW, cdt, 0)                                                                         \
    SCREE_FUSED_VARIANT(LAW, cdt, 1)                                                                         \
    SCREE_FUSED_VARIANT(LAW, epsd, 0)                                                                        \
    SCREE_FUSED_VARIANT(LAW, epsd, 1)                                                                        \
    SCREE_FUSED_VARIANT(LAW, parallel, 0)                                                                    \
    SCREE_FUSED_VARIANT(LAW, parallel, 1)                                                                    \
    SCREE_FUSED_VARIANT(LAW, parallel, 2)                                                                    \
    SCREE_FUSED_VARIANT(LAW, parallel, 3)                                                                    \
    SCREE_FUSED_PLAIN(LAW, rotational)                                                                       \
    SCREE_FUSED_VARIANT(LAW, luding_normal, 0)                                                               \
    SCREE_FUSED_PLAIN(LAW, luding_tangential)                                                                \
    SCREE_FUSED_PLAIN(LAW, luding_rolling)                                                                   \
    SCREE_FUSED_PLAIN(LAW, luding_twisting)                                                                  \
    SCREE_FUSED_VARIANT(LAW, young_laplace, 0)                                                               \
    SCREE_FUSED_VARIANT(LAW, young_laplace, 1)                                                               \
    SCREE_FUSED_VARIANT(LAW, willett, 0)                                                                     \
    SCREE_FUSED_VARIANT(LAW, willett, 1)                                                                     \
    SCREE_FUSED_VARIANT(LAW, conduction, 0)
#define SCREE_FUSED_PLAIN(LAW, law) LAW(law, law, -1, 0, )
#define SCREE_FUSED_VARIANT(LAW, law, number)                                                                \
    LAW(law##_##number, law, number, offsetof(scree_##law, variant) / sizeof(double), p.variant = number;)

// A law as loops call it, with the constants of its set.
typedef void run_of_law(const double *derived, scree_contact *c, double *h);
#define SCREE_FUSED_RUN(name, law, variant_, at, set_variant)                                                \
    SCREE_LAW void run_##name(const double *derived, scree_contact *c, double *h) {                          \
        scree_##law p = *(const scree_##law *)(const void *)derived;                                         \
        set_variant scree_##law##_law(&p, c, h);                                                             \
    }
SCREE_FUSED_LAWS(SCREE_FUSED_RUN)
SCREE_LAW void run_none(const double *derived, scree_contact *c, double *h) {
    (void)derived, (void)c, (void)h;
}

#define SCREE_FUSED_NAME_OF(name, ...) name,
enum { none, SCREE_FUSED_LAWS(SCREE_FUSED_NAME_OF) }; // none: of a slot without a law

#define SCREE_FUSED_RUN_OF(name, ...) run_##name,
static run_of_law *const run_of[] = {run_none, SCREE_FUSED_LAWS(SCREE_FUSED_RUN_OF)};

static const scree_law none_table;
#define SCREE_FUSED_ROW_OF(name, law, variant, at, set_variant)                                              \
    {law_##law, variant, at, sizeof(scree_##law), &scree_##law##_table},
static const struct {
    int number;              // as in scree_law_in_set
    int variant, variant_at; // -1: none; its place in the constants
    size_t size;             // of the constants
    const scree_law *table;
} fused_law[] = {{law_none, -1, 0, 0, &none_table}, SCREE_FUSED_LAWS(SCREE_FUSED_ROW_OF)};

// SET(stored, normal, cohesion, tangential, rolling, twisting, bond, heat): the laws of the slots; stored: for steps that also compute the stored energy.
// Hosts that go on step by step need it, and so do cases in which losses heat the bodies.
// Each loop takes about half a second to compile, for each instruction set. So there are loops for what cases mostly have (with the conventions of
// one program, not of two), and other sets run stage by stage.
#ifdef SCREE_FEW_FUSED // a build with sanitizers, which find the same in each set, or for processors of before 2013
#define SCREE_FUSED_SETS(SET)                                                                                \
    SET(0, hertz, none, mindlin_0, none, none, none, none)                                                   \
    SET(0, hertz, none, mindlin_3, none, none, none, none)                                                   \
    SET(0, hertz, sjkr, mindlin_3, epsd_1, none, none, none)                                                 \
    SET(0, jkr_0, none, mindlin_0, none, none, none, none)                                                   \
    SCREE_FUSED_LUDING(SET)                                                                                  \
    SCREE_FUSED_STORED(SET, hertz, mindlin_0)                                                                \
    SCREE_FUSED_BONDS(SET, none, none)                                                                       \
    SCREE_FUSED_BONDS(SET, hertz, mindlin_0)                                                                 \
    SCREE_FUSED_BRIDGES(SET, hertz, mindlin_0)
#else
#define SCREE_FUSED_SETS(SET)                                                                                \
    SCREE_FUSED_ROLLING(SET, hertz, none, mindlin_0, cdt_0, epsd_0)                                          \
    SCREE_FUSED_ROLLING(SET, hertz, none, mindlin_3, cdt_1, epsd_1)                                          \
    SCREE_FUSED_ROLLING(SET, hertz, sjkr, mindlin_0, cdt_0, epsd_0)                                          \
    SCREE_FUSED_ROLLING(SET, hertz, sjkr, mindlin_3, cdt_1, epsd_1)                                          \
    SCREE_FUSED_ROLLING(SET, hooke_0, none, linear_spring_0, cdt_0, epsd_0)                                  \
    SCREE_FUSED_ROLLING(SET, hooke_1, none, linear_spring_3, cdt_1, epsd_1)                                  \
    SET(0, hooke_0, none, linear_spring_3, none, none, none, none)                                           \
    SET(0, hooke_1, none, linear_spring_0, none, none, none, none)                                           \
    SET(0, hooke_hysteresis_0, none, linear_spring_0, none, none, none, none)                                \
    SET(0, hooke_hysteresis_0, none, linear_spring_3, none, none, none, none)                                \
    SET(0, hooke_hysteresis_1, none, linear_spring_0, none, none, none, none)                                \
    SET(0, hooke_hysteresis_1, none, linear_spring_3, none, none, none, none)                                \
    SET(0, jkr_0, none, mindlin_0, none, none, none, none)                                                   \
    SET(0, jkr_0, none, mindlin_4, none, none, none, none)                                                   \
    SCREE_FUSED_LUDING(SET)                                                                                  \
    SCREE_FUSED_STORED(SET, hertz, mindlin_0)                                                                \
    SCREE_FUSED_STORED(SET, hertz, mindlin_3)                                                                \
    SCREE_FUSED_STORED(SET, hooke_0, linear_spring_0)                                                        \
    SCREE_FUSED_STORED(SET, hooke_1, linear_spring_3)                                                        \
    SCREE_FUSED_BONDS(SET, none, none)                                                                       \
    SCREE_FUSED_BONDS(SET, hertz, mindlin_0)                                                                 \
    SCREE_FUSED_BRIDGES(SET, hertz, mindlin_0)                                                               \
    SCREE_FUSED_BRIDGES(SET, hertz, mindlin_3)
#endif
// With the usual rolling laws, of the convention of the tangential law.
#define SCREE_FUSED_ROLLING(SET, normal, cohesion, tangential, cdt_of, epsd_of)                              \
    SET(0, normal, cohesion, tangential, none, none, none, none)                                             \
    SET(0, normal, cohesion, tangential, cdt_of, none, none, none)                                           \
    SET(0, normal, cohesion, tangential, epsd_of, none, none, none)
#define SCREE_FUSED_LUDING(SET)                                                                              \
    SET(0, luding_normal_0, none, luding_tangential, luding_rolling, luding_twisting, none, none)
// The usual heat law, conduction by the area of the normal law, is in loops of its own, which are found before the others.
#define SCREE_FUSED_STORED(SET, normal, tangential)                                                          \
    SET(0, normal, none, tangential, none, none, none, conduction_0)                                         \
    SET(1, normal, none, tangential, none, none, none, conduction_0)                                         \
    SET(1, normal, none, tangential, none, none, none, none)
// Bonds take so much more time than the stored energy that one loop serves both kinds of steps.
#define SCREE_FUSED_BONDS(SET, normal, tangential)                                                           \
    SET(1, normal, none, tangential, none, none, parallel_0, none)                                           \
    SET(1, normal, none, tangential, none, none, parallel_1, none)                                           \
    SET(1, normal, none, tangential, none, none, parallel_2, none)                                           \
    SET(1, normal, none, tangential, none, none, parallel_3, none)                                           \
    SET(1, normal, none, tangential, none, none, rotational, none)
// A liquid bridge has the place of a bond, as it is one to the engine (laws/liquid_bridge.h).
#define SCREE_FUSED_BRIDGES(SET, normal, tangential)                                                         \
    SET(0, normal, none, tangential, none, none, young_laplace_0, none)                                      \
    SET(0, normal, none, tangential, none, none, young_laplace_1, none)                                      \
    SET(0, normal, none, tangential, none, none, willett_0, none)                                            \
    SET(0, normal, none, tangential, none, none, willett_1, none)

enum { FUSED_SLOTS = SCREE_HEAT + 1 };
typedef struct fused_set {
    int law[FUSED_SLOTS], stored;
    fused_loop *loop;
} fused_set;

// The number of columns of the law in a slot, and the mode's bit if it writes the work of its spring.
SCREE_LAW int columns_of(const fused_set *set, scree_slot slot) {
    return fused_law[set->law[slot]].table->nhistory;
}
// Is the bond a liquid bridge?
SCREE_LAW int is_wet(const fused_set *set) {
    return fused_law[set->law[SCREE_BOND]].table->slot == SCREE_LIQUID;
}
// Does a contact of the set, once formed, hold beyond touch until its normal law ends it?
SCREE_LAW int has_neck(const fused_set *set) {
    return set->law[SCREE_NORMAL] == jkr_0;
}
// Does the loop of the set store the rows that heat laws read? These run by themselves after it then, so that one loop serves all of them.
SCREE_LAW int serves_heat(const fused_set *set) {
    return set->law[SCREE_HEAT] == none && (set->stored || set->law[SCREE_BOND] != none);
}
// Reads a law of the set whether a contact is new?
SCREE_LAW int sees_new(const fused_set *set) {
    return has_neck(set) || set->law[SCREE_TANGENTIAL] == luding_tangential ||
           set->law[SCREE_ROLLING] == luding_rolling || set->law[SCREE_TWISTING] == luding_twisting;
}
// Does its loop take one vector at a time? With bonds, and with laws of all modes, two would not fit into the registers.
SCREE_LAW int is_narrow(const fused_set *set) {
    return set->law[SCREE_BOND] != none || set->law[SCREE_TWISTING] != none || has_neck(set);
}
SCREE_LAW int springs_of(const fused_set *set, scree_slot slot, scree_mode mode) {
    return fused_law[set->law[slot]].table->springs << mode;
}

// Arguments of a loop that are the same for all lanes: copies, which no store of the loop can change.
typedef struct loop_constants {
    double derived[FUSED_SLOTS][SCREE_DERIVED_MAX];
    double dt, step, begins, known_depth, half_step, neck;
    int bond_replaces_contact;
    int bond; // the first column of the bond: not one of the set, so that batches in which all are bonded need no loop for each set
    scree_period period;
} loop_constants;

// The history of the law in a slot, in rows from `at` on.
SCREE_LAW void load_columns_of(const fused_set *set, scree_slot slot, batch_workspace *restrict q, int at,
                               int k, double *h) {
    const int columns = columns_of(set, slot);
    double(*rows)[SCREE_BATCH] = q->b.h + at;
    SCREE_COLUMNS(SCREE_LOAD_COLUMN)
}

SCREE_LAW void store_columns_of(const fused_set *set, scree_slot slot, batch_workspace *restrict q, int at,
                                int k, const double *h) {
    const int columns = columns_of(set, slot);
    double(*rows)[SCREE_BATCH] = q->b.h + at;
    SCREE_COLUMNS(SCREE_SAVE_COLUMN)
}

// A contact that has ended keeps no history.
#define SCREE_END_COLUMN(i)                                                                                  \
    if (i < columns) {                                                                                       \
        h[i] = on ? h[i] : 0.0;                                                                              \
    }
SCREE_LAW void end_columns_of(const fused_set *set, scree_slot slot, double *h, int on) {
    const int columns = columns_of(set, slot);
    SCREE_COLUMNS(SCREE_END_COLUMN)
}

SCREE_LAW void run_law(const fused_set *set, scree_slot slot, const loop_constants *constant,
                       batch_workspace *restrict q, int at, int k, scree_contact *c, double *h) {
    load_columns_of(set, slot, q, at, k, h);
    run_of[set->law[slot]](constant->derived[slot], c, h);
}

// Stores what the laws of follows_loop read of lane k, but the radii, which put_radii finds where there is such a law: fewer rows stay in the
// inner cache.
SCREE_LAW void put_for_heat(batch_workspace *restrict q, int k, const scree_contact *c) {
    q->b.overlap[k] = c->overlap;
    q->b.distance[k] = c->distance;
    q->b.radius[k] = c->radius;
    q->b.fn_elastic[k] = c->fn_elastic;
    q->b.bond_area[k] = c->bond_area;
}

// Adds what a bond does to the results of lane k. A bridge acts in the normal mode alone.
SCREE_LAW void finish_bond(batch_workspace *restrict q, int k, const scree_contact *c, double half_step,
                           int wet) {
    q->term.work[0][k] -= c->break_mode == 0.0 ? c->bond_power_n : 0.0;
    q->b.gap[k] = c->gap;
    q->b.break_mode[k] = c->break_mode;
    q->b.bond_energy_n[k] = energy_left(half_step, c->break_mode, c->bond_energy_n, c->bond_power_n);
    if (wet) {
        return;
    }
    q->term.work[1][k] -= c->break_mode == 0.0 ? c->bond_power_t : 0.0;
    q->term.work[2][k] -= c->break_mode == 0.0 ? c->bond_power_r : 0.0;
    q->term.work[3][k] -= c->break_mode == 0.0 ? c->bond_power_w : 0.0;
    q->b.nx[k] = c->nx;
    q->b.ny[k] = c->ny;
    q->b.nz[k] = c->nz;
    q->b.bond_energy_t[k] = energy_left(half_step, c->break_mode, c->bond_energy_t, c->bond_power_t);
    q->b.bond_energy_r[k] = energy_left(half_step, c->break_mode, c->bond_energy_r, c->bond_power_r);
    q->b.bond_energy_w[k] = energy_left(half_step, c->break_mode, c->bond_energy_w, c->bond_power_w);
}

// All of lane k. acts: where it says whether the lane acts, in narrow sets. Returns whether the overlap needs a look.
SCREE_LAW int fused_lane(const fused_set *set, const loop_constants *constant, batch_workspace *restrict q,
                         double *restrict acts, int k) {
    const int bonds = set->law[SCREE_BOND] != none, wet = is_wet(set), warms = set->law[SCREE_HEAT] != none,
              spins = (bonds && !wet) || set->law[SCREE_ROLLING] != none || set->law[SCREE_TWISTING] != none,
              springs = springs_of(set, SCREE_TANGENTIAL, SCREE_MODE_TANGENTIAL) |
                        springs_of(set, SCREE_ROLLING, SCREE_MODE_ROLLING) |
                        springs_of(set, SCREE_TWISTING, SCREE_MODE_TWISTING);
    const int at_c = columns_of(set, SCREE_NORMAL), at_t = at_c + columns_of(set, SCREE_COHESION),
              at_r = at_t + columns_of(set, SCREE_TANGENTIAL), at_w = at_r + columns_of(set, SCREE_ROLLING),
              at_b = constant->bond;
    double h_n[16], h_c[16], h_t[16], h_r[16], h_w[16], h_b[16];
    scree_contact c = {.fresh = sees_new(set) ? q->b.fresh[k] : 0.0}; // and what no law of the set writes
    c.dt = constant->dt;
    c.step = constant->step;
    c.begins = constant->begins;
    c.cached = 1;
    c.constant = q->constant[k];
    const double beyond = has_neck(set) ? (1.0 - c.fresh) * constant->neck : 0.0;
    int on = derive(&q->bodies, k, &constant->period, beyond, &c, &q->force[HALF][k]);
    if (bonds) {
        load_columns_of(set, SCREE_BOND, q, at_b, k, h_b);
        on = see_bond(h_b[SCREE_BOND_STATE], constant->bond_replaces_contact, on, &c);
    }
    set_step(q, k, &c);
    run_law(set, SCREE_NORMAL, constant, q, 0, k, &c, h_n);
    run_law(set, SCREE_COHESION, constant, q, at_c, k, &c, h_c);
    run_law(set, SCREE_TANGENTIAL, constant, q, at_t, k, &c, h_t);
    run_law(set, SCREE_ROLLING, constant, q, at_r, k, &c, h_r);
    run_law(set, SCREE_TWISTING, constant, q, at_w, k, &c, h_w);
    run_of[set->law[SCREE_BOND]](constant->derived[SCREE_BOND], &c, h_b);
    if (warms) {
        c.ta = q->b.ta[k];
        c.tb = q->b.tb[k];
        run_of[set->law[SCREE_HEAT]](constant->derived[SCREE_HEAT], &c, NULL);
    }
    on &= has_neck(set) ? c.apart == 0.0 : 1;
    const int contact = bonds ? c.contact > 0.0 : on;
    end_columns_of(set, SCREE_NORMAL, h_n,
                   contact); // before the first store, or clang does not vectorise the loop
    end_columns_of(set, SCREE_COHESION, h_c, contact);
    end_columns_of(set, SCREE_TANGENTIAL, h_t, contact);
    end_columns_of(set, SCREE_ROLLING, h_r, contact);
    end_columns_of(set, SCREE_TWISTING, h_w, contact);
    end_columns_of(set, SCREE_BOND, h_b, on);
    finish_lane(q, k, &c, on, spins, set->stored, bonds && !wet ? 0 : springs,
                fused_law[set->law[SCREE_NORMAL]].table->loses != NULL);
    if (bonds) {
        finish_bond(q, k, &c, constant->half_step, wet);
    }
    if (is_narrow(set)) {
        acts[k] = on ? 1.0 : 0.0;
    } else {
        q->in_contact[k] = on;
    }
    if (warms) {
        q->force[HEAT][k] = on ? c.heat : 0.0;
    }
    if (serves_heat(set)) {
        put_for_heat(q, k, &c);
    }
    store_columns_of(set, SCREE_NORMAL, q, 0, k, h_n);
    store_columns_of(set, SCREE_COHESION, q, at_c, k, h_c);
    store_columns_of(set, SCREE_TANGENTIAL, q, at_t, k, h_t);
    store_columns_of(set, SCREE_ROLLING, q, at_r, k, h_r);
    store_columns_of(set, SCREE_TWISTING, q, at_w, k, h_w);
    store_columns_of(set, SCREE_BOND, q, at_b, k, h_b);
    return on & is_deeper(&c, constant->known_depth);
}

// Copies the constants of one slot. The calls are written out for each slot, as gcc 12 would call memcpy in a loop.
SCREE_LAW void copy_constants(const fused_set *set, scree_slot slot, const batch_workspace *q,
                              loop_constants *to) {
    memcpy(to->derived[slot], q->options.derived[slot], fused_law[set->law[slot]].size);
}

// Each lane is a separate function: variables of the loop's body would become arrays over the lanes, which gcc 12 cannot split
// again. Counts are half as wide as a double, so gcc processes two vectors of doubles at a time: the latency of square roots and
// divisions of one overlaps with work on the other (docs/performance.md); but see is_narrow.
SCREE_LAW batch_counts run_fused(const fused_set *set, const scree_pair_job *job,
                                 batch_workspace *restrict q) {
    const int lanes = (q->b.n + 7) & ~7;
    if (lanes <=
        0) { // says that they are a multiple of a vector, so gcc leaves out loops for the rest: a third of the code
        return (batch_counts){0, 0};
    }
    loop_constants constant;
    copy_constants(set, SCREE_NORMAL, q, &constant);
    copy_constants(set, SCREE_COHESION, q, &constant);
    copy_constants(set, SCREE_TANGENTIAL, q, &constant);
    copy_constants(set, SCREE_ROLLING, q, &constant);
    copy_constants(set, SCREE_TWISTING, q, &constant);
    copy_constants(set, SCREE_BOND, q, &constant);
    copy_constants(set, SCREE_HEAT, q, &constant);
    constant.dt = q->b.dt;
    constant.step = q->b.step;
    constant.begins = q->b.begins;
    constant.half_step = 0.5 * q->b.dt;
    constant.known_depth = job->known_depth;
    constant.neck = job->neck;
    constant.period = job->period;
    constant.bond_replaces_contact = q->options.bond_replaces_contact;
    constant.bond = q->options.bond;
    if (!is_narrow(set)) {
        int contacts = 0, deep = 0;
#pragma omp simd reduction(+ : contacts, deep)
        for (int k = 0; k < lanes; k++) {
            deep += fused_lane(set, &constant, q, NULL, k);
            contacts += q->in_contact[k];
        }
        return (batch_counts){contacts, deep};
    }
    double contacts = 0.0, deep = 0.0;
    _Alignas(64) double acts[SCREE_BATCH];
#pragma omp simd reduction(+ : contacts, deep)
    for (int k = 0; k < lanes; k++) {
        deep += fused_lane(set, &constant, q, acts, k) ? 1.0 : 0.0;
        contacts += acts[k];
    }
    for (int k = 0; k < lanes; k++) {
        q->in_contact[k] = acts[k] > 0.0;
    }
    return (batch_counts){(int)contacts, (int)deep};
}

#define SCREE_FUSED_NAME(stored, n, c, t, r, w, b, h) fused_##stored##_##n##_##c##_##t##_##r##_##w##_##b##_##h
#define SCREE_FUSED_MEMBERS(is_stored, n, c, t, r, w, b, h)                                                  \
    .law = {n, c, t, r, w, b, none, h}, .stored = is_stored
#define SCREE_FUSED_FUNCTION(...)                                                                            \
    static batch_counts SCREE_FUSED_NAME(__VA_ARGS__)(const scree_pair_job *job,                             \
                                                      batch_workspace *restrict q) {                         \
        const fused_set set = {SCREE_FUSED_MEMBERS(__VA_ARGS__)};                                            \
        return run_fused(&set, job, q);                                                                      \
    }
SCREE_FUSED_SETS(SCREE_FUSED_FUNCTION)

#define SCREE_FUSED_ROW(...) {SCREE_FUSED_MEMBERS(__VA_ARGS__), .loop = SCREE_FUSED_NAME(__VA_ARGS__)},
static const fused_set fused_sets[] = {SCREE_FUSED_SETS(SCREE_FUSED_ROW)};

static int is_law(int law, const scree_law_in_set *own) {
    return own->law == fused_law[law].number && !own->user &&
           (fused_law[law].variant < 0 || own->derived[fused_law[law].variant_at] == fused_law[law].variant);
}

// Does a heat law read only what put_for_heat and put_radii store, and the temperatures?
static int follows_loop(const scree_law_in_set *own) {
    static const int laws[] = {law_conduction, law_liggghts_conduction, law_packed_bed, law_pipe};
    int follows = 0;
    for (int k = 0; k < SCREE_COUNT_OF(laws); k++) {
        follows |= own->law == laws[k] && !own->user;
    }
    return follows;
}

// The slot whose law has the place s in a fused set.
static scree_slot slot_at(const scree_law_set *set, int s) {
    return set->wet && s == SCREE_BOND ? SCREE_LIQUID : (scree_slot)s;
}

static int is_set(const fused_set *fused, const scree_law_set *set) {
    int laws = 0;
    for (int s = 0; s < FUSED_SLOTS; s++) {
        if (s == SCREE_LIQUID) { // its law has been seen in the place of the bond
            continue;
        }
        const scree_law_in_set *own = step_of(set, slot_at(set, s));
        const int runs_after = s == SCREE_HEAT && serves_heat(fused) && follows_loop(own);
        if (!runs_after && !is_law(fused->law[s], own)) {
            return 0;
        }
        laws += own->law != law_none;
    }
    return laws == set->n; // else it has a law in a slot that fused loops do not know
}

// Returns the fused set of a set of laws; stored: one whose loop also computes the stored energy. The first that
// does what is asked for is taken: those that do no more come first. NULL: there is none, or the set has a field.
static const fused_set *find_fused(const scree_law_set *set, int stored) {
    const int beyond = set->traits & SCREE_TRAIT_FIELD && set->reach > 0.0;
    for (int k = 0; !beyond && k < SCREE_COUNT_OF(fused_sets); k++) {
        if ((fused_sets[k].stored || !stored) && is_set(&fused_sets[k], set)) {
            return &fused_sets[k];
        }
    }
    return NULL;
}

// Returns the fused loop for batches of bonded bodies alone, that of a set with only the bond law; NULL if the contact laws act on them too.
static fused_loop *loop_of_bonded(const scree_law_set *set) {
    for (int k = 0; set->bond_replaces_contact && set->bond > 0 && k < SCREE_COUNT_OF(fused_sets); k++) {
        const int *law = fused_sets[k].law;
        if (law[SCREE_NORMAL] == none && is_law(law[SCREE_BOND], step_of(set, SCREE_BOND))) {
            return fused_sets[k].loop;
        }
    }
    return NULL;
}

#endif
