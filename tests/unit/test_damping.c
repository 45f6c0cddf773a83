// SPDX-License-Identifier: BSD-3-Clause
// Numerical damping against closed forms, and its part of the ledger.
#include "maths/math.h"
#include "world_of_text.h"

#define MATERIAL                                                                                             \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"
#define SOFT                                                                                                 \
    "materials: {m: {density: 2500, young: 10 Pa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n" // none touch
#define CONTACTS                                                                                             \
    "contacts: [{between: any, normal: hooke, tangential: linear_spring, stiffness: 1e4, restitution: %s, "  \
    "friction: 0.5}]\n"

// A falling ball feels 1 - a of its weight; thrown up it is slowed down by 1 + a of it.
static void test_free_fall(void **state) {
    (void)state;
    const scree_particle q[2] = {ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, -1), vec3(0, 0, 0)),
                                 ball(2, 2e-3, vec3(1, 0, 0), vec3(0, 0, 1), vec3(0, 5, 0))};
    scree_world *w = world_of_text(scree_format("time: {end: 1 s, dt: 1 ms}\n"
                                                "gravity: [0, 0, -10]\n"
                                                "damping: {local: 0.25}\n" SOFT),
                                   q, 2);
    advance(w, 50);
    expect_near(velocity_of(w, 1).z, -1 - 7.5 * 0.05, 1e-13, "falling");
    expect_near(velocity_of(w, 2).z, 1 - 12.5 * 0.05, 1e-13, "rising");
    assert_true(velocity_of(w, 2).x == 0 && spin_of(w, 2).y == 5); // no force, no damping
    const scree_totals t = scree_world_totals(w);
    const double m1 = 2500 * scree_sphere_volume(1e-3), m2 = 2500 * scree_sphere_volume(2e-3);
    expect_near(t.damped, m1 * 2.5 * (0.05 + 0.5 * 7.5 * 0.0025) + m2 * 2.5 * (0.05 - 0.5 * 12.5 * 0.0025),
                1e-16, "damped");
    scree_world_destroy(w);
}

// In the step in which a thrown ball reverses its motion the damping changes its sign too: it has the sign of the velocity at the time of the force.
static void test_turns_round(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0.75 * 10 * 1e-3), vec3(0, 0, 0));
    scree_world *w = world_of_text(scree_format("time: {end: 1 s, dt: 1 ms}\n"
                                                "gravity: [0, 0, -10]\n"
                                                "damping: {local: 0.25}\n" SOFT),
                                   &q, 1);
    advance(w, 1); // 0.75 - 0.5 (1 + 0.25) - 0.5 (1 - 0.25), in units of g dt
    expect_near(velocity_of(w, 1).z, -0.25 * 10 * 1e-3, 1e-15, "velocity");
    scree_world_destroy(w);
}

// v' = g - c v, w' = -c w
static void test_viscous(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 5, 0));
    double off[2];
    for (int k = 0; k < 2; k++) {
        const int steps = 1000 << k;
        scree_world *w = world_of_text(scree_format("time: {end: 1 s, dt: %.17g}\n"
                                                    "gravity: [0, 0, -10]\n"
                                                    "damping: {viscous: 4 1/s}\n" SOFT,
                                                    1.0 / steps),
                                       &q, 1);
        const double start = scree_world_totals(w).balance;
        advance(w, (uint64_t)steps / 2);
        const double decay = scree_exp(-4 * 0.5);
        off[k] = velocity_of(w, 1).z - -2.5 * (1 - decay);
        expect_near(velocity_of(w, 1).x, decay, 2e-6, "velocity");
        expect_near(spin_of(w, 1).y, 5 * decay, 1e-5, "spin");
        expect_near(velocity_of(w, 1).z, -2.5 * (1 - decay), 5e-6, "terminal velocity");
        expect_near(scree_world_totals(w).balance, start, 1e-5 * scree_world_totals(w).kinetic, "balance");
        scree_world_destroy(w);
    }
    assert_true(fabs(off[1] / off[0]) < 0.3); // order 2
}

// A force F on a ball at rest that is damped moves it with F / (m c) (1 - exp(-c t)): its work is F times the way.
static void test_work_of_a_load(void **state) {
    (void)state;
    const scree_particle q = ball(1, 1e-3, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(scree_format("time: {end: 1 s, dt: 1 ms}\n"
                                                "damping: {viscous: 20 1/s}\n"
                                                "groups: {a: {ids: [1], force: [0, 1 uN, 0]}}\n" SOFT),
                                   &q, 1);
    const double c = 20, m = 2500 * scree_sphere_volume(1e-3), t = 0.2, f = 1e-6,
                 work = f * f / (m * c) * (t - (1 - scree_exp(-c * t)) / c);
    advance(w, 200);
    expect_near(scree_world_totals(w).loaded, work, 1e-4 * work, "work"); // of order 2: (c dt)^2 / 12 is 3e-5
    expect_near(scree_world_totals(w).balance, 0.0, 1e-4 * work, "balance");
    scree_world_destroy(w);
}

// An elastic ball on a spring comes to rest at its static overlap, and all energy that is gone is in the ledger.
static void test_comes_to_rest(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, vec3(0, 0, 5.5e-3), vec3(0.1, 0, 0), vec3(0, 0, 0));
    for (int half = 0; half < 2; half++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1 s, dt: 5 us, integrator: %s}\n"
                "gravity: [0, 0, -9.81]\n"
                "damping: {local: 0.5}\n" MATERIAL
                "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n" CONTACTS,
                half ? "verlet_half_step" : "verlet", "1"),
            &q, 1);
        const double start = scree_world_totals(w).balance, weight = 9.81 * 2500 * scree_sphere_volume(5e-3);
        double damped = 0;
        for (int k = 0; k < 100; k++) {
            advance(w, 1000);
            const scree_totals t = scree_world_totals(w);
            assert_true(t.damped >= damped - 1e-12);
            damped = t.damped;
            expect_near(t.balance, start, 2e-8, "balance"); // of 1.3e-5 J
        }
        expect_near(5e-3 - place_of(w, 1).z, weight / 1e4, 1e-12, "overlap");
        scree_world_destroy(w);
    }
}

static void test_threads(void **state) {
    (void)state;
    enum { N = 300 };
    scree_particle q[N];
    scree_hash digest[3];
    double damped[3];
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, 3e-3,
                    vec3(0.007 * (k % 10), 0.007 * (k / 10 % 6), 0.004 + 0.007 * (k / 60)),
                    vec3(0.1 * (k % 3), 0, -0.1), vec3(0, 0, 0));
    }
    for (int threads = 1; threads <= 3; threads++) {
        char *text = scree_format(
            "time: {end: 1 s, dt: 10 us}\n"
            "gravity: [0, 0, -9.81]\n"
            "damping: {local: 0.3, viscous: 1}\n" MATERIAL
            "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n" CONTACTS,
            "0.5");
        scree_world *w = world_of_case(case_of_text(text), q, N, threads, NULL);
        scree_free(text);
        begin(w);
        advance(w, 2000);
        digest[threads - 1] = scree_world_digest(w);
        damped[threads - 1] = scree_world_totals(w).damped;
        scree_world_destroy(w);
    }
    for (int k = 1; k < 3; k++) {
        assert_memory_equal(&digest[k], &digest[0], sizeof *digest);
        assert_true(damped[k] == damped[0] && damped[0] > 0);
    }
}

static void test_mistakes(void **state) {
    (void)state;
    expect_case_refused("time: {end: 1 s}\ndamping: {local: 1}\n" MATERIAL,
                        "damping.local: \"1\" is out of range");
    expect_case_refused("time: {end: 1 s}\ndamping: {viscous: -1}\n" MATERIAL,
                        "damping.viscous: \"-1\" is out of range");
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(case_of_text("time: {end: 1 s, dt: 1 ms}\ndamping: {viscous: 200}\n" SOFT),
                                   NULL, 0, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_USER_ERROR);
    assert_non_null(strstr(scree_report_text(r, scree_report_size(r) - 1),
                           "damping.viscous = 200 1/s takes 0.2 of the velocity"));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_fall),     cmocka_unit_test(test_turns_round),
        cmocka_unit_test(test_viscous),       cmocka_unit_test(test_work_of_a_load),
        cmocka_unit_test(test_comes_to_rest), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
