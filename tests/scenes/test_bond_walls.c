// SPDX-License-Identifier: BSD-3-Clause
// Bonds to walls hold at any distance, move with the wall, pass from triangle to triangle of a mesh, and break where they should.
#include "bonds/bonds.h"
#include "maths/math.h"
#include "world_of_text.h"
#include <stdlib.h>

// A sphere in a gap of 0.1 mm before a wall that moves, and one that overlaps it; gravity pulls them away.
static scree_world *glued(const char *wall, const char *bond) {
    const scree_particle q[] = {ball(1, 5e-3, vec3(0.0, 0.0, 5.1e-3), vec3(0, 0, 0), vec3(0, 0, 0)),
                                ball(2, 5e-3, vec3(0.012, 0.0, 4.9e-3), vec3(0, 0, 0), vec3(0, 0, 0))};
    return world_of_text(scree_format("time: {end: 1, dt: 10 us}\n"
                                      "gravity: [0, 0, 9.81]\n"
                                      "materials: {a: {density: 2500, young: 1e7, poisson: 0.2}}\n"
                                      "contacts: [{between: any, normal: none, tangential: none, bond: {law: "
                                      "parallel, bond_young: 1e6, bond_damping_normal: 0.5, "
                                      "bond_damping_shear: 0.5, bond_damping_bending: 0.5%s}}]\n"
                                      "walls: {plate: {%s, material: a}}\n"
                                      "bonds: [{walls: [plate], gap: 0.2 mm}]\n",
                                      bond, wall),
                         q, 2);
}

#define PLANE "plane: {point: [0, 0, 0], normal: [0, 0, 1]}"
#define MESH                                                                                                 \
    "rectangle: {corner: [-0.05, -0.05, 0], first: [0.1, 0, 0], second: [0, 0.1, 0]}" // its diagonal is below sphere 1
#define MOVES ", motion: {translate: {velocity: [0.05, 0.02, 0]}, stop: 20 ms}"

static void they_hold_and_follow(void **state) {
    (void)state;
    static const char *const wall[] = {PLANE MOVES, MESH MOVES};
    for (int k = 0; k < 2; k++) {
        scree_world *w = glued(wall[k], "");
        advance(w, 6000); // the wall has stopped, and the motion is damped
        scree_bond_list list = {0};
        scree_bonds_list(w, &list);
        assert_int_equal(list.n, 2);
        assert_true(w->bonds.lost == 0 && w->bonds_now == 2);
        // K = E A / l with the section of the sphere and the length of the distance from the wall
        const double weight = scree_particle_mass(5e-3, 2500.0) * 9.81,
                     stiffness = 1e6 * SCREE_PI * 25e-6 / 5.1e-3;
        const scree_vec3 x = place_of(w, 1);
        assert_true(fabs(x.z - 5.1e-3 - weight / stiffness) < 1e-3 * weight / stiffness);
        assert_true(fabs(list.data[0].force.z + weight) < 1e-3 * weight);
        assert_true(fabs(x.x - 1e-3) < 2e-5 && fabs(x.y - 0.4e-3) < 2e-5);
        const scree_totals t = scree_world_totals(w);
        assert_true(fabs(t.plastic[SCREE_MODE_TANGENTIAL]) + fabs(t.plastic[SCREE_MODE_ROLLING]) < 1e-12);
        scree_array_free(&list);
        scree_world_destroy(w);
    }
}

static void they_break(void **state) {
    (void)state;
    static const char *const wall[] = {PLANE, MESH};
    for (int k = 0; k < 2; k++) {
        // the weight needs 163 Pa, and twice that as it is applied at once, but for the damping
        scree_world *w = glued(wall[k], ", bond_tension: 180 Pa");
        advance(w, 3000);
        assert_int_equal(w->bonds.broken[SCREE_MODE_NORMAL], 2);
        assert_true(w->bonds_now == 0 && w->bonds.lost == 0 && w->broken.n == 2);
        assert_true(place_of(w, 1).z > 6e-3);
        scree_world_destroy(w);
        w = glued(wall[k], ", bond_tension: 400 Pa");
        advance(w, 3000);
        assert_int_equal(w->bonds_now, 2);
        scree_world_destroy(w);
    }
}

// A soft bond to one side of a shallow groove, from which gravity draws the sphere to the other: the bond does not come
// again with the contact there, and goes on with it when the first one ends.
static void they_stay_one_at_an_edge(void **state) {
    (void)state;
    static const char *const alone[] = {"yes", "no"};
    for (int k = 0; k < 2; k++) {
        const scree_particle q = ball(1, 5e-3, vec3(-1e-3, 0, 5.02e-3), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 10 us}\n"
                "gravity: [9.81, 0, -2]\n"
                "materials: {a: {density: 2500, young: 1e7, poisson: 0.2}}\n"
                "contacts: [{between: any, normal: hertz, restitution: 0.5, tangential: mindlin, friction: "
                "0.1, bond: {law: parallel, bond_young: 2000, bond_damping_normal: 1, bond_damping_shear: 1, "
                "bond_damping_bending: 1, contact_while_bonded: %s}}]\n"
                "walls: {groove: {extrude: {line: [[-0.05, -0.05, 0.001], [0, -0.05, 0], [0.05, -0.05, "
                "0.001]], along: [0, 0.1, 0]}, material: a}}\n"
                "bonds: [{walls: [groove], gap: 0.1 mm}]\n",
                alone[k]),
            &q, 1);
        assert_int_equal(w->bonds_now, 1);
        advance(w, 50000);
        assert_true(place_of(w, 1).x > 0.3e-3);
        assert_int_equal(w->bonds.made, 1);
        assert_int_equal(w->bonds_now, 1);
        scree_world_destroy(w);
    }
}

// Bonds to both sides of a shallow groove, in which the sphere swings further than to where it is above one side only: the bond to the
// other side stays, at the edge, acts on, and is the same when the sphere is back. Nothing is lost or made, no energy either.
static void both_stay_at_an_edge(void **state) {
    (void)state;
    static const char *const contact[] = {"yes", "no"};
    for (int k = 0; k < 4; k++) {
        const scree_particle q =
            ball(1, 5e-3, vec3(0, 0, k / 2 ? 4.96e-3 : 5.02e-3), vec3(0.08, 0.002, 0), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 10 us}\n"
                "gravity: [0, 0, -10]\n"
                "materials: {a: {density: 2500, young: 1e6, poisson: 0.2}}\n"
                "contacts: [{between: any, normal: hertz, restitution: 1, tangential: none, bond: {law: "
                "parallel, "
                "bond_young: 5000, contact_while_bonded: %s}}]\n"
                "walls: {groove: {extrude: {line: [[-0.05, -0.05, 0.001], [0, -0.05, 0], [0.05, -0.05, "
                "0.001]], along: [0, 0.1, 0]}, material: a}}\n"
                "bonds: [{walls: [groove], gap: 0.1 mm}]\n",
                contact[k & 1]),
            &q, 1);
        assert_int_equal(w->bonds_now, 2);
        const double energy = 0.5 * scree_particle_mass(5e-3, 2500.0) * 0.08 * 0.08,
                     first = scree_world_totals(w).balance;
        double most = 0.0, least = 0.0, off = 0.0;
        int beyond = 0, back = 0;
        scree_report *r = scree_report_create();
        for (int step = 0; step < 20000; step++) {
            assert_int_equal(scree_world_step(w, r), SCREE_OK);
            assert_int_equal(w->bonds_now, 2);
            const double x = place_of(w, 1).x;
            most = fmax(most, x), least = fmin(least, x);
            beyond += fabs(x) > 0.15e-3; // the foot of the other side is at 0.1 mm
            back += fabs(x) < 0.05e-3;
            off = fmax(off, fabs(scree_world_totals(w).balance - first));
        }
        if (getenv("SCREE_TEST_VERBOSE")) {
            print_message("%s: from %g to %g mm, %d steps beyond, %d back, balance by %g of %g J\n",
                          contact[k & 1], 1e3 * least, 1e3 * most, beyond, back, off, energy);
        }
        expect_near(off, 0.0, 1e-3 * energy, "balance");
        assert_true(most > 0.2e-3 && least < -0.2e-3 && beyond > 1000 && back > 1000);
        assert_int_equal(w->bonds.made, 2);
        assert_int_equal(w->bonds.lost, 0);
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// The overlap at the edge, where a bond stays, is not one more for the contact laws: a sphere that rolls in the groove with bonds that are hardly
// there goes the way of one without bonds.
static void contact_laws_rest_at_the_edge(void **state) {
    (void)state;
    scree_world *w[2];
    for (int k = 0; k < 2; k++) {
        const scree_particle q = ball(1, 5e-3, vec3(0, 0, 4.96e-3), vec3(0.02, 0, 0), vec3(0, 0, 0));
        w[k] = world_of_text(
            scree_format(
                "time: {end: 1, dt: 10 us}\n"
                "gravity: [0, 0, -10]\n"
                "materials: {a: {density: 2500, young: 1e6, poisson: 0.2}}\n"
                "contacts: [{between: any, normal: hertz, restitution: 0.5, tangential: none, bond: {law: "
                "parallel, "
                "bond_young: 10, bond_radius: 0.01}}]\n"
                "walls: {groove: {extrude: {line: [[-0.05, -0.05, 0.001], [0, -0.05, 0], [0.05, -0.05, "
                "0.001]], along: [0, 0.1, 0]}, material: a}}\n"
                "bonds: [{walls: [groove], start: %s}]\n",
                k ? "1" : "0"),
            &q, 1);
        advance(w[k], 4000);
    }
    assert_true(w[0]->bonds_now == 2 && w[1]->bonds_now == 0);
    const scree_vec3 x = place_of(w[1], 1);
    assert_true(fabs(x.x) > 0.2e-3 && x.z < 5e-3); // with an overlap
    expect_vec_near(place_of(w[0], 1), x, 1e-8, "place");
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

// A sphere in a groove that overlaps both sides, whose bonds break at once; contact laws leave out this overlap from then on.
static scree_world *broken_in_a_groove(scree_vec3 v, const char *gravity) {
    const scree_particle q = ball(1, 5e-3, vec3(0, 0, 4.96e-3), v, vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 10 us}\n"
                     "gravity: %s\n"
                     "materials: {a: {density: 2500, young: 1e6, poisson: 0.2}}\n"
                     "contacts: [{between: any, normal: hertz, restitution: 1, tangential: none, bond: {law: "
                     "parallel, bond_young: 5000, bond_shear: 1 mPa, contact_while_bonded: no}}]\n"
                     "walls: {groove: {extrude: {line: [[-0.05, -0.05, 0.001], [0, -0.05, 0], [0.05, -0.05, "
                     "0.001]], along: [0, 0.1, 0]}, material: a}}\n"
                     "bonds: [{walls: [groove], gap: 0.1 mm}]\n",
                     gravity),
        &q, 1);
    assert_int_equal(w->bonds_now, 2);
    advance(w, 10);
    assert_int_equal(w->bonds.broken[SCREE_MODE_TANGENTIAL], 2);
    return w;
}

// The sphere bounces and moves on to where it is above one side only, and its contact with the other side ends. The part that both sides have in common leaves
// out as much as they do, so no energy is made or lost.
static void what_is_left_out_at_an_edge(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        scree_world *w = broken_in_a_groove(vec3(k ? -0.012 : 0.012, 0.05, 0), "[0, 0, -10]");
        const double fall = scree_particle_mass(5e-3, 2500.0) * 10.0 * 0.04e-3, // by the overlap
            first = scree_world_totals(w).balance;
        double off = 0.0, pressed = 0.0;
        while (fabs(place_of(w, 1).x) < 0.39e-3) { // the foot of the other side is at 0.1 mm
            advance(w, 1);
            const scree_totals t = scree_world_totals(w);
            off = fmax(off, fabs(t.balance - first));
            pressed = fmax(pressed, t.elastic[SCREE_MODE_NORMAL]);
            assert_true(w->step < 8000);
        }
        assert_true(pressed > fall);
        expect_near(off, 0.0, 1e-4 * fall, "balance"); // of order 2 in the step: 2e-5
        scree_world_destroy(w);
    }
}

// Along one side, in either direction, it keeps its overlap there and leaves the other side: nothing acts, also when the contact there ends, which has less to leave out.
static void each_leaves_out_its_own(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        scree_world *w = broken_in_a_groove(vec3(k ? -0.05 : 0.05, 0.05, 0.001), "[0, 0, 0]");
        const scree_vec3 v = velocity_of(w, 1);
        while (fabs(place_of(w, 1).x) < 0.5e-3) {
            advance(w, 1);
            expect_vec_near(velocity_of(w, 1), v, 1e-8, "velocity");
            assert_true(w->step < 2000);
        }
        scree_world_destroy(w);
    }
}

// The sphere starts above one side and overlaps both by different lengths. What it gets from them it gives back, whichever way it goes: its energy ends as it began.
static void nothing_is_made_of_unlike_overlaps(void **state) {
    (void)state;
    static const struct start {
        double slope, x, vx, vz;
    } start[] = {{0.1, 0.4e-3, -0.1, -0.05}, {0.1, 0.4e-3, -0.05, -0.05}, {0.02, 0.09e-3, -0.02, -0.02},
                 {0.1, 0.2e-3, 0.1, -0.05},  {0.05, 0.1e-3, -0.2, -0.02}, {0.1, 0.1e-3, 0.0, -0.1}};
    for (size_t k = 0; k < sizeof start / sizeof *start; k++) {
        const struct start *of = &start[k];
        const scree_particle q = ball(1, 5e-3, vec3(of->x, 0, 4.96e-3 + 0.5 * of->slope * fabs(of->x)),
                                      vec3(of->vx, 0.01, of->vz), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1, dt: 5 us}\n"
                "materials: {a: {density: 2500, young: 1e6, poisson: 0.2}}\n"
                "contacts: [{between: any, normal: hertz, restitution: 1, tangential: none, bond: {law: "
                "parallel, bond_young: 5000, bond_shear: 1 mPa, contact_while_bonded: no}}]\n"
                "walls: {groove: {extrude: {line: [[-0.05, -0.05, %.17g], [0, -0.05, 0], [0.05, -0.05, "
                "%.17g]], along: [0, 0.1, 0]}, material: a}}\n"
                "bonds: [{walls: [groove], gap: 0.1 mm}]\n",
                0.05 * of->slope, 0.05 * of->slope),
            &q, 1);
        advance(w, 10);
        assert_int_equal(w->bonds.broken[SCREE_MODE_TANGENTIAL], 2);
        const scree_totals first = scree_world_totals(w);
        double off = 0.0, pressed = 0.0;
        while (scree_world_time(w) < 0.03 && fabs(place_of(w, 1).x) < 5e-3) {
            advance(w, 1);
            const scree_totals t = scree_world_totals(w);
            off = fmax(off, fabs(t.kinetic + t.rotational + t.elastic[SCREE_MODE_NORMAL] - first.kinetic));
            pressed = fmax(pressed, t.elastic[SCREE_MODE_NORMAL]);
        }
        print_message("start %zu: energy off by %.3g, pressed %.3g\n", k, off / first.kinetic,
                      pressed / first.kinetic);
        expect_near(off, 0.0, 5e-4 * first.kinetic, "energy"); // of order 2 in the step
        assert_true(pressed > 0.01 * first.kinetic);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_stay_one_at_an_edge),      cmocka_unit_test(both_stay_at_an_edge),
        cmocka_unit_test(contact_laws_rest_at_the_edge), cmocka_unit_test(what_is_left_out_at_an_edge),
        cmocka_unit_test(each_leaves_out_its_own),       cmocka_unit_test(nothing_is_made_of_unlike_overlaps),
        cmocka_unit_test(they_hold_and_follow),          cmocka_unit_test(they_break)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
