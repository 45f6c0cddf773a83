// SPDX-License-Identifier: BSD-3-Clause
// Groups against closed forms: particles that are held move as given and are free afterwards, forces and torques accelerate, their
// work is the kinetic energy, radii grow; a held particle acts as a body of infinite mass.
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 1e-4, velocity_scale: 1}\n"                                                          \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"                                            \
    "contacts: [{between: any, restitution: 1, friction: 0}]\n"

static const double R = 5e-3;

static scree_world *three_balls(const char *groups, double vz) {
    const scree_particle q[] = {ball(1, R, vec3(0, 0, 0), vec3(0.1, 0, vz), vec3(0, 0, 3)),
                                ball(2, R, vec3(0.1, 0, 0), vec3(0, 0, vz), vec3(0, 0, 0)),
                                ball(3, R, vec3(0.2, 0, 0), vec3(0, 0, vz), vec3(0, 0, 0))};
    return world_of_text(scree_format("%s%s", HEAD, groups), q, 3);
}

static void held(void **state) {
    (void)state;
    scree_world *w =
        three_balls("gravity: [0, 0, -10]\n"
                    "groups: {a: {ids: [1-2], hold: true, velocity: [0, 0.2, 0], spin: [1, 0, 0], "
                    "start: 0.01, stop: 0.05}, b: {ids: [2], hold: true, start: 0.02, stop: 0.06}}\n",
                    0.0);
    const double dt = 1e-4, m = 4.0 / 3.0 * 3.14159265358979323846 * R * R * R * 2500.0;
    advance(w, 150);
    expect_near(place_of(w, 1).y, 0.2 * 50 * dt, 1e-15, "y of what is held");
    expect_near(place_of(w, 1).z, -5.0 * 0.01 * 0.01, 1e-12, "z of what is held");
    expect_near(place_of(w, 1).x, 0.1 * 0.01, 1e-15, "x of what is held");
    assert_true(spin_of(w, 1).x == 1.0 && spin_of(w, 1).z == 0.0);
    expect_near(scree_world_totals(w).mass, m, 1e-18, "mass while two are held");
    advance(w, 350); // group a ends after step 500, b holds 2 since step 200
    expect_near(place_of(w, 2).y, 0.2 * 100 * dt, 1e-14, "y of what was moved, then held");
    advance(w, 1);
    assert_true(velocity_of(w, 1).y == 0.2); // it keeps the velocity
    expect_near(velocity_of(w, 1).z, -10.0 * dt, 0.6 * 10.0 * dt,
                "falls again"); // the first half kick has no weight yet
    expect_near(scree_world_totals(w).mass, 2.0 * m, 1e-18, "mass while one is held");
    const double before = scree_world_totals(w).balance;
    advance(w, 200);
    scree_totals t = scree_world_totals(w);
    expect_near(t.mass, 3.0 * m, 1e-18, "mass when all are free");
    expect_near(t.balance, before, 1e-3 * m, "energy balance");
    scree_world_destroy(w);
}

// Of two groups that hold a particle the last one in the file moves it, whichever began first.
static void held_twice(void **state) {
    (void)state;
    scree_world *w = three_balls(
        "groups: {a: {ids: [1], hold: true, velocity: [0.3, 0, 0], stop: 0.04}, b: {ids: [1], hold: "
        "true, velocity: [0, 0.2, 0], start: 0.01, stop: 0.02}}\n",
        0.0);
    advance(w, 300);
    expect_near(place_of(w, 1).x, 0.3 * 0.02, 1e-12, "x");
    expect_near(place_of(w, 1).y, 0.2 * 0.01, 1e-12, "y");
    assert_true(velocity_of(w, 1).x == 0.3 && velocity_of(w, 1).y == 0.0);
    assert_true(scree_world_totals(w).fixed == 1);
    advance(w, 101);
    assert_true(scree_world_totals(w).fixed == 0);
    scree_world_destroy(w);
    w = three_balls("groups: {b: {ids: [1], hold: true, velocity: [0, 0.2, 0], start: 0.01, stop: 0.02}, a: "
                    "{ids: [1], hold: "
                    "true, velocity: [0.3, 0, 0], stop: 0.04}}\n",
                    0.0);
    advance(w, 300);
    expect_near(place_of(w, 1).x, 0.3 * 0.03, 1e-12, "x");
    assert_true(place_of(w, 1).y == 0.0);
    scree_world_destroy(w);
}

// From the step after its start on, F / m and T / I; the work is the energy.
// Clumps and convex bodies of any size that a group holds, or that are fixed, turn by their spin times the time.
static void held_bodies_turn(void **state) {
    static const char *const shapes[] = {
        "members: [{at: [-1, 0, 0], radius: 1.2}, {at: [0.8, 0.3, 0], radius: 1.4}]", "ellipsoid: [3, 2, 1]",
        "polyhedron: {corners: [[0, 0, 0], [3, 0, 0], [0, 4, 0], [0, 0, 5]]}",
        "pieces: [{rounded_box: {sides: [2, 2, 2]}, at: [-1.1, 0, 0]}, {rounded_box: {sides: [2, 2, 2]}, at: "
        "[1.1, 0, 0]}], mass_of: sum"};
    const double spin = 4e4, dt = 1e-7, axis[3] = {2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0};
    (void)state;
    for (int k = 0; k < 16; k++) {
        const double size = k < 8 ? 1e-4 : 0.36e3; // m
        char *group = scree_format("groups: {g: {ids: [1], hold: true, spin: [%.17g, %.17g, %.17g]}}\n",
                                   spin * axis[0], spin * axis[1], spin * axis[2]);
        scree_world *w = world_of_text(
            scree_format("time: {end: 1, dt: %g, velocity_scale: 1}\n"
                         "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, restitution: 1, friction: 0}]\nshapes: {s: {%s}}\n"
                         "particles: [{positions: [[0, 0, 0]], shape: s, material: m, diameter: %g, "
                         "orientation: {axis: [1, 2, 2], angle: 1}, fixed: %s, spin: [%.17g, %.17g, "
                         "%.17g]}]\n%s",
                         dt, shapes[k / 2 % 4], size, k % 2 ? "true" : "false", spin * axis[0],
                         spin * axis[1], spin * axis[2], k % 2 ? "" : group),
            NULL, 0);
        scree_free(group);
        const scree_quaternion before = scree_body_attitude_of(&w->p, 0);
        advance(w, 500);
        const double half = 0.5 * spin * 500 * dt, s = sin(half);
        const scree_quaternion wanted = scree_quaternion_product(
            (scree_quaternion){cos(half), s * axis[0], s * axis[1], s * axis[2]}, before);
        const scree_quaternion q = scree_body_attitude_of(&w->p, 0);
        const double same = q.w * wanted.w + q.x * wanted.x + q.y * wanted.y + q.z * wanted.z;
        // A step of 0.004 rad turns by 1e-13 rad too much or too little, the fifth order of its half.
        expect_near(fabs(same), 1.0, 1e-15 + 0.5 * 500 * 1e-13, "turned as told");
        expect_vec_near(spin_of(w, 1), vec3(spin * axis[0], spin * axis[1], spin * axis[2]), 1e-12 * spin,
                        "spin");
        scree_world_destroy(w);
    }
}

static void pulled(void **state) {
    (void)state;
    scree_world *w = three_balls(
        "groups: {a: {material: m, region: {sphere: {point: [0.1, 0, 0], radius: 1 cm}}, force: [0, 2 mN, "
        "0], "
        "torque: [0, 0, 3 uN m], start: 0.01, stop: 0.11}, b: {ids: [2, 3], force: [0, 2 mN, 0]}}\n",
        0.0);
    const double dt = 1e-4, m = 4.0 / 3.0 * 3.14159265358979323846 * R * R * R * 2500.0, i = 0.4 * m * R * R;
    advance(w, 2000);
    const double v = (2e-3 * (0.2 - 0.5 * dt + 0.1)) / m, spin = 3e-6 * 0.1 / i;
    expect_near(velocity_of(w, 2).y, v, 1e-9 * v + 2e-3 * dt / m, "velocity");
    expect_near(velocity_of(w, 3).y, 2e-3 * 0.2 / m, 1e-9 + 2e-3 * dt / m, "velocity by one force");
    expect_near(spin_of(w, 2).z, spin, 1e-9 * spin, "spin");
    assert_true(velocity_of(w, 1).y == 0.0);
    const scree_totals t = scree_world_totals(w);
    const double start = 0.5 * m * 0.01 + 0.5 * 0.4 * m * R * R * 9.0;
    expect_near(t.loaded, t.kinetic + t.rotational - start, 1e-12 * t.kinetic, "work");
    expect_near(t.balance, start, 1e-12 * t.kinetic, "energy balance");
    scree_world_destroy(w);
}

// A free ball meets a held one: as a wall, velocity reversed.
static void is_hit(void **state) {
    (void)state;
    scree_world *w = three_balls("groups: {a: {ids: [2], hold: true, stop: 0.95}}\n", 0.0);
    advance(w, 9600);                                       // 0.09 m at 0.1 m/s; released after that
    expect_near(velocity_of(w, 1).x, -0.1, 5e-5, "bounce"); // within the error of 20 steps per contact
    expect_near(velocity_of(w, 2).x, 0.0, 0.0, "what was hit and then released");
    assert_true(velocity_of(w, 2).x == 0.0);
    scree_world_destroy(w);
}

static void grows(void **state) {
    (void)state;
    scree_world *w =
        three_balls("groups: {a: {ids: [3], growth: 2 1/s, growth_every: 0.01, start: 0.1, stop: 0.2}, "
                    "b: {ids: [1], growth: -1 1/s, stop: 0.05}}\n",
                    0.0);
    const double m = 4.0 / 3.0 * 3.14159265358979323846 * R * R * R * 2500.0;
    advance(w, 2500);
    double growth = 1.0, loss = 1.0;
    for (int k = 0; k < 10; k++) { // at 0.11, ... 0.2 s
        growth *= 1.02;
    }
    for (int k = 0; k < 50; k++) { // at 1, ... 50 ms
        loss *= 0.999;
    }
    for (size_t i = 0; i < w->p.n; i++) {
        const double scale = w->p.id[i] == 3 ? growth : w->p.id[i] == 1 ? loss : 1.0;
        expect_near(w->p.x[i].r, R * scale, 1e-15, "radius");
        expect_near(w->p.motion[i].v.m, m * scale * scale * scale, 1e-15, "mass");
    }
    const scree_totals t = scree_world_totals(w);
    const double start = 0.5 * m * 0.01 + 0.5 * 0.4 * m * R * R * 9.0;
    expect_near(t.changed, t.kinetic + t.rotational - start, 1e-14 * start, "energy by growth");
    expect_near(t.balance, start, 1e-12 * start, "energy balance");
    scree_world_destroy(w);
}

// A held particle that grows has the mass of its new radius when it is free again; one that only begins to be held while it grows, too.
static void grows_while_held(void **state) {
    (void)state;
    scree_world *w =
        three_balls("groups: {a: {ids: [2, 3], growth: 2 1/s, growth_every: 0.01, start: 0.1, stop: 0.2},\n"
                    "  b: {ids: [2], hold: true, start: 0.05, stop: 0.25}, c: {ids: [3], hold: true, start: "
                    "0.155, stop: 0.25}}\n",
                    0.0);
    const double m = 4.0 / 3.0 * 3.14159265358979323846 * R * R * R * 2500.0;
    double growth = 1.0;
    for (int k = 0; k < 10; k++) { // at 0.11, ... 0.2 s
        growth *= 1.02;
    }
    const double heavier = m * growth * growth * growth, start = scree_world_totals(w).balance;
    advance(w, 2400);
    assert_int_equal(scree_world_totals(w).fixed, 2);
    advance(w, 600);
    assert_int_equal(scree_world_totals(w).fixed, 0);
    for (uint64_t id = 2; id <= 3; id++) {
        const size_t i = index_of_id(w, id);
        expect_near(w->p.x[i].r, R * growth, 1e-15, "radius");
        expect_near(w->p.motion[i].v.m, heavier, 1e-14 * heavier, "mass");
    }
    const scree_totals t = scree_world_totals(w);
    expect_near(t.mass, m + 2.0 * heavier, 1e-14 * heavier, "mass of all");
    expect_near(t.balance, start, 1e-12 * start, "energy balance");
    scree_world_destroy(w);
}

static void refusals(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"{ids: [1], velocity: [0, 0, 1]}", "needs `hold: true`"},
        {"{ids: [1], spin: [0, 0, 1]}", "needs `hold: true`"},
        {"{ids: [1], hold: true, force: [0, 0, 1]}", "no force moves particles that are held"},
        {"{ids: [1], hold: true, start: 2, stop: 1}", "stop after start"},
        {"{from: rain, hold: true}", "there is no insertion named 'rain'"},
        {"{growth: -600 1/s}", "shrinks by half or more"},
        {"{ids: [0]}", "a list of particle ids and ranges of them such as [3, 10-20]"},
        {"{ids: [5-3]}", "a list of particle ids"},
        {"{ids: [a]}", "a list of particle ids"},
        {"{ids: []}", "a list of particle ids"},
        {"{ids: 3}", "a list of particle ids"},
        {"{ids: [3-]}", "a list of particle ids"},
        {"{region: {mesh: x}}", "box"},
        {"{hold: perhaps}", "hold"},
        {"{force: 3 N}", "force"},
        {"{every: -1 s}", "every"},
        {"{pull: 3}", "unknown key 'pull'"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *yaml = scree_format("%sgroups: {g: %s}\n", HEAD, row[k][0]);
        expect_case_refused(yaml, row[k][1]);
        scree_free(yaml);
    }
}

static void tracks_refused(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"tracks: {a: 0}", "is out of range; accepted: a whole number, >= 1"},
        {"tracks: {a: -1}", "is not a whole number"},
        {"tracks: {a: {x: 2}}", "missing key 'id'"},
        {"tracks: {w: 1}\nwalls: {w: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}",
         "the name 'w' is taken by a wall"},
        {"tracks: {p: 1}\nprobes: {p: {region: {sphere: {point: [0, 0, 0], radius: 1}}}}",
         "the name 'p' is taken by a track"},
        {"outlets: {p: {region: {sphere: {point: [0, 0, 0], radius: 1}}}}\nprobes: {p: {region: {sphere: "
         "{point: "
         "[0, 0, 0], radius: 1}}}}",
         "the name 'p' is taken by an outlet"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *yaml = scree_format("%s%s\n", HEAD, row[k][0]);
        expect_case_refused(yaml, row[k][1]);
        scree_free(yaml);
    }
}

// A ball rests while it grows. Returns whether a warning comes, and how many times its weight the floor carries at most.
static bool warned_of_jumps(const char *growth, const char *gravity, double *most) {
    char *text =
        scree_format("time: {end: 1, dt: 2 us}\ngravity: %s\n"
                     "materials: {m: {density: 2500, young: 50 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.5, friction: 0}]\n"
                     "walls: {floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}\n"
                     "particles: [{positions: [[0, 0, 0.9999998 mm]], diameter: 2 mm, material: m}]\n"
                     "groups: {g: {%s, start: 2 ms}}\n",
                     gravity, growth);
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_text("test.yaml", text, NULL, 1, NULL, r);
    expect_no_errors(r);
    assert_int_equal(scree_load_start(w, r), SCREE_OK);
    bool said = false;
    for (size_t k = 0; k < scree_report_size(r); k++) {
        said |= strstr(scree_report_text(r, k), "groups.g.growth: radii grow at once") != NULL;
    }
    *most = 0.0;
    for (int k = 0; k < 3000; k++) {
        advance(w, 1);
        *most = fmax(*most, -w->wall.data[0].now.force.z / (9.81 * w->p.motion[0].v.m));
    }
    scree_world_destroy(w);
    scree_report_destroy(r);
    scree_free(text);
    return said;
}

// Growth in jumps that contacts feel is said before the run, and what the message accepts is as smooth as growth in each step.
static void jumps_are_said(void **state) {
    (void)state;
    const char *const down = "[0, 0, -9.81]";
    double jumps, accepted, each;
    assert_true(warned_of_jumps("growth: 1 1/s", down, &jumps));
    assert_false(warned_of_jumps("growth: 1 1/s, growth_every: 30 us", down, &accepted));
    assert_false(warned_of_jumps("growth: 1 1/s, growth_every: 2 us", down, &each));
    print_message("%.3g times the weight, then %.3g, in each step %.3g\n", jumps, accepted, each);
    assert_true(jumps > 10.0 && accepted < 1.2 * each && each < 2.0);
    double none;
    assert_false(warned_of_jumps("growth: 1e-3 1/s", down, &none)); // a hundredth of its weight
    assert_true(warned_of_jumps("growth: -1 1/s", down, &none));
    assert_true(warned_of_jumps("growth: 1 1/s", "[0, 0, 0]", &none));
    assert_false(warned_of_jumps("growth: 0 1/s", "[0, 0, 0]", &none));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(held),
                                       cmocka_unit_test(held_twice),
                                       cmocka_unit_test(held_bodies_turn),
                                       cmocka_unit_test(pulled),
                                       cmocka_unit_test(is_hit),
                                       cmocka_unit_test(grows),
                                       cmocka_unit_test(grows_while_held),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(tracks_refused),
                                       cmocka_unit_test(jumps_are_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
