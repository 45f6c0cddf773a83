// SPDX-License-Identifier: BSD-3-Clause
// Bonds of bodies that spin keep their energy, and bodies in contact with turning walls, or bonded to them, keep their place. Springs without
// dashpots keep their energy for as long as they vibrate.
// not with sanitizers: it compares figures of a few bodies, on paths through the code that test_determinism and test_walls take
#include "maths/math.h"
#include "measure/totals.h"
#include "world_of_text.h"

#define ELASTIC "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}\n"
#define BOND(more)                                                                                           \
    "contacts: [{between: any, normal: none, tangential: none, bond: {law: parallel, bond_young: 5 MPa" more \
    "}}]\n"

static void widen(double *range, double value) {
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

// Two bonded balls spin at 200 rad/s about their line; one has 20 rad/s across it, so the bond bends. Turning the new bending by the whole
// of a step, or not at all, makes 1860 times the energy of the bending within a second.
static void a_bond_that_spins(void **state) {
    (void)state;
    const scree_particle q[2] = {ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(200, 0, 0)),
                                 ball(2, 1e-3, vec3(2e-3, 0, 0), vec3(0, 0, 0), vec3(200, 20, 0))};
    scree_world *w =
        world_of_text(scree_format("time: {end: 10}\n" ELASTIC BOND("") "bonds: [{gap: 1 um}]\n"), q, 2);
    const double bending = 0.5 * 0.2 * q[0].radius * q[0].radius * w->p.motion[0].v.m * 400.0;
    double range[2] = {INFINITY, -INFINITY}, most = 0.0;
    for (int k = 0; k < 1000; k++) {
        advance(w, 100);
        const scree_totals t = scree_world_totals(w);
        widen(range, t.balance);
        most = fmax(most, sum_of_modes(w->ledger.now.bonded));
    }
    assert_int_equal(w->bonds.made, 1);
    assert_int_equal(w->bonds_now, 1);
    print_message("bending %.3g J, bond at most %.3g J, balance within %.3g J\n", bending, most,
                  range[1] - range[0]);
    assert_true(most > 0.9 * bending && most < 2.0 * bending);
    assert_true(range[1] - range[0] < 0.1 * bending); // (w dt)^2 / 8 of it between kinetic and stored energy
    scree_world_destroy(w);
}

// A ball bonded to a turntable that turns at 20 rad/s has the speed of the table from the start. It stays 5 mm from the axis, but for the
// 5 nm by which the bond gives way to the acceleration: a velocity of the wall at the end of the step would draw it inwards.
static void a_bond_with_a_turntable(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(5e-3, 0, 1e-3), vec3(0, 0.1, 0), vec3(0, 0, 20));
    scree_world *w = world_of_text(
        scree_format("time: {end: 40, dt: 10 us}\n" ELASTIC BOND(
            ", bond_damping_shear: 0.05, "
            "bond_damping_bending: 0.05, "
            "bond_damping_torsion: 0.05") "walls: {table: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
                                          "material: m, motion: "
                                          "{rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 20 rad/s}}}}\n"
                                          "bonds: [{walls: [table], gap: 1 um}]\n"),
        &q, 1);
    double range[2] = {INFINITY, -INFINITY};
    for (int k = 0; k < 300; k++) { // 10 turns
        advance(w, 1000);
        const scree_vec3 x = place_of(w, 1);
        widen(range, sqrt(x.x * x.x + x.y * x.y) - 5e-3);
    }
    print_message("from the axis: 5 mm and %.3g to %.3g m\n", range[0], range[1]);
    assert_true(range[0] > -1e-9 && range[1] < 1e-8);
    scree_world_destroy(w);
}

// A clump of three balls lies on a turntable at 5 rad/s; friction holds it. When it has come to rest against the table it stays.
static void a_clump_on_a_turntable(void **state) {
    (void)state;
    char *text = scree_format(
        "time: {end: 10, dt: 20 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 2500, young: 5e6, poisson: 0.3, restitution: 0.6, friction: 0.4}}\n"
        "contacts: [{between: any}]\n"
        "walls: {t: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: {rotate: {axis: "
        "[0, 0, 1], point: [0, 0, 0], rate: 5}}}}\n"
        "shapes: {s: {members: [{at: [10 mm, 0, 0], radius: 5 mm}, {at: [-5 mm, 8.66 mm, 0], radius: 5 mm}, "
        "{at: [-5 mm, -8.66 mm, 0], radius: 5 mm}], mass_of: sum}}\n"
        "particles: [{positions: [[0.08, 0, 0.004995]], shape: s, material: m, velocity: [0, 0.4, 0], "
        "spin: [0, 0, 5]}]\n");
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    scree_report_destroy(r);
    scree_free(text);
    double range[3][2];
    for (int k = 0; k < 3; k++) {
        range[k][0] = INFINITY, range[k][1] = -INFINITY;
    }
    for (int k = 0; k < 40; k++) {
        advance(w, 1250);
        if (k < 20) {
            continue; // it settles
        }
        double s, c;
        scree_sin_cos(5.0 * scree_world_time(w), &s, &c);
        const scree_vec3 x = place_of(w, 1); // seen from the table
        widen(range[0], c * x.x + s * x.y);
        widen(range[1], c * x.y - s * x.x);
        widen(range[2], x.z);
    }
    for (int k = 0; k < 3; k++) {
        print_message("moves by %.3g m in half a second\n", range[k][1] - range[k][0]);
        assert_true(range[k][1] - range[k][0] < 1e-11); // 5.7e-6 with springs that stay behind the table
    }
    scree_world_destroy(w);
}

// A ball rolls with a drum at 20 rad/s, pressed on by its own weight there: 0.05 N, an overlap of 0.15 mm. When it has come to rest against the
// drum nothing is lost any more. A surface velocity taken at another depth than the motion of the spring would let the dashpot work against
// the spring without end: 1.1e-6 J/s would appear from nothing.
static void a_ball_in_a_drum(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, vec3(0.095, 0, 0), vec3(0, 1.9, 0), vec3(0, 0, 20));
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 10, dt: 20 us, velocity_scale: 1}\n"
            "materials: {m: {density: 2500, young: 5e5, poisson: 0.3, restitution: 0.3, friction: 0.4}}\n"
            "contacts: [{between: any}]\n"
            "walls: {drum: {cylinder: {axis: [0, 0, 1], point: [0, 0, 0], radius: 0.1}, material: m, "
            "motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 20}}}}\n"),
        &q, 1);
    advance(w, 50000);
    const scree_totals before = scree_world_totals(w);
    advance(w, 10000);
    const scree_totals t = scree_world_totals(w);
    const double work = t.wall_work - before.wall_work, viscous = t.viscous[1] - before.viscous[1],
                 balance = t.balance - before.balance;
    print_message("dashpot %.3g J, wall %.3g J, balance %.3g J\n", viscous, work, balance);
    assert_true(scree_world_totals(w).elastic[0] > 1e-6);
    assert_true(fabs(viscous) < 1e-12 && fabs(work) < 1e-12 && fabs(balance) < 1e-11);
    scree_world_destroy(w);
}

// A ball on a floor without dashpots, pushed sideways: its tangential spring vibrates 10^4 times. Sums of extrapolated velocities would gain
// (w dt)^4 / 8 of its energy in each step, a factor of 10^5 in all, and the ledger would book what they gain as friction.
static void a_spring_that_vibrates(void **state) {
    (void)state;
    const double r = 5e-3;
    const scree_particle q = ball(1, r, vec3(0, 0, 4.9862339e-3), vec3(1e-4, 0, 0), vec3(0, 0, 0));
    static const char *const integrators[] = {"verlet", "verlet_half_step"};
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of_text(
            scree_format("time: {end: 20, dt: 40 us, integrator: %s}\ngravity: [0, 0, -9.81]\n" ELASTIC
                         "contacts: [{between: any, restitution: 1, friction: 0.5}]\n"
                         "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n",
                         integrators[k]),
            &q, 1);
        const double energy = 0.5 * w->p.motion[0].v.m * 1e-8;
        double most = 0.0;
        for (int step = 0; step < 100; step++) {
            advance(w, 1000);
            const scree_totals t = scree_world_totals(w);
            const scree_vec3 v = velocity_of(w, 1), s = spin_of(w, 1);
            most =
                fmax(most, 0.5 * w->p.motion[0].v.m * (v.x * v.x + 0.4 * r * r * s.y * s.y) + t.elastic[1]);
        }
        const scree_totals t = scree_world_totals(w);
        print_message("%s: at most %.6f of the energy, friction %.3g of it\n", integrators[k], most / energy,
                      t.plastic[1] / energy);
        assert_true(most < 1.05 * energy && most > 0.9 * energy);
        assert_true(fabs(t.plastic[1]) < 0.01 * energy);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bond_that_spins),      cmocka_unit_test(a_bond_with_a_turntable),
        cmocka_unit_test(a_clump_on_a_turntable), cmocka_unit_test(a_ball_in_a_drum),
        cmocka_unit_test(a_spring_that_vibrates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
