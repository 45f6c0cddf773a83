// SPDX-License-Identifier: BSD-3-Clause
// The checks before a run: estimated speed of walls, skin, periodic box, number of pairs.
#include "world_of_text.h"
#include <stdlib.h>
#include <unistd.h>

#define HEAD                                                                                                 \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5, friction: 0.3}}\n"           \
    "output: {plot: false, series: {every: 0}}\n"

// The first message that contains `part`, or NULL.
static const char *said(const scree_report *r, const char *part) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (strstr(scree_report_text(r, k), part)) {
            return scree_report_text(r, k);
        }
    }
    return NULL;
}

// Speed of impact, m/s, that the audit of a world with this wall reports.
static double speed_expected(const char *wall) {
    scree_particle q[2] = {ball(1, 0.01, vec3(-0.3, -0.4, 0), vec3(0, 0, 0), vec3(0, 0, 0)),
                           ball(2, 0.01, vec3(0.3, 0.4, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
    char *text = scree_format("time: {end: 1, dt: 1 us}\n" HEAD "walls: {w: {material: m, %s}}\n", wall);
    scree_world *w = world_of_case(case_of_text(text), q, 2, 1, NULL);
    scree_report *r = scree_report_create();
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    const char *at = said(r, " m/s (");
    assert_non_null(at);
    at = strstr(at, " m/s (");
    while (at[-1] != ' ') {
        at--;
    }
    double speed = strtod(at, NULL);
    scree_report_destroy(r);
    scree_world_destroy(w);
    scree_free(text);
    return speed;
}

static void walls_that_turn_are_fast(void **state) {
    (void)state;
    static const scree_vec3 blade[3] = {{0, 0, 0.5}, {0.2, 0, 0.5}, {0, 0.1, 0.5}};
    write_mesh("blade.stl", blade, 1);
    static const struct {
        const char *wall;
        double speed;
    } expected[] = {
        {"plane: {point: [0,0,-1], normal: [0,0,1]}, motion: {translate: {velocity: [0,3,4]}}", 5},
        {"plane: {point: [0,0,-1], normal: [0,0,1]}, surface_velocity: [0,2,0]", 2},
        // the blade's tip is 0.2 m from the axis; plus a vibration of 2 pi 10 0.01 m/s
        {"mesh: {file: blade.stl}, motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: 30}}", 6},
        {"mesh: {file: blade.stl}, motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: -30}}", 6},
        {"mesh: {file: blade.stl}, motion: [{rotate: {axis: [0,0,1], point: [0,0,0], rate: 30}}, {vibrate: "
         "{amplitude: [0.01,0,0], frequency: 10}}]",
         6.628},
        {"cylinder: {point: [0,0,-1], axis: [0,0,1], radius: 0.8}, motion: {rotate: {axis: [0,0,1], point: "
         "[0,0,0], rate: 10}}",
         8},
        {"cylinder: {point: [0.5,0,-1], axis: [0,0,1], radius: 0.8, length: 2}, motion: {rotate: {axis: "
         "[0,0,1], "
         "point: [0,0,0], rate: 10}}",
         13},
        // a plane, up to the extent of the particles: 0.5 m from the axis
        {"plane: {point: [0,0,-1], normal: [0,0,1]}, motion: {rotate: {axis: [0,0,1], point: [0,0,0], rate: "
         "10}}",
         5},
    };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        expect_near(speed_expected(expected[k].wall), expected[k].speed, 5e-3 * expected[k].speed,
                    expected[k].wall);
    }
    unlink("blade.stl");
}

// Laws that have the restitution as a parameter show it, whatever else acts along the tangent.
static void restitution_is_said(void **state) {
    (void)state;
    static const char *const law[] = {"hooke, stiffness: 1e5", "hertz"};
    static const double e[] = {0.3, 0.9};
    for (int k = 0; k < 4; k++) {
        const scree_particle q[] = {ball(1, 0.01, vec3(0, 0, 0), vec3(0.1, 0, 0), vec3(0, 0, 0)),
                                    ball(2, 0.02, vec3(1, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
        char *text = scree_format("time: {end: 1, dt: 1 us}\n" HEAD
                                  "contacts: [{between: any, normal: {law: %s, restitution: %g}}]\n",
                                  law[k / 2], e[k % 2]),
             *said_as = scree_format("restitution m with m: %g at ", e[k % 2]);
        scree_world *w = world_of_case(case_of_text(text), q, 2, 1, NULL);
        scree_report *r = scree_report_create();
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        if (!said(r, said_as)) {
            fail_msg("no '%s': %s", said_as, said(r, "restitution") ? said(r, "restitution") : "nothing");
        }
        scree_report_destroy(r);
        scree_world_destroy(w);
        scree_free(said_as);
        scree_free(text);
    }
}

static void skin_is_a_step_at_least(void **state) {
    (void)state;
    scree_particle q = ball(1, 0.01, vec3(0, 0, 1), vec3(0, 0, -4), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 10 us, velocity_scale: 4}\n" HEAD "search: {skin: 1e-12}\n"), &q, 1);
    expect_near(w->skin, 4e-5, 1e-15, "skin");
    scree_world_destroy(w);
    w = world_of_text(
        scree_format("time: {end: 1, dt: 10 us, velocity_scale: 4}\n" HEAD "search: {skin: 0.1 mm}\n"), &q,
        1);
    assert_true(w->skin == 1e-4);
    scree_world_destroy(w);
}

static scree_status run_in_box(double skin_mm, int64_t steps, int resume, scree_report *r) {
    FILE *f = fopen("box.yaml", "w");
    assert_non_null(f);
    fprintf(f,
            "time: {end: 1, dt: 10 us, velocity_scale: 1}\n" HEAD
            "domain: {min: [0,0,0], max: [0.06,0.06,0.06], periodic: [x, y, z]}\nsearch: {skin: %g mm}\n"
            "insertion: [{material: m, fill: random, region: {box: {min: [0,0,0], max: [0.06,0.06,0.06]}}, "
            "count: 5, diameter: 10 mm}]\n",
            skin_mm);
    fclose(f);
    scree_run_options o = scree_run_options_default();
    o.out = "box.out";
    o.threads = 1;
    o.steps = steps;
    o.resume = resume;
    o.overwrite = !resume;
    return scree_run("box.yaml", &o, r, NULL);
}

// The skin may change from run to run, so a resumed run must also check the box.
static void box_is_large_enough_for_the_skin(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    assert_int_equal(system("rm -rf box.out"), 0); // left by a failed test
    assert_int_equal(run_in_box(25, 10, 0, r), SCREE_USER_ERROR);
    assert_non_null(said(r, "two particles could meet twice; at least 0.07 m is needed"));
    assert_int_not_equal(access("box.out", F_OK), 0);
    scree_report_clear(r);
    assert_int_equal(run_in_box(2, 10, 0, r), SCREE_OK);
    assert_int_equal(run_in_box(25, 20, 1, r), SCREE_USER_ERROR);
    assert_non_null(said(r, "two particles could meet twice"));
    scree_report_clear(r);
    assert_int_equal(run_in_box(3, 20, 1, r), SCREE_OK);
    scree_report_destroy(r);
    assert_int_equal(system("rm -r box.out box.yaml"), 0);
}

static scree_world *row_of_balls(size_t most_pairs) {
    enum { N = 30 };
    scree_particle q[N];
    for (uint64_t k = 0; k < N; k++) {
        q[k] = ball(k + 1, 0.01, vec3(0.021 * (double)k, 0, 0.0105), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_case(
        case_of_text("time: {end: 1, dt: 10 us, velocity_scale: 1}\n" HEAD "search: {skin: 2 mm}\n"
                     "walls: {f: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m}}\n"),
        q, N, 1, NULL);
    assert_int_equal(w->most_pairs, 0x7fffffff);
    w->most_pairs = most_pairs;
    return w;
}

// A step of a tenth of a collision is refused where two bodies, or a body and a wall, may meet, and not for a body that is alone, which a longer step suits.
static void a_collision_needs_two(void **state) {
    (void)state;
    static const char floor[] = "walls: {f: {plane: {point: [0,0,-1], normal: [0,0,1]}, material: m}}\n",
                      feed[] = "insertion: [{material: m, rate: 10 1/s, diameter: 20 mm, start: 0.5 s, "
                               "region: {box: {min: [0,0,1], max: [1,1,2]}}}]\n";
    static const struct {
        size_t n;
        const char *more;
        bool fits;
    } cases[] = {{1, "", true}, {2, "", false}, {1, floor, false}, {1, feed, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const scree_particle q[2] = {ball(1, 0.01, vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 0, 0)),
                                     ball(2, 0.01, vec3(0.5, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0))};
        char *text = scree_format("time: {end: 1, dt: 2 ms, velocity_scale: 1}\n" HEAD "%s", cases[k].more);
        scree_world *w = world_of_case(case_of_text(text), q, cases[k].n, 1, NULL);
        scree_report *r = scree_report_create();
        assert_int_equal(scree_load_start(w, r), cases[k].fits ? SCREE_OK : SCREE_USER_ERROR);
        assert_int_equal(said(r, "is too large: a collision") == NULL, cases[k].fits);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING) == 0, cases[k].fits);
        scree_report_destroy(r);
        scree_world_destroy(w);
        scree_free(text);
    }
}

// 29 pairs of neighbours and 30 with the floor; 2^31 would take 200 GB, so the limit is lowered.
static void too_many_pairs_are_refused(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    for (size_t most = 28; most <= 59; most += most == 28 ? 30 : 1) {
        scree_world *w = row_of_balls(most);
        scree_status status = scree_load_start(w, r);
        assert_int_equal(status, most < 59 ? SCREE_USER_ERROR : SCREE_OK);
        if (most == 58) {
            assert_non_null(
                said(r, "59 pairs of bodies are within reach of each other, at most 58 can be listed"));
        }
        scree_world_destroy(w);
    }
    scree_report_clear(r);
    scree_world *w = row_of_balls(59); // with an error in a step the world can be inspected
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    advance(w, 1);
    w->most_pairs = 40;
    w->list_valid = false;
    assert_int_equal(scree_world_step(w, r), SCREE_USER_ERROR);
    assert_non_null(said(r, "step 2: 59 pairs"));
    assert_true(w->p.n == 30 && w->pairs.n == 0);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_that_turn_are_fast),   cmocka_unit_test(restitution_is_said),
        cmocka_unit_test(skin_is_a_step_at_least),    cmocka_unit_test(box_is_large_enough_for_the_skin),
        cmocka_unit_test(too_many_pairs_are_refused), cmocka_unit_test(a_collision_needs_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
