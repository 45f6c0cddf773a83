// SPDX-License-Identifier: BSD-3-Clause
// Balls fall into holes of few and many sides that they nearly fit, with the time step of dt: auto: the ring of contacts makes no energy, the step is
// short enough for it, and the balls come to rest.
// ctest: TIMEOUT 300
// not with sanitizers: it compares figures of a few bodies, on paths through the code that test_determinism and test_walls take
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(balls_rest_in_holes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
