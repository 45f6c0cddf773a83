// SPDX-License-Identifier: BSD-3-Clause
// The time step of bonds: what the checks before a run report and choose, and that a bonded pair is stable just below the limit of
// its stiffest mode and not beyond it.
#include "maths/math.h"
#include "world_of_text.h"
#include <stdlib.h>
#include <unistd.h>

#define CASE(dt, bond)                                                                                       \
    "time: {end: 1, dt: " dt "}\n"                                                                           \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: none, tangential: none, bond: " bond "}]\n"                           \
    "output: {plot: false, series: {every: 0}}\n"
#define STIFF "{law: parallel, bond_young: 1e9, bond_ratio: 100, bond_damping_normal: 1}"
#define BEAM "{law: parallel, bond_young: 1e9, bond_ratio: 2.6}"

// Two spheres of 5 mm that are bonded at the start; b is fixed: a bond with a body that does not move.
static scree_world *bonded_pair(const char *text, bool fixed, scree_vec3 v, scree_vec3 spin) {
    scree_particle q[2] = {ball(1, 5e-3, vec3(0, 0, 0), v, spin),
                           ball(2, 5e-3, vec3(0, 0, 10e-3), vec_scale(-1.0, v), vec_scale(-1.0, spin))};
    if (fixed) {
        q[1].v = q[1].w = vec3(0, 0, 0);
        q[1].fixed = true;
    }
    scree_case *c = case_of_text(text);
    c->alarms.stop = false;
    const scree_bond_def def = {
        .name = scree_strdup("all"), .gap = 1e-6, .material = {-1, -1}, .particles = true};
    scree_array_push(&c->bond, def);
    return world_of_case(c, q, 2, 1, NULL);
}

static bool starts(scree_world *w, const char *says) {
    scree_report *r = scree_report_create();
    const bool ok = scree_load_start(w, r) == SCREE_OK;
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), says) != NULL;
    }
    if (!said) {
        for (size_t k = 0; k < scree_report_size(r); k++) {
            print_message("%s\n", scree_report_text(r, k));
        }
        fail_msg("no message says '%s'", says);
    }
    scree_report_destroy(r);
    return ok;
}

// The stiffest modes of these bonds; limits by hand: 2 / sqrt(7 Ks / m) and 2 / sqrt(2 Kn / m), with six bonds over sqrt(6).
static void what_is_said(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
        bool starts;
    } all[] = {
        {CASE("1e-6", BEAM), "limit of bonds of m with m, 6.42e-06 s, which shear sets", true},
        {CASE("1e-6", "{law: parallel, bond_young: 1e9, bond_ratio: 2.6, bond_section: euler}"),
         "m, 4.6e-06 s, which shear", true},
        {CASE("1e-6", "{law: parallel, bond_young: 1e9, bond_ratio: 100}"), "m, 7.45e-06 s, which stretching",
         true},
        {CASE("1e-6", "{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 200, bond_kt: 3}"),
         "which bending sets", true},
        {CASE("1e-6", "{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 2, bond_kt: 300}"),
         "which twisting sets", true},
        {CASE("8e-6", BEAM),
         "is beyond the limit of bonds of m with m where a particle has six of them, 6.42e-06 s (alone "
         "1.57e-05 s)",
         true},
        {CASE("1.6e-5", BEAM),
         "too large for bonds of m with m, 0.01 m long: their shear is unstable beyond 1.57e-05 s", false},
        {CASE("1e-4", "{law: parallel, bond_young: 1e9, bond_ratio: 100}"),
         "softer bonds that stretch less than you would notice", false},
        {CASE("auto", BEAM), "time step 3.2e-06 s", true},
        // six bonds with c = 2 Kn sqrt(m / 2 Kn): omega^2 = 12 Kn / m and the rate 12 c / m give 2 / (sqrt(omega^2 + rate^2) + rate)
        {CASE("1e-7", STIFF), "m, 7.53e-07 s, which stretching", true},
        {CASE("auto", STIFF), "time step 6e-07 s", true},
        {CASE("1e-4", STIFF), "softer bonds or less damping", false},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        scree_world *w = bonded_pair(all[k].text, false, vec3(0, 0, 0), vec3(0, 0, 0));
        assert_true(starts(w, all[k].says) == all[k].starts);
        scree_world_destroy(w);
    }
}

#define SHORT(dt, rest)                                                                                      \
    "time: {end: 1, dt: " dt ", velocity_scale: 1}\n"                                                        \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"           \
    "contacts: [{between: any, bond: {law: parallel, bond_young: 1e9, bond_section: euler, "                 \
    "contact_while_bonded: no}}]\n" rest
#define THREE                                                                                                \
    "shapes: {s: {bonded: true, members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0.4 mm, 0, 0], radius: 1 "    \
    "mm}, {at: [0.8 mm, 0, 0], radius: 1 mm}]}}\n"                                                           \
    "insertion: [{shape: s, diameter: 2 mm, material: m, fill: random, count: 1, spin: [1, 2, 3], region: "  \
    "{box: {min: [0, 0, 0], max: [5 mm, 5 mm, 5 mm]}}}]\n"

// Bonds of bodies that overlap are shorter than those of bodies that touch, a fifth here. Those of agglomerates are known before; others
// when they are made. By hand: Ks = 12 E I / l^3 = 1.473e8 N/m and the square of the frequency Ks (2 / m + 2 (l/2)^2 / J) = 3.09e13 1/s2, 2 over
// its root is 3.6e-7 s, and that over sqrt(6) 1.47e-7 s.
static void short_bonds(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(case_of_text(SHORT("auto", THREE)), NULL, 0, 1, NULL);
    assert_true(starts(w, "time step is 0.491 of the limit of bonds of m with m, 1.02e-07 s, which shear"));
    const double before = scree_world_totals(w).rotational + scree_world_totals(w).kinetic;
    for (int k = 0; k < 5000; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    const scree_totals t = scree_world_totals(w);
    assert_int_equal(w->bonds_now, 3);
    assert_true(before > 0.0 && t.rotational + t.kinetic < 1.01 * before);
    scree_world_destroy(w);
    static const struct {
        const char *text, *says;
        bool starts;
    } all[] = {
        {SHORT("auto", "bonds: [{name: all}]\n"),
         "bonds 'all' at t = 0 s: bonds of bodies that overlap are shorter than of bodies that touch, down "
         "to 0.2 of that length, and stiffer: the time step, 4.6e-07 s, is beyond their limit where a "
         "particle has "
         "six "
         "of them, 1.47e-07 s (alone 3.6e-07 s)",
         false},
        {SHORT("2e-7", "bonds: [{name: all}]\n"),
         "accepted: a time.dt of 7.3e-08 s or less, or bodies that touch", true},
        {SHORT("1e-7", "bonds: [{name: all}]\n"), "largest overlap 0 of a radius", true},
    };
    const scree_particle q[] = {ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, 1e-3, vec3(4e-4, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        w = world_of_case(case_of_text(all[k].text), q, 2, 1, NULL);
        assert_true(starts(w, all[k].says) == all[k].starts);
        scree_world_destroy(w);
    }
    scree_report_destroy(r);
}

#define RIGID                                                                                                \
    "shapes: {s: {bonded: true, members: [{at: [0, 0, 0], radius: 1 mm}, {at: [0.4 mm, 0, 0], radius: 1 "    \
    "mm}]}}\n"                                                                                               \
    "particles: [{positions: [[5 mm, 0, 0]], diameter: 2 mm, material: m, shape: s, fixed: true}, "          \
    "{positions: [[0, 0, 0]], diameter: 2 mm, material: m}]\n"

// Bonds of fixed agglomerates are none: by hand the limit is that of one bond of the free sphere with a fixed one. One with a wall that a
// sphere overlaps is as stiff as its length makes it.
static void short_bonds_of_what_is_fixed(void **state) {
    (void)state;
    scree_world *w = world_of_case(case_of_text(SHORT("auto", RIGID)), NULL, 0, 1, NULL);
    assert_true(starts(w, "of the limit of bonds of m with m, 6.75e-07 s, which shear"));
    scree_world_destroy(w);
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 2e-4), vec3(0, 0, 0), vec3(0, 0, 0));
    w = world_of_case(
        case_of_text(SHORT("auto", "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                                   "bonds: [{name: glue, walls: [w]}]\n")),
        &q, 1, 1, NULL);
    assert_false(
        starts(w, "bonds 'glue' at t = 0 s: bonds of bodies that overlap are shorter than of bodies that "
                  "touch, down to 0.2 of that length"));
    scree_world_destroy(w);
}

// A pair that is bonded again and again, with a step beyond its limit: that is said once.
static void short_bonds_again(void **state) {
    (void)state;
    const scree_particle q[] = {ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, 1e-3, vec3(1.5e-3, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
    scree_world *w = world_of_case(
        case_of_text(
            "time: {end: 1, dt: 9e-7, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"
            "contacts: [{between: any, bond: {law: parallel, bond_young: 1e9, bond_section: euler, "
            "bond_tension: 1, bond_shear: 1}}]\n"
            "bonds: [{name: heal, every: 9e-6}]\n"),
        q, 2, 1, NULL);
    assert_true(starts(w, "warning: bonds 'heal' at t = 0 s: bonds of bodies that overlap"));
    scree_report *r = scree_report_create();
    for (int k = 0; k < 30; k++) {
        assert_int_equal(scree_world_step(w, r), SCREE_OK);
    }
    assert_true(w->bonds.made >= 3);
    for (size_t k = 0; k < scree_report_size(r); k++) {
        assert_null(strstr(scree_report_text(r, k), "bonds 'heal'"));
    }
    scree_report_destroy(r);
    scree_world_destroy(w);
}

// Largest speed and spin times radius after many steps over that at the start.
static double growth(const char *text, bool fixed, scree_vec3 v, scree_vec3 spin, double dt) {
    scree_world *w = bonded_pair(text, fixed, v, spin);
    assert_true(starts(w, "limit of bonds"));
    assert_true(w->bonds_now == 0 || w->bonds_now == 1);
    w->dt = w->case_->dt = dt;
    double most = 0.0;
    scree_report *r = scree_report_create();
    for (int step = 0; step < 200; step++) {
        if (scree_world_step(w, r) != SCREE_OK) {
            most = INFINITY; // an alarm
            break;
        }
        most = fmax(most, vec_norm(velocity_of(w, 1)) + 5e-3 * vec_norm(spin_of(w, 1)));
    }
    if (getenv("SCREE_TEST_VERBOSE")) {
        print_message("%s: %d bonds, grown by %g\n", text + 100, (int)w->bonds_now, most);
    }
    assert_true(w->bonds_now == 1 || most > 1.0);
    scree_report_destroy(r);
    scree_world_destroy(w);
    return most / (vec_norm(v) + 5e-3 * vec_norm(spin));
}

#define KN "{law: rotational, bond_kr: 1e6, bond_ks: 1, bond_kb: 1e-3, bond_kt: 1e-3}"
#define KS "{law: rotational, bond_kr: 1, bond_ks: 1e6, bond_kb: 1e-3, bond_kt: 1e-3}"
#define KB "{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 10, bond_kt: 1e-3}"
#define KT "{law: rotational, bond_kr: 1, bond_ks: 1, bond_kb: 1e-3, bond_kt: 10}"

static void a_pair_is_stable(void **state) {
    (void)state;
    const double m = 2500.0 * 4.0 / 3.0 * SCREE_PI * 125e-9, inertia = 0.4 * m * 25e-6, tiny = 1e-9;
    const scree_vec3 none = vec3(0, 0, 0);
    const struct {
        const char *text;
        scree_vec3 v, spin;
        double square; // of the frequency, free and with one of the two fixed
        double fixed;
    } mode[] = {
        {CASE("1e-7", KN), vec3(0, 0, tiny), none, 2.0 * 1e6 / m, 1e6 / m},
        {CASE("1e-7", KS), vec3(tiny, 0, 0), none, 7.0 * 1e6 / m, 3.5 * 1e6 / m},
        {CASE("1e-7", KB), none, vec3(0, tiny, 0), 2.0 * 10.0 / inertia, 10.0 / inertia},
        {CASE("1e-7", KT), none, vec3(0, 0, tiny), 2.0 * 10.0 / inertia, 10.0 / inertia},
    };
    for (int k = 0; k < 4; k++) {
        // shear couples to the sum of the spins
        scree_vec3 v = mode[k].v, spin = mode[k].spin;
        for (int fixed = 0; fixed < 2; fixed++) {
            const double limit = 2.0 / sqrt(fixed ? mode[k].fixed : mode[k].square);
            assert_true(growth(mode[k].text, fixed, v, spin, 0.97 * limit) < 50.0);
            assert_true(growth(mode[k].text, fixed, v, spin, 1.05 * limit) > 1e4);
        }
    }
}

// The same with dashpots, from the velocities that each of the two integrators shows to the laws.
static void a_damped_pair_is_stable(void **state) {
    (void)state;
    const double m = 2500.0 * 4.0 / 3.0 * SCREE_PI * 125e-9, inertia = 0.4 * m * 25e-6, tiny = 1e-9;
    const scree_vec3 none = vec3(0, 0, 0);
#define BOTH(law)                                                                                            \
    { CASE("1e-8", law), CASE("1e-8, integrator: verlet_half_step", law) }
#define LAW(kr, ks, kb, kt, d)                                                                               \
    "{law: rotational, bond_kr: " kr ", bond_ks: " ks ", bond_kb: " kb ", bond_kt: " kt ", " d "}"
    const struct {
        const char *text[2];
        scree_vec3 v, spin;
        double square, rate;
    } mode[] = {
        {BOTH(LAW("1e6", "1", "1e-3", "1e-3", "bond_gamma_n: 50")), vec3(0, 0, tiny), none, 2.0 * 1e6 / m,
         2.0 * 50.0 / m},
        {BOTH(LAW("1", "1e6", "1e-3", "1e-3", "bond_gamma_s: 20")), vec3(tiny, 0, 0), none, 7.0 * 1e6 / m,
         7.0 * 20.0 / m},
        {BOTH(LAW("1", "1", "10", "1e-3", "bond_gamma_r: 5e-4")), none, vec3(0, tiny, 0),
         2.0 * 10.0 / inertia, 2.0 * 5e-4 / inertia},
        {BOTH(LAW("1", "1", "1e-3", "10", "bond_gamma_t: 2e-3")), none, vec3(0, 0, tiny),
         2.0 * 10.0 / inertia, 2.0 * 2e-3 / inertia},
    };
    for (int k = 0; k < 8; k++) {
        const double rate = (k & 1 ? 0.5 : 1.0) * mode[k / 2].rate,
                     limit = 2.0 / (sqrt(mode[k / 2].square + rate * rate) + rate);
        const char *text = mode[k / 2].text[k & 1];
        assert_true(growth(text, false, mode[k / 2].v, mode[k / 2].spin, 0.97 * limit) < 50.0);
        assert_true(growth(text, false, mode[k / 2].v, mode[k / 2].spin, 1.1 * limit) > 1e4);
    }
}

// Undamped vibrations keep their energy for any number of steps: the mean over some hundred steps, as energies of positions and velocities
// of a symplectic scheme vary within a period.
static void vibrations_last(void **state) {
    (void)state;
    const double m = 2500.0 * 4.0 / 3.0 * SCREE_PI * 125e-9, inertia = 0.4 * m * 25e-6;
    const scree_vec3 none = vec3(0, 0, 0);
    const struct {
        const char *text;
        scree_vec3 v, spin;
        double square;
    } mode[] = {{CASE("1e-7", KN), vec3(0, 0, 1e-3), none, 2.0 * 1e6 / m},
                {CASE("1e-7", KS), vec3(1e-3, 0, 0), none, 7.0 * 1e6 / m},
                {CASE("1e-7", KB), none, vec3(0, 0.1, 0), 2.0 * 10.0 / inertia},
                {CASE("1e-7", KT), none, vec3(0, 0, 0.1), 2.0 * 10.0 / inertia}};
    for (int k = 0; k < 4; k++) {
        scree_world *w = bonded_pair(mode[k].text, false, mode[k].v, mode[k].spin);
        assert_true(starts(w, "limit of bonds"));
        w->dt = w->case_->dt = 0.3 / sqrt(mode[k].square);
        double first = 0.0, last = 0.0;
        enum { PART = 2100, PARTS = 20 }; // about a hundred periods
        scree_report *r = scree_report_create();
        for (int step = 0; step < PARTS * PART; step++) {
            assert_int_equal(scree_world_step(w, r), SCREE_OK);
            const double energy = energy_of_world(w) / PART;
            first += step < PART ? energy : 0.0;
            last += step >= (PARTS - 1) * PART ? energy : 0.0;
        }
        if (getenv("SCREE_TEST_VERBOSE")) {
            const scree_totals t = scree_world_totals(w);
            print_message("mode %d: energy %.9g of %.9g, booked as lost %.3g %.3g %.3g %.3g\n", k, last,
                          first, t.plastic[0], t.plastic[1], t.plastic[2], t.plastic[3]);
        }
        assert_int_equal(w->bonds_now, 1);
        expect_near(last / first, 1.0, 1e-3, "energy after a thousand periods");
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// With forces from velocities half a step before, the ledger takes their power later, but not that of springs whose energy it knows: a
// bonded pair of all modes, alone or in contact with friction and dashpots, and with dashpots of its own.
static void ledger_of_half_steps(void **state) {
    (void)state;
#define ALL "bond_kr: 1e5, bond_ks: 5e4, bond_kb: 1, bond_kt: 1"
#define HALF(contact, bond)                                                                                  \
    "time: {end: 1, dt: 1e-6, integrator: verlet_half_step}\n"                                               \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"           \
    "contacts: [{between: any, " contact "bond: {law: rotational, " ALL bond "}}]\n"                         \
    "output: {plot: false, series: {every: 0}}\n"
    static const char *const text[] = {
        HALF("normal: none, tangential: none, ", ""),
        HALF("", ", contact_while_bonded: yes"),
        HALF("normal: none, tangential: none, ",
             ", bond_gamma_n: 1, bond_gamma_s: 1, bond_gamma_r: 1e-5, bond_gamma_t: 1e-5"),
    };
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        scree_world *w = bonded_pair(text[k], false, vec3(0.01, 0.005, 0.02), vec3(1, 3, 2));
        assert_true(starts(w, "limit of bonds"));
        const scree_totals before = scree_world_totals(w);
        double worst = 0.0, gained = 0.0;
        scree_report *r = scree_report_create();
        for (int step = 0; step < 3000; step++) {
            assert_int_equal(scree_world_step(w, r), SCREE_OK);
            const scree_totals t = scree_world_totals(w);
            worst = fmax(worst, fabs(t.balance / before.balance - 1.0));
            for (int mode = 0; mode < SCREE_MODES; mode++) {
                gained = fmax(gained, -t.plastic[mode] / before.balance);
            }
        }
        if (getenv("SCREE_TEST_VERBOSE")) {
            print_message("case %zu: balance off by %.3g, gained %.3g\n", k, worst, gained);
        }
        assert_int_equal(w->bonds_now, 1);
        expect_near(worst, 0.0, 1e-2, "balance");
        expect_near(gained, 0.0, 1e-3, "made by contacts");
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(short_bonds),
        cmocka_unit_test(short_bonds_of_what_is_fixed),
        cmocka_unit_test(short_bonds_again),
        cmocka_unit_test(a_pair_is_stable),
        cmocka_unit_test(a_damped_pair_is_stable),
        cmocka_unit_test(vibrations_last),
        cmocka_unit_test(ledger_of_half_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
