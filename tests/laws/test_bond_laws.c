// SPDX-License-Identifier: BSD-3-Clause
// The bond laws: forces, energies and dashpots of the four modes in closed form for unequal radii, gaps and overlaps, the loads at
// which each mode breaks, the energy that is released, what remains of the contact then, and bonds that are turned as a whole, many
// thousand times.
#include <stdlib.h>
#include <unistd.h>
// the headers of the tests need the above
#include "laws/bond/parallel_bond.h"
#include "laws/bond/rotational_bond.h"
#include "reference.h"

#define TEXT(normal, bond)                                                                                   \
    "time: {end: 1, dt: 1e-6}\n"                                                                             \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: " normal ", tangential: none, bond: " bond "}]\n"
#define HOOKE "{law: hooke, stiffness: 1000, restitution: 1}"

enum { N, S, B, T }; // modes

static void set_gap(single_contact *l, double gap) {
    const double rb = l->k.r_eff == l->k.ra ? 0.0 : l->k.rb; // of a wall
    l->k.gap = gap;
    l->k.distance = l->k.ra + rb + gap;
    l->k.overlap = gap < 0.0 ? -gap : 0.0;
    l->k.contact = gap < 0.0 && !(l->set.bond_replaces_contact && l->h[l->set.bond] > 0.0) ? 1.0 : 0.0;
}

// A bonded pair along z at a gap; rb = 0: a wall.
static single_contact bonded(const char *text, double ra, double rb, double gap) {
    single_contact l = single_contact_of(text);
    set_bodies(&l.k, ra, rb, 1e-3, 2e-3);
    l.h[l.set.bond + SCREE_BOND_STATE] = 1.0;
    set_gap(&l, gap);
    l.h[l.set.bond + SCREE_BOND_LENGTH] = l.k.distance;
    l.k.fresh = 0.0;
    return l;
}

// Sets the displacements as they are stored: a has been pulled from b, moved across along x, turned about y and z.
static void displace(single_contact *l, double pull, double shear, double bend, double twist) {
    double *h = l->h + l->set.bond;
    l->k.gap += h[SCREE_BOND_LENGTH] + pull - l->k.distance;
    l->k.distance = h[SCREE_BOND_LENGTH] + pull;
    memset(h + SCREE_BOND_NORMAL, 0, 9 * sizeof *h);
    h[SCREE_BOND_NORMAL + 2] = 1.0;
    h[SCREE_BOND_SHEAR] = shear;
    h[SCREE_BOND_TURN + 1] = bend;
    h[SCREE_BOND_TURN + 2] = twist;
}

static void displaced(single_contact *l, double pull, double shear, double bend, double twist) {
    displace(l, pull, shear, bend, twist);
    evaluate(l, 0.0);
}

static void expect_share(double x, double wanted, double tolerance, const char *what) {
    expect_near(x, wanted, tolerance * fabs(wanted), what);
}

// ------------------------------------------------------------------------------------------ forces and energies

typedef struct stiffness {
    double of[4], area;
} stiffness;

// section: 0 disc, 1 Euler, 2 Timoshenko.
static stiffness parallel_of(double r, double length, double young, double ratio, int section) {
    const double area = SCREE_PI * r * r, inertia = SCREE_PI * r * r * r * r / 4.0, g = young / ratio;
    const double phi = section == 2 ? 12.0 * young * inertia / (0.9 * g * area * length * length) : 0.0;
    const double beam = 12.0 * young * inertia / (length * length * length) / (1.0 + phi);
    return (stiffness){{young * area / length, section ? beam : g * area / length, young * inertia / length,
                        g * 2.0 * inertia / length},
                       area};
}

static const struct {
    double ra, rb, gap;
} pairs[] = {{5e-3, 5e-3, 0.0}, {4e-3, 7e-3, 1e-3}, {7e-3, 4e-3, -2e-4}, {5e-3, 0.0, 3e-4}};

// The contact point of the record is in the middle of the gap, shear is taken in the middle between the centres, or the centre and
// the wall.
static double offset_of(int pair) {
    return pairs[pair].rb > 0.0 ? 0.5 * (pairs[pair].rb - pairs[pair].ra) : -0.5 * pairs[pair].ra;
}

static double smaller_radius(int pair) {
    return pairs[pair].rb > 0.0 ? fmin(pairs[pair].ra, pairs[pair].rb) : pairs[pair].ra;
}

// Moves evenly for 1 ms in ten steps: by u along x at the middle, theta about y, psi about z, and apart.
static void expect_modes(const char *text, int pair, const stiffness *k) {
    single_contact l = bonded(text, pairs[pair].ra, pairs[pair].rb, pairs[pair].gap);
    const double pull = 1e-6, u = 2e-6, theta = 3e-4, psi = -7e-4, offset = offset_of(pair);
    evaluate(&l, 1.0); // made at this moment: the time before does not count
    assert_true(l.k.fn == 0.0 && l.k.ftx == 0.0 && l.k.mry == 0.0 && l.k.bond_load == 0.0);
    for (int step = 0; step < 10; step++) {
        set_gap(&l, l.k.gap + pull / 10);
        l.k.vn = -pull / 1e-3;
        l.k.vtx = (u - offset * theta) / 1e-3;
        l.k.wry = theta / 1e-3;
        l.k.wrz = psi / 1e-3;
        evaluate(&l, 1e-4);
    }
    expect_share(l.k.fn, -k->of[N] * pull, 1e-9, "normal force");
    expect_share(l.k.fn_elastic, -k->of[N] * pull, 1e-9, "elastic normal force");
    expect_share(l.k.kn, k->of[N], 1e-12, "normal stiffness");
    expect_share(l.k.ftx, -k->of[S] * u, 1e-9, "shear force");
    assert_true(l.k.fty == 0.0 && l.k.ftz == 0.0 && l.k.mrx == 0.0 && l.k.mrz == 0.0);
    expect_near(l.k.mry, -k->of[B] * theta + offset * l.k.ftx, 1e-9 * k->of[B] * theta, "bending moment");
    expect_share(l.k.mw, -k->of[T] * psi, 1e-9, "torque");
    expect_share(l.k.energy_n, 0.5 * k->of[N] * pull * pull, 1e-8, "energy of stretching");
    expect_share(l.k.energy_t, 0.5 * k->of[S] * u * u, 1e-9, "energy of shear");
    expect_share(l.k.energy_r, 0.5 * k->of[B] * theta * theta, 1e-9, "energy of bending");
    expect_share(l.k.energy_w, 0.5 * k->of[T] * psi * psi, 1e-9, "energy of twisting");
    expect_share(l.k.bond_area, k->area, 1e-12, "area");
    assert_true(l.k.viscous_n == 0.0 && l.k.viscous_t == 0.0 && l.k.viscous_r == 0.0 && l.k.viscous_w == 0.0);
    double stiff[4];
    int n;
    const scree_law_in_set *last = &l.set.step[l.set.n - 1];
    scree_laws(&n)[last->law]->bond_stiffness(last->derived, l.k.ra, l.k.rb,
                                              l.h[l.set.bond + SCREE_BOND_LENGTH], stiff);
    for (int mode = 0; mode < 4; mode++) {
        expect_share(stiff[mode], k->of[mode], 1e-12, "stiffness for the time step");
    }
    single_contact_free(&l);
}

static void four_modes(void **state) {
    (void)state;
    static const char *const section[] = {"disc", "euler", "timoshenko"};
    for (int pair = 0; pair < 4; pair++) {
        const double rb = pairs[pair].rb, l0 = pairs[pair].ra + rb + pairs[pair].gap,
                     r = 0.8 * smaller_radius(pair);
        char text[600];
        for (int s = 0; s < 3; s++) {
            snprintf(
                text, sizeof text,
                TEXT("none",
                     "{law: parallel, bond_young: 1e9, bond_ratio: 2.6, bond_radius: 0.8, bond_section: %s}"),
                section[s]);
            const stiffness k = parallel_of(r, l0, 1e9, 2.6, s);
            expect_modes(text, pair, &k);
        }
        const stiffness k = parallel_of(r, l0, 1e11 * l0, 2.5, 0);
        expect_modes(TEXT("none", "{law: parallel, bond_stiffness: 1e11, bond_radius: 0.8}"), pair, &k);
        const double small = smaller_radius(pair);
        const stiffness given = {{1e6, 5e5, 3.0, 2.0}, SCREE_PI * small * small};
        expect_modes(TEXT("none", "{law: rotational, bond_kr: 1e6, bond_ks: 5e5, bond_kb: 3, bond_kt: 2}"),
                     pair, &given);
    }
}

static void dashpots(void **state) {
    (void)state;
    for (int pair = 0; pair < 4; pair++) {
        for (int law = 0; law < 2; law++) {
            single_contact l = bonded(
                law ? TEXT("none",
                           "{law: rotational, bond_kr: 1e6, bond_ks: 5e5, bond_kb: 3, bond_kt: 2, "
                           "bond_gamma_n: 7, "
                           "bond_gamma_s: 5, bond_gamma_r: 3e-4, bond_gamma_t: 2e-4, bond_fr: 1, bond_fs: 1, "
                           "bond_tb: 1, bond_tt: 1}")
                    : TEXT("none",
                           "{law: parallel, bond_young: 1e9, bond_ratio: 2.6, bond_damping_normal: 0.1, "
                           "bond_damping_shear: 0.2, bond_damping_bending: 0.3, bond_damping_torsion: 0.4, "
                           "bond_tension: 1, bond_shear: 1}"),
                pairs[pair].ra, pairs[pair].rb, pairs[pair].gap);
            const double r = smaller_radius(pair), length = l.k.distance, m = l.k.m_eff,
                         inertia = l.k.inertia_eff * 0.4 / 1.4, offset = offset_of(pair);
            const stiffness k = parallel_of(r, length, 1e9, 2.6, 0);
            const double d[4] = {law ? 7.0 : 0.2 * sqrt(k.of[N] * m), law ? 5.0 : 0.4 * sqrt(k.of[S] * m),
                                 law ? 3e-4 : 0.6 * sqrt(k.of[B] * inertia),
                                 law ? 2e-4 : 0.8 * sqrt(k.of[T] * inertia)};
            l.k.vn = 0.3, l.k.vtx = 0.2, l.k.vty = -0.1, l.k.wrx = 4.0, l.k.wry = 5.0, l.k.wrz = -6.0;
            evaluate(&l, 0.0);
            // at the middle: vt + offset w x n
            const double ux = 0.2 + offset * 5.0, uy = -0.1 - offset * 4.0;
            assert_true(l.k.break_mode == 0.0 && l.k.bond_load == 0.0); // dashpots do not load the bond
            expect_share(l.k.fn, d[N] * 0.3, 1e-12, "normal dashpot");
            assert_true(l.k.fn_elastic == 0.0);
            expect_share(l.k.cn, d[N], 1e-12, "its coefficient");
            expect_share(l.k.ftx, -d[S] * ux, 1e-12, "dashpot of shear, x");
            expect_share(l.k.fty, -d[S] * uy, 1e-12, "dashpot of shear, y");
            expect_near(l.k.mrx, -d[B] * 4.0 - offset * l.k.fty, 1e-12, "dashpot of bending, x");
            expect_near(l.k.mry, -d[B] * 5.0 + offset * l.k.ftx, 1e-12, "dashpot of bending, y");
            expect_share(l.k.mw, d[T] * 6.0, 1e-12, "dashpot of twisting");
            expect_share(l.k.viscous_n, d[N] * 0.09, 1e-12, "power, normal");
            expect_share(l.k.viscous_t, d[S] * (ux * ux + uy * uy), 1e-12, "power, shear");
            expect_share(l.k.viscous_r, d[B] * 41.0, 1e-12, "power, bending");
            expect_share(l.k.viscous_w, d[T] * 36.0, 1e-12, "power, twisting");
            single_contact_free(&l);
        }
    }
}

// A bond acts beside the contact, or instead of it.
static void with_the_contact(void **state) {
    (void)state;
    single_contact l = bonded(TEXT(HOOKE, "{law: parallel, bond_young: 1e9}"), 5e-3, 5e-3, -1e-4);
    evaluate(&l, 0.0);
    expect_share(l.k.fn, 0.1, 1e-9, "contact force beside the bond");
    displaced(&l, 1e-6, 0.0, 0.0, 0.0);
    expect_share(l.k.fn, 0.1 - parallel_of(5e-3, 9.9e-3, 1e9, 2.5, 0).of[N] * 1e-6, 1e-9, "both forces");
    set_gap(&l, 1e-6); // apart: the results of the contact laws have no meaning
    displaced(&l, 0.0, 0.0, 0.0, 0.0);
    assert_true(l.k.fn == 0.0 && l.k.energy_n == 0.0);
    single_contact_free(&l);

    static const char *const alone[] = {
        TEXT(HOOKE, "{law: rotational, bond_kr: 1e6, bond_ks: 5e5, bond_kb: 3, bond_kt: 2, bond_fr: 1}"),
        TEXT(HOOKE, "{law: parallel, bond_stiffness: 1e6, bond_tension: 1, contact_while_bonded: no}"),
        TEXT(HOOKE, "{law: parallel, bond_stiffness: 1e6, bond_tension: 1, contact_while_bonded: yes}")};
    for (int i = 0; i < 3; i++) {
        l = bonded(alone[i], 5e-3, 5e-3, -1e-4);
        evaluate(&l, 0.0);
        expect_near(l.k.fn, i == 2 ? 0.1 : 0.0, 1e-9, "no contact force while bonded");
        displaced(&l, 2e-6, 0.0, 0.0, 0.0); // breaks
        assert_true(l.k.break_mode == 1.0 && l.k.bond_area == 0.0 && l.k.bond_load >= 1.0);
        expect_near(l.h[l.set.bond], i == 2 ? 0.0 : -0.98e-4, 1e-12, "the overlap that is left out");
        if (i < 2) { // less where they move apart, never more
            set_gap(&l, -0.6e-4);
            evaluate(&l, 0.0);
            assert_true(l.k.break_mode == 0.0 && l.k.bond_load == 0.0);
            expect_near(l.h[l.set.bond], -0.6e-4, 1e-12, "less is left out");
            set_gap(&l, -0.9e-4);
            evaluate(&l, 0.0);
            expect_near(l.h[l.set.bond], -0.6e-4, 1e-12, "and no more again");
        }
        for (int column = SCREE_BOND_NORMAL; column < SCREE_BOND_MOTION_COLUMNS; column++) {
            assert_true(l.h[l.set.bond + column] == 0.0);
        }
        single_contact_free(&l);
    }
}

// A neck that ends does not end the bond.
static void with_a_neck(void **state) {
    (void)state;
    static const char *const jkr = TEXT("{law: jkr, surface_energy: 0.1, damping: none}",
                                        "{law: parallel, bond_stiffness: 1e6, bond_tension: 1e3}");
    for (int holds = 0; holds < 2; holds++) {
        single_contact l = bonded(jkr, 5e-3, 5e-3, 1e-4);
        l.k.contact = 1.0;
        l.k.overlap = -1e-4; // torn
        if (!holds) {
            displace(&l, 1.0, 0.0, 0.0, 0.0);
        }
        evaluate(&l, 0.0);
        assert_true((l.k.break_mode == 0.0) == holds && l.k.apart == 0.0);
        evaluate(&l, 0.0);
        assert_true(l.k.apart == (holds ? 0.0 : 1.0));
        single_contact_free(&l);
    }
}

// ------------------------------------------------------------------------------------------------------ breaking

// The bond breaks at this displacement times this factor, and not at once before.
static void expect_break(const char *text, const double *x, int mode, double factor, double released) {
    single_contact l = bonded(text, 5e-3, 5e-3, 0.0);
    l.h[l.set.bond + SCREE_BOND_STATE] = factor;
    const double below = factor * (1.0 - 1e-11), above = factor * (1.0 + 1e-11); // a distance less a length
    displaced(&l, below * x[N], below * x[S], below * x[B], below * x[T]);
    assert_true(l.k.break_mode == 0.0 && scree_bond_holds(l.h + l.set.bond));
    expect_near(l.k.bond_load, 1.0, 1e-10, "load");
    const double held[4] = {l.k.energy_n, l.k.energy_t, l.k.energy_r, l.k.energy_w};
    const double known[4] = {l.k.bond_energy_n, l.k.bond_energy_t, l.k.bond_energy_r, l.k.bond_energy_w};
    const bool smooth =
        strstr(text, "bond_smooth: yes") != NULL; // then the ledger gets it from the power of the forces
    for (int k = 0; k < 4; k++) {
        assert_true(known[k] == (smooth ? 0.0 : held[k]));
    }
    displaced(&l, above * x[N], above * x[S], above * x[B], above * x[T]);
    assert_true(l.k.break_mode == 1.0 + mode && l.k.bond_load >= 1.0 && l.k.bond_area == 0.0);
    assert_true(!scree_bond_holds(l.h + l.set.bond));
    assert_true(l.k.fn == 0.0 && l.k.ftx == 0.0 && l.k.mry == 0.0 && l.k.mw == 0.0 && l.k.kn == 0.0 &&
                l.k.cn == 0.0);
    assert_true(l.k.energy_n + l.k.energy_t + l.k.energy_r + l.k.energy_w == 0.0);
    const double lost[4] = {l.k.bond_energy_n, l.k.bond_energy_t, l.k.bond_energy_r, l.k.bond_energy_w};
    double all = 0.0;
    for (int k = 0; k < 4; k++) {
        expect_near(lost[k], smooth ? 0.0 : held[k], 1e-9 * (held[N] + held[S] + held[B] + held[T]),
                    "energy lost, by mode");
        all += lost[k];
    }
    if (released > 0.0 && !smooth) {
        expect_share(all, factor * factor * released, 1e-6, "energy released");
    }
    evaluate(&l, 0.0); // not bonded any more
    assert_true(l.k.break_mode == 0.0 && l.k.fn == 0.0 && l.k.bond_load == 0.0 && l.k.bond_energy_n == 0.0);
    single_contact_free(&l);
}

#define STONE                                                                                                \
    "law: parallel, bond_young: 1e9, bond_ratio: 2.6, bond_tension: 10 MPa, bond_shear: 8 MPa, "             \
    "bond_damping_normal: 0.5"
#define BREAK(more) TEXT("none", "{" STONE more "}")

// Numbers of a bond of radius 5 mm and length 10 mm, computed by hand: N, N m, mJ.
static void breaking_loads(void **state) {
    (void)state;
    const stiffness k = parallel_of(5e-3, 1e-2, 1e9, 2.6, 0);
    for (int i = 0; i < 3; i++) {
        const double factor = i == 0 ? 1.0 : i == 1 ? 0.37 : 2.5;
        expect_break(BREAK(""), (double[4]){785.39816339745 / k.of[N], 0, 0, 0}, N, factor, 39.26991e-3);
        expect_break(BREAK(""), (double[4]){0, 628.31853071796 / k.of[S], 0, 0}, S, factor,
                     0.5 * 628.31853071796 * 628.31853071796 / k.of[S]);
        expect_break(BREAK(""), (double[4]){0, 0, 0.98174770424681 / k.of[B], 0}, B, factor, 9.817477e-3);
        expect_break(BREAK(""), (double[4]){0, 0, 0, -1.5707963267949 / k.of[T]}, T, factor, 32.67256e-3);
    }
}

static void combined_loads(void **state) {
    (void)state;
    const stiffness k = parallel_of(5e-3, 1e-2, 1e9, 2.6, 0);
    const double f = 785.39816339745 / k.of[N], s = 628.31853071796 / k.of[S], b = 0.98174770424681 / k.of[B],
                 t = 1.5707963267949 / k.of[T];
    expect_break(BREAK(""), (double[4]){0.6 * f, 0, 0.4 * b, 0}, N, 1.0, 0.0);
    expect_break(BREAK(""), (double[4]){0.4 * f, 0, 0.6 * b, 0}, B, 1.0, 0.0);
    expect_break(BREAK(""), (double[4]){0, 0.7 * s, 0, 0.3 * t}, S, 1.0, 0.0);
    expect_break(BREAK(""), (double[4]){0, -0.3 * s, 0, 0.7 * t}, T, 1.0, 0.0);
    // the criterion that is met decides, not the largest single load
    expect_break(BREAK(""), (double[4]){0.55 * f, 0.9 * s, 0.45 * b, 0}, N, 1.0, 0.0);
    // compression holds against bending; with friction it strengthens against shear
    expect_break(BREAK(""), (double[4]){-0.5 * f, 0, 1.5 * b, 0}, B, 1.0, 0.0);
    expect_break(BREAK(""), (double[4]){-2.0 * f, s, 0, 0}, S, 1.0, 0.0);
    expect_break(BREAK(", bond_friction: 0.4"), (double[4]){-2.0 * f, 2.0 * s, 0, 0}, S, 1.0, 0.0);
    expect_break(BREAK(", bond_friction: 0.4"), (double[4]){0.5 * f, s, 0, 0}, S, 1.0, 0.0);
    // a share of the moments
    expect_break(BREAK(", bond_moment_share: 0.25"), (double[4]){0, 0, 4.0 * b, 0}, B, 1.0, 0.0);
    expect_break(BREAK(", bond_moment_share: 0.25"), (double[4]){0, 0, 0, 4.0 * t}, T, 1.0, 0.0);
    // the larger moment of the two ends, l / 2 times the shear force more than that of the middle
    const double arm = 5e-3 * 100.0, m = 0.98174770424681 - arm; // 100 N, N m
    expect_break(BREAK(", bond_moment: end"), (double[4]){0, 100.0 / k.of[S], m / k.of[B], 0}, B, 1.0, 0.0);
    expect_break(BREAK(", bond_moment: end"), (double[4]){0, -100.0 / k.of[S], m / k.of[B], 0}, B, 1.0, 0.0);
    expect_break(BREAK(", bond_moment: end"), (double[4]){0, 0.98174770424681 / 5e-3 / k.of[S], 0, 0}, B, 1.0,
                 0.0);
    // a strength that is not given is never reached
    single_contact l = bonded(TEXT("none", "{law: parallel, bond_young: 1e9}"), 5e-3, 5e-3, 0.0);
    displaced(&l, 1.0, 1.0, 1.0, 1.0);
    assert_true(l.k.break_mode == 0.0 && l.k.bond_load == 0.0 && l.k.fn < -1e6);
    single_contact_free(&l);
}

// A moment across the shear force adds to that of the ends by Pythagoras.
static void moment_across(void **state) {
    (void)state;
    single_contact l = bonded(BREAK(", bond_moment: end"), 5e-3, 5e-3, 0.0);
    const stiffness k = parallel_of(5e-3, 1e-2, 1e9, 2.6, 0);
    displace(&l, 0.0, 60.0 / k.of[S], 0.1 / k.of[B], 0.0);
    l.h[SCREE_BOND_TURN] = 0.2 / k.of[B];
    evaluate(&l, 0.0);
    expect_share(l.k.bond_load, sqrt(0.4 * 0.4 + 0.2 * 0.2) / 0.98174770424681, 1e-10,
                 "load of the end moment");
    single_contact_free(&l);
}

#define WANG                                                                                                 \
    "law: rotational, bond_kr: 1e6, bond_ks: 5e5, bond_kb: 3, bond_kt: 2, bond_fr: 100, bond_fs: 80, "       \
    "bond_tb: 0.3, bond_tt: 0.4, bond_gamma_n: 1"
#define WANG_OF(more) TEXT("none", "{" WANG more "}")

static void one_criterion(void **state) {
    (void)state;
    const double f = 1e-4, s = 1.6e-4, b = 0.1, t = 0.2;   // displacements at the strengths
    const double energy[4] = {5e-3, 6.4e-3, 15e-3, 40e-3}; // J, at the strengths
    for (int mode = 0; mode < 4; mode++) {
        const double x[4] = {mode == N ? f : 0, mode == S ? s : 0, mode == B ? b : 0, mode == T ? t : 0};
        expect_break(WANG_OF(""), x, mode, 1.0, energy[mode]);
        expect_break(WANG_OF(""), x, mode, 0.7, energy[mode]);
        expect_break(WANG_OF(", bond_smooth: yes"), x, mode, 1.3, energy[mode] * 2.0 / 3.0);
    }
    expect_break(WANG_OF(""), (double[4]){0.1 * f, 0.2 * s, 0.3 * b, 0.4 * t}, T, 1.0, 0.0);
    expect_break(WANG_OF(""), (double[4]){0.1 * f, 0.2 * s, 0.4 * b, 0.3 * t}, B, 1.0, 0.0);
    expect_break(WANG_OF(""), (double[4]){0.1 * f, 0.4 * s, 0.2 * b, 0.3 * t}, S, 1.0, 0.0);
    expect_break(WANG_OF(""), (double[4]){0.4 * f, 0.1 * s, 0.2 * b, 0.3 * t}, N, 1.0, 0.0);
    expect_break(WANG_OF(""), (double[4]){-0.5 * f, 1.5 * s, 0, 0}, S, 1.0, 0.0);
    expect_break(WANG_OF(", bond_compression: loads"), (double[4]){-0.4 * f, 0.6 * s, 0, 0}, S, 1.0, 0.0);
    expect_break(WANG_OF(", bond_compression: loads"), (double[4]){-f, 0, 0, 0}, N, 1.0, 0.0);

    // smooth: all forces times 1 - B^4, and the work of loading in proportion
    single_contact l = bonded(WANG_OF(", bond_smooth: yes"), 5e-3, 5e-3, 0.0);
    l.k.vn = 0.1;
    displaced(&l, 0.1 * f, 0.1 * s, 0.2 * b, 0.3 * t);
    const double fourth = 0.7 * 0.7 * 0.7 * 0.7, w = 1.0 - fourth, left = 1.0 - fourth / 3.0;
    expect_share(l.k.bond_load, 0.7, 1e-10, "B");
    expect_near(l.k.fn, w * (-10.0 + 0.1), 1e-9, "normal force");
    expect_near(l.k.fn_elastic, w * -10.0, 1e-9, "elastic part");
    expect_share(l.k.kn, w * 1e6, 1e-9, "stiffness");
    expect_share(l.k.cn, w, 1e-9, "dashpot");
    expect_share(l.k.ftx, w * -8.0, 1e-10, "shear force");
    expect_share(l.k.mry, w * -0.06, 1e-10, "moment");
    expect_share(l.k.mw, w * -0.12, 1e-10, "torque");
    expect_share(l.k.viscous_n, w * 0.01, 1e-10, "power of the dashpot");
    expect_share(l.k.energy_n, left * energy[N] * 0.01, 1e-9, "energy");
    expect_share(l.k.energy_w, left * energy[T] * 0.09, 1e-9, "energy");
    displaced(&l, -3.0 * f, 0.0, 0.0, 0.0);
    expect_near(l.k.fn, 300.0 + 0.1, 1e-8, "compressed");
    assert_true(l.k.bond_load == 0.0);
    single_contact_free(&l);
}

// The energy of one mode is the work that it takes, also with the factor.
static void smooth_work(void **state) {
    (void)state;
    single_contact l = bonded(WANG_OF(", bond_smooth: yes"), 5e-3, 5e-3, 0.0);
    enum { STEPS = 1000 };
    const double x[4] = {0.3e-4, 0.2e-4, 0.02, 0.03}; // B = 0.775 at the end
    double work = 0.0;
    for (int i = 0; i < STEPS; i++) {
        const double at = (i + 0.5) / STEPS;
        displaced(&l, at * x[N], at * x[S], at * x[B], at * x[T]);
        work -= (l.k.fn * x[N] + l.k.ftx * x[S] + l.k.mry * x[B] + l.k.mw * x[T]) / STEPS;
    }
    displaced(&l, x[N], x[S], x[B], x[T]);
    expect_share(l.k.energy_n + l.k.energy_t + l.k.energy_r + l.k.energy_w, work, 1e-6,
                 "work of loading in proportion");
    single_contact_free(&l);
}

// --------------------------------------------------------------------------------------------------- turned bonds

// The springs are the sum of the steps.
static void time_levels(void **state) {
    (void)state;
    enum { STEPS = 40 };
    const double dt = 2e-6;
    single_contact l = bonded(TEXT("none", "{law: parallel, bond_young: 1e9}"), 5e-3, 5e-3, 0.0);
    const stiffness k = parallel_of(5e-3, 1e-2, 1e9, 2.5, 0);
    double x[3] = {0}; // slip along x, turning about y and z
    for (int step = 0; step <= STEPS; step++) {
        l.k.dt = step > 0 ? dt : 0.0; // the first evaluation begins the bond
        const double v[3] = {0.3 * cos(0.7 * step), -2.0 * sin(0.4 * step), 4.0 * cos(0.9 * step)};
        for (int i = 0; i < 3; i++) {
            x[i] += step > 0 ? dt * v[i] : 0.0;
        }
        l.k.vtx = v[0], l.k.wry = v[1], l.k.wrz = v[2];
        scree_law_set_evaluate(&l.set, scree_kernels_choose(NULL), &l.k, l.h);
        expect_near(l.k.ftx, -k.of[S] * x[0], 1e-9, "shear");
        expect_near(l.k.mry, -k.of[B] * x[1], 1e-9, "bending");
        expect_near(l.k.mw, -k.of[T] * x[2], 1e-9, "twisting");
    }
    l.k.dt = 0.0; // the same state again
    const scree_contact before = l.k;
    scree_law_set_evaluate(&l.set, scree_kernels_choose(NULL), &l.k, l.h);
    expect_near(l.k.ftx, before.ftx, 0.0, "shear, again");
    expect_near(l.k.mw, before.mw, 0.0, "twisting, again");
    single_contact_free(&l);
}

typedef struct rigid {
    double axis[3], e[3][3]; // of the rotation; three directions in the body, the normal first
} rigid;

// The direction i of the body after a rotation by an angle: Rodrigues.
static scree_vec3 turned(const rigid *r, int i, double angle) {
    double s, c;
    scree_sin_cos(angle, &s, &c);
    const scree_vec3 w = vec3(r->axis[0], r->axis[1], r->axis[2]),
                     v = vec3(r->e[i][0], r->e[i][1], r->e[i][2]);
    return vec_add_scaled(vec_add_scaled(vec_scale(c, v), s, vec_cross(w, v)), (1.0 - c) * vec_dot(w, v), w);
}

// Rotates bond and bodies as one for so many turns. Returns the angle by which the springs are off in the bodies.
static double spin_rigidly(const scree_law *law, rigid *r, int turns, int steps, bool loaded) {
    double derived[SCREE_DERIVED_MAX], param[SCREE_PARAM_MAX], h[SCREE_HISTORY_MAX] = {0}, worst = 0.0;
    const scree_pairing none = {.young = {1e7, 1e7}};
    for (int p = 0; p < law->nparam; p++) {
        param[p] = law->param[p].fallback;
    }
    param[scree_law_param(law, "bond_young")] = 1e9;
    assert_null(law->derive(param, &none, derived));
    scree_contact k;
    memset(&k, 0, sizeof k);
    set_bodies(&k, 4e-3, 6e-3, 1e-3, 2e-3);
    const double dt = 1e-5, speed = 2.0 * SCREE_PI / steps / dt;
    k.distance = 10e-3;
    h[SCREE_BOND_STATE] = 1.0;
    h[SCREE_BOND_LENGTH] = k.distance;
    const double shear = loaded ? 1e-4 : 0.0, bend = loaded ? 0.03 : 0.0, twist = loaded ? 0.02 : 0.0;
    for (int i = 0; i < 3; i++) {
        h[SCREE_BOND_NORMAL + i] = r->e[0][i];
        h[SCREE_BOND_SHEAR + i] = shear * r->e[1][i];
        h[SCREE_BOND_TURN + i] = bend * r->e[2][i] + twist * r->e[0][i];
    }
    k.dt = dt;
    for (long i = 0; i <= (long)turns * steps; i++) {
        const scree_vec3 n = turned(r, 0, 2.0 * SCREE_PI * (double)(i % steps) / steps);
        k.nx = n.x, k.ny = n.y, k.nz = n.z;
        k.spin_n = speed * vec_dot(n, vec3(r->axis[0], r->axis[1], r->axis[2]));
        k.wrx = k.wry = k.wrz = k.vtx = k.vty = k.vtz = 0.0;
        const double turn = i > 0 ? speed * dt : 0.0;
        k.mean_x = turn * r->axis[0], k.mean_y = turn * r->axis[1], k.mean_z = turn * r->axis[2];
        k.line = 1.0;
        scree_parallel_law((const scree_parallel *)(const void *)derived, &k, h);
        assert_true(loaded || k.energy_n + k.energy_t + k.energy_r + k.energy_w < 1e-20); // rounding
    }
    if (loaded) { // the length does not change at all, the direction little
        const scree_vec3 u = vec3(h[SCREE_BOND_SHEAR], h[SCREE_BOND_SHEAR + 1], h[SCREE_BOND_SHEAR + 2]);
        const scree_vec3 v = vec3(h[SCREE_BOND_TURN], h[SCREE_BOND_TURN + 1], h[SCREE_BOND_TURN + 2]);
        const scree_vec3 f = vec3(k.ftx, k.fty, k.ftz), m = vec3(k.mrx, k.mry, k.mrz);
        const stiffness of = parallel_of(4e-3, 10e-3, 1e9, 2.5, 0);
        expect_share(vec_norm(u), shear, 1e-8, "length of the shear");
        expect_share(vec_norm(v), sqrt(bend * bend + twist * twist), 1e-8, "length of the rotation");
        expect_share(k.mw, -of.of[T] * twist, 1e-8, "torque");
        const scree_vec3 x = vec3(r->e[1][0], r->e[1][1], r->e[1][2]),
                         y = vec3(r->e[2][0], r->e[2][1], r->e[2][2]);
        const double fx = -vec_dot(f, x), fy = -vec_dot(f, y);
        worst = fabs(scree_atan(fy / fx));
        assert_true(fx > 0.0);
        expect_share(vec_norm(f), of.of[S] * shear, 1e-8, "shear force");
        // the couple of the shear force, 1 mm off the contact point, is along the moment here
        expect_share(-vec_dot(m, y), (of.of[B] * bend + 1e-3 * of.of[S] * shear), 1e-3, "moment");
    }
    return worst;
}

static void turned_rigidly(void **state) {
    (void)state;
    int n;
    const scree_law *law = scree_laws(&n)[scree_law_find(SCREE_BOND, "parallel")];
    for (int i = 0; i < 3; i++) {
        // about an axis across the bond, along it, and oblique
        rigid r = {{i == 0, 0.0, i == 1}, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};
        if (i == 2) {
            r.axis[0] = 0.6, r.axis[2] = 0.8;
        }
        assert_true(spin_rigidly(law, &r, 10, 100, false) == 0.0);
        const double off = spin_rigidly(law, &r, 10000, 100, true),
                     half = spin_rigidly(law, &r, 1000, 50, true);
        expect_near(off, 0.0, 1e-6, "direction of the springs after 10 000 turns");
        expect_near(half, 0.0, 1e-6, "direction of the springs with steps twice as long");
    }
}

// Bodies that spin about the normal without the bond turning: the springs turn by the mean of both.
static void spinning_bodies(void **state) {
    (void)state;
    single_contact l = bonded(TEXT("none", "{law: parallel, bond_young: 1e9}"), 5e-3, 5e-3, 0.0);
    displace(&l, 0.0, 1e-6, 1e-4, 0.0);
    l.k.spin_n = 3.0;
    evaluate(&l, 0.1);
    double s, c;
    scree_sin_cos(0.3, &s, &c);
    expect_share(l.k.fty / l.k.ftx, s / c, 2e-4, "direction of the shear");
    expect_share(-l.k.mrx / l.k.mry, s / c, 2e-4, "direction of the moment");
    single_contact_free(&l);
}

// ------------------------------------------------------------------------------------------------------- mistakes

static void mistakes(void **state) {
    (void)state;
    static const struct {
        const char *bond, *says;
    } wrong[] = {
        {"{law: concrete, bond_young: 1e9, bond_crack_onset: 0}", "'bond_crack_onset' must be larger than 0"},
        {"{law: concrete, bond_young: 1e9, bond_crack_onset: 1e-4, bond_ductility: 1}",
         "'bond_ductility' larger than 1"},
        {"{law: parallel}", "give one of 'bond_young' (Pa) and 'bond_stiffness' (Pa/m)"},
        {"{law: parallel, bond_young: 1e9, bond_stiffness: 1e9}", "give one of 'bond_young'"},
        {"{law: parallel, bond_young: 1e9, bond_tension: 0}", "must be larger than 0"},
        {"{law: parallel, bond_young: 1e9, bond_shear: 0}", "must be larger than 0"},
        {"{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 1, bond_kt: 1, bond_fr: 0}",
         "must be larger than 0"},
        {"{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 1, bond_kt: 1, bond_fs: 0}",
         "must be larger than 0"},
        {"{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 1, bond_kt: 1, bond_tb: 0}",
         "must be larger than 0"},
        {"{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 1, bond_kt: 1, bond_tt: 0}",
         "must be larger than 0"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[800];
        snprintf(text, sizeof text, TEXT("none", "%s"), wrong[i].bond);
        expect_case_refused(text, wrong[i].says);
    }
    // bonds need no normal law, friction does
    expect_case_refused(
        "time: {end: 1, dt: 1e-6}\n"
        "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
        "contacts: [{between: any, normal: none, tangential: coulomb, friction: 0.3, bond: {law: parallel, "
        "bond_young: 1e9}}]\n",
        "without a normal law there is none");
}

// ------------------------------------------------------------------------------------------- softening by damage

#define CONCRETE                                                                                             \
    TEXT("none",                                                                                             \
         "{law: concrete, bond_young: 1e9, bond_ratio: 0.25, bond_radius: 0.8, bond_crack_onset: 1e-4, "     \
         "bond_ductility: 20, bond_cohesion: 50 kPa, bond_friction: 0.5}")

// A bond of 10 mm and 4 mm radius along a path: it cracks at 100 kPa, and is broken at a strain of 2e-3.
static void concrete_path(void **state) {
    (void)state;
    single_contact l = bonded(CONCRETE, 5e-3, 5e-3, 0.0);
    const double area = SCREE_PI * 16e-6, length = 1e-2, e0 = 1e-4, ef = 2e-3, peak = 1e5;
    displaced(&l, 0.5 * e0 * length, 0.0, 0.0, 0.0);
    expect_share(-l.k.fn, 0.5 * peak * area, 1e-9, "elastic");
    displaced(&l, 1e-3 * length, 0.0, 0.0, 0.0);
    const double softened = peak * (ef - 1e-3) / (ef - e0);
    expect_share(-l.k.fn, softened * area, 1e-9, "softened");
    expect_share(l.k.energy_n, 0.5 * softened * 1e-3 * area * length, 1e-9, "what it would give back");
    expect_share(l.k.bond_load, 0.5, 1e-9, "largest strain over that at which it is broken");
    displaced(&l, 0.5e-3 * length, 0.0, 0.0, 0.0);
    expect_share(-l.k.fn, 0.5 * softened * area, 1e-9, "unloaded to the origin");
    displaced(&l, -1e-4 * length, 0.0, 0.0, 0.0);
    expect_share(l.k.fn, 1e9 * 1e-4 * area, 1e-9, "whole in compression");
    const double damage = (1.0 - e0 / 1e-3) / (1.0 - e0 / ef),
                 limit = (50e3 * (1.0 - damage) + 0.5 * 1e5) * area, k = 0.25 * 1e9 * area / length;
    displaced(&l, -1e-4 * length, 0.5 * limit / k, 0.0, 0.0);
    expect_share(-l.k.ftx, 0.5 * limit, 1e-9, "sticks");
    displaced(&l, -1e-4 * length, 3.0 * limit / k, 0.0, 0.0);
    expect_share(-l.k.ftx, limit, 1e-9, "slips");
    expect_share(l.h[l.set.bond + SCREE_BOND_SHEAR], limit / k, 1e-9, "what is left in its spring");
    displaced(&l, 1.5e-3 * length, 1.0, 0.0, 0.0);
    const double left = 1.0 - (1.0 - e0 / 1.5e-3) / (1.0 - e0 / ef),
                 pulled = 50e3 * left - 0.5 * peak * (ef - 1.5e-3) / (ef - e0);
    expect_near(-l.k.ftx, pulled > 0.0 ? pulled * area : 0.0, 1e-9, "pulled: less than without");
    displaced(&l, ef * (1.0 + 1e-9) * length, 0.0, 0.0, 0.0);
    assert_true(l.k.break_mode == 1.0 + N && l.k.fn == 0.0 && !scree_bond_holds(l.h + l.set.bond));
    assert_true(l.h[l.set.bond + SCREE_BOND_MOTION_COLUMNS] == 0.0);
    single_contact_free(&l);
}

// Opening takes half of the peak times the strain at which it is broken, per volume.
static void concrete_fracture_energy(void **state) {
    (void)state;
    enum { STEPS = 20000 };
    for (int k = 1; k <= 2; k++) { // its strength times k
        single_contact l = bonded(CONCRETE, 5e-3, 5e-3, 0.0);
        l.h[l.set.bond] = k;
        const double end = 2e-3 * 1e-2 * k;
        double work = 0.0;
        for (int i = 0; i < STEPS; i++) { // at the middles of the steps
            displaced(&l, (i + 0.5) / STEPS * end, 0.0, 0.0, 0.0);
            work -= l.k.fn * end / STEPS;
        }
        expect_share(work, SCREE_PI * 16e-6 * 1e-2 * 0.5 * (1e5 * k) * (2e-3 * k), 1e-6, "work of opening");
        single_contact_free(&l);
    }
}

// A wire of 2 mm, 10 mm long: it yields at 1 MPa and a strain of 1e-3, and breaks at 9e-3.
static void wire_path(void **state) {
    (void)state;
    single_contact l =
        bonded(TEXT("none", "{law: wire, wire_diameter: 2 mm, wire_young: 1e9, wire_yield: 1e6, "
                            "wire_piece_1: 3e-3, wire_hardening_1: 0.1, wire_piece_2: 5e-3, "
                            "wire_hardening_2: 0.02}"),
               5e-3, 5e-3, 0.0);
    static const struct {
        double strain, stress; // 1, Pa
    } path[] = {{0.5e-3, 0.5e6}, {1e-3, 1e6},     {3e-3, 1.2e6}, {2.5e-3, 0.7e6}, {1.7e-3, 0.0},
                {-1e-3, 0.0},    {2.9e-3, 1.1e6}, {4e-3, 1.3e6}, {8e-3, 1.38e6},  {7e-3, 0.38e6}};
    const double area = SCREE_PI * 1e-6;
    for (size_t k = 0; k < sizeof path / sizeof *path; k++) {
        displaced(&l, path[k].strain * 1e-2, 1e-3, 0.1, 0.1);
        expect_near(-l.k.fn, path[k].stress * area, 1e-8, "pull");
        expect_near(l.k.energy_n, 0.5 * path[k].stress * path[k].stress / 1e9 * area * 1e-2, 1e-12, "stored");
        assert_true(l.k.ftx == 0.0 && l.k.mry == 0.0 && l.k.mw == 0.0 && l.k.break_mode == 0.0);
    }
    displaced(&l, 9e-3 * (1.0 + 1e-9) * 1e-2, 0.0, 0.0, 0.0);
    assert_true(l.k.break_mode == 1.0 + N && l.k.fn == 0.0 && !scree_bond_holds(l.h + l.set.bond));
    single_contact_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_modes),
        cmocka_unit_test(dashpots),
        cmocka_unit_test(with_the_contact),
        cmocka_unit_test(with_a_neck),
        cmocka_unit_test(breaking_loads),
        cmocka_unit_test(combined_loads),
        cmocka_unit_test(moment_across),
        cmocka_unit_test(one_criterion),
        cmocka_unit_test(smooth_work),
        cmocka_unit_test(time_levels),
        cmocka_unit_test(turned_rigidly),
        cmocka_unit_test(spinning_bodies),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(concrete_path),
        cmocka_unit_test(concrete_fracture_energy),
        cmocka_unit_test(wire_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
