// SPDX-License-Identifier: BSD-3-Clause
// Motions by formulas, smooth tables and files, and gravity of time, against closed forms.
#include "particles/gravity.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 s, dt: 10 us, velocity_scale: 1}\n"                                                       \
    "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: 0.5, friction: 0.5}}\n"
#define WALL "walls:\n  w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: %s}\n"

static const double PI = 3.14159265358979323846;

static scree_world *moved_by(const char *variables, const char *motion) {
    return world_of_text(scree_format("%s" HEAD WALL, variables, motion), NULL, 0);
}

static scree_vec3 where(const scree_world *w, double t, scree_vec3 own, scree_vec3 *velocity) {
    scree_wall_state s = {.start = scree_pose_none()};
    scree_wall_motion_at(w->wall.data[0].def, t, &s);
    const scree_vec3 x = scree_pose_to_lab(&s.pose, own);
    *velocity = vec_add(s.velocity, vec_cross(s.spin, x));
    return x;
}

// A cubic through values 1/100 of a period apart: its error is below (omega h)^3, that of the velocity below (omega h)^2.
static void formula(void **state) {
    (void)state;
    scree_world *w =
        moved_by("variables: {a: 3 mm, f: 10 Hz}\n",
                 "{formula: {x: a * sin(2 * pi * f * time), z: 5 mm - 2 * a * cos(2 * pi * f * time), "
                 "duration: 100 ms, repeat: true}, start: 0.2 s}");
    const double omega = 2.0 * PI * 10.0, h = omega * 1e-3;
    for (int k = 0; k < 400; k++) {
        const double t = 0.0013 * k, phase = t > 0.2 ? omega * (t - 0.2) : 0.0;
        scree_vec3 v, x = where(w, t, vec3(0, 0, 0), &v);
        expect_vec_near(x, vec3(3e-3 * sin(phase), 0, 6e-3 * (1.0 - cos(phase))), 6e-3 * h * h * h, "place");
        if (t > 0.2) {
            expect_vec_near(v, vec3(3e-3 * omega * cos(phase), 0, 6e-3 * omega * sin(phase)),
                            6e-3 * omega * h * h, "velocity");
        }
    }
    scree_world_destroy(w);
}

// A cubic between times is exact for a parabola, away from the ends; its velocity is continuous, and that of its positions.
static void smooth(void **state) {
    (void)state;
    scree_world *w =
        moved_by("", "{table: {times: [0, 1 s, 2 s, 3 s, 4 s], positions: [[0, 0, 0], [1, 0, 1], [2, 0, "
                     "4], [3, 0, 9], [4, 0, 16]], angles: [0, 0, 1, 1, 0], axis: [0, 0, 1], smooth: true}}");
    const double e = 1e-7;
    for (int k = 10; k < 300; k++) {
        const double t = 0.01 * k + 1e-3;
        scree_vec3 v, unused, own = vec3(0.5, 0.2, 0);
        const scree_vec3 x = where(w, t, vec3(0, 0, 0), &v);
        if (t > 1.0) {
            expect_near(x.z, t * t, 1e-14, "parabola");
            expect_near(v.z, 2.0 * t, 1e-14, "its slope");
        }
        const scree_vec3 step = vec_sub(where(w, t + e, own, &unused), where(w, t - e, own, &unused));
        where(w, t, own, &v);
        expect_vec_near(v, vec_scale(0.5 / e, step), 1e-6, "velocity of a point");
    }
    scree_world_destroy(w);
}

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void file(void **state) {
    (void)state;
    static const char *const text[] = {"# t x y z\n0 0 0 0\n\n0.5 1 2 3\r\n1.5, 1, 2, 5\n",
                                       "z;time;angle\n0;0;0\n3;0.5;0.25\n5;1.5;0.5\n",
                                       "0 0 0 0 0 # at the start\n0.5 1 2 3 1"};
    const scree_vec3 at_one[] = {{1, 2, 4}, {0, 0, 4}, {1, 2, 3}};
    for (size_t k = 0; k < 3; k++) {
        write_text("motion.txt", text[k]);
        scree_vec3 v;
        scree_world *w = moved_by("", "{table: {file: motion.txt, axis: [0, 0, 1]}}");
        expect_vec_near(where(w, 1.0, vec3(0, 0, 0), &v), at_one[k], 1e-15, text[k]);
        scree_world_destroy(w);
    }
    static const char *const bad[][2] = {{"0 0 0\n", ":1: no line of the table"},
                                         {"0 0 0 0\n1 0 x 0\n", ":2: no line of the table"},
                                         {"0 0 0 0\n1 0 0 0 0\n", ":2: no line of the table"},
                                         {"time,speed\n0 1\n", ":1: no line of the table"},
                                         {"time,z,z\n0 1 1\n", ":1: no line of the table"},
                                         {"x,z\n0 1\n", ":1: no line of the table"},
                                         {"0 0 0 nan\n1 0 0 0\n", ":1: no line of the table"},
                                         {"0 0 0 0 0 0\n", ":1: no line of the table"},
                                         {"# nothing\n", "the times do not ascend from 0"},
                                         {"0 0 0 0\n", "the times do not ascend from 0"},
                                         {"0 0 0 0\n2 0 0 0\n1 0 0 0\n", "the times do not ascend from 0"},
                                         {"time angle\n0 1\n1 2\n", "missing key 'axis'"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        write_text("motion.txt", bad[k][0]);
        char *yaml = scree_format(HEAD WALL, "{table: {file: motion.txt}}");
        expect_case_refused(yaml, bad[k][1]);
        scree_free(yaml);
    }
}

// Free fall of a ball and of a wall under g(t) = (3 sin(w t), 0, -10): velocity and place in closed form, and nothing lost in the ledger.
static void gravity(void **state) {
    (void)state;
    const scree_particle q = ball(1, 5e-3, vec3(1, 0, 2), vec3(0.5, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(
            HEAD
            "gravity_of_time: {formula: {x: 3 m/s2 * sin(20 rad/s * time), z: -10 m/s2, duration: 1 s}}\n"
            "walls: {b: {box: {min: [5, 5, 5], max: [5.01, 5.02, 5.03]}, material: m, free: {velocity: [0.5, "
            "0, 0]}}}\n"),
        &q, 1);
    const double omega = 20.0, balance = scree_world_totals(w).balance;
    advance(w, 25000);
    const double t = 0.25, m = w->p.motion[0].v.m;
    expect_near(w->gravity.x, 3.0 * sin(omega * t), 1e-4, "gravity");
    expect_near(velocity_of(w, 1).x, 0.5 + 3.0 / omega * (1.0 - cos(omega * t)), 1e-5, "velocity");
    expect_near(velocity_of(w, 1).z, -10.0 * t, 1e-11, "falls");
    expect_near(place_of(w, 1).x, 1.0 + 0.5 * t + 3.0 / omega * (t - sin(omega * t) / omega), 1e-5, "place");
    expect_vec_near(w->wall.data[0].now.velocity, velocity_of(w, 1), 1e-8, "velocity of the wall");
    expect_near(scree_world_totals(w).balance - balance, 0.0, 1e-8 * (m + w->wall.data[0].drive.mass),
                "energy balance");
    assert_true(fabs(scree_world_totals(w).changed) > 0.1 * m);
    scree_world_destroy(w);
}

static void gravity_table(void **state) {
    (void)state;
    scree_case *c =
        case_of_text(HEAD "gravity_of_time: {table: {times: [0, 1 s, 2 s], values: [[0, 0, -10], [0, 10, 0], "
                          "[0, 0, -10]], repeat: true}}\n");
    expect_vec_near(scree_gravity_at(c, 0.0), vec3(0, 0, -10), 1e-15, "at the start");
    expect_vec_near(scree_gravity_at(c, 0.5), vec3(0, 5, -5), 1e-15, "between");
    expect_vec_near(scree_gravity_at(c, 3.0), vec3(0, 10, 0), 1e-15, "in the second round");
    expect_vec_near(scree_gravity_most(c), vec3(0, 10, 10), 1e-15, "largest");
    scree_case_clear(c);
    scree_free(c);
    // A motion goes on from where it is after a round; gravity begins again with its first value.
    c = case_of_text(
        HEAD "gravity_of_time: {table: {times: [0, 1 s], values: [[0, 0, -1], [0, 0, -5]], repeat: true}}\n");
    expect_vec_near(scree_gravity_at(c, 0.75), vec3(0, 0, -4), 1e-15, "first round");
    expect_vec_near(scree_gravity_at(c, 7.75), vec3(0, 0, -4), 1e-14, "eighth round");
    scree_case_clear(c);
    scree_free(c);
}

static void refusals(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"formula: {z: 1 mm * sin(time), duration: 1 s}", "sin() of a time"},
        {"formula: {z: 2 * time, duration: 1 s}", "it is a time, not in m"},
        {"formula: {z: 1 mm / (time - 0.5 s), duration: 1 s, every: 0.1 s}", "motion.formula.z"},
        {"formula: {z: 1 mm * q, duration: 1 s}", "there is no variable 'q'"},
        {"formula: {duration: 1 s}", "nothing moves"},
        {"formula: {z: 1 mm * time / 1 s}", "missing key 'duration'"},
        {"formula: {angle: time * 1 rad/s, duration: 1 s}", "missing key 'axis'"},
        {"formula: {z: 1 mm, duration: 1e9 s}", "accepted: up to 1000000"},
        {"table: {file: nothing.txt}", "nothing.txt"},
        {"table: {file: test_time_tables.c, times: [0, 1]}", "test_time_tables.c"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *motion = scree_format("{%s}", row[k][0]), *yaml = scree_format(HEAD WALL, motion);
        expect_case_refused(yaml, row[k][1]);
        scree_free(yaml);
        scree_free(motion);
    }
    expect_case_refused(
        HEAD "gravity: [0, 0, -10]\ngravity_of_time: {table: {times: [0, 1], values: [[0, 0, 1], [0, 0, "
             "2]]}}\n",
        "both 'gravity' and 'gravity_of_time' are given");
    expect_case_refused(HEAD "gravity_of_time: {table: {times: [0, 1], values: [[0, 0, 1]]}}\n", "values");
    expect_case_refused(HEAD "gravity_of_time: {x: 1}\n", "gravity_of_time");
    write_text("both.txt", "0 0 0 0\n1 0 0 0\n");
    char *both = scree_format(HEAD WALL, "{table: {file: both.txt, times: [0, 1]}}");
    expect_case_refused(both, "both 'file' and values");
    scree_free(both);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(formula),       cmocka_unit_test(smooth),
                                       cmocka_unit_test(file),          cmocka_unit_test(gravity),
                                       cmocka_unit_test(gravity_table), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
