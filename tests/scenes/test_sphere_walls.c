// SPDX-License-Identifier: BSD-3-Clause
// Walls that are spheres, hollow or balls: what follows from closed forms, from a cylinder with the same section, and from symmetry.
#include "checks/audit_cell.h"
#include "checks/audit_fit.h"
#include "maths/random.h"
#include "pairs/wall_pairs.h"
#include "skin/skin_check.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"

#define SPHERE_PI 3.14159265358979323846

static const double R = 0.05, G = 9.81, stiffness = 2e5; // m, m/s2, N/m
static const double bowl = 0.5;                          // m, radius of the walls

static double mass_of_ball(void) {
    return 4.0 / 3.0 * SPHERE_PI * R * R * R * 2500.0;
}

static double sunk(void) {
    return mass_of_ball() * G / stiffness;
}

static scree_world *make(const char *wall, const char *more, double restitution, const char *tangential,
                         const scree_particle *q, size_t n) {
    return world_of_text(
        scree_format("time: {end: 10, dt: 5e-5, velocity_scale: 3}\n"
                     "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: %g}, "
                     "tangential: %s}]\n%s\nwalls:\n  w: {%s}\n",
                     restitution, tangential, more, wall),
        q, n);
}

#define GRAVITY "gravity: [0, 0, -9.81]"
#define STICKS "{law: linear_spring, friction: 2}"
#define SLIDES "{law: linear_spring, friction: 0.4}"
#define HOLLOW "sphere: {point: [0, 0, 0], radius: 0.5}, material: m"
#define BALL "sphere: {center: [0, 0, 0], radius: 0.5, side: outside}, material: m"

// ---- closed forms ------------------------------------------------------------------------------------------------------

// A ball that swings about the bottom of a bowl without loss, rolling or, without friction, sliding: period of small oscillations, and energy.
static void swings_in_a_bowl(void **state) {
    (void)state;
    const double length = bowl - R + sunk(), angle = 0.02;
    static const char *const tangential[] = {STICKS, "none"};
    const double period[] = {2.0 * SPHERE_PI * sqrt(7.0 * length / (5.0 * G)),
                             2.0 * SPHERE_PI * sqrt(length / G)};
    for (int k = 0; k < 2; k++) {
        const scree_particle q =
            ball(1, R, vec3(0, length * sin(angle), -length * cos(angle)), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(HOLLOW, GRAVITY, 1.0, tangential[k], &q, 1);
        const double energy = energy_of_world(w), swing = mass_of_ball() * G * length * (1.0 - cos(angle));
        double before = q.x.y, crossed[4];
        int n = 0;
        while (n < 4) { // through the bottom at 1/4, 3/4, 5/4, 7/4 of the period
            advance(w, 1);
            const double y = place_of(w, 1).y;
            if ((y > 0.0) != (before > 0.0)) {
                crossed[n++] = ((double)w->step - y / (y - before)) * w->dt;
            }
            before = y;
            assert_true(w->step < 100000);
        }
        expect_near(crossed[0], 0.25 * period[k], 1e-3 * period[k], "first quarter");
        expect_near((crossed[3] - crossed[0]) / 1.5, period[k], 4e-4 * period[k], "period");
        expect_near(energy_of_world(w), energy, 2e-3 * swing, "energy");
        assert_true(fabs(place_of(w, 1).x) < 1e-12);
        scree_world_destroy(w);
    }
}

// A ball that rests at the bottom of a bowl, or on top of a ball, presses with its weight.
static void rests_with_its_weight(void **state) {
    (void)state;
    static const char *const wall[] = {HOLLOW, BALL};
    for (int k = 0; k < 2; k++) {
        const scree_particle q =
            ball(1, R, vec3(0, 0, k == 0 ? -(bowl - R) : bowl + R), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(wall[k], GRAVITY, 0.2, SLIDES, &q, 1);
        advance(w, 4000);
        expect_vec_near(w->wall.data[0].now.force, vec3(0, 0, -mass_of_ball() * G), 1e-6, "weight");
        expect_near(place_of(w, 1).z, (k == 0 ? -(bowl - R) : bowl + R) - sunk(), 1e-9, "place");
        scree_world_destroy(w);
    }
}

static void bounces_with_its_restitution(void **state) {
    (void)state;
    const scree_particle in = ball(1, R, vec3(0.1, 0.1, 0.1), vec3(2, 2, 2), vec3(0, 0, 0)),
                         out = ball(1, R, vec3(0.4, 0.4, 0.4), vec3(-2, -2, -2), vec3(0, 0, 0));
    scree_world *hollow = make(HOLLOW, "", 0.8, SLIDES, &in, 1),
                *solid = make(BALL, "", 0.8, SLIDES, &out, 1);
    advance(hollow, 3000);
    advance(solid, 3000);
    expect_vec_near(velocity_of(hollow, 1), vec3(-1.6, -1.6, -1.6), 5e-3, "from within");
    expect_vec_near(velocity_of(solid, 1), vec3(1.6, 1.6, 1.6), 5e-3, "from outside");
    scree_world_destroy(hollow);
    scree_world_destroy(solid);
}

// With friction and loss: what energy and losses are together stays, apart from the work of the wall.
static void energy_is_in_balance(void **state) {
    (void)state;
    static const char *const wall[] = {
        HOLLOW, HOLLOW ", motion: {rotate: {axis: [1, 2, 0], point: [0, 0, 0], rate: 5}}",
        HOLLOW ", motion: {vibrate: {amplitude: [3 mm, 0, 5 mm], frequency: 8}}"};
    for (int k = 0; k < 3; k++) {
        const scree_particle q = ball(1, R, vec3(0.2, 0.1, -0.2), vec3(1.5, -1, 1), vec3(3, 10, -5));
        scree_world *w = make(wall[k], GRAVITY, 0.7, SLIDES, &q, 1);
        const double energy = energy_of_world(w), kinetic = scree_world_totals(w).kinetic;
        advance(w, 20000);
        const scree_totals t = scree_world_totals(w);
        assert_true(dissipated(w) > 0.2 * mass_of_ball() && (k == 0) == (t.wall_work == 0.0));
        expect_near(energy_of_world(w) + dissipated(w) - t.wall_work, energy, 1e-3 * kinetic, "balance");
        scree_world_destroy(w);
    }
}

// ---- against a cylinder, and symmetry ----------------------------------------------------------------------------------

// In the plane through the centre a sphere acts as the cylinder with the same section does, however both move.
static void as_a_cylinder(void **state) {
    (void)state;
    static const char *const motion[] = {
        "",
        ", motion: {rotate: {axis: [0, 1, 0], point: [0, 0, 0], rate: 3}}",
        ", motion: {rotate: {axis: [0, 1, 0], point: [0.1, 0, 0], rate: -2}}",
        ", motion: {translate: {velocity: [0.2, 0, 0.1]}}",
        ", motion: {vibrate: {amplitude: [0, 0, 5 mm], frequency: 5}}",
        ", surface_velocity: [0.5, 0, 0]",
        ", belt: {speed: 0.7, axis: [0, 1, 0], point: [0, 0, 0]}"};
    for (int k = 0; k < 14; k++) {
        const bool outside = k % 2 == 1;
        const scree_particle q =
            ball(1, R, vec3(0.1, 0, outside ? 0.6 : -0.3), vec3(0.4, 0, -1), vec3(0, 4, 0));
        char *sphere = scree_format("sphere: {point: [0, 0, 0], radius: 0.5, side: %s}, material: m%s",
                                    outside ? "outside" : "inside", motion[k / 2]),
             *cylinder = scree_format("cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 0.5, side: %s}, "
                                      "material: m%s",
                                      outside ? "outside" : "inside", motion[k / 2]);
        scree_world *a = make(sphere, GRAVITY, 0.8, SLIDES, &q, 1),
                    *b = make(cylinder, GRAVITY, 0.8, SLIDES, &q, 1);
        double bent = 0.0;
        for (int step = 0; step < 6000; step += 50) {
            advance(a, 50);
            advance(b, 50);
            expect_vec_near(place_of(a, 1), place_of(b, 1), 1e-10, "place");
            expect_vec_near(velocity_of(a, 1), velocity_of(b, 1), 1e-9, "velocity");
            expect_vec_near(spin_of(a, 1), spin_of(b, 1), 1e-8, "spin");
            expect_vec_near(a->wall.data[0].now.force, b->wall.data[0].now.force, 1e-5, "force on the wall");
            bent = fmax(bent, fabs(spin_of(a, 1).y - 4.0));
        }
        assert_true(bent > 0.5); // it has touched
        scree_free(sphere);
        scree_free(cylinder);
        scree_world_destroy(a);
        scree_world_destroy(b);
    }
}

// Everything turned about the centre, which is not the origin, gives the same motion, turned.
static void turned_about_its_centre(void **state) {
    (void)state;
    scree_random random = {5, 0, 0, 0};
    const scree_vec3 centre = vec3(0.3, -0.2, 0.1);
    for (uint64_t k = 0; k < 6; k++) {
        random.index = k;
        random.lane = 0;
        const bool outside = k % 2 == 1;
        const scree_vec3 axis =
            vec_unit(vec3(scree_random_uniform(&random) - 0.5, scree_random_uniform(&random) - 0.5,
                          scree_random_uniform(&random) - 0.5));
        const scree_mat3 turn = scree_rotation_about(axis, 6.0 * scree_random_uniform(&random));
        const scree_vec3 x = vec3(0.1, 0.2, outside ? 0.58 : -0.25),
                         v = vec3(0.5, -0.8, outside ? -1.5 : 1.5), spin = vec3(3, -4, 5);
        const scree_particle q = ball(1, R, vec_add(centre, x), v, spin),
                             p = ball(1, R, vec_add(centre, mat_mul(&turn, x)), mat_mul(&turn, v),
                                      mat_mul(&turn, spin));
        char *wall = scree_format("sphere: {point: [0.3, -0.2, 0.1], radius: 0.5, side: %s}, material: m",
                                  outside ? "outside" : "inside");
        scree_world *a = make(wall, "", 0.8, SLIDES, &q, 1), *b = make(wall, "", 0.8, SLIDES, &p, 1);
        advance(a, 8000);
        advance(b, 8000);
        assert_true(vec_norm(vec_sub(velocity_of(a, 1), v)) > 0.5);
        expect_vec_near(velocity_of(b, 1), mat_mul(&turn, velocity_of(a, 1)), 1e-9, "velocity");
        expect_vec_near(spin_of(b, 1), mat_mul(&turn, spin_of(a, 1)), 1e-8, "spin");
        expect_vec_near(vec_sub(place_of(b, 1), centre), mat_mul(&turn, vec_sub(place_of(a, 1), centre)),
                        1e-10, "place");
        scree_free(wall);
        scree_world_destroy(a);
        scree_world_destroy(b);
    }
}

// ---- free walls, heat --------------------------------------------------------------------------------------------------

// A free ball has the mass and inertia of its volume: it falls, and a particle that hits it off its centre gives it momentum and spin.
static void free_ball(void **state) {
    (void)state;
    const double mass = 4.0 / 3.0 * SPHERE_PI * 0.125 * 500.0, moment = 0.4 * mass * 0.25;
    const scree_particle q = ball(1, R, vec3(0.2, 0, 0.7), vec3(0, 0, -2), vec3(0, 0, 0));
    scree_world *w = make(BALL ", free: {density: 500}", "", 0.8, SLIDES, &q, 1);
    const scree_wall *wall = &w->wall.data[0];
    expect_near(wall->drive.mass, mass, 1e-9 * mass, "mass");
    expect_near(wall->drive.tensor[0], moment, 1e-9 * moment, "moment of inertia");
    advance(w, 6000);
    const double m = mass_of_ball();
    const scree_vec3 v = velocity_of(w, 1), x = place_of(w, 1), s = scree_wall_to_lab(wall, vec3(0, 0, 0)),
                     u = vec_add(wall->now.velocity, vec_cross(wall->now.spin, s)); // of its centre
    assert_true(u.z < -0.01 && fabs(wall->now.spin.y) > 1e-3);
    expect_vec_near(vec_add(vec_scale(m, v), vec_scale(mass, u)), vec3(0, 0, -2.0 * m), 1e-6, "momentum");
    const scree_vec3 about =
        vec_add(vec_add(vec_scale(m, vec_cross(x, v)), vec_scale(mass, vec_cross(s, u))),
                vec_add(vec_scale(0.4 * m * R * R, spin_of(w, 1)), vec_scale(moment, wall->now.spin)));
    expect_vec_near(about, vec_cross(q.x, vec_scale(m, q.v)), 1e-5, "angular momentum");
    scree_world_destroy(w);

    w = make(BALL ", free: {density: 500}", GRAVITY, 0.8, SLIDES, NULL, 0);
    advance(w, 2000);
    expect_near(w->wall.data[0].now.pose.shift.z, -0.5 * G * 0.01, 1e-9, "fallen for 0.1 s");
    scree_world_destroy(w);
}

// A stress acts on the area seen along the axis, a flux of heat on all of it.
static void area_of_a_sphere(void **state) {
    (void)state;
    const scree_particle q = ball(1, R, vec3(0, 0, -(bowl - R) - 1e-4), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w =
        make(HOLLOW ", servo: {slide: {along: [0, 1, 1], stress: 2 kPa, speed: 0}}", "", 0.8, SLIDES, &q, 1);
    expect_near(w->wall.data[0].drive.area[0], SPHERE_PI * 0.25, 1e-12, "seen along the axis");
    scree_world_destroy(w);
    w = world_of_text(
        scree_format(
            "time: {end: 1, dt: 5e-5}\nheat: {temperature: 300 K}\n"
            "materials: {m: {density: 2500, young: 1e7, poisson: 0.3, heat_capacity: 800, conductivity: 1}}\n"
            "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: 0.5}, tangential: "
            "none, heat: conduction}]\n"
            "walls: {w: {" HOLLOW ", heat: {flux: 50 W/m2}}}\n"),
        &q, 1);
    advance(w, 10);
    expect_near(w->wall.data[0].now.heat, 50.0 * SPHERE_PI, 1e-9, "power of the flux");
    scree_world_destroy(w);
}

// ---- crossings, periodic cells, messages -------------------------------------------------------------------------------

static void leaps_are_noticed(void **state) {
    (void)state;
    static const struct {
        const char *wall;
        double x, z, speed;
        uint64_t step; // in which the centre goes through; 0: it does not
    } row[] = {{BALL, 0, 0.7, 8000, 1},    {BALL, 0, 0.52, 800, 1},
               {BALL, 0, 0.7, 2000, 0},    {BALL, 0.6, 0.3, 8000, 0},
               {HOLLOW, 0, -0.3, 8000, 1}, {HOLLOW, 0.3, 0, 16000, 1},
               {HOLLOW, 0, -0.3, 2000, 0}, {BALL ", motion: {translate: [0, 0, 8000]}", 0, 0.7, 0, 1}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const scree_particle q =
            ball(5, R, vec3(row[k].x, 0, row[k].z), vec3(0, 0, -row[k].speed), vec3(0, 0, 0));
        scree_world *w = make(row[k].wall, "", 0.8, SLIDES, &q, 1);
        scree_report *r = scree_report_create();
        const scree_status status = scree_world_step(w, r);
        assert_int_equal(status, row[k].step ? SCREE_BAD_NUMBERS : SCREE_OK);
        assert_int_equal(w->crossing->n, row[k].step > 0);
        if (row[k].step) {
            assert_non_null(strstr(scree_report_text(r, scree_report_size(r) - 1),
                                   "the centre of particle 5 went through wall 'w' at "));
        }
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// Around a ball that moves in a cell with periodic borders, wherever they are, everything is the same.
static scree_world *around_a_ball(scree_vec3 by, const char *motion) {
    enum { BALLS = 12 };
    scree_particle q[BALLS];
    for (int k = 0; k < BALLS; k++) {
        const double angle = 0.5236 * k, far = 0.0160013 + 1.013e-4 * k;
        const scree_vec3 out = vec_unit(vec3(cos(angle), sin(angle), 0.1 * (k % 5 - 2))),
                         x = vec_add(vec3(0.05 + by.x, 0.05 + by.y, 0.05 + by.z), vec_scale(far, out));
        q[k] = ball((uint64_t)k + 1, 2e-3, vec3(fmod(x.x, 0.1), fmod(x.y, 0.1), fmod(x.z, 0.1)),
                    vec_scale(-0.5, out), vec3(0, 0, 3.0 * k));
    }
    return world_of_text(
        scree_format("time: {end: 1, dt: 1e-5, velocity_scale: 3}\n"
                     "domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [x, y, z]}\n"
                     "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                     "contacts: [{between: any, restitution: 0.7, friction: 0.4}]\n"
                     "walls:\n  b: {sphere: {point: [%.17g, %.17g, %.17g], radius: 1 cm, side: outside}, "
                     "material: m%s}\n",
                     0.05 + by.x, 0.05 + by.y, 0.05 + by.z, motion),
        q, BALLS);
}

static void ball_anywhere(void **state) {
    (void)state;
    static const char *const motion[] = {"", ", motion: {translate: {velocity: [3, -2, 1]}}",
                                         ", motion: {vibrate: {amplitude: [0, 4 mm, 0], frequency: 60}}"};
    const scree_vec3 by = vec3(0.052, 0.0943, 0.047);
    for (int m = 0; m < 3; m++) {
        scree_world *a = around_a_ball(vec3(0, 0, 0), motion[m]), *b = around_a_ball(by, motion[m]);
        for (int step = 0; step < 3000; step += 50) {
            advance(a, 50);
            advance(b, 50);
            for (uint64_t id = 1; id <= a->p.n; id++) {
                expect_vec_near(velocity_of(b, id), velocity_of(a, id), 1e-6, "velocity");
            }
            const scree_wall_state *s = &a->wall.data[0].now, *t = &b->wall.data[0].now;
            expect_vec_near(t->force, s->force, 1e-5, "force on the ball");
            expect_vec_near(vec_sub(t->torque, vec_cross(by, t->force)), s->torque, 1e-6,
                            "torque on the ball");
        }
        assert_true(m > 0 || velocity_of(a, 1).x > 0.2); // it has bounced
        scree_world_destroy(a);
        scree_world_destroy(b);
    }
}

// says NULL: accepted.
static void expect_in_cell(const char *wall, const char *says) {
    char *text = scree_format("time: {end: 1, dt: 1e-5}\n"
                              "domain: {min: [0, 0, -1], max: [0.1, 0.1, 1], periodic: [x, y]}\n"
                              "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                              "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
                              "walls: {w: {%s, material: m}}\n",
                              wall);
    scree_report *r = scree_report_create();
    scree_world *w = scree_load_text("test.yaml", text, NULL, 1, NULL, r);
    const bool accepted = w && scree_audit_cell_shafts(w, 2e-3, r);
    if (accepted == (says != NULL) || (says && !strstr(scree_report_text(r, 0), says))) {
        fail_msg("%s: %s", wall, scree_report_size(r) ? scree_report_text(r, 0) : "accepted");
    }
    if (w) {
        scree_world_destroy(w);
    }
    scree_report_destroy(r);
    scree_free(text);
}

static void what_fits_into_a_cell(void **state) {
    (void)state;
#define TURN ", motion: {rotate: {axis: [0, 1, 1], point: [0, 0, 0], rate: 1}}"
    expect_in_cell("sphere: {point: [0, 0, 0], radius: 4 cm, side: outside}" TURN, NULL);
    expect_in_cell("sphere: {point: [0, 0, 0], radius: 5 cm}" TURN, NULL);
    expect_in_cell("sphere: {point: [0, 0, 0], radius: 4 cm}, free: {slide: {along: [0, 0, 1]}}",
                   "walls.w.free: it is hollow, so its mass is unknown; accepted: 'mass'");
    expect_in_cell("sphere: {point: [0, 0, 0], radius: 4 cm}, free: {mass: 1}",
                   "walls.w.free: it is hollow, so its centre and its inertia are unknown");
    expect_in_cell(
        "sphere: {point: [0, 0, 0], radius: 4 cm, side: outside}, free: {slide: {along: [0, 0, 1]}}", NULL);
    expect_in_cell("sphere: {point: [0, 0, 0], radius: 51 mm}",
                   "walls.w: the sphere with particles inside is wider than the cell; accepted: a diameter");
    expect_in_cell(
        "sphere: {point: [0, 0, 0], radius: 49 mm, side: outside}",
        "walls.w: the gap between the sphere and its image is 0.002 m, and a particle of 0.004 m would touch "
        "both; accepted: a larger domain, or a mesh, all of whose images act; the domain is periodic along "
        "x");
}

static void particles_wider_than_it(void **state) {
    (void)state;
    static const char *const wall[] = {"radius: 4 mm", "radius: 6 mm", "radius: 4 mm, side: outside"};
    for (int k = 0; k < 3; k++) {
        scree_report *r = scree_report_create();
        char *text = scree_format(
            "time: {end: 1, dt: 1e-5}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
            "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n"
            "particles: [{positions: [[0, 0, 0.03]], diameter: 1 cm, material: m}]\n"
            "walls: {w: {sphere: {point: [0, 0, 0], %s}, material: m}}\n",
            wall[k]);
        scree_world *w = world_of_case(case_of_text(text), NULL, 0, 1, NULL);
        assert_int_equal(scree_load_start(w, r), SCREE_OK);
        scree_audit_mesh_sizes(w, r);
        bool warned = false;
        for (size_t i = 0; i < scree_report_size(r); i++) {
            warned |= scree_report_severity(r, i) == SCREE_SEVERITY_WARNING &&
                      strstr(scree_report_text(r, i),
                             "walls.w: particles of 0.01 m do not fit into the sphere, 0.008 m");
        }
        assert_int_equal(warned, k == 0);
        scree_world_destroy(w);
        scree_free(text);
        scree_report_destroy(r);
    }
}

// Its picture is closed, on the surface, and faces outward.
static void picture(void **state) {
    (void)state;
    scree_world *w = make(HOLLOW ", motion: {rotate: {axis: [1, 2, 3], point: [1, 0, 0], rate: 100}}", "",
                          0.8, SLIDES, NULL, 0);
    advance(w, 500);
    const scree_wall *wall = &w->wall.data[0];
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    const scree_vec3 none = vec3(0, 0, 0), centre = scree_wall_to_lab(wall, none);
    assert_true(vec_norm(centre) > 0.5);
    scree_vec3 *corner = scree_realloc(NULL, 0, 4 * form->quads * sizeof *corner), sum = none;
    double area = 0.0;
    form->draw(wall, none, none, corner);
    for (size_t k = 0; k < form->quads; k++) {
        const scree_vec3 *c = corner + 4 * k, twice = vec_cross(vec_sub(c[2], c[0]), vec_sub(c[3], c[1]));
        for (int i = 0; i < 4; i++) {
            expect_near(vec_norm(vec_sub(c[i], centre)), bowl, 1e-12, "corner");
        }
        assert_true(vec_dot(twice, vec_sub(c[0], centre)) > 0.0);
        area += 0.5 * vec_norm(twice);
        sum = vec_add(sum, twice);
    }
    expect_near(area, 4.0 * SPHERE_PI * bowl * bowl, 0.01 * area, "area");
    expect_vec_near(sum, none, 1e-12, "closed");
    for (size_t k = 0; k < 4 * form->quads; k++) { // three or four quads meet there
        int same = 0;
        for (size_t j = 0; j < 4 * form->quads; j++) {
            same += vec_norm2(vec_sub(corner[j], corner[k])) < 1e-20;
        }
        assert_true(same >= 3);
    }
    scree_free(corner);
    scree_world_destroy(w);
}

// At its centre all directions are the same: one of them is the normal.
static void at_its_centre(void **state) {
    (void)state;
    static const char *const wall[] = {HOLLOW, BALL};
    for (int k = 0; k < 2; k++) {
        scree_world *w = make(wall[k], "", 0.8, SLIDES, NULL, 0);
        scree_vec3 normal;
        const double distance = scree_wall_distance(&w->wall.data[0], vec3(0, 0, 0), &normal);
        expect_near(distance, k == 0 ? bowl : -bowl, 1e-15, "distance");
        expect_near(vec_norm(normal), 1.0, 1e-15, "normal");
        scree_world_destroy(w);
    }
}

// A turn about the centre uses up no skin, another turn what the centre moves by.
static void turns_use_up_no_skin(void **state) {
    (void)state;
    const scree_particle q = ball(1, R, vec3(0.1, 0.2, 0.3), vec3(0, 0, 0), vec3(0, 0, 0));
    for (int k = 0; k < 2; k++) {
        char *wall = scree_format(
            HOLLOW ", motion: {rotate: {axis: [0, 0, 1], point: [%d, 0, 0], rate: 20 rad/s}}", k);
        scree_world *w = make(wall, "", 0.8, SLIDES, &q, 1);
        const scree_pose then = w->wall.data[0].now.pose;
        advance(w, 1);
        expect_near(scree_skin_check_walls_moved(w, w->skin_check, &then), k * 20 * 5e-5, 1e-9, "moved by");
        scree_world_destroy(w);
        scree_free(wall);
    }
}

static void what_is_refused(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"sphere: {radius: 1}, material: m", "walls.w.sphere: missing key 'point'"},
        {"sphere: {point: [0, 0, 0]}, material: m", "walls.w.sphere: missing key 'radius'"},
        {"sphere: {point: [0, 0, 0], radius: 0}, material: m", "walls.w.sphere.radius"},
        {"sphere: {point: [0, 0, 0], radius: 1, side: above}, material: m", "accepted: inside or outside"},
        {"sphere: {point: [0, 0, 0], radius: 1, axis: [0, 0, 1]}, material: m", "unknown key 'axis'"},
        {"sphere: {point: [0, 0, 0], radius: 1}, mirror: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m",
         "mirror"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *text =
            scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                         "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\nwalls: {w: {%s}}\n",
                         row[k][0]);
        expect_case_refused(text, row[k][1]);
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swings_in_a_bowl),
        cmocka_unit_test(rests_with_its_weight),
        cmocka_unit_test(bounces_with_its_restitution),
        cmocka_unit_test(energy_is_in_balance),
        cmocka_unit_test(as_a_cylinder),
        cmocka_unit_test(turned_about_its_centre),
        cmocka_unit_test(free_ball),
        cmocka_unit_test(area_of_a_sphere),
        cmocka_unit_test(leaps_are_noticed),
        cmocka_unit_test(ball_anywhere),
        cmocka_unit_test(what_fits_into_a_cell),
        cmocka_unit_test(particles_wider_than_it),
        cmocka_unit_test(turns_use_up_no_skin),
        cmocka_unit_test(picture),
        cmocka_unit_test(at_its_centre),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
