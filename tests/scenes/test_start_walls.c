// SPDX-License-Identifier: BSD-3-Clause
// New cases that start with the particles of a checkpoint use its poses of walls and its time if requested; otherwise they warn
// if walls start at other positions.
#include "checkpoint/checkpoint.h"
#include "world_of_text.h"
#include <unistd.h>

enum { BEFORE = 300, AFTER = 300 }; // steps of 20 us
static const double dt = 20e-6;

#define TURN "{rotate: {axis: [0,1,0], point: [0.02,0,0.01], rate: 40}}"
#define TURN_BACK "{rotate: {axis: [0,1,0], point: [0.02,0,0.01], rate: -70}}"
#define SHAKE "{vibrate: {amplitude: [0,0,2 mm], frequency: 30, phase: 20 deg}, start: 3 ms}"

// A ball in a drum that rotates about an eccentric axis and vibrates, and a wall that does not move.
static scree_case *case_with(const char *motion, const char *more) {
    char *text =
        scree_format("time: {end: 0.1, dt: 20 us, velocity_scale: 2}\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 2500, young: 1e6, poisson: 0.3, restitution: 0.7, "
                     "friction: 0.5}}\n"
                     "walls:\n"
                     "  end: {plane: {point: [0,-0.1,0], normal: [0,1,0]}, material: m}\n"
                     "  drum: {cylinder: {point: [0,0,0], axis: [0,1,0], radius: 0.1}, material: m,\n"
                     "    motion: [%s]}\n"
                     "%s",
                     motion, more);
    scree_case *c = case_of_text(text);
    scree_free(text);
    return c;
}

static scree_world *drum_after(uint64_t steps) {
    const scree_particle q = ball(1, 0.01, vec3(0.03, 0, -0.0849), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = world_of_case(case_with(TURN ", " SHAKE, ""), &q, 1, 1, NULL);
    begin(w);
    advance(w, steps);
    return w;
}

static const scree_pose *drum_of(const scree_world *w) {
    return &w->wall.data[1].now.pose;
}

static void expect_pose_near(const scree_pose *pose, const scree_pose *wanted, double tolerance,
                             const char *what) {
    static const scree_vec3 at[] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0, 0.1}};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        expect_vec_near(scree_pose_to_lab(pose, at[k]), scree_pose_to_lab(wanted, at[k]), tolerance, what);
    }
}

static scree_world *start_with(const char *motion, const char *keep, scree_report *r) {
    char *more = scree_format("particles: [{checkpoint: drum.scree%s}]\n", keep);
    scree_world *w = world_of_case(case_with(motion, more), NULL, 0, 1, NULL);
    scree_free(more);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    return w;
}

// Continues like the run that wrote the checkpoint: pose, velocity and ball.
static void time_and_walls_go_on(void **state) {
    (void)state;
    static const char *const keep[] = {", keep_walls: true, keep_time: true", ", keep_time: true"};
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "drum.scree", NULL));
    assert_true(w->contacts == 1);
    for (int k = 0; k < 2; k++) {
        scree_report *r = scree_report_create();
        scree_world *next = start_with(TURN ", " SHAKE, keep[k], r), *whole = drum_after(BEFORE + AFTER);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
        assert_true(next->step == BEFORE && next->events_done == BEFORE + 1);
        assert_memory_equal(&next->wall.data[1].now, &w->wall.data[1].now, offsetof(scree_wall_state, force));
        advance(next, AFTER);
        assert_memory_equal(&next->wall.data[1].now, &whole->wall.data[1].now,
                            offsetof(scree_wall_state, force));
        expect_vec_near(place_of(next, 1), place_of(whole, 1), 1e-7, "place of the ball");
        scree_world_destroy(next);
        scree_world_destroy(whole);
        scree_report_destroy(r);
    }
    scree_world_destroy(w);
    unlink("drum.scree");
}

// From t = 0 another motion continues from the pose, without a jump.
static void other_motions_go_on_from_the_pose(void **state) {
    (void)state;
    static const struct {
        const char *motion, *keep;
    } trial[] = {{TURN_BACK, ", keep_walls: true"},
                 {TURN_BACK, ", keep_walls: true, keep_time: true"},
                 {SHAKE ", " TURN_BACK, ", keep_walls: true, keep_time: true"}};
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "drum.scree", NULL));
    for (size_t k = 0; k < sizeof trial / sizeof *trial; k++) {
        scree_report *r = scree_report_create();
        scree_world *next = start_with(trial[k].motion, trial[k].keep, r);
        assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 0);
        expect_pose_near(drum_of(next), drum_of(w), 1e-15, "pose at the start");
        assert_true(next->contacts == 1 && vec_norm(next->wall.data[1].now.force) > 0.0);
        for (int step = 0; step < 20; step++) { // the velocity is the derivative of the pose
            const scree_wall_state old = next->wall.data[1].now;
            advance(next, 1);
            const scree_wall_state now = next->wall.data[1].now;
            const scree_vec3 at = vec3(0.1, 0, 0), x = scree_pose_to_lab(&old.pose, at),
                             y = scree_pose_to_lab(&now.pose, at);
            expect_vec_near(vec_scale(1.0 / dt, vec_sub(y, x)),
                            vec_scale(0.5, vec_add(vec_add(old.velocity, vec_cross(old.spin, x)),
                                                   vec_add(now.velocity, vec_cross(now.spin, y)))),
                            1e-5, "velocity"); // dt2 / 12 times the third derivative, 70^3 * 0.1
        }
        scree_world_destroy(next);
        scree_report_destroy(r);
    }
    scree_world_destroy(w);
    unlink("drum.scree");
}

// A resumed run with a kept pose has the same bits as an uninterrupted one.
static void a_kept_pose_is_resumed(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "drum.scree", NULL));
    scree_world *next = start_with(TURN_BACK, ", keep_walls: true, keep_time: true", r);
    advance(next, AFTER);
    assert_true(scree_checkpoint_write(next, scree_case_hash(next), "next.scree", NULL));
    scree_case *c =
        case_with(TURN_BACK, "particles: [{checkpoint: drum.scree, keep_walls: true, keep_time: true}]\n");
    scree_world *resumed = world_of_case(c, NULL, 0, 1, NULL);
    assert_int_equal(scree_load_resume(resumed, "next.scree", r), SCREE_OK);
    assert_true(resumed->began == next->began && next->began > 0.0);
    assert_true(scree_hash_equal(scree_world_digest(resumed), scree_world_digest(next)));
    advance(next, AFTER);
    advance(resumed, AFTER);
    assert_true(scree_hash_equal(scree_world_digest(resumed), scree_world_digest(next)));
    scree_world_destroy(resumed);
    scree_world_destroy(next);
    scree_world_destroy(w);
    scree_report_destroy(r);
    unlink("drum.scree");
    unlink("next.scree");
}

static bool says(const scree_report *r, scree_severity severity, const char *text) {
    for (size_t k = 0; k < scree_report_size(r); k++) {
        if (scree_report_severity(r, k) == severity && strstr(scree_report_text(r, k), text)) {
            return true;
        }
    }
    return false;
}

static void walls_elsewhere_are_warned_of(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "drum.scree", NULL));
    scree_world *next = start_with(TURN ", " SHAKE, "", r);
    const scree_pose none = scree_pose_none();
    assert_true(next->step == 0 && memcmp(drum_of(next), &none, sizeof none) == 0);
    assert_true(says(r, SCREE_SEVERITY_WARNING, "drum.scree: wall 'drum' begins in the pose of this case"));
    assert_int_equal(scree_report_count(r, SCREE_SEVERITY_WARNING), 1); // no warning about the wall 'end'
    scree_world_destroy(next);
    scree_world_destroy(w);
    scree_report_destroy(r);
    unlink("drum.scree");
}

// A pose that does not follow from the motion in the checkpoint's own case.
static void a_pose_must_be_that_of_the_motion(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    scree_world *w = drum_after(BEFORE),
                *resumed = world_of_case(case_with(TURN ", " SHAKE, ""), NULL, 0, 1, NULL);
    w->wall.data[1].now.pose.shift.z += 1e-17;
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "drum.scree", NULL));
    assert_int_equal(scree_load_resume(resumed, "drum.scree", r), SCREE_USER_ERROR);
    assert_true(says(r, SCREE_SEVERITY_ERROR,
                     "the pose of wall 'drum' is not the one that its motion gives at that time"));
    scree_world_destroy(resumed);
    scree_world_destroy(w);
    scree_report_destroy(r);
    unlink("drum.scree");
}

static void expect_refused(const char *more, const char *why) {
    scree_report *r = scree_report_create();
    scree_world *w = world_of_case(case_with(TURN, more), NULL, 0, 1, NULL);
    assert_int_equal(scree_load_start(w, r), SCREE_USER_ERROR);
    if (!says(r, SCREE_SEVERITY_ERROR, why)) {
        fail_msg("%s: not refused because of: %s", more, why);
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void one_time_and_one_pose(void **state) {
    (void)state;
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "a.scree", NULL));
    w->p.id[0] = 5;
    w->next_id = 6;
    advance(w, 1);
    assert_true(scree_checkpoint_write(w, 1, "b.scree", NULL));
    advance(w, 5000);
    assert_true(scree_checkpoint_write(w, 1, "c.scree", NULL));
    expect_refused(
        "particles: [{checkpoint: a.scree, keep_time: true}, {checkpoint: b.scree, keep_time: true}]\n",
        "the run cannot begin both at 0.006 s and at 0.00602 s, the time of b.scree");
    expect_refused(
        "particles: [{checkpoint: a.scree, keep_walls: true}, {checkpoint: b.scree, keep_walls: true}]\n",
        "wall 'end' cannot take its pose from both a.scree and b.scree");
    expect_refused("particles: [{checkpoint: c.scree, keep_time: true}]\n",
                   "c.scree has the time 0.10602 s, which is not before time.end");
    scree_world_destroy(w);
    unlink("a.scree");
    unlink("b.scree");
    unlink("c.scree");
}

// Events before the time of the checkpoint are not repeated; a rate counts from that time.
static void insertions_go_on(void **state) {
    (void)state;
    static const char insertion[] =
        "insertion:\n"
        "  - {name: once, material: m, fill: random, count: 3, diameter: 2 mm, start: 4 ms,\n"
        "     region: {box: {min: [0,-0.02,0], max: [0.02,0.02,0.02]}}}\n"
        "  - {name: later, material: m, fill: random, count: 4, diameter: 2 mm, start: 7 ms,\n"
        "     region: {box: {min: [-0.03,-0.02,0], max: [-0.01,0.02,0.02]}}}\n"
        "  - {name: steady, material: m, rate: 1000 1/s, every: 1 ms, diameter: 1 mm,\n"
        "     region: {box: {min: [0,0.03,0], max: [0.02,0.05,0.02]}}}\n";
    scree_world *w = drum_after(BEFORE);
    assert_true(scree_checkpoint_write(w, 1, "drum.scree", NULL));
    for (int keep = 0; keep < 2; keep++) {
        scree_report *r = scree_report_create();
        char *more = scree_format("particles: [{checkpoint: drum.scree%s}]\n%s",
                                  keep ? ", keep_time: true" : "", insertion);
        scree_world *next = world_of_case(case_with(TURN ", " SHAKE, more), NULL, 0, 1, NULL);
        scree_free(more);
        assert_int_equal(scree_load_start(next, r), SCREE_OK);
        const uint64_t until = BEFORE + 100; // 8 ms
        while (next->step < until) {
            assert_int_equal(scree_world_step(next, r), SCREE_OK);
        }
        assert_int_equal(next->source.data[1].inserted, keep ? 0 : 3);
        assert_int_equal(next->source.data[2].inserted, 4);
        assert_int_equal(next->source.data[3].inserted, keep ? 2 : 8);
        scree_world_destroy(next);
        scree_report_destroy(r);
    }
    scree_world_destroy(w);
    unlink("drum.scree");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_and_walls_go_on),
        cmocka_unit_test(other_motions_go_on_from_the_pose),
        cmocka_unit_test(a_kept_pose_is_resumed),
        cmocka_unit_test(walls_elsewhere_are_warned_of),
        cmocka_unit_test(a_pose_must_be_that_of_the_motion),
        cmocka_unit_test(one_time_and_one_pose),
        cmocka_unit_test(insertions_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
