// SPDX-License-Identifier: BSD-3-Clause
// Luding's law along given paths of one contact against WooDEM's own code, an independent implementation of the
// corrected variants, MercuryDPM and LIGGGHTS. WooDEM's run with equal static and dynamic friction at constant normal
// force is not used: it compares values that are equal up to rounding, and the direction of friction depends on the last bit.
#include "luding_pair.h"

#include "laws/rolling/luding_rolling.h"
#include "laws/rolling/luding_twisting.h"
#include "laws/tangential/luding_tangential.h"

#define EXACT 1e-12 // of a column's largest value
static const double DT = 1e-6, RA = 1e-3, RB = 1.5e-3, HALF_RANGE = 6.5454545454545464e-05;

// ------------------------------------------------------------------------------------------------------- mixing

static void expect_derived(const table *t, size_t row, const char *name, double x) {
    double wanted = table_value(t, row, name);
    expect_near(x, wanted, 2e-15 * fabs(wanted), name);
}

static void mixing(void **state) {
    (void)state;
    table t = table_read("woo/luding_mixing.csv");
    for (size_t row = 0; row < t.rows; row++) {
        luding_material m[2];
        for (int s = 0; s < 2; s++) {
            static const char *const name[2][15] = {
                {"young1", "kt1", "tanPhi1", "k1_1", "ka1", "dl1", "dyn1", "kr1", "kw1", "statR1", "statW1",
                 "vN1", "vT1", "vR1", "vW1"},
                {"young2", "kt2", "tanPhi2", "k1_2", "ka2", "dl2", "dyn2", "kr2", "kw2", "statR2", "statW2",
                 "vN2", "vT2", "vR2", "vW2"}};
            double *value = &m[s].young;
            for (int k = 0; k < 15; k++) {
                value[k] = table_value(&t, row, name[s][k]);
            }
        }
        single_contact l =
            luding_pair(&m[0], &m[1], table_value(&t, row, "l1"), table_value(&t, row, "l2"), "variant: woo");
        const scree_luding_normal *n = (const void *)l.set.step[0].derived;
        const scree_luding_tangential *f = (const void *)l.set.step[1].derived;
        const scree_luding_rolling *r = (const void *)l.set.step[2].derived;
        const scree_luding_twisting *w = (const void *)l.set.step[3].derived;
        double k2hat = scree_luding_k2hat(&n->size, l.k.ra, l.k.rb), a12 = scree_luding_a12(&l.k);
        double power = scree_luding_power(&r->slider, a12);
        expect_derived(&t, row, "a12", a12);
        expect_derived(&t, row, "k2hat", k2hat);
        expect_derived(&t, row, "kn1", k2hat * n->loading_ratio);
        expect_derived(&t, row, "kna", k2hat * n->adhesion_ratio);
        expect_derived(&t, row, "deltaLim", n->limit * a12);
        expect_derived(&t, row, "kt", k2hat * f->stiffness_ratio);
        expect_derived(&t, row, "kr", k2hat * r->rolling_stiffness_ratio * power);
        expect_derived(&t, row, "kw", k2hat * w->twisting_stiffness_ratio * power);
        expect_derived(&t, row, "tanPhi", f->friction);
        expect_derived(&t, row, "statR", r->rolling_friction);
        expect_derived(&t, row, "statW", w->twisting_friction);
        expect_derived(&t, row, "dynDivStat", f->slider.dynamic);
        expect_derived(&t, row, "viscN", n->normal_viscosity);
        expect_derived(&t, row, "viscT", f->tangential_viscosity);
        expect_derived(&t, row, "viscR", r->rolling_viscosity);
        expect_derived(&t, row, "viscW", w->twisting_viscosity);
        single_contact_free(&l);
    }
    table_free(&t);
}

// ------------------------------------------------------------------------------------------------------- normal

static const double STILL[3] = {0, 0, 0};

// One run of the overlaps of a table; the columns named may be NULL.
static void press(const char *file, const luding_material *a, const luding_material *b, const char *options,
                  const char *force, const char *largest, const char *energy, const char *work) {
    table t = table_read(file);
    single_contact l = luding_pair(a, b, RA, RB, options);
    compared f = compare_with(&t, force), d, e, w;
    d = largest ? compare_with(&t, largest) : f;
    e = energy ? compare_with(&t, energy) : f;
    w = work ? compare_with(&t, work) : f;
    double done = 0.0, before = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        double v[3] = {table_value(&t, row, "velN"), 0, 0};
        luding_evaluate(&l, table_value(&t, row, "delta"), v, STILL, DT);
        done -= row > 0 ? 0.5 * (before + l.k.fn) * v[0] * DT : 0.0;
        before = l.k.fn;
        expect_cell(&f, row, l.k.fn, EXACT);
        if (largest) {
            expect_cell(&d, row, l.h[LARGEST], EXACT);
        }
        if (energy) {
            expect_cell(&e, row, l.k.energy_n, EXACT);
        }
        if (work) {
            expect_cell(&w, row, done, EXACT);
        }
    }
    print_message("%s, %s, %s: %.1e", file, options, force, f.worst);
    if (largest) {
        print_message(", largest overlap %.1e", d.worst);
    }
    if (energy) {
        print_message(", stored energy %.1e", e.worst);
    }
    print_message("\n");
    single_contact_free(&l);
    table_free(&t);
}

static void normal_paths(void **state) {
    (void)state;
    static const char *const file = "woo/luding_normal.csv";
    luding_material a = luding_a, b = luding_b;
    press(file, &a, &b, "variant: woo", "fn_woo", "deltaMax", NULL, NULL);
    press(file, &a, &b, "variant: consistent", "fn_woo", "deltaMax", "E_consistent", NULL);
    press(file, &a, &b, "variant: luding2008", "fn_luding2008", "deltaMax_luding2008", "E_luding2008",
          "Win_luding2008");
    a.viscN = 0.1;
    b.viscN = 0.2;
    press(file, &a, &b, "variant: woo", "fn_viscous", "deltaMax", NULL, NULL);
    b.viscN = 0.1;
    a.k1DivKn = b.k1DivKn = 1.0;
    press("woo/luding_linear.csv", &a, &b, "variant: woo", "fn", NULL, NULL, NULL);
    a = luding_a;
    b = luding_b;
    a.deltaLimRel = b.deltaLimRel = 0.0;
    press("woo/luding_no_range.csv", &a, &b, "variant: woo", "fn", NULL, NULL, NULL);
}

// MercuryDPM and LIGGGHTS lower the largest overlap on the adhesive branch with the previous stiffness, to first order: the
// forces are those of luding2008 until the contact is loaded from that branch, and then differ by up to half a percent.
static void normal_elsewhere(void **state) {
    (void)state;
    table t = table_read("woo/luding_normal.csv");
    single_contact l = luding_pair(&luding_a, &luding_b, RA, RB, "variant: luding2008");
    compared mercury = compare_with(&t, "fn_mercury"), liggghts = compare_with(&t, "fn_liggghts");
    bool reloaded = false;
    double before = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        double d = table_value(&t, row, "delta"), v[3] = {table_value(&t, row, "velN"), 0, 0};
        reloaded = reloaded || (l.k.fn < 0.0 && d > before);
        before = d;
        luding_evaluate(&l, d, v, STILL, DT);
        expect_cell(&mercury, row, l.k.fn, reloaded ? 5.2e-3 : EXACT);
        expect_cell(&liggghts, row, l.k.fn, reloaded ? 5.2e-3 : EXACT);
    }
    assert_true(reloaded);
    print_message("MercuryDPM %.1e, LIGGGHTS %.1e of the peak force after loading from the adhesive branch\n",
                  mercury.worst, liggghts.worst);
    single_contact_free(&l);
    table_free(&t);
}

// Beyond the plastic range the page always loads on k1 and unloads on k2hat; the paper loads on the k2hat line.
static void beyond_the_range(void **state) {
    (void)state;
    double range = 2.0 * HALF_RANGE, k2hat = 17951.958020513099, k1 = 0.45 * k2hat;
    static const char *const variant[2] = {"variant: consistent", "variant: luding2008"};
    for (int k = 0; k < 2; k++) {
        single_contact l = luding_pair(&luding_a, &luding_b, RA, RB, variant[k]);
        luding_evaluate(&l, 1.8 * range, STILL, STILL, DT);
        double loaded = k1 * 1.8 * range + (k == 1 ? (k2hat - k1) * 0.8 * range : 0.0);
        expect_near(l.k.fn, loaded, 1e-12 * loaded, variant[k]);
        luding_evaluate(&l, 1.6 * range, STILL, STILL, DT);
        double unloaded = loaded - k2hat * 0.2 * range;
        expect_near(l.k.fn, unloaded, 1e-12 * loaded, variant[k]);
        expect_near(l.h[LARGEST], k == 1 ? range : 1.8 * range, 1e-18, variant[k]);
        single_contact_free(&l);
    }
}

// Loading from the adhesive limit: back along it, or away from it along the k2 line whose stiffness has fallen.
static void leaving_the_adhesive_branch(void **state) {
    (void)state;
    double range = 2.0 * HALF_RANGE, k2hat = 17951.958020513099, k1 = 0.45 * k2hat, ka = 0.25 * k2hat;
    single_contact page = luding_pair(&luding_a, &luding_b, RA, RB, "variant: consistent");
    single_contact paper = luding_pair(&luding_a, &luding_b, RA, RB, "variant: luding2008");
    static const double path[3] = {0.9, 0.1, 0.12};
    for (int k = 0; k < 3; k++) {
        luding_evaluate(&page, path[k] * range, STILL, STILL, DT);
        luding_evaluate(&paper, path[k] * range, STILL, STILL, DT);
        if (k == 1) { // the point lies on the line of the lowered largest overlap
            double largest = paper.h[LARGEST], k2 = k1 + (k2hat - k1) * largest / range;
            expect_near(paper.k.fn, -ka * 0.1 * range, 1e-15, "adhesive limit");
            expect_near(k2 * 0.1 * range - (k2 - k1) * largest, paper.k.fn, 1e-15, "lowered line");
            assert_true(largest < 0.9 * range);
        }
    }
    expect_near(page.k.fn, -ka * 0.12 * range, 1e-15, "the page goes back along the limit");
    double k2 = k1 + (k2hat - k1) * paper.h[LARGEST] / range;
    expect_near(paper.k.fn, -ka * 0.1 * range + k2 * 0.02 * range, 1e-14, "the paper leaves along k2");
    assert_true(page.k.critical == 0.0 && paper.k.critical > 0.0);
    single_contact_free(&page);
    single_contact_free(&paper);
}

// ------------------------------------------------------------------------------------------------------- sliding

static double cell_or(const table *t, size_t row, const char *name, double otherwise) {
    for (size_t c = 0; c < t->columns; c++) {
        if (strcmp(t->name[c], name) == 0) {
            return strtod(t->text[row * t->columns + c], NULL);
        }
    }
    return otherwise;
}

enum { SEEN = 12 };

// Runs the motion of a table and compares the columns <quantity><suffix> that it has.
static void slide(const char *file, const luding_material *a, const luding_material *b, const char *options,
                  const char *motion, const char *suffix) {
    static const char *const quantity[SEEN] = {"fn",    "fty",   "ftz",  "xiTy", "xiTz", "slipT",
                                               "Win_t", "Eel_t", "Wv_t", "mry",  "mrz",  "mw"};
    table t = table_read(file);
    single_contact l = luding_pair(a, b, RA, RB, options);
    compared seen[SEEN];
    char name[64];
    for (int q = 0; q < SEEN; q++) {
        snprintf(name, sizeof name, "%s%s", quantity[q], suffix);
        seen[q].t = NULL;
        for (size_t c = 0; c < t.columns; c++) {
            if (strcmp(t.name[c], name) == 0) {
                seen[q] = compare_with(&t, name);
            }
        }
    }
    double work = 0.0, viscous = 0.0, fy = 0.0, fz = 0.0;
    for (size_t row = 0; row < t.rows; row++) {
        double v[3] = {cell_or(&t, row, "velN", 0.0), cell_or(&t, row, "vTy", 0.0),
                       cell_or(&t, row, "vTz", 0.0)};
        double w[3];
        static const char *const axis[3] = {"wW", "wRy", "wRz"};
        for (int k = 0; k < 3; k++) {
            snprintf(name, sizeof name, "%s%s", axis[k], motion);
            w[k] = cell_or(&t, row, name, 0.0);
        }
        luding_evaluate(&l, cell_or(&t, row, "delta", HALF_RANGE), v, w, DT);
        work -= row > 0 ? 0.5 * ((fy - l.k.fty) * v[1] + (fz - l.k.ftz) * v[2]) * DT : 0.0;
        fy = -l.k.fty;
        fz = -l.k.ftz;
        viscous += row > 0 ? l.k.viscous_t * DT : 0.0;
        double x[SEEN] = {l.k.fn, fy,           fz,      -l.h[SLIDE + 1], -l.h[SLIDE + 2], l.h[SLIDES],
                          work,   l.k.energy_t, viscous, -l.k.mry,        -l.k.mrz,        -l.k.mw};
        for (int q = 0; q < SEEN; q++) {
            if (seen[q].t) {
                expect_cell(&seen[q], row, x[q], EXACT);
            }
        }
    }
    print_message("%s, %s:", file, options);
    for (int q = 0; q < SEEN; q++) {
        if (seen[q].t) {
            print_message(" %s%s %.1e", quantity[q], suffix, seen[q].worst);
        }
    }
    print_message("\n");
    single_contact_free(&l);
    table_free(&t);
}

static void sliding_paths(void **state) {
    (void)state;
    static const char *const file = "woo/luding_slide.csv";
    luding_material a = luding_a, b = luding_b;
    slide(file, &a, &b, "variant: woo", "", "_woo");
    slide(file, &a, &b, "variant: consistent", "", "_consistent");
    slide(file, &a, &b, "variant: consistent, slip_reset: kv", "", "_consistent"); // the same without dashpot
    slide(file, &a, &b, "variant: luding2008", "", "_luding2008");
    a.viscT = b.viscT = 0.5;
    slide(file, &a, &b, "variant: woo", "", "_woo_viscous");
    slide(file, &a, &b, "variant: consistent", "", "_viscous");
    slide(file, &a, &b, "variant: consistent, slip_reset: kv", "", "_kv");
    a.ktDivKn = b.ktDivKn = 0.0;
    slide(file, &a, &b, "variant: woo", "", "_woo_no_spring");
    a = luding_a;
    b = luding_b;
    a.dynDivStat = b.dynDivStat = 1.0;
    slide(file, &a, &b, "variant: consistent", "", "_equal");
    slide("woo/luding_coupled.csv", &luding_a, &luding_b, "variant: woo", "", "");
    a = luding_a;
    b = luding_b;
    a.viscN = b.viscN = 0.3;
    slide("woo/luding_release.csv", &a, &b, "variant: woo", "", "_woo");
    slide("woo/luding_release.csv", &a, &b, "variant: woo", "", ""); // fn
    slide("woo/luding_release.csv", &a, &b, "variant: consistent", "", "_consistent");
}

// WooDEM's yield force turns negative where the dashpot pulls, and friction pushes; ours is zero there.
static void negative_yield(void **state) {
    (void)state;
    luding_material a = luding_a, b = luding_b;
    a.viscN = b.viscN = 0.3;
    single_contact woo = luding_pair(&a, &b, RA, RB, "variant: woo");
    single_contact ours = luding_pair(&a, &b, RA, RB, "variant: consistent");
    table t = table_read("woo/luding_release.csv");
    int pushed = 0;
    for (size_t row = 0; row < t.rows; row++) {
        double v[3] = {table_value(&t, row, "velN"), table_value(&t, row, "vTy"),
                       table_value(&t, row, "vTz")};
        luding_evaluate(&woo, table_value(&t, row, "delta"), v, STILL, DT);
        luding_evaluate(&ours, table_value(&t, row, "delta"), v, STILL, DT);
        pushed += woo.k.fty * woo.k.vty + woo.k.ftz * woo.k.vtz > 0.0;
        assert_true(ours.k.fty * ours.k.vty + ours.k.ftz * ours.k.vtz <= 0.0);
        assert_true(woo.k.critical >= 0.0);
    }
    assert_true(pushed > 10);
    table_free(&t);
    single_contact_free(&woo);
    single_contact_free(&ours);
}

static void mercury_sliding(void **state) {
    (void)state;
    table t = table_read("woo/luding_slide_mercury.csv");
    // N = 0.5 of a linear spring, kt = 4000, gamma_t = 0.05, static 0.4, dynamic 0.28
    single_contact l = single_contact_of(
        "time: {end: 1, dt: 1e-7}\nmaterials: {m: {density: 2000, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: hooke, stiffness: 5000, restitution: 1}, tangential: {law: "
        "luding, stiffness: 4000, stiffness_ratio: 1, friction: 0.4, dynamic_ratio: 0.7, "
        "tangential_viscosity: 0.05}}]\n");
    set_bodies(&l.k, RA, RB, 1e-5, 1e-5);
    l.k.nx = 1.0;
    l.k.nz = 0.0;
    compared y = compare_with(&t, "fty"), z = compare_with(&t, "ftz");
    for (size_t row = 0; row < t.rows; row++) {
        double v[3] = {0.0, table_value(&t, row, "vTy"), table_value(&t, row, "vTz")};
        luding_evaluate(&l, 1e-4, v, STILL, DT);
        expect_cell(&y, row, -l.k.fty, EXACT);
        expect_cell(&z, row, -l.k.ftz, EXACT);
    }
    print_message("MercuryDPM sliding: %.1e %.1e\n", y.worst, z.worst);
    single_contact_free(&l);
    table_free(&t);
}

// ------------------------------------------------------------------------------------------- rolling and twisting

// Moments, and the two springs and energies that slide() does not compare.
static void turning_paths(void **state) {
    (void)state;
    static const char *const file = "woo/luding_turn.csv";
    luding_material a = luding_a, b = luding_b;
    slide(file, &a, &b, "variant: woo", "_woo", "_woo");
    a.viscR = b.viscR = 2e-8;
    a.viscW = b.viscW = 1e-8;
    slide(file, &a, &b, "variant: consistent", "", "_consistent");
    table t = table_read(file);
    single_contact l = luding_pair(&a, &b, RA, RB, "variant: consistent");
    compared er = compare_with(&t, "Eel_r_consistent"), ew = compare_with(&t, "Eel_w_consistent");
    compared x = compare_with(&t, "xiW_consistent"), z = compare_with(&t, "xiRz_consistent");
    compared slips = compare_with(&t, "slipR_consistent");
    for (size_t row = 0; row < t.rows; row++) {
        double w[3] = {table_value(&t, row, "wW"), table_value(&t, row, "wRy"), table_value(&t, row, "wRz")};
        luding_evaluate(&l, HALF_RANGE, STILL, w, DT);
        expect_cell(&er, row, l.k.energy_r, EXACT);
        expect_cell(&ew, row, l.k.energy_w, EXACT);
        expect_cell(&x, row, -l.h[TWIST], EXACT);
        expect_cell(&z, row, -l.h[ROLL + 2], EXACT);
        expect_cell(&slips, row, l.h[ROLLS], 0.0);
    }
    single_contact_free(&l);
    table_free(&t);
}

// k_r = 2000 N/m and gamma_r = 0.02 kg/s times a12^2, limit mu a12 N: the exponent 2.
static void mercury_rolling(void **state) {
    (void)state;
    table t = table_read("woo/luding_roll_mercury.csv");
    single_contact l = single_contact_of(
        "time: {end: 1, dt: 1e-7}\nmaterials: {m: {density: 2000, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: hooke, stiffness: 5000, restitution: 1}, tangential: none, "
        "rolling: {law: luding, k2hat: 2000, krDivKn: 1, statR: 0.1, dynDivStat: 0.7, viscR: 2.88e-8}}]\n");
    set_bodies(&l.k, RA, RB, 1e-5, 1e-5);
    l.k.nx = 1.0;
    l.k.nz = 0.0;
    compared y = compare_with(&t, "mry"), z = compare_with(&t, "mrz");
    for (size_t row = 0; row < t.rows; row++) {
        double w[3] = {0.0, table_value(&t, row, "wRy"), table_value(&t, row, "wRz")};
        luding_evaluate(&l, 1e-4, STILL, w, DT);
        expect_cell(&y, row, -l.k.mry, EXACT);
        expect_cell(&z, row, -l.k.mrz, EXACT);
    }
    print_message("MercuryDPM rolling: %.1e %.1e\n", y.worst, z.worst);
    single_contact_free(&l);
    table_free(&t);
}

// ------------------------------------------------------------------------------------------------------ the rest

// After Hertz, friction is limited by the critical force of Hertz, and the stiffness is computed from moduli and radii.
static void behind_hertz(void **state) {
    (void)state;
    single_contact l = single_contact_of(
        "time: {end: 1, dt: 1e-7}\nmaterials: {m: {density: 2000, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: {law: hertz, restitution: 1}, tangential: {law: luding, friction: "
        "0.4, dynamic_ratio: 1, stiffness_ratio: 0.25}}]\n");
    double kt = 0.25 * 3.141592653589793 * RA * 1e7 / (1.0 + RB / RA), v[3] = {0, 3, 4};
    set_bodies(&l.k, RA, RB, 1e-5, 1e-5);
    l.k.nx = 1.0;
    l.k.nz = 0.0;
    luding_evaluate(&l, 1e-5, v, STILL, 1e-9);
    expect_near(l.k.fty, kt * 3e-9, 1e-12 * kt * 5e-9, "spring y");
    expect_near(l.k.ftz, kt * 4e-9, 1e-12 * kt * 5e-9, "spring z");
    luding_evaluate(&l, 1e-5, v, STILL, 1e-3);
    expect_near(hypot(l.k.fty, l.k.ftz), 0.4 * l.k.fn, 1e-12 * l.k.fn, "limit");
    expect_near(l.k.energy_t, 0.5 * 0.16 * l.k.fn * l.k.fn / kt, 1e-12, "stored");
    single_contact_free(&l);
}

// The history rotates with the contact: a stretched spring stays in the plane and keeps its length.
static void memory_turns(void **state) {
    (void)state;
    single_contact l = luding_pair(&luding_a, &luding_b, RA, RB, "variant: consistent");
    double v[3] = {0, 1, 0}, w[3] = {50, 0, 30};
    luding_evaluate(&l, HALF_RANGE, v, w, DT);
    double ft = -l.k.fty, mr = -l.k.mrz, mw = -l.k.mw, angle = 0.3;
    assert_true(ft < 0.0 && mr < 0.0 && mw < 0.0);
    l.k.nx = cos(angle);
    l.k.ny = sin(angle);
    luding_evaluate(&l, HALF_RANGE, STILL, STILL, DT);
    expect_near(-l.k.ftx, -sin(angle) * ft, 1e-15, "force x");
    expect_near(-l.k.fty, cos(angle) * ft, 1e-15, "force y");
    expect_near(-l.k.mrz, mr, 1e-20, "moment across the turn");
    expect_near(-l.k.mw, mw, 1e-20, "moment along the normal");
    single_contact_free(&l);
}

// The first evaluation of a contact includes the motion; WooDEM's does not.
static void first_evaluation(void **state) {
    (void)state;
    luding_material a = luding_a, b = luding_b;
    a.viscN = b.viscN = 0.1;
    a.viscT = b.viscT = 0.05;
    a.viscR = b.viscR = a.viscW = b.viscW = 1e-8;
    const double v[3] = {-1, 1, 0}, w[3] = {100, 100, 0};
    single_contact ours = luding_pair(&a, &b, RA, RB, "variant: consistent");
    single_contact woo = luding_pair(&a, &b, RA, RB, "variant: woo");
    luding_evaluate(&ours, HALF_RANGE, v, w, DT);
    luding_evaluate(&woo, HALF_RANGE, v, w, DT);
    expect_near(ours.k.fn - woo.k.fn, 0.1, 1e-15, "dashpot");
    assert_true(ours.k.fty > 0.05 && ours.k.mry > 1e-6 && ours.k.mw > 1e-6);
    assert_true(woo.k.fty == 0.0 && woo.k.mry == 0.0 && woo.k.mw == 0.0 && woo.k.viscous_n == 0.0);
    assert_true(woo.h[SLIDE + 1] == 0.0 && woo.h[ROLL + 1] == 0.0 && woo.h[TWIST] == 0.0);
    single_contact_free(&ours);
    single_contact_free(&woo);
}

static const char *derived_of(const scree_law *law, const char *const *name, const double *value) {
    double param[SCREE_PARAM_MAX], derived[SCREE_DERIVED_MAX];
    scree_pairing pair = {{1e7, 1e7}, {0.3, 0.3}, 1e7, 1e6, NULL, {0, 0}};
    for (int p = 0; p < law->nparam; p++) {
        param[p] = isnan(law->param[p].fallback) ? 0.5 : law->param[p].fallback;
        for (int k = 0; name[k]; k++) {
            param[p] = strcmp(name[k], law->param[p].name) == 0 ? value[k] : param[p];
        }
    }
    return law->derive(param, &pair, derived);
}

static void refused_together(void **state) {
    (void)state;
    static const char *const range[] = {"loading_ratio", "plasticity_depth", NULL};
    assert_non_null(strstr(derived_of(&scree_luding_normal_table, range, (double[]){1, 0}), "accepted"));
    assert_null(derived_of(&scree_luding_normal_table, range, (double[]){0.5, 0}));
    assert_null(derived_of(&scree_luding_normal_table, range, (double[]){1, 0.1}));
    static const char *const power[] = {"rolling_exponent", NULL};
    assert_non_null(strstr(derived_of(&scree_luding_rolling_table, power, (double[]){1.5}), "accepted"));
    assert_null(derived_of(&scree_luding_twisting_table, power, (double[]){1}));
    static const char *const reset[] = {"variant", "slip_reset", NULL};
    assert_non_null(strstr(derived_of(&scree_luding_tangential_table, reset, (double[]){2, 1}), "accepted"));
    assert_null(derived_of(&scree_luding_tangential_table, reset, (double[]){1, 1}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixing),
        cmocka_unit_test(normal_paths),
        cmocka_unit_test(normal_elsewhere),
        cmocka_unit_test(beyond_the_range),
        cmocka_unit_test(leaving_the_adhesive_branch),
        cmocka_unit_test(sliding_paths),
        cmocka_unit_test(negative_yield),
        cmocka_unit_test(mercury_sliding),
        cmocka_unit_test(turning_paths),
        cmocka_unit_test(mercury_rolling),
        cmocka_unit_test(behind_hertz),
        cmocka_unit_test(memory_turns),
        cmocka_unit_test(first_evaluation),
        cmocka_unit_test(refused_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
