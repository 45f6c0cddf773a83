// SPDX-License-Identifier: BSD-3-Clause
// Walls that move by a table of positions and angles.
#include "maths/math.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_contacts/wall_touch.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1 s, dt: 10 us}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, restitution: "  \
    "0.5, friction: 0.5}}\n"

static scree_world *moved_by(const char *motion) {
    return world_of_text(
        scree_format(HEAD
                     "walls:\n  w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: %s}\n",
                     motion),
        NULL, 0);
}

static scree_vec3 where(const scree_wall_def *def, double t, scree_vec3 own, scree_vec3 *velocity) {
    scree_wall_state s = {.start = scree_pose_none()};
    scree_wall_motion_at(def, t, &s);
    const scree_vec3 x = scree_pose_to_lab(&s.pose, own);
    *velocity = vec_add(s.velocity, vec_cross(s.spin, x));
    return x;
}

static void test_positions(void **state) {
    (void)state;
    scree_world *w =
        moved_by("{table: {times: [0, 1 s, 3 s], positions: [[1, 0, 0], [1, 0, 2], [5, 0, 2]]}, start: 2 s}");
    static const struct {
        double t;
        scree_vec3 x, v;
    } at[] = {{0, {0, 0, 0}, {0, 0, 0}}, {2, {0, 0, 0}, {0, 0, 2}}, {2.5, {0, 0, 1}, {0, 0, 2}},
              {3, {0, 0, 2}, {2, 0, 0}}, {4, {2, 0, 2}, {2, 0, 0}}, {5, {4, 0, 2}, {0, 0, 0}},
              {9, {4, 0, 2}, {0, 0, 0}}};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        scree_vec3 v;
        expect_vec_near(where(w->wall.data[0].def, at[k].t, vec3(0, 0, 0), &v), at[k].x, 1e-15, "position");
        expect_vec_near(v, at[k].v, 1e-15, "velocity");
    }
    scree_world_destroy(w);
}

// Each point moves as its velocity says, also where the axis moves, and round after round.
static void test_velocities(void **state) {
    (void)state;
    scree_world *w = moved_by("{table: {times: [0, 0.2 s, 0.5 s], positions: [[0, 0, 0], [0, 1, 2], [1, 0, "
                              "0]], angles: [0, 90 deg, "
                              "-1 rad], axis: [1, 2, 2], point: [3, 1, 0], repeat: true}}");
    const scree_wall_def *def = w->wall.data[0].def;
    const double h = 1e-6;
    for (int k = 1; k < 60; k++) {
        const double t = 0.0331 * k;
        scree_vec3 v, ignored;
        const scree_vec3 own = vec3(0.3, -0.7, 1.1);
        where(def, t, own, &v);
        const scree_vec3 step = vec_sub(where(def, t + h, own, &ignored), where(def, t - h, own, &ignored));
        expect_vec_near(v, vec_scale(0.5 / h, step), 1e-7, "velocity");
    }
    double angle;
    scree_vec3 ignored;
    assert_true(scree_wall_angle(def, 1.1, &angle)); // two rounds and half of the first piece
    expect_near(angle, -2.0 + 0.25 * SCREE_PI, 1e-14, "angle");
    const scree_vec3 on_axis = where(def, 1.0, vec3(3, 1, 0), &ignored);
    expect_vec_near(on_axis, vec3(5, 1, 0), 1e-14, "two rounds");
    scree_world_destroy(w);
}

// A ball on a plate that is lifted by a table and, for comparison, by a constant velocity.
static void test_lifts_a_ball(void **state) {
    (void)state;
    const char *const motion[] = {"{translate: [0, 0, 0.1 m/s], stop: 0.1 s}",
                                  "{table: {times: [0, 0.1 s], positions: [[0, 0, 0], [0, 0, 1 cm]]}}"};
    scree_vec3 x[2];
    double work[2];
    for (int k = 0; k < 2; k++) {
        const scree_particle q = ball(1, 5e-3, vec3(0, 0, 5e-3), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format(HEAD "gravity: [0, 0, -9.81]\n"
                              "walls:\n  w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, "
                              "motion: %s}\n",
                         motion[k]),
            &q, 1);
        advance(w, 30000);
        x[k] = place_of(w, 1);
        work[k] = scree_world_totals(w).wall_work;
        scree_world_destroy(w);
    }
    expect_vec_near(x[1], x[0], 1e-12, "ball");
    expect_near(x[0].z, 0.015, 5e-5, "height"); // and an overlap
    expect_near(work[1], work[0], 1e-9 * work[0], "work");
}

static void test_lids_have_tables_too(void **state) {
    (void)state;
    scree_world *w = world_of_text(
        scree_format(HEAD "walls:\n  drum: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 1, length: "
                          "1, lids: both}, material: m,\n"
                          "         motion: {table: {times: [0, 1], angles: [0, 1], axis: [0, 1, 0]}}}\n"),
        NULL, 0);
    advance(w, 1000);
    assert_memory_equal(&w->wall.data[0].now.pose, &w->wall.data[2].now.pose, sizeof(scree_pose));
    assert_true(w->wall.data[2].now.spin.y == 1);
    scree_world_destroy(w);
}

static void test_mistakes(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"{table: {times: [0, 1, 1], angles: [0, 1, 2], axis: [0, 0, 1]}}",
         "walls.w.motion.table: the times do not ascend from 0"},
        {"{table: {times: [1, 2], angles: [0, 1], axis: [0, 0, 1]}}",
         "walls.w.motion.table: the times do not ascend from 0"},
        {"{table: {times: [0, 1]}}",
         "walls.w.motion.table: nothing moves; accepted: 'positions', or 'angles', or both"},
        {"{table: {times: [0, 1], angles: [0, 1, 2], axis: [0, 0, 1]}}",
         "walls.w.motion.table: 2 times, 0 positions and 3 angles; accepted: as many as there are times"},
        {"{table: {times: [0, 1], angles: [0, 1]}}", "walls.w.motion.table: missing key 'axis'"},
        {"{table: {times: [0], angles: [0]}}", "walls.w.motion.table.times: a list of 1 value does not fit"},
        {"{table: {times: [0, 1 m], angles: [0, 1]}}", "walls.w.motion.table.times[1]: \"1 m\" is a length"},
        {"{table: {angles: [0, 1]}}", "walls.w.motion.table: missing key 'times'"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char *text = scree_format(
            HEAD "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: %s}}\n",
            bad[k][0]);
        expect_case_refused(text, bad[k][1]);
        scree_free(text);
    }
}

// The farthest point of a box that moves is one of its corners, and a contact moves with the point of the wall where its force acts.
static void test_farthest_points(void **state) {
    (void)state;
    scree_world *w = world_of_text(scree_format(HEAD "walls:\n  w: {box: {min: [1, 2, 3], max: [1.5, 2.2, "
                                                     "3.9]}, material: m, motion: {rotate: {axis: [%s], "
                                                     "point: [1.3, 2.1, 3.2], rate: 700}}}\n",
                                                "1, -2, 0.5"),
                                   NULL, 0);
    const scree_wall *wall = &w->wall.data[0];
    advance(w, 1);
    double most = 0.0;
    for (int k = 0; k < 8; k++) {
        const scree_vec3 x = vec3(k & 1 ? 1.5 : 1.0, k & 2 ? 2.2 : 2.0, k & 4 ? 3.9 : 3.0);
        most = fmax(most, vec_norm(vec_sub(scree_wall_to_lab(wall, x), scree_pose_to_lab(&wall->before, x))));
    }
    expect_near(scree_wall_moved(wall), most, 1e-15, "way of the farthest corner");
    const scree_vec3 n = vec3(0.6, 0, 0.8), at = vec3(0.3, 0.2, 0.1);
    scree_wall_touch t = {0};
    scree_wall_touch_set(&t, wall, at, 0.004, n);
    expect_vec_near(vec3(t.vx, t.vy, t.vz), vec_add(wall->now.velocity, vec_cross(wall->now.spin, at)), 1e-12,
                    "velocity");
    scree_world_destroy(w);
}

// Force and torque of a wall are the same sums for any number of threads.
static void loads_of_threads(void **state) {
    (void)state;
    enum { N = 1600 };
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, 1e-3,
                    vec3(0.0021 * (k % 40) + 0.3, 0.0021 * (k / 40) - 0.2, 0.99e-3 - 1e-8 * k),
                    vec3(0.1, 0.2, -0.1), vec3(0, 0, 0));
    }
    scree_vec3 load[2][2];
    for (int n = 1; n <= 2; n++) {
        scree_world *w = world_of_case(
            case_of_text(
                "time: {end: 1, dt: 1 us}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n"
                "walls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: {translate: "
                "[0, 0, 1e-3]}}}\n"),
            q, N, n, NULL);
        begin(w);
        for (int step = 0; step < 10; step++) {
            w->team.now = n; // small worlds use one
            advance(w, 1);
        }
        load[n - 1][0] = w->wall.data[0].now.force;
        load[n - 1][1] = w->wall.data[0].now.torque;
        scree_world_destroy(w);
    }
    assert_true(vec_norm(load[0][1]) > 0.1 * vec_norm(load[0][0]));
    assert_memory_equal(load[0], load[1], sizeof load[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_of_threads),
        cmocka_unit_test(test_farthest_points),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_velocities),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_lifts_a_ball),
        cmocka_unit_test(test_lids_have_tables_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
