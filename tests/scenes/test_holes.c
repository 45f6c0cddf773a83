// SPDX-License-Identifier: BSD-3-Clause
// Balls fall into holes of few and many sides that they nearly fit, with the time step of dt: auto: the ring of contacts makes no energy, the step is
// short enough for it, and the balls come to rest.
// ctest: TIMEOUT 300
// not with sanitizers: it compares figures of a few bodies, on paths through the code that test_determinism and test_walls take
#include "wall_contacts/corrections.h"
#include "world_of_text.h"

static const double R = 10.05e-3; // m, of the balls; the holes have 10 mm

static scree_world *falling(const char *wall, double young) {
    scree_particle q[2];
    q[0] = ball(1, R, vec3(0, 0, 5e-3), vec3(0, 0, 0), vec3(0, 0, 0));
    q[1] = ball(2, R, vec3(0.05, 2e-3, 9e-3), vec3(0, 0, 0), vec3(0, 0, 0));
    return world_of_text(scree_format("time: {end: 1, dt: auto}\n"
                                      "gravity: [0, 0, -9.81]\n"
                                      "materials: {m: {density: 2500, young: %g, poisson: 0.3}}\n"
                                      "walls: {wall: {%s, material: m}}\n"
                                      "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n",
                                      young, wall),
                         q, 2);
}

static void expect_rest(const char *wall, double young) {
    scree_world *w = falling(wall, young);
    double least = energy_of_world(w);
    const double start = least;
    while (scree_world_time(w) < 0.4) {
        advance(w, 20);
        const double now = energy_of_world(w);
        if (now - least > 1e-3 * start) {
            fail_msg("%s with %g Pa: energy %g J after %g J", wall, young, now, least);
        }
        least = fmin(least, now);
    }
    assert_int_equal(w->alarms.step_looks.too_long, 0);
    for (uint64_t id = 1; id <= 2; id++) {
        assert_true(vec_norm(velocity_of(w, id)) < 1e-3 && place_of(w, id).z > 0);
    }
    scree_world_destroy(w);
}

static void balls_rest_in_holes(void **state) {
    (void)state;
    for (int segments = 8; segments <= 64; segments *= 2) {
        char *screen = scree_format(
            "screen: {corner: [-25 mm, -25 mm, 0], first: [100 mm, 0, 0], second: [0, 50 mm, 0], "
            "columns: 2, rows: 1, hole: 10 mm, segments: %d}",
            segments);
        expect_rest(screen, 1e9);
        scree_free(screen);
    }
}

// The largest change of the balance, of the energy at the start, while a ball with a spin bounces and slides in the opening of the wall.
static double off_balance(const char *wall, double dt) {
    scree_particle q[1] = {
        ball(1, 4e-3, vec3(1e-3, -0.5e-3, 6e-3), vec3(0.1, 0.05, -0.3), vec3(20, -30, 40))};
    scree_world *w =
        world_of_text(scree_format("time: {end: 1, dt: %.17g, velocity_scale: 1}\n"
                                   "gravity: [0, 0, -9.81]\n"
                                   "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                                   "walls: {wall: {%s, material: m}}\n"
                                   "contacts: [{between: any, restitution: 0.8, friction: 0.4}]\n",
                                   dt, wall),
                      q, 1);
    const scree_totals start = scree_world_totals(w);
    double most = 0.0;
    size_t corrections = 0;
    while (scree_world_time(w) < 0.06) {
        advance(w, 1);
        most = fmax(most, fabs(scree_world_totals(w).balance - start.balance));
        corrections += w->corrections[0].list.n;
    }
    assert_true(corrections > 100);
    scree_world_destroy(w);
    return most / (start.kinetic + start.rotational);
}

// Friction acts across the normal, also where two sides of a curve meet and the overlap changes more slowly than the ball moves.
static void friction_closes_the_balance(void **state) {
    (void)state;
    static const char *const wall[] = {"screen: {corner: [-25 mm, -25 mm, 0], first: [50 mm, 0, 0], second: "
                                       "[0, 50 mm, 0], columns: 1, rows: "
                                       "1, hole: 3.5 mm, segments: 8}",
                                       "screen: {corner: [-25 mm, -25 mm, 0], first: [50 mm, 0, 0], second: "
                                       "[0, 50 mm, 0], columns: 1, rows: "
                                       "1, hole: 3.5 mm, segments: 16}",
                                       "cone: {point: [0, 0, -5 mm], axis: [0, 0, 1], length: 12 mm, radius: "
                                       "3 mm, end_radius: 9 mm, segments: "
                                       "12}"};
    for (size_t k = 0; k < sizeof wall / sizeof *wall; k++) {
        const double coarse = off_balance(wall[k], 4e-6), fine = off_balance(wall[k], 1e-6);
        print_message("%.6s %zu: balance off by %.3g, then %.3g\n", wall[k], k, coarse, fine);
        assert_true(coarse < 3e-3 && fine < 3e-4);
    }
}

// The springs and dashpots of a ring are together as strong for any number of sides, those of friction too: with the step of dt: auto a ball comes to rest in it.
static void any_number_of_sides(void **state) {
    (void)state;
    static const char *const law[] = {
        "",
        ", rolling: {law: cdt, rolling_friction: 0.1}",
        ", rolling: {law: epsd, rolling_friction: 0.1}",
        // stiffnesses and dashpots in numbers
        ", tangential: {law: linear_spring, tangential_stiffness: 3e3}",
        ", tangential: {law: coulomb, tangential_viscosity: 3}",
        ", tangential: {law: sds_linear, tangential_stiffness: 3e3, tangential_damping_coefficient: 1}",
        ", tangential: {law: sds_nonlinear, formula: TTI, tangential_damping_coefficient: 1}",
        ", rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 3e3, rolling_damping_coefficient: "
        "1}",
        ", tangential: {law: luding, stiffness: 1e4, tangential_viscosity: 1}, rolling: {law: luding, "
        "stiffness: 1e4, rolling_friction: 0.1, rolling_viscosity: 1e-5}",
    };
    for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
        for (int segments = 32; segments <= 512; segments *= 4) {
            scree_particle q[1] = {ball(1, 7e-3, vec3(0, 0, 9.8994e-3), vec3(0, 0, 0), vec3(0, 0, 0))};
            scree_world *w = world_of_text(
                scree_format("time: {end: 1, dt: auto}\n"
                             "gravity: [0, 0, -9.81]\n"
                             "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                             "contacts: [{between: any, restitution: 0.5, friction: 0.3%s}]\n"
                             "walls: {wall: {cone: {point: [0, 0, 0], axis: [0, 0, 1], length: 20 mm, "
                             "radius: 0, end_radius: 20 mm, segments: %d}, material: m}}\n",
                             law[k], segments),
                q, 1);
            const scree_totals start = scree_world_totals(w);
            double most = 0.0, overlap = 0.0;
            while (scree_world_time(w) < 0.06) {
                advance(w, 20);
                most = fmax(most, fabs(scree_world_totals(w).balance - start.balance));
                overlap = w->deepest.ratio;
            }
            const scree_totals end = scree_world_totals(w);
            print_message("law %zu, %d sides: balance off by %.3g J, kinetic %.3g J, overlap %.4g\n", k,
                          segments, most, end.kinetic + end.rotational, overlap);
            // 2e-7 J are lost in the fall
            assert_true(most < 2e-9 && end.kinetic + end.rotational < 1e-12 && overlap < 3e-3);
            scree_world_destroy(w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_number_of_sides),
                                       cmocka_unit_test(balls_rest_in_holes),
                                       cmocka_unit_test(friction_closes_the_balance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
