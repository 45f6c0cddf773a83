// SPDX-License-Identifier: BSD-3-Clause
// A ball that rocks in a drum of flat facets, as in an analytic cylinder: without friction and with restitution 1 it
// keeps its energy, with an error that decreases with the step; with friction and damping it never gains.
// ctest: TIMEOUT 300
// not with sanitizers: it compares figures of a few bodies, on paths through the code that test_determinism and test_walls take
#include "effort.h"
#include "world_of_text.h"

static const double R = 0.05, r = 5e-3;

// Facets all around, with one centred below; 0: the analytic cylinder.
static const char *drum(int facets) {
    static scree_vec3 corner[6 * 4096];
    for (int i = 0; i < facets; i++) {
        const double turn = 6.283185307179586 / facets, a = turn * (i - 0.5) - 1.5707963267948966,
                     b = turn * ((i + 1) % facets - 0.5) - 1.5707963267948966;
        const scree_vec3 q[4] = {{R * cos(a), R * sin(a), -0.02},
                                 {R * cos(b), R * sin(b), -0.02},
                                 {R * cos(b), R * sin(b), 0.02},
                                 {R * cos(a), R * sin(a), 0.02}};
        const int two[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; k++) {
            corner[6 * i + k] = q[two[k]];
        }
    }
    if (facets > 0) {
        write_mesh("drum.stl", corner, 2 * (size_t)facets);
        return "mesh: {file: drum.stl}";
    }
    return "cylinder: {point: [0, 0, -0.02], axis: [0, 0, 1], radius: 50 mm, length: 40 mm}";
}

static scree_world *rocking(int facets, double young, double step, const char *contacts) {
    const double angle = 0.5235987755982988,
                 d = R * (facets ? cos(3.141592653589793 / facets) : 1) - r - 1e-5;
    scree_particle q = ball(1, r, vec3(d * sin(angle), -d * cos(angle), 0), vec3(0, 0, 0), vec3(0, 0, 0));
    return world_of_text(scree_format("time: {end: 10 s, dt: %.17g, velocity_scale: 1 m/s}\n"
                                      "gravity: [0, -9.81, 0]\n"
                                      "materials: {m: {density: 2500, young: %g, poisson: 0.3}}\n"
                                      "walls: {drum: {%s, material: m}}\n"
                                      "contacts: [{between: any, %s}]\n",
                                      step, young, drum(facets), contacts),
                         &q, 1);
}

static double swing_energy(const scree_world *w) {
    return w->p.motion[0].v.m * 9.81 * (R - r) * (1 - 0.8660254037844387);
}

// Largest gain and loss of energy relative to the energy of the swing, in 1.2 s.
static double worst_error(int facets, double young, double step) {
    scree_world *w = rocking(facets, young, step, "restitution: 1, friction: 0");
    const double before = energy_of_world(w), swing = swing_energy(w);
    double worst = 0;
    for (double t = 0; t < 1.2; t += 100 * step) {
        advance(w, 100);
        worst = fmax(worst, fabs(energy_of_world(w) - before) / swing);
    }
    assert_true(vec_norm(place_of(w, 1)) < R);
    scree_world_destroy(w);
    return worst;
}

static void facets_make_no_energy(void **state) {
    (void)state;
    const int facets[] = {256, 0, 64, 1024, 4096}, n = effort(5, 2, 1);
    for (int k = 0; k < n; k++) {
        const double soft = worst_error(facets[k], 5e6, 2e-5), stiff = worst_error(facets[k], 5e8, 5e-6);
        printf("%4d facets: worst energy error over swing energy %.2g at 5 MPa, %.2g at 500 MPa\n", facets[k],
               soft, stiff);
        assert_true(soft < 1e-4);
        assert_true(stiff < 1e-4);
    }
}

static void error_falls_with_the_step(void **state) {
    (void)state;
    const double coarse = worst_error(256, 5e6, 8e-5), fine = worst_error(256, 5e6, 1e-5);
    printf("256 facets: %.2g with 80 us, %.2g with 10 us\n", coarse, fine);
    assert_true(fine < 0.25 * coarse);
}

// Inelastic, with friction: losses never decrease, and the motion is damped out.
static void losses_only_grow(void **state) {
    (void)state;
    const int facets[] = {64, 256, 1024}, n = effort(3, 1, 1);
    for (int k = 0; k < n; k++) {
        scree_world *w = rocking(facets[k], 5e6, 2e-5, "restitution: 0.6, friction: 0.5");
        double before = energy_of_world(w);
        const double swing = swing_energy(w), start = before;
        for (int i = 0; i < 600; i++) {
            advance(w, 100);
            const double now = energy_of_world(w);
            assert_true(now < before + 1e-4 * swing);
            before = now;
        }
        assert_true(before < start);
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facets_make_no_energy),
        cmocka_unit_test(error_falls_with_the_step),
        cmocka_unit_test(losses_only_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
