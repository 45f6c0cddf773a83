// SPDX-License-Identifier: BSD-3-Clause
// Drawn chains (law_draws.h) in batches of contacts, for the tests of all laws: the laws under test, rows by name, the report
// of a failure. SCREE_TEST_LAWS names a library of user's laws: then only those are tested.
// SCREE_TEST_LAW=name,name: of these only those of that name (scripts/mutate.py changes one law at a time).
// SCREE_TEST_SEED=n: see choose_seed.
#pragma once

#include "effort.h"
#include "input/law_library.h"
#include "kernels/one_contact.h"
#include "law_draws.h"
#include "laws/bond_motion.h"
#include "laws/contact_steps.h"
#include <setjmp.h>
// cmocka needs the one above
#include <cmocka.h>

static int first_tested; // laws from here on are under test

// SCREE_TEST_SEED=n: draws of seed n instead of 2.
static inline void choose_seed(void) {
    const char *seed = getenv("SCREE_TEST_SEED");
    draws_seed.seed = seed ? strtoull(seed, NULL, 10) : draws_seed.seed;
}

static inline void load_tested_laws(void) {
    choose_seed();
    const char *path = getenv("SCREE_TEST_LAWS");
    if (path) {
        scree_laws(&first_tested);
        char *wrong = scree_law_library_load(path);
        if (wrong) {
            fprintf(stderr, "SCREE_TEST_LAWS: %s %s\n", path, wrong);
            exit(1);
        }
    }
}

static jmp_buf next_law; // where broken() continues

// Is the law one of those that SCREE_TEST_LAW names? True if it is not set.
static inline bool is_tested(int index) {
    int all;
    const char *name = scree_laws(&all)[index]->name, *at = getenv("SCREE_TEST_LAW");
    for (size_t n = strlen(name); at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0')) {
            return true;
        }
    }
    return !getenv("SCREE_TEST_LAW");
}

// Calls one() for every law under test; fails at the end if one of them failed.
static inline void for_each_tested(void (*one)(int index)) {
    static int i, n, failed; // static: not changed by longjmp
    failed = 0;
    scree_laws(&n);
    for (i = first_tested; i < n; i++) {
        if (!is_tested(i)) {
            continue;
        }
        if (setjmp(next_law) == 0) {
            one(i);
        } else {
            failed++;
        }
    }
    if (failed > 0) {
        fail_msg("%d of %d laws fail, see above", failed, n - first_tested);
    }
}

// The current law of for_every_law.
static int times_each;
static const char *name_of_check;
static const draw_scene *scene_of_all;
static void (*check_chain)(const law_chain *c);

static inline law_chain drawn_chain(int index, int number, bool company, const draw_scene *scene) {
    law_chain c;
    if (!draw_chain(&c, index, number, company, scene)) {
        longjmp(next_law, 1);
    }
    return c;
}

static inline void draw_and_check(int index) {
    for (int k = 0; k < times_each; k++) {
        draws_begin(name_of_check, law_at(index), k);
        law_chain c = drawn_chain(index, k, false, scene_of_all);
        check_chain(&c);
    }
}

// Calls one() for every law under test with so many draws of the other laws and of all values. The draws depend on the name of
// one().
#define for_every_law(times, scene, one) for_every_law_checked(times, scene, one, #one)
static inline void for_every_law_checked(int times, const draw_scene *scene, void (*one)(const law_chain *c),
                                         const char *name) {
    times_each = effort(times, times, (times + 3) / 4);
    name_of_check = name;
    scene_of_all = scene;
    check_chain = one;
    for_each_tested(draw_and_check);
}

// The laws of a chain up to a slot, as the engine stores them.
static inline scree_law_set set_up_to(const law_chain *c, int last_slot) {
    scree_law_set set;
    memset(&set, 0, sizeof set);
    for (int slot = 0; slot <= last_slot; slot++) {
        const scree_law *law = law_of(c, slot);
        if (law) {
            scree_law_in_set *step = &set.step[set.n++];
            step->law = c->law[slot];
            step->slot = (scree_slot)slot;
            step->user = law->stage;
            step->h0 = c->h0[slot];
            memcpy(step->derived, c->derived[slot], sizeof step->derived);
        }
    }
    set.n_history = c->n_history;
    set.traits = c->traits;
    return set;
}

// The bodies move at constant velocities.
static inline void set_steps(scree_batch *b) {
    for (int k = 0; k < ((b->n + 7) & ~7); k++) {
        scree_contact c;
#define TAKE(f) c.f = b->f[k];
#define PUT(f) b->f[k] = c.f;
        SCREE_CONTACT_GEOMETRY(TAKE)
        scree_contact_steps(&c, b->dt);
        SCREE_CONTACT_STEP(PUT)
#undef TAKE
#undef PUT
    }
}

static inline void run_laws(const scree_kernels *kernels, const scree_law_set *set, scree_batch *b) {
    set_steps(b);
    kernels->laws(set, b);
}

static inline void put_lane(scree_batch *b, int k, const scree_contact *c, const double *h, int n_history) {
#define PUT(f) b->f[k] = c->f;
    SCREE_CONTACT_GEOMETRY(PUT)
#undef PUT
    for (int i = 0; i < n_history; i++) {
        b->h[i][k] = h[i];
    }
}

static inline void take_lane(const scree_batch *b, int k, scree_contact *c, double *h, int n_history) {
#define TAKE(f) c->f = b->f[k];
    SCREE_CONTACT_GEOMETRY(TAKE)
    SCREE_CONTACT_STEP(TAKE)
    SCREE_CONTACT_RESULTS(TAKE)
#undef TAKE
    c->cached = 0;
    c->dt = b->dt;
    c->step = b->step;
    c->begins = b->begins;
    for (int i = 0; i < n_history; i++) {
        h[i] = b->h[i][k];
    }
}

// Reports a failure with everything needed to repeat it, and continues with the next law. before: input; after: output, or
// NULL.
static inline void broken(const law_chain *chain, const scree_batch *before, const scree_batch *after, int k,
                          const char *format, ...) __attribute__((format(printf, 5, 6)));
static inline void broken(const law_chain *chain, const scree_batch *before, const scree_batch *after, int k,
                          const char *format, ...) {
    scree_contact c;
    double h[SCREE_HISTORY_MAX];
    char what[800];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    fprintf(stderr, "\n%s (%s law): %s\n", tested_law(chain)->name, scree_slot_name(chain->tested), what);
    print_chain(stderr, chain);
    if (before) {
        take_lane(before, k, &c, h, chain->n_history);
        print_contact(stderr, chain, &c, h);
    }
    if (after) {
        take_lane(after, k, &c, h, chain->n_history);
        print_outputs(stderr, &c);
    }
    longjmp(next_law, 1);
}

// ---------------------------------------------------------------------------------------------------------- rows

typedef struct batch_row {
    const char *name, *unit;
    size_t offset;   // in scree_batch
    char axis;       // of a vector; n: a part of one along the normal; or ' '
    scree_slot slot; // that writes it
} batch_row;

#define ROW(f, unit, axis)                                                                                   \
    { #f, unit, offsetof(scree_batch, f), axis, SCREE_SLOT_COUNT }
#define OUT(slot, f, unit, axis)                                                                             \
    { #f, unit, offsetof(scree_batch, f), axis, SCREE_##slot }
static const batch_row output_rows[] = {
    OUT(NORMAL, fn, "N", ' '),
    OUT(NORMAL, fn_elastic, "N", ' '),
    OUT(NORMAL, critical, "N", ' '),
    OUT(NORMAL, kn, "N/m", ' '),
    OUT(NORMAL, kt, "N/m", ' '),
    OUT(NORMAL, cn, "N s/m", ' '),
    OUT(NORMAL, zeta, "1", ' '),
    OUT(NORMAL, radius, "m", ' '),
    OUT(NORMAL, apart, "1", ' '),
    OUT(NORMAL, energy_n, "J", ' '),
    OUT(NORMAL, viscous_n, "W", ' '),
    OUT(NORMAL, lost_n, "J", ' '),
    OUT(TANGENTIAL, ftx, "N", 'x'),
    OUT(TANGENTIAL, fty, "N", 'y'),
    OUT(TANGENTIAL, ftz, "N", 'z'),
    OUT(TANGENTIAL, energy_t, "J", ' '),
    OUT(TANGENTIAL, viscous_t, "W", ' '),
    OUT(TANGENTIAL, spring_t, "J", ' '),
    OUT(ROLLING, spring_r, "J", ' '),
    OUT(TWISTING, spring_w, "J", ' '),
    OUT(ROLLING, mrx, "N m", 'x'),
    OUT(ROLLING, mry, "N m", 'y'),
    OUT(ROLLING, mrz, "N m", 'z'),
    OUT(ROLLING, energy_r, "J", ' '),
    OUT(ROLLING, viscous_r, "W", ' '),
    OUT(TWISTING, mw, "N m", ' '),
    OUT(TWISTING, energy_w, "J", ' '),
    OUT(TWISTING, viscous_w, "W", ' '),
    OUT(BOND, bond_area, "m2", ' '),
    OUT(BOND, bond_load, "1", ' '),
    OUT(BOND, break_mode, "1", ' '),
    OUT(BOND, bond_energy_n, "J", ' '),
    OUT(BOND, bond_energy_t, "J", ' '),
    OUT(BOND, bond_energy_r, "J", ' '),
    OUT(BOND, bond_energy_w, "J", ' '),
    OUT(BOND, bond_power_n, "W", ' '),
    OUT(BOND, bond_power_t, "W", ' '),
    OUT(BOND, bond_power_r, "W", ' '),
    OUT(BOND, bond_power_w, "W", ' '),
};
static const batch_row input_rows[] = {
    ROW(overlap, "m", ' '), ROW(nx, "1", 'x'),       ROW(ny, "1", 'y'),       ROW(nz, "1", 'z'),
    ROW(vn, "m/s", ' '),    ROW(vtx, "m/s", 'x'),    ROW(vty, "m/s", 'y'),    ROW(vtz, "m/s", 'z'),
    ROW(wrx, "1/s", 'x'),   ROW(wry, "1/s", 'y'),    ROW(wrz, "1/s", 'z'),    ROW(ra, "m", ' '),
    ROW(rb, "m", ' '),      ROW(r_eff, "m", ' '),    ROW(m_eff, "kg", ' '),   ROW(inertia_eff, "kg m2", ' '),
    ROW(gap, "m", ' '),     ROW(distance, "m", ' '), ROW(spin_n, "1/s", 'n'), ROW(contact, "1", ' '),
    ROW(ta, "K", ' '),      ROW(tb, "K", ' '),       ROW(size, "m", ' '),     ROW(fresh, "1", ' '),
    ROW(taken, "1", ' '),
};
#undef ROW
#undef OUT
enum {
    OUTPUT_ROWS = sizeof output_rows / sizeof *output_rows,
    INPUT_ROWS = sizeof input_rows / sizeof *input_rows
};

// Normal laws write lost_n only if they have `loses`.
static inline bool is_written(const law_chain *c, const batch_row *row) {
    const scree_law *normal = law_of(c, SCREE_NORMAL);
    return strcmp(row->name, "lost_n") != 0 || (normal && normal->loses);
}

#define COUNT_ROW(f) +1
_Static_assert(INPUT_ROWS == 0 SCREE_CONTACT_GEOMETRY(COUNT_ROW), "every row of the geometry");
_Static_assert(OUTPUT_ROWS == 0 SCREE_CONTACT_NORMAL(COUNT_ROW) SCREE_CONTACT_TANGENTIAL(COUNT_ROW)
                                  SCREE_CONTACT_ROLLING(COUNT_ROW) SCREE_CONTACT_TWISTING(COUNT_ROW)
                                      SCREE_CONTACT_BREAK(COUNT_ROW),
               "every row that laws write");
#undef COUNT_ROW

static inline double *row_at(scree_batch *b, const batch_row *row) {
    return (double *)(void *)((char *)b + row->offset);
}
static inline const double *row_of(const scree_batch *b, const batch_row *row) {
    return (const double *)(const void *)((const char *)b + row->offset);
}

// 'x', 'y' or 'z' if the column is that component of a vector, else ' '.
static inline char history_axis(const scree_law *law, int h) {
    const char *name = law->history[h].name;
    size_t n = strlen(name);
    return n > 2 && name[n - 2] == '_' && strchr("xyz", name[n - 1]) ? name[n - 1] : ' ';
}

// The state of a bond is a factor, or where it has broken an overlap.
static inline const char *history_unit(const scree_law *law, int column, double value) {
    return law->slot == SCREE_BOND && column == 0 && value < 0.0 ? "m" : law->history[column].unit;
}

// A batch of contacts like those of the engine: each is followed from its first touch over a few states; every fifth is new.
// Only inputs are set; the outputs are those of the previous state.
static inline void draw_batch(const law_chain *c, const scree_kernels *kernels, scree_batch *b) {
    scree_contact k[SCREE_BATCH];
    double h[SCREE_HISTORY_MAX], dt = log_uniform(1e-8, 1e-4);
    int moments = (int)uniform(1.0, 8.0);
    memset(b, 0, sizeof *b);
    b->n = SCREE_BATCH;
    b->dt = b->step = dt;
    b->begins = chance(0.5) ? 0.5 : 1.0;
    for (int i = 0; i < SCREE_BATCH; i++) {
        draw_contact(&k[i]);
        memset(h, 0, sizeof h);
        draw_bond(c, &k[i], h);
        put_lane(b, i, &k[i], h, c->n_history);
    }
    for (int m = 0; m < moments; m++) {
        const scree_law_set set = set_up_to(c, SCREE_BOND);
        run_laws(kernels, &set, b);
        for (int i = 0; i < SCREE_BATCH; i++) {
            if (i % 5) {
                take_lane(b, i, &k[i], h, c->n_history);
                const double gap = k[i].gap;
                draw_next(&k[i], c);
                draw_next_gap(c, &k[i], gap, h);
                put_lane(b, i, &k[i], h, c->n_history);
            }
        }
    }
    for (int i = 0; i < SCREE_BATCH; i += 5) {
        take_lane(b, i, &k[i], h, c->n_history);
        memset(h, 0, sizeof h);
        k[i].overlap = k[i].gap < 0.0 ? -k[i].gap : 1e-3 * k[i].r_eff;
        draw_bond(c, &k[i], h);
        put_lane(b, i, &k[i], h, c->n_history);
    }
}
