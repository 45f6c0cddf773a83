// SPDX-License-Identifier: BSD-3-Clause
// Corners of free walls at planes have the restitution that the contact laws ask for.
#include "laws/damping.h"
#include "world_of_text.h"

// Speed along the normal with which a box leaves a plane, as a fraction of that with which it came, with one corner first.
// The scene begins at x.
static double leaves(double restitution, const char *end, scree_vec3 x) {
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 100 ns, velocity_scale: 1}\n"
                     "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: %g, friction: 0, end: %s}]\n"
                     "walls:\n"
                     "  floor: {plane: {point: [%.17g, %.17g, %.17g], normal: [1, 2, 3]}, material: m}\n"
                     "  b: {box: {min: [%.17g, %.17g, %.17g], max: [%.17g, %.17g, %.17g]}, material: m, "
                     "free: {velocity: "
                     "[-0.1, -0.2, "
                     "-0.3], corner_stiffness: 1e8, slide: {along: [1, 2, 3]}}}\n",
                     restitution, end, x.x, x.y, x.z - 1e-6, x.x, x.y, x.z, x.x + 0.04, x.y + 0.03,
                     x.z + 0.02),
        NULL, 0);
    const scree_wall *wall = &w->wall.data[1];
    const double before = scree_wall_drive_freedom(w, wall, 0).speed;
    advance(w, 60);
    assert_int_equal(wall->corner.n, 1);
    advance(w, 3000);
    assert_int_equal(wall->corner.n, 0);
    const double after = scree_wall_drive_freedom(w, wall, 0).speed;
    scree_world_destroy(w);
    return -after / before;
}

static void restitution_is_that_asked_for(void **state) {
    (void)state;
    const scree_vec3 here = vec3(0, 0, 0), there = vec3(1, 2, 3);
    const double asked[] = {0.05, 0.3, 0.6, 0.9, 1.0};
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        const double e = asked[k], cut = scree_restitution_zero_force(scree_damping_ratio(e, 0));
        expect_near(leaves(e, "zero_overlap", here), e, 2e-3, "zero overlap");
        expect_near(leaves(e, "zero_overlap", there), e, 2e-3, "zero overlap, elsewhere");
        expect_near(leaves(e, "zero_force", here), e, 2e-3, "zero force");
        expect_near(leaves(e, "limit_force", here), cut, 2e-3, "limited force");
        assert_true(e == 1.0 || cut > e + 2e-3);
    }
}

// The same of a box of these edges, m, that lands flat on four corners.
static double leaves_flat(double a, double b, double height, double restitution) {
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 1 us, velocity_scale: 1}\n"
                     "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: %g, friction: 0}]\n"
                     "walls:\n"
                     "  floor: {plane: {point: [0, 0, -1e-6], normal: [0, 0, 1]}, material: m}\n"
                     "  b: {box: {min: [0, 0, 0], max: [%g, %g, %g]}, material: m, free: {velocity: "
                     "[0, 0, -0.1], corner_stiffness: 1e5}}\n",
                     restitution, a, b, height),
        NULL, 0);
    const scree_wall *wall = &w->wall.data[1];
    advance(w, 100);
    assert_int_equal(wall->corner.n, 4);
    advance(w, 20000);
    assert_int_equal(wall->corner.n, 0);
    const double after = wall->now.velocity.z;
    assert_true(vec_norm(wall->now.spin) < 1e-9);
    scree_world_destroy(w);
    return after / 0.1;
}

// Each corner has the dashpot of an impact on it alone, for the mass m that moves there. On four of them the damping ratio of a wall of
// mass M is 2 sqrt(m/M) times the one asked for: docs/driven_walls.md.
static void four_corners_damp_as_four_impacts(void **state) {
    (void)state;
    const double box[][3] = {{0.02, 0.02, 0.02}, {0.04, 0.03, 0.02}, {0.04, 0.04, 0.004}, {0.02, 0.02, 0.08}};
    const double asked = 0.3, z = scree_damping_ratio(asked, 0);
    for (size_t k = 0; k < sizeof box / sizeof *box; k++) {
        const double a2 = box[k][0] * box[k][0], b2 = box[k][1] * box[k][1], h2 = box[k][2] * box[k][2],
                     share = 1.0 / (1.0 + 3.0 * b2 / (b2 + h2) + 3.0 * a2 / (a2 + h2)),
                     ratio = 2.0 * sqrt(share) * z;
        expect_near(leaves_flat(box[k][0], box[k][1], box[k][2], asked),
                    exp(-3.141592653589793 * ratio / sqrt(1.0 - ratio * ratio)), 5e-3, "flat");
    }
}

// Where no stiffness is given, a corner has E* times a twentieth of the mesh's diagonal: a box that lies as deep as its weight presses four such
// corners stays there.
static void rests_at_its_depth(void **state) {
    (void)state;
    const double a = 0.04, b = 0.03, h = 0.02, soft = (1.0 - 0.3 * 0.3) / 5e6 + (1.0 - 0.4 * 0.4) / 2e6,
                 k = 0.05 * sqrt(a * a + b * b + h * h) / soft, depth = 1000.0 * a * b * h * 9.81 / (4.0 * k);
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 10 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}, n: {density: 1, young: 2 "
                     "MPa, poisson: 0.4}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0}]\n"
                     "walls:\n"
                     "  floor: {plane: {point: [0, 0, %.17g], normal: [0, 0, 1]}, material: n}\n"
                     "  b: {box: {min: [0, 0, 0], max: [%g, %g, %g]}, material: m, free: {}}\n",
                     depth, a, b, h),
        NULL, 0);
    const scree_wall *wall = &w->wall.data[1];
    for (int n = 0; n < 20; n++) {
        advance(w, 100);
        expect_near(wall->now.pose.shift.z, 0.0, 1e-6 * depth, "depth");
    }
    assert_int_equal(wall->corner.n, 4);
    scree_world_destroy(w);
}

// Below the limit of friction a corner is held by a spring of half that stiffness: a push along the plane moves a box on four corners to and fro,
// up to twice as far as it would hold it at rest.
static void friction_holds_by_a_spring(void **state) {
    (void)state;
    const double k = 1e5, mass = 1000.0 * 0.04 * 0.03 * 0.02, push = 0.5,
                 farthest = 2.0 * mass * push / (4.0 * 0.5 * k);
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 1 us, velocity_scale: 1}\ngravity: [%g, 0, -9.81]\n"
            "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, restitution: 0.5, friction: 0.9}]\n"
            "walls:\n"
            "  floor: {plane: {point: [0, 0, %.17g], normal: [0, 0, 1]}, material: m}\n"
            "  b: {box: {min: [0, 0, 0], max: [4 cm, 3 cm, 2 cm]}, material: m, free: {corner_stiffness: %g, "
            "slide: [{along: [1, 0, 0]}, {along: [0, 0, 1]}]}}\n",
            push, mass * 9.81 / (4.0 * k), k),
        NULL, 0);
    double most = 0.0, least = 0.0;
    for (int n = 0; n < 3000; n++) { // a period of 2.2 ms and more
        advance(w, 1);
        most = fmax(most, w->wall.data[1].now.pose.shift.x);
        least = fmin(least, w->wall.data[1].now.pose.shift.x);
    }
    expect_near(most, farthest, 2e-3 * farthest, "farthest place"); // the spring is of first order
    expect_near(least, 0.0, 2e-3 * farthest, "back where it was");
    scree_world_destroy(w);
}

// Each corner has a spring of its own: a box that spins on four of them turns to and fro as far as these, each in its own direction, let it.
static void corners_hold_a_spin(void **state) {
    (void)state;
    const double k = 1e5, a = 0.04, b = 0.03, h = 0.02, mass = 1000.0 * a * b * h, spin = 0.2,
                 arm2 = 0.25 * (a * a + b * b), inertia = mass / 12.0 * (a * a + b * b),
                 most = spin / sqrt(4.0 * 0.5 * k * arm2 / inertia);
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 1 us, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 1000, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 1, friction: 10}]\n"
                     "walls:\n"
                     "  floor: {plane: {point: [0, 0, %.17g], normal: [0, 0, 1]}, material: m}\n"
                     "  b: {box: {min: [0, 0, 0], max: [%g, %g, %g]}, material: m, free: {corner_stiffness: "
                     "%g, spin: [0, 0, %g]}}\n",
                     mass * 9.81 / (4.0 * k), a, b, h, k, spin),
        NULL, 0);
    double farthest = 0.0;
    for (int n = 0; n < 2000; n++) {
        advance(w, 1);
        farthest = fmax(farthest, asin(w->wall.data[1].now.pose.rotation.m[3]));
    }
    assert_int_equal(w->wall.data[1].corner.n, 4);
    expect_near(farthest, most, 0.01 * most, "angle");
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_hold_a_spin),
        cmocka_unit_test(restitution_is_that_asked_for),
        cmocka_unit_test(four_corners_damp_as_four_impacts),
        cmocka_unit_test(rests_at_its_depth),
        cmocka_unit_test(friction_holds_by_a_spring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
