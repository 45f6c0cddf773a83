// SPDX-License-Identifier: BSD-3-Clause
// Hooks: they are called in every step, in their order, with complete states; they change no bit of a run by themselves; forces
// that they add and velocities that they set have an effect.
#include "checkpoint/checkpoint.h"
#include "wall_contacts/wall_crossing.h"
#include "world_of_text.h"
#include <unistd.h>

#define CASE(integrator, more)                                                                               \
    "time: {end: 1, dt: 20 us, velocity_scale: 1, integrator: " integrator "}\n"                             \
    "gravity: [0.4, 0.1, -9.81]\n"                                                                           \
    "domain: {min: [0,0,-1], max: [1,1,2], periodic: [x, y]}\n"                                              \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, normal: {law: hertz, restitution: 0.6},\n"                                    \
    "  tangential: {law: mindlin, friction: 0.4}, rolling: {law: epsd, rolling_friction: 0.1}}]\n"           \
    "walls:\n"                                                                                               \
    "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m" more "}\n"

enum { BALLS = 40, STEPS = 400 };

static const char *const integrators[] = {CASE("verlet", ""), CASE("verlet_half_step", "")};

// Balls that fall on each other and on the floor within the steps of a test.
static void draw_balls(scree_particle *q) {
    for (int k = 0; k < BALLS; k++) {
        const double i = k % 4, j = k / 4 % 5, z = k / 20;
        q[k] = ball(1 + (uint64_t)k, 0.05,
                    vec3(0.1 + 0.099 * i + 0.01 * z, 0.1 + 0.0995 * j, 0.0505 + 0.098 * z),
                    vec3(0.1 * i, 0.2 - 0.1 * j, -1.0), vec3(j, -i, 1));
    }
}

static scree_world *open_balls(const char *text, int threads) {
    scree_particle q[BALLS];
    draw_balls(q);
    scree_world *w = world_of_case(case_of_text(text), q, BALLS, threads, NULL);
    begin(w);
    return w;
}

// Steps as in a run: halves of steps are fused if possible.
static void go_on(scree_world *w, uint64_t steps) {
    scree_report *r = scree_report_create();
    for (uint64_t k = 0; k < steps; k++) {
        assert_int_equal(scree_world_step_fused(w, k + 1 < steps, r), SCREE_OK);
    }
    scree_report_destroy(r);
}

static scree_hash digest_after(scree_world *w, uint64_t steps) {
    go_on(w, steps);
    return scree_world_digest(w);
}

// ---- order --------------------------------------------------------------------------------------------------

typedef struct diary {
    char text[64];
    size_t n;
} diary;

#define WRITER(letter)                                                                                       \
    static void write_##letter(scree_world *w, void *context) {                                              \
        (void)w;                                                                                             \
        diary *d = context;                                                                                  \
        assert_true(d->n + 1 < sizeof d->text);                                                              \
        d->text[d->n++] = #letter[0];                                                                        \
    }
WRITER(a)
WRITER(b)
WRITER(c)
WRITER(d)

static void called_in_the_order_of_adding(void **state) {
    (void)state;
    for (int needed = 0; needed < 2; needed++) {
        diary d = {.n = 0};
        scree_world *w = open_balls(integrators[0], 1);
        scree_hook_add(w, (scree_hook){SCREE_AFTER_STEP, write_d, &d, false, false});
        scree_hook_add(w, (scree_hook){SCREE_AFTER_FORCES, write_c, &d, false, false});
        scree_hook_add(w, (scree_hook){SCREE_AFTER_FORCES, write_b, &d, needed, false});
        scree_hook_add(w, (scree_hook){SCREE_BEFORE_FORCES, write_a, &d, true, false});
        go_on(w, 2);
        assert_string_equal(d.text, "acbdacbd");
        assert_true(scree_hook_remove(w, SCREE_AFTER_FORCES, write_c, &d));
        assert_false(scree_hook_remove(w, SCREE_AFTER_FORCES, write_c, &d));
        assert_false(scree_hook_remove(w, SCREE_AFTER_STEP, write_b, &d));
        go_on(w, 1);
        assert_string_equal(d.text, "acbdacbdabd");
        scree_world_destroy(w);
    }
}

// ---- bits ---------------------------------------------------------------------------------------------------

typedef struct digests {
    scree_hash of[STEPS + 1];
    size_t n, fused;
} digests;

static void keep_digest(scree_world *w, void *context) {
    digests *d = context;
    assert_false(w->next_drift_done);
    d->of[d->n++] = scree_world_digest(w);
}

static void count(scree_world *w, void *context) {
    digests *d = context;
    d->n++;
    d->fused += w->next_drift_done;
}

static void see_the_states_of_single_steps(void **state) {
    (void)state;
    static digests seen;
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
        scree_world *fused = open_balls(integrators[k], 1), *single = open_balls(integrators[k], 1),
                    *hooked = open_balls(integrators[k], 2);
        seen.n = 0;
        scree_hook_add(hooked, (scree_hook){SCREE_AFTER_STEP, keep_digest, &seen, true, false});
        const scree_hash last = digest_after(hooked, STEPS);
        assert_int_equal(seen.n, STEPS);
        for (size_t step = 0; step < STEPS; step++) {
            advance(single, 1);
            assert_true(scree_hash_equal(seen.of[step], scree_world_digest(single)));
        }
        assert_true(scree_hash_equal(last, digest_after(fused, STEPS)));
        assert_true(fused->contacts > 20);
        scree_world_destroy(fused);
        scree_world_destroy(single);
        scree_world_destroy(hooked);
    }
}

// For hooks that do not need particles, steps stay fused; such a hook is still called in each step.
static void change_no_bit(void **state) {
    (void)state;
    static const scree_hook_place places[] = {SCREE_BEFORE_FORCES, SCREE_AFTER_FORCES, SCREE_AFTER_STEP};
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
        scree_world *plain = open_balls(integrators[k], 1);
        const scree_hash wanted = digest_after(plain, STEPS);
        scree_world_destroy(plain);
        for (int trial = 0; trial < 6; trial++) {
            const bool particles = trial >= 3;
            digests seen = {.n = 0};
            scree_world *w = open_balls(integrators[k], 1);
            scree_hook_add(w, (scree_hook){places[trial % 3], count, &seen, particles, false});
            assert_true(scree_hash_equal(digest_after(w, STEPS), wanted));
            assert_int_equal(seen.n, STEPS);
            assert_int_equal(seen.fused, trial == 2 ? STEPS - 1 : 0);
            scree_world_destroy(w);
        }
    }
}

// ---- effects of hooks ---------------------------------------------------------------------------------------

static void add_weight(scree_world *w, void *context) {
    const scree_vec3 *g = context;
    for (size_t i = 0; i < w->p.n; i++) {
        const double m = w->p.motion[i].v.m;
        w->p.f[i].fx += m * g->x;
        w->p.f[i].fy += m * g->y;
        w->p.f[i].fz += m * g->z;
    }
}

// Gravity from a hook acts like gravity: with the same bits if nothing else acts, and up to rounding in contacts.
static void forces_act_in_both_halves_of_a_step(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++) {
        for (int touching = 0; touching < 2; touching++) {
            scree_particle q[2] = {
                ball(1, 0.05, vec3(0.5, 0.5, touching ? 0.051 : 1.0), vec3(0.3, 0, -1), vec3(1, 2, 3)),
                ball(2, 0.05, vec3(0.5, 0.6, touching ? 0.052 : 1.5), vec3(0, -0.2, -1), vec3(0, 0, 0))};
            scree_world *w[2];
            scree_vec3 g;
            for (int hook = 0; hook < 2; hook++) {
                w[hook] = world_of_case(case_of_text(integrators[k]), q, 2, 1, NULL);
                if (hook) {
                    g = w[hook]->case_->gravity;
                    w[hook]->case_->gravity = vec3(0, 0, 0);
                    scree_hook_add(w[hook], (scree_hook){SCREE_AFTER_FORCES, add_weight, &g, true, false});
                }
                begin(w[hook]);
                go_on(w[hook], STEPS);
            }
            for (uint64_t id = 1; id <= 2; id++) {
                const double tolerance = touching ? 1e-12 : 0.0;
                expect_vec_near(place_of(w[1], id), place_of(w[0], id), tolerance, "place");
                expect_vec_near(velocity_of(w[1], id), velocity_of(w[0], id), 1e3 * tolerance, "velocity");
                expect_vec_near(spin_of(w[1], id), spin_of(w[0], id), 1e5 * tolerance, "spin");
            }
            assert_true(!touching || spin_of(w[0], 1).x != 1.0); // they have touched
            scree_world_destroy(w[0]);
            scree_world_destroy(w[1]);
        }
    }
}

// ---- loads of walls -----------------------------------------------------------------------------------------

typedef struct loads {
    scree_vec3 of[STEPS][2];
    size_t n;
    bool new_list, check;
} loads;

// The load of the walls is the weight of the particles less the sum of their forces; forces between particles cancel.
static void keep_loads(scree_world *w, void *context) {
    loads *l = context;
    const scree_wall_state *floor = &w->wall.data[0].now;
    if (l->check) {
        scree_vec3 sum = vec3(0, 0, 0), g = w->case_->gravity;
        for (size_t i = 0; i < w->p.n; i++) {
            const scree_wrench *f = &w->p.f[i];
            sum = vec_add(sum, vec_add_scaled(vec3(f->fx, f->fy, f->fz), -w->p.motion[i].v.m, g));
        }
        expect_vec_near(floor->force, vec_scale(-1.0, sum), 1e-11, "force on the floor, N");
    }
    l->of[l->n][0] = floor->force;
    l->of[l->n++][1] = floor->torque;
    w->list_valid = w->list_valid && !l->new_list;
}

// In each step the same bits for any number of threads and any list, with fused steps or not.
static void loads_of_walls_in_every_step(void **state) {
    (void)state;
    static loads first, other;
    for (int trial = 0; trial < 4; trial++) {
        loads *l = trial == 0 ? &first : &other;
        *l = (loads){.new_list = trial == 2, .check = trial == 0};
        scree_world *w = open_balls(integrators[0], trial == 1 ? 3 : 1);
        scree_hook_add(w, (scree_hook){SCREE_AFTER_STEP, keep_loads, l, trial < 3, false});
        go_on(w, STEPS);
        assert_int_equal(l->n, STEPS);
        assert_true(first.of[STEPS - 1][0].z < -1.0 && first.of[STEPS - 1][1].x != 0.0);
        assert_memory_equal(l->of, first.of, sizeof l->of);
        assert_true(trial != 2 || w->rebuilds >= STEPS);
        scree_world_destroy(w);
    }
}

static void drag_floor(scree_world *w, void *context) {
    (void)context;
    w->wall.data[0].now.velocity = vec3(0.7, 0, 0);
}

// A wall whose surface velocity is set by a hook is a conveyor belt.
static void walls_take_a_velocity(void **state) {
    (void)state;
    scree_world *belt = open_balls(CASE("verlet", ", surface_velocity: [0.7, 0, 0]"), 1), *hooked;
    scree_particle q[BALLS];
    draw_balls(q);
    hooked = world_of_case(case_of_text(integrators[0]), q, BALLS, 1, NULL);
    drag_floor(hooked, NULL);
    scree_hook_add(hooked, (scree_hook){SCREE_BEFORE_FORCES, drag_floor, NULL, false, false});
    begin(hooked);
    go_on(belt, STEPS);
    go_on(hooked, STEPS);
    for (uint64_t id = 1; id <= BALLS; id++) {
        const scree_vec3 a = place_of(belt, id), b = place_of(hooked, id);
        assert_memory_equal(&a, &b, sizeof a);
    }
    scree_world_destroy(belt);
    scree_world_destroy(hooked);
}

// ---- walls that a hook moves ----------------------------------------------------------------------------------

// Rotates and vibrates the wall about the origin; its pose is a function of time.
static void shake(scree_world *w, void *context) {
    const bool *new_list = context;
    const double t = scree_world_time(w), a = 0.3 * (20.0 * t - 800.0 * t * t),
                 da = 0.3 * (20.0 - 1600.0 * t), c = (1.0 - a * a) / (1.0 + a * a),
                 s = 2.0 * a / (1.0 + a * a), turn = 2.0 * da / (1.0 + a * a);
    scree_wall_state *wall = &w->wall.data[0].now;
    wall->pose = (scree_pose){{{c, 0, s, 0, 1, 0, -s, 0, c}}, vec3(0, 0, 8.0 * t)};
    wall->spin = vec3(0, turn, 0);
    wall->velocity = vec_sub(vec3(0, 0, 8.0), vec_cross(wall->spin, wall->pose.shift));
    w->list_valid = w->list_valid && !*new_list;
}

// A list that lasts for many steps misses no contact with such a wall: plane, cylinder and mesh.
static void lists_know_of_walls_that_move(void **state) {
    (void)state;
    static const char *const walls[] = {
        "plane: {point: [0,0,-0.04], normal: [0,0,1]}",
        "cylinder: {point: [0.25,-1,-0.34], axis: [0,1,0], radius: 0.3, side: outside}",
        "mesh: {file: tray.stl}",
    };
    static const scree_vec3 corner[6] = {{-1, -1, -0.04}, {2, -1, -0.04}, {2, 2, -0.04},
                                         {-1, -1, -0.04}, {2, 2, -0.04},  {-1, 2, -0.04}};
    write_mesh("tray.stl", corner, 2);
    scree_particle q[BALLS];
    draw_balls(q);
    for (int k = 0; k < BALLS; k++) {
        q[k].v = vec3(0, 0, 0);
    }
    for (size_t k = 0; k < sizeof walls / sizeof *walls; k++) {
        scree_hash digest[2];
        uint64_t rebuilds[2];
        for (int new_list = 0; new_list < 2; new_list++) {
            bool each_step = new_list;
            char *text = scree_format("time: {end: 1, dt: 20 us, velocity_scale: 1}\n"
                                      "search: {skin: 3 mm}\n"
                                      "materials: {m: {density: 2500, young: 1e7, poisson: 0.3,\n"
                                      "  restitution: 0.6, friction: 0.4}}\n"
                                      "walls: {floor: {%s, material: m}}\n",
                                      walls[k]);
            scree_world *w = world_of_case(case_of_text(text), q, BALLS, 1, NULL);
            scree_free(text);
            w->wall.data[0].moves = true;
            scree_hook_add(w, (scree_hook){SCREE_BEFORE_FORCES, shake, &each_step, false, false});
            begin(w);
            digest[new_list] = digest_after(w, 2 * STEPS);
            rebuilds[new_list] = w->rebuilds;
            assert_true(w->wall.data[0].now.force.z < 0.0);
            assert_true(w->crossing->n == 0);
            scree_world_destroy(w);
        }
        assert_true(scree_hash_equal(digest[0], digest[1]));
        print_message("%s: %llu lists for %d steps\n", walls[k], (unsigned long long)rebuilds[0], 2 * STEPS);
        assert_true(rebuilds[1] >= 2 * STEPS && 2 * rebuilds[0] < 2 * STEPS);
    }
}

// A driver without a state of its own: the load of the last step gives the velocity of this one.
static void press(scree_world *w, void *context) {
    (void)context;
    scree_wall_state *wall = &w->wall.data[0].now;
    wall->velocity = vec3(0, 0, 1.0 + 2e-3 * wall->force.z);
    wall->pose.shift.z += w->dt * wall->velocity.z;
}

static scree_world *pressed_balls(int resumed_from_step) {
    scree_particle q[BALLS];
    draw_balls(q);
    const bool resume = resumed_from_step > 0;
    scree_world *w = world_of_case(case_of_text(integrators[0]), q, resume ? 0 : BALLS, 1, NULL);
    w->wall.data[0].moves = true;
    scree_hook_add(w, (scree_hook){SCREE_BEFORE_FORCES, press, NULL, false, false});
    if (resume) {
        scree_report *r = scree_report_create();
        assert_int_equal(scree_load_resume(w, "pressed.scree", r), SCREE_OK);
        scree_report_destroy(r);
        assert_int_equal(w->step, resumed_from_step);
    } else {
        begin(w);
    }
    return w;
}

static void checkpoints_hold_walls(void **state) {
    (void)state;
    scree_world *w = pressed_balls(0);
    do {
        go_on(w, 1);
    } while (w->step < 150 || (w->step < 400 && !(w->wall.data[0].now.force.z < 0.0)));
    const int middle = (int)w->step;
    assert_true(fabs(w->wall.data[0].now.pose.shift.z) > 1e-5 && w->wall.data[0].now.force.z < 0.0);
    assert_true(scree_checkpoint_write(w, scree_case_hash(w), "pressed.scree", NULL));
    scree_world *resumed = pressed_balls(middle);
    assert_true(scree_hash_equal(scree_world_digest(resumed), scree_world_digest(w)));
    assert_memory_equal(&resumed->wall.data[0].now, &w->wall.data[0].now, sizeof w->wall.data[0].now);
    assert_true(scree_hash_equal(digest_after(resumed, STEPS), digest_after(w, STEPS)));
    assert_memory_equal(&resumed->wall.data[0].now, &w->wall.data[0].now, sizeof w->wall.data[0].now);
    scree_world_destroy(resumed);
    scree_world_destroy(w);
    unlink("pressed.scree");
}

static void turn_back(scree_world *w, void *context) {
    const uint64_t *at = context;
    const size_t i = index_of_id(w, 2);
    if (w->step == *at) {
        w->p.motion[i].v.x = -w->p.motion[i].v.x;
    }
}

// A fixed particle keeps the velocity that a hook gives it, and moves others.
static void fixed_particles_take_a_velocity(void **state) {
    (void)state;
    scree_particle q[2] = {ball(1, 0.05, vec3(0.3, 0.5, 0.5), vec3(0, 0, 0), vec3(0, 0, 0)),
                           ball(2, 0.05, vec3(0.6, 0.5, 0.5), vec3(1, 0, 0), vec3(0, 0, 0))};
    q[1].fixed = true;
    uint64_t at = STEPS / 4;
    scree_world *w = world_of_case(case_of_text(integrators[0]), q, 2, 1, NULL);
    scree_hook_add(w, (scree_hook){SCREE_BEFORE_FORCES, turn_back, &at, false, false});
    begin(w);
    const double dt = w->dt;
    go_on(w, STEPS);
    expect_near(place_of(w, 2).x, 0.6 + dt * (double)at - dt * (double)(STEPS - at), 1e-12, "place");
    assert_true(velocity_of(w, 2).x == -1.0);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(called_in_the_order_of_adding),
        cmocka_unit_test(see_the_states_of_single_steps),
        cmocka_unit_test(change_no_bit),
        cmocka_unit_test(forces_act_in_both_halves_of_a_step),
        cmocka_unit_test(walls_take_a_velocity),
        cmocka_unit_test(loads_of_walls_in_every_step),
        cmocka_unit_test(fixed_particles_take_a_velocity),
        cmocka_unit_test(checkpoints_hold_walls),
        cmocka_unit_test(lists_know_of_walls_that_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
