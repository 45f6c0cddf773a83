// SPDX-License-Identifier: BSD-3-Clause
// Probes against closed forms, and the columns of walls that move: torque, position, angle, work.
#include "maths/math.h"
#include "measure/probe.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"

#define REGION "probes:\n  p: {region: {box: {min: [-0.1, -0.1, 0], max: [0.1, 0.1, 0.05]}}}\n"
#define VOLUME (0.2 * 0.2 * 0.05)
#define MATERIAL "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
static const double stop_of_probe = 0.05;

// Three free balls inside, one outside, a fixed one: means and fluctuations of what moves.
static void test_motion(void **state) {
    (void)state;
    scree_particle q[5] = {ball(1, 2e-3, vec3(-0.05, 0, 0.01), vec3(1, 2, 3), vec3(0, 0, 0)),
                           ball(2, 3e-3, vec3(0.05, 0, 0.02), vec3(-1, 1, 0), vec3(9, 9, 9)),
                           ball(3, 2e-3, vec3(0, 0.05, stop_of_probe), vec3(0.5, 0.25, -2), vec3(0, 0, 0)),
                           ball(4, 2e-3, vec3(0, 0.08, 0.0501), vec3(100, 100, 100), vec3(0, 0, 0)),
                           ball(5, 2e-3, vec3(0, -0.05, 0.02), vec3(7, 7, 7), vec3(0, 0, 0))};
    q[4].fixed = true;
    scree_world *w =
        world_of_text(scree_format("time: {end: 1 s, dt: 1 us}\n" MATERIAL REGION
                                   "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n"),
                      q, 5);
    scree_probes_measure(w);
    const scree_probe *p = &w->probe.data[0];
    double m = 0, vv[6] = {0};
    scree_vec3 mv = vec3(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        const double mass = 2500 * scree_sphere_volume(q[k].radius);
        const scree_vec3 v = q[k].v;
        m += mass;
        mv = vec_add_scaled(mv, mass, v);
    }
    const scree_vec3 mean = vec_scale(1 / m, mv);
    for (int k = 0; k < 3; k++) {
        const double mass = 2500 * scree_sphere_volume(q[k].radius);
        const scree_vec3 v = vec_sub(q[k].v, mean);
        const double product[6] = {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
        for (int i = 0; i < 6; i++) {
            vv[i] += mass * product[i];
        }
    }
    assert_int_equal(p->count, 3);
    expect_near(p->mass, m, 1e-15 * m, "mass");
    expect_near(p->fraction, m / 2500 / VOLUME, 1e-17, "solid fraction");
    expect_vec_near(p->velocity, mean, 1e-15, "velocity");
    expect_near(p->temperature, (vv[0] + vv[1] + vv[2]) / (3 * m), 1e-14, "granular temperature");
    assert_true(p->coordination == 0);
    for (int i = 0; i < 6; i++) {
        expect_near(p->stress[i], vv[i] / VOLUME, 1e-14, "stress");
    }
    scree_world_destroy(w);
}

// A column of balls at rest: each contact carries the weight above it, with half of the overlap off its arm on each side.
static void test_weight(void **state) {
    (void)state;
    enum { N = 8 };
    const double r = 3e-3, m = 2500 * scree_sphere_volume(r), g = 9.81;
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, r, vec3(0, 0, r + 2 * r * k), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format("time: {end: 1 s, dt: 5 us}\n"
                     "gravity: [0, 0, -9.81]\n" MATERIAL REGION
                     "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                     "contacts: [{between: any, restitution: 0.1, friction: 0}]\n"),
        q, N);
    advance(w, 100000);
    scree_probes_measure(w);
    const scree_probe *p = &w->probe.data[0];
    double sum = 0; // of force times arm
    for (int k = 0; k < N; k++) {
        const double z = w->p.x[index_of_id(w, (uint64_t)k + 1)].z,
                     below = k > 0 ? w->p.x[index_of_id(w, (uint64_t)k)].z
                                   : -r, // of the centre below, or the floor's image
            gap = k > 0 ? z - below : 2 * z, arm = k > 0 ? 0.5 * gap : r - 0.5 * (r - z);
        sum += (N - k) * m * g * (k > 0 ? 2 * arm : arm);
    }
    assert_int_equal(p->count, N);
    expect_near(p->coordination, 2.0 * (N - 1) / N, 1e-15, "coordination");
    expect_near(p->stress[2], sum / VOLUME, 2e-6 * sum / VOLUME, "vertical stress");
    expect_near(p->stress[0], 0, 1e-12 * p->stress[2], "horizontal stress");
    scree_world_destroy(w);
}

// Two balls that press on each other askew and rub: all components of the force times the vector between the centres, and those of the motion.
static void test_stress(void **state) {
    (void)state;
    const double r = 3e-3;
    const scree_vec3 n = vec3(2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0);
    const scree_particle q[] = {
        ball(1, r, vec3(0, 0, 0.02), vec3(0.3, 0, 0), vec3(0, 40, 0)),
        ball(2, r, vec_add_scaled(vec3(0, 0, 0.02), 1.99 * r, n), vec3(0, -0.1, 0.2), vec3(30, 0, 50))};
    scree_world *w =
        world_of_text(scree_format("time: {end: 1 s, dt: 1 us}\n" MATERIAL REGION
                                   "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n"),
                      q, 2);
    advance(w, 20);
    scree_probes_measure(w);
    const scree_wrench *f = &w->p.f[index_of_id(w, 1)];
    const double m = 2500 * scree_sphere_volume(r);
    const scree_vec3 d = vec_sub(place_of(w, 1), place_of(w, 2)), force = vec3(f->fx, f->fy, f->fz),
                     half = vec_scale(0.5, vec_sub(scree_particle_velocity(&w->p, index_of_id(w, 1)),
                                                   scree_particle_velocity(&w->p, index_of_id(w, 2))));
    assert_true(vec_norm(vec_cross(d, force)) > 0.05 * vec_norm(d) * vec_norm(force));
    static const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        const int i = row[k], j = column[k];
        const double by_force = 0.5 * (vec_get(force, i) * vec_get(d, j) + vec_get(force, j) * vec_get(d, i)),
                     wanted = (by_force + 2 * m * vec_get(half, i) * vec_get(half, j)) / VOLUME;
        expect_near(w->probe.data[0].stress[k], wanted, 1e-9 * vec_norm(force) * vec_norm(d) / VOLUME,
                    "stress");
    }
    scree_world_destroy(w);
}

// Balls in a turning drum below a piston that vibrates: the work of all walls is that of the ledger, and each wall's power is that of its
// force and torque.
static void test_walls(void **state) {
    (void)state;
    enum { N = 40 };
    scree_particle q[N];
    for (int k = 0; k < N; k++) {
        q[k] = ball((uint64_t)k + 1, 3e-3,
                    vec3(0.0066 * (k % 5) - 0.013, 0.0066 * (k / 5 % 4) + 0.005, 0.007 * (k / 20) - 0.018),
                    vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 10 us}\n"
            "gravity: [0, 0, -9.81]\n" MATERIAL "walls:\n"
            "  drum: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 3 cm, length: 3 cm, lids: both}, "
            "material: m,\n"
            "         motion: {rotate: {axis: [0, 1, 0], point: [0, 1, 0], rate: 12 rad/s}, start: 0.1 s}}\n"
            "  piston: {box: {min: [-1 cm, 1 cm, 0], max: [1 cm, 2 cm, 1 cm]}, material: m, reference: [0, "
            "0, 5 mm],\n"
            "           motion: {vibrate: {amplitude: [0, 0, 8 mm], frequency: 5 Hz}}}\n"
            "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n"),
        q, N);
    double largest = 0;
    for (int k = 0; k < 300; k++) {
        advance(w, 100);
        const scree_totals t = scree_world_totals(w);
        double work = 0;
        for (size_t i = 0; i < w->wall.n; i++) {
            const scree_wall_state *now = &w->wall.data[i].now;
            work += now->work - 0.5 * w->dt * now->power;
        }
        largest = fmax(largest, fabs(t.wall_work));
        expect_near(work, t.wall_work, 1e-12 * largest, "work");
        const scree_wall_state *drum = &w->wall.data[0].now;
        const double by_torque = t.time > 0.1 - 1e-9 ? -(k == 99 ? 6.0 : 12.0) * drum->torque.y
                                                     : 0.0; // its arm ends within the overlap
        expect_near(drum->power, by_torque, 5e-3 * fabs(by_torque) + 1e-7, "power of the drum");
    }
    assert_true(largest > 1e-4);
    double angle;
    assert_true(scree_wall_angle(w->wall.data[0].def, scree_world_time(w), &angle));
    expect_near(angle, 12 * (0.3 - 0.1), 1e-12, "angle");
    assert_false(scree_wall_angle(w->wall.data[1].def, 1, &angle));
    assert_true(w->wall.data[0].def->reference.y == 1 && w->wall.data[1].def->reference.z == 5e-3);
    scree_world_destroy(w);
}

static void test_mistakes(void **state) {
    (void)state;
    expect_case_refused("time: {end: 1 s}\n" MATERIAL
                        "probes: {p: {region: {half_space: {point: [0, 0, 0], normal: [0, 0, 1]}}}}\n",
                        "probes.p.region: unknown key 'half_space'");
    expect_case_refused("time: {end: 1 s}\n" MATERIAL "probes: {p: {}}\n", "probes.p: missing key 'region'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motion), cmocka_unit_test(test_weight),   cmocka_unit_test(test_stress),
        cmocka_unit_test(test_walls),  cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
