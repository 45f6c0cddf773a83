// SPDX-License-Identifier: BSD-3-Clause
// Measures that need a world, not only the rows of a frame: fragments, drums, outlets.
#include "maths/math.h"
#include "measure/columns.h"
#include "measures/list/measures.h"
#include "measures/list/measures_keys.h"
#include "world_of_text.h"

static double value(scree_world *w, const char *name) {
    double x = 0.0;
    assert_non_null(scree_columns_value(w, name, &x));
    return x;
}

// ---- fragments ---------------------------------------------------------------------------------------------

#define BONDED                                                                                               \
    "time: {end: 1, dt: 1e-5, velocity_scale: 1}\n"                                                          \
    "materials: {a: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3, bond: {law: parallel, bond_young: 1e6}}]\n"  \
    "bonds: [{}]\n"

// Chains of 1, 1, 2 and 3 balls of equal mass, a ball of eight times that mass that is alone, and a fixed one: of 15 masses half are reached by the large one.
// In the region without it half of 7 is reached by the chain of two.
static void test_fragments(void **state) {
    (void)state;
    enum { BALLS = 9 };
    const double r = 5e-3, m = 2500 * scree_sphere_volume(r);
    const int chain[BALLS] = {0, 1, 2, 2, 3, 3, 3, 4, 5};
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        const scree_vec3 x = vec3(0.1 * chain[k], 2 * r * k, 0);
        q[k] = ball((uint64_t)k + 1, chain[k] == 4 ? 2 * r : r, x, vec3(0, 0, 0), vec3(0, 0, 0));
        q[k].fixed = chain[k] == 5;
    }
    scree_world *w = world_of_text(
        scree_format(BONDED "measures: {left: {fragment_sizes: {}, region: {box: {min: [-1, -1, -1], max: "
                            "[0.35, 1, 1]}}}, far: {fragment_sizes: {}, region: {box: {min: [5, 5, 5], "
                            "max: [6, 6, 6]}}}}\n"),
        q, BALLS);
    scree_measures_update(w);
    expect_near(value(w, "fragment_count"), 5, 0, "fragments");
    expect_near(value(w, "fragment_largest"), 8 * m, 1e-14 * m, "the largest one");
    expect_near(value(w, "fragment_median_mass"), 8 * m, 1e-14 * m, "half of 15 masses");
    expect_near(value(w, "fragment_d50"), 4 * r, 1e-15, "the diameter of it");
    expect_near(value(w, "left fragment_count"), 4, 0, "fragments of the region");
    expect_near(value(w, "left fragment_median_mass"), 2 * m, 1e-14 * m, "half of 7 masses");
    expect_near(value(w, "left fragment_largest"), 3 * m, 1e-14 * m, "the largest of the region");
    expect_near(value(w, "left fragment_d50"), 2 * r * cbrt(2.0), 1e-15, "volume of two balls");
    assert_true(isnan(value(w, "far fragment_count")));
    // The table has one row for both balls alone.
    const scree_measure_def *d = &w->case_->measure.data[0];
    const double mass[] = {1, 2, 3}, share[] = {2.0 / 7, 4.0 / 7, 1.0};
    scree_measure_rows rows = {0};
    scree_measured out;
    scree_arrangement a;
    scree_arrangement_of(w, false, &a);
    scree_measure_of(d->kind)->evaluate(&a, d, &out, &rows);
    scree_arrangement_clear(&a);
    assert_int_equal(rows.n, 6);
    for (size_t k = 0; k < 3; k++) {
        expect_near(rows.data[2 * k], mass[k] * m, 1e-14 * m, "mass of a row");
        expect_near(rows.data[2 * k + 1], share[k], 1e-15, "share of a row");
    }
    scree_array_free(&rows);
    scree_world_destroy(w);
}

// ---- drums -------------------------------------------------------------------------------------------------

// A drum with lids that turns about y. One ball presses the shell and one a lid, which slides along it: each needs the torque mu N times the distance
// from the axis. The balls of a tilted plane, which touch nothing, are its free surface.
static void test_drum(void **state) {
    (void)state;
    enum { SIDE = 12, PLANE = SIDE * SIDE, N = PLANE + 2 };
    static scree_particle q[N];
    const double r = 1e-3, R = 0.5, rho = 0.2, over = 1e-5, width = 4 * r, friction = 0.3, rate = 10.0;
    for (int k = 0; k < PLANE; k++) {
        const double x = width * (k % SIDE) * (1 + 1e-9), y = width * (k / SIDE) * (1 + 1e-9);
        q[k] = ball((uint64_t)k + 1, r, vec3(x, 0.1 + y, 0.4 * x - 0.3 * y), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    q[PLANE] = ball(PLANE + 1, r, vec3(0, 0.25, -(R - r + over)), vec3(0, 0, 0), vec3(0, 0, 0));
    q[PLANE + 1] = ball(PLANE + 2, r, vec3(rho, r - over, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    for (int turned = 0; turned < 2; turned++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1 s, dt: 1 us, velocity_scale: 10}\ngravity: [0, 0, -9.81]\n"
                "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                "contacts: [{between: any, restitution: 0.5, friction: %g}]\n"
                "walls: {mill: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: %g, length: 0.5, "
                "lids: both}, material: m, motion: [{rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: "
                "%g rad/s}}]}}\n"
                "measures: {mill_now: {drum: {wall: mill}, region: {box: {min: [-0.01, 0.09, -0.3], max: "
                "[0.3, 0.45, 0.3]}}}}\n",
                friction, R, turned ? -rate : rate),
            q, N);
        advance(w, 100);
        scree_measures_update(w);
        const scree_wall *shell = &w->wall.data[0];
        const double force = -shell->now.force.z, lid = -w->wall.data[1].now.force.y,
                     torque = friction * (force * R + lid * rho);
        assert_true(force > 1e-3 && lid > 1e-3);
        expect_near(value(w, "mill_now drum_angle"), atan(0.5), 1e-8, "angle of a plane");
        expect_near(value(w, "mill_now drum_angle_error"), 0.0, 1e-7, "its error");
        expect_near(value(w, "mill_now drum_torque"), torque, 2e-3 * torque, "torque of sliding friction");
        expect_near(value(w, "mill_now drum_power"), torque * rate, 2e-3 * torque * rate, "power of it");
        scree_world_destroy(w);
    }
    expect_case_refused("time: {end: 1 s, dt: 1 us}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: "
                        "0.3}}\nmeasures: {mill: {drum: {wall: shell}}}\n",
                        "measures.mill: there is no wall 'shell'; accepted: a name under 'walls'");
}

// ---- outlets -----------------------------------------------------------------------------------------------

#define EMPTY                                                                                                \
    "materials: {m: {density: 2500, young: 50 kPa, poisson: 0.3}}\n"                                         \
    "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"

// A column of balls falls with 1 m/s through an outlet that is checked each 1 ms. Each part of the window, 4 ms, has two balls or none, in turn: mean and deviation
// are those of that. A counting outlet sees the same. The last window does not see what was before.
static void test_mass_flow(void **state) {
    (void)state;
    enum { PARTS = 20, GAP = 5, ALL = 2 * (GAP + PARTS) };
    const double r = 0.5e-3, m = 2500 * scree_sphere_volume(r), part = 4e-3, g = 1e-6, D = 10e-3;
    scree_particle q[ALL];
    size_t n = 0;
    for (int k = 0; k < GAP + 2 * PARTS && n + 2 <= ALL; k++) { // part k: two balls if k is even
        for (int j = 0; j < 2 && (k % 2 == 0 || k < GAP); j++) {
            const double when = part * k + 1.5e-3 * (j + 0.5);
            q[n] = ball(n + 1, r, vec3(0, 0, when), vec3(0, 0, -1), vec3(0, 0, 0));
            n++;
        }
    }
    for (int counts = 0; counts < 2; counts++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 1 s, dt: 50 us, velocity_scale: 1}\ngravity: [0, 0, -1e-6]\n" EMPTY
                "outlets: {out: {region: {box: {min: [-1, -1, -1], max: [1, 1, 0]}}%s}}\n"
                "measures: {flow: {mass_flow: {outlet: out, window: 78 ms, orifice: 10 mm, bulk_density: "
                "1500}}, hop: {mass_flow: {outlet: out, window: 78 ms, orifice: 10 mm, k: 2}, region: "
                "{box: {min: [-1 mm, -1 mm, 50 mm], max: [1 mm, 1 mm, 69.5 mm]}}}}\n",
                counts ? ", action: count" : ""),
            q, n);
        advance(w, 1680 - 1);
        scree_measures_update(w);
        assert_true(isnan(value(w, "flow mass_flow")));
        advance(w, 1 + 320); // a part is 80 steps: the window has parts 5 to 24
        scree_measures_update(w);
        const double mean = m / part, deviation = m / part * sqrt(PARTS / (PARTS - 1.0));
        expect_near(value(w, "flow mass_flow"), mean, 1e-13 * mean, "mass flow");
        expect_near(value(w, "flow mass_flow_deviation"), deviation, 1e-12 * deviation, "its deviation");
        const double width = D - 1.4 * 2 * r, C = mean / (1500 * sqrt(g) * pow(width, 2.5));
        expect_near(value(w, "flow beverloo"), C, 1e-12 * C, "Beverloo's constant");
        const double bulk = value(w, "hop flow_density"), hop = mean / (bulk * sqrt(g) * pow(D - 4 * r, 2.5));
        expect_near(bulk, 5 * m / (2e-3 * 2e-3 * 19.5e-3), 1e-6 * bulk, "bulk density of the column");
        expect_near(value(w, "hop beverloo"), hop, 1e-12 * hop, "with another k");
        scree_world_destroy(w);
    }
}

// Balls that start at rest at heights h_k above the outlet are there for sqrt(2 h_k / g), up to the next check, which is at each step.
static void test_residence_time(void **state) {
    (void)state;
    enum { N = 6 };
    const double r = 1e-3, dt = 50e-6, g = 9.81;
    double mean = 0.0, square = 0.0;
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        const double h = 0.02 * (k + 1), steps = ceil(sqrt(2 * h / g) / dt + 1e-6), t = steps * dt;
        q[k] = ball((uint64_t)k + 1, r, vec3(0.01 * k, 0, h), vec3(0, 0, 0), vec3(0, 0, 0));
        mean += k < N - 1 ? t / (N - 1) : 0.0; // the last one has not arrived
        square += k < N - 1 ? t * t : 0.0;
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: %.17g, velocity_scale: 1}\ngravity: [0, 0, -9.81]\n" EMPTY
            "outlets: {out: {region: {box: {min: [-1, -1, -1], max: [1, 1, 0]}}, every: 50 us}, other: "
            "{region: {box: {min: [5, 5, 5], max: [6, 6, 6]}}}}\n"
            "measures: {stay: {residence_time: {outlet: out}}, none: {residence_time: {outlet: other}}}\n",
            dt),
        q, N);
    const uint64_t last = (uint64_t)(sqrt(2 * 0.02 * (N - 1) / g) / dt) + 20;
    advance(w, last);
    scree_measures_update(w);
    assert_true(value(w, "stay residence_count") == N - 1);
    expect_near(value(w, "stay residence_time"), mean, 1.01 * dt, "mean time");
    expect_near(value(w, "stay residence_deviation"), sqrt((square - (N - 1) * mean * mean) / (N - 2)), dt,
                "deviation of the times");
    assert_true(isnan(value(w, "none residence_time")));
    // A ball that comes later counts from then.
    const scree_particle late = ball(99, r, vec3(0.1, 0, 0.02), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_particle_add(w, &late);
    advance(w, (uint64_t)(sqrt(2 * 0.02 / g) / dt) + 20 + (uint64_t)(0.12 / dt));
    scree_measures_update(w);
    assert_true(value(w, "stay residence_count") == N + 1);
    const double all = ((N - 1) * mean + sqrt(2 * 0.02 * N / g) + sqrt(2 * 0.02 / g)) / (N + 1);
    expect_near(value(w, "stay residence_time"), all, 1.5 * dt, "with one that comes later");
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fragments),
        cmocka_unit_test(test_drum),
        cmocka_unit_test(test_mass_flow),
        cmocka_unit_test(test_residence_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
