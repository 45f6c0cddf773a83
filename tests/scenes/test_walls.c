// SPDX-License-Identifier: BSD-3-Clause
// Walls in the engine: a plane of triangles acts like the plane, moving walls have the right pose and drag particles,
// gates open, open surfaces have two sides (validation/BENCHMARKS.md 1.7).
#include "maths/random.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_motion/wall_pose.h"
#include "world_of_text.h"
#include <unistd.h>

static scree_random seed = {3, 13, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}

static const double R = 0.05; // m; the cut square has edges of 1 m

// A case with friction and spin, `more` at its end; balls do not interact.
static scree_world *make(const char *wall, const char *more, const scree_particle *q, size_t n) {
    return world_of_text(
        scree_format("time: {end: 10, dt: 5e-5, velocity_scale: 3}\n"
                     "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts:\n"
                     "  - {between: any, normal: {law: hooke, stiffness: 2e5, restitution: 0.8},\n"
                     "     tangential: {law: linear_spring, friction: 0.4}}\n"
                     "%s\n"
                     "walls:\n%s",
                     more, wall),
        q, n);
}

#define GRAVITY "gravity: [0, 0, -9.81]\n"
#define PLANE "  w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m"
#define MESH(file) "  w: {mesh: {file: " file "}, material: m"

// ------------------------------------------------------------------------------------------------- the cut square

enum { TRIANGLES = 42 };
static scree_vec3 square[3 * TRIANGLES];

// The unit square, triangulated by random points in random triangles, including very thin ones.
static int cut_square(void **state) {
    (void)state;
    const scree_vec3 a = vec3(0, 0, 0), b = vec3(1, 0, 0), c = vec3(1, 1, 0), d = vec3(0, 1, 0);
    const scree_vec3 start[6] = {a, b, c, a, c, d};
    memcpy(square, start, sizeof start);
    for (size_t n = 2; n < TRIANGLES; n += 2) {
        size_t k = (size_t)uniform(0, (double)n);
        double u = uniform(0.1, 0.6), v = uniform(0.1, 0.9 - u);
        scree_vec3 *t = &square[3 * k], p = t[0], q = t[1], r = t[2];
        scree_vec3 x =
            vec3(p.x + u * (q.x - p.x) + v * (r.x - p.x), p.y + u * (q.y - p.y) + v * (r.y - p.y), 0);
        const scree_vec3 cut[9] = {p, q, x, q, r, x, r, p, x};
        memcpy(t, cut, 3 * sizeof *cut);
        memcpy(&square[3 * n], cut + 3, 6 * sizeof *cut);
    }
    for (size_t k = 0; k < TRIANGLES; k += 3) { // mixed windings
        scree_vec3 swap = square[3 * k];
        square[3 * k] = square[3 * k + 1];
        square[3 * k + 1] = swap;
    }
    write_mesh("square.stl", square, TRIANGLES);
    return 0;
}

static int remove_files(void **state) {
    (void)state;
    unlink("square.stl");
    unlink("shape.stl");
    return 0;
}

// Steps both worlds; position, velocity and spin of every particle must stay equal.
static void expect_same_motion(scree_world *a, scree_world *b, int steps, double place, double speed) {
    size_t n = a->p.n;
    for (int k = 0; k < steps; k++) {
        advance(a, 1);
        advance(b, 1);
        for (uint64_t id = 1; id <= n; id++) {
            expect_vec_near(place_of(b, id), place_of(a, id), place, "place on the mesh against the plane");
            expect_vec_near(velocity_of(b, id), velocity_of(a, id), speed, "velocity");
            expect_vec_near(vec_scale(R, spin_of(b, id)), vec_scale(R, spin_of(a, id)), speed, "spin");
        }
    }
    scree_world_destroy(a);
    scree_world_destroy(b);
}

static void bounces_as_on_a_plane(void **state) {
    (void)state;
    scree_particle q[30];
    for (uint64_t k = 0; k < 30; k++) { // straight above faces, edges and vertices; then with a drift
        const scree_vec3 *t = &square[3 * ((k * 5) % TRIANGLES)];
        double w = k % 3 == 0 ? 1.0 : k % 3 == 1 ? 0.5 : 0.3, u = k % 3 == 1 ? 0.5 : k % 3 == 2 ? 0.3 : 0.0;
        scree_vec3 x = vec_add(vec_scale(w, t[0]), vec_add(vec_scale(u, t[1]), vec_scale(1.0 - w - u, t[2])));
        x = vec3(0.15 + 0.7 * x.x, 0.15 + 0.7 * x.y, 0.0);
        if (k < 15) { // exactly there, if it is not at the border
            x = vec_add(vec_scale(w, t[0]), vec_add(vec_scale(u, t[1]), vec_scale(1.0 - w - u, t[2])));
            x = vec_max(vec3(0.1, 0.1, 0), vec_min(vec3(0.9, 0.9, 0), x));
        }
        double drift = k < 15 ? 0.0 : 0.15;
        q[k] = ball(k + 1, R, vec3(x.x, x.y, R + 0.02), vec3(drift, -0.7 * drift, -0.5),
                    vec3(3.0 * drift, 20 * drift, 5.0));
    }
    for (int k = 0; k < 30; k++) {
        q[k].id = 1;
        expect_same_motion(make(PLANE "}\n", GRAVITY, &q[k], 1),
                           make(MESH("square.stl") "}\n", GRAVITY, &q[k], 1), 10000, 1e-10,
                           1e-9); // 0.5 s, three bounces
    }
}

static void rolls_without_kicks(void **state) {
    (void)state;
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    for (int k = 0; k < 4; k++) {
        double turn = 0.2 + 0.35 * k;
        scree_vec3 v = vec3(0.8 * cos(turn), 0.8 * sin(turn), 0);
        scree_particle q = ball(1, R, vec3(0.11, 0.11, R - sunk), v, vec3(-v.y / R, v.x / R, 0));
        scree_world *plane = make(PLANE "}\n", GRAVITY, &q, 1);
        scree_world *mesh = make(MESH("square.stl") "}\n", GRAVITY, &q, 1);
        expect_same_motion(plane, mesh, 12000, 1e-12, 1e-12);
    }
}

// Rolling and bouncing through the sides of a periodic box, on a mesh that ends there. Skipped: contacts are found separately
// for each periodic image of a particle, so the border of the mesh on the other side is an edge contact in addition to the face
// (an additional force), and the tangential spring is not transferred.
static void crosses_a_periodic_boundary(void **state) {
    (void)state;
    static const char box[] = GRAVITY "domain: {min: [0,0,-1], max: [1,1,2], periodic: [x, y]}\n";
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    for (int k = 0; k < 3; k++) {
        scree_vec3 v = vec3(k == 1 ? 0.0 : 1.1, k == 0 ? 0.0 : -0.9, 0.0);
        scree_particle q = ball(1, R, vec3(0.8, 0.3, R - (k == 2 ? -0.01 : sunk)), v, vec3(0, 0, 3));
        scree_world *plane = make(PLANE "}\n", box, &q, 1);
        scree_world *mesh = make(MESH("square.stl") "}\n", box, &q, 1);
        expect_same_motion(plane, mesh, 10000, 1e-10, 1e-9);
    }
}

// ------------------------------------------------------------------------------------------------ corners and sheets

static void groove_of_two_triangles(void **state) {
    (void)state;
    // a right-angled groove along y; two planes are the same until a ball leaves the triangles
    static const scree_vec3 corner[6] = {{0, -9, 0}, {0, 9, 0}, {9, 0, 9}, {0, 9, 0}, {0, -9, 0}, {-9, 0, 9}};
    write_mesh("shape.stl", corner, 2);
    scree_particle q = ball(1, R, vec3(0.02, 0, 3 * R), vec3(0.3, 0.2, -1), vec3(1, 2, 3));
    scree_world *planes = make("  a: {plane: {point: [0,0,0], normal: [1,0,1]}, material: m}\n"
                               "  b: {plane: {point: [0,0,0], normal: [-1,0,1]}, material: m}\n",
                               GRAVITY, &q, 1);
    scree_world *mesh = make(MESH("shape.stl") "}\n", GRAVITY, &q, 1);
    // slightly chaotic: rounding errors grow by a factor of a thousand over a dozen bounces
    expect_same_motion(planes, mesh, 20000, 1e-10, 1e-9);
}

static void ridge_turns_the_normal(void **state) {
    (void)state;
    static const scree_vec3 corner[6] = {{0, -9, 0}, {0, 9, 0},  {9, 0, -9},
                                         {0, 9, 0},  {0, -9, 0}, {-9, 0, -9}};
    write_mesh("shape.stl", corner, 2);
    scree_particle q[2] = {ball(1, R, vec3(0, 0, 1.1 * R), vec3(0, 0, -1), vec3(0, 0, 0)),
                           ball(2, R, vec3(0.3 * R, 4 * R, 1.05 * R), vec3(0, 0, -1), vec3(0, 0, 0))};
    scree_world *w = make(MESH("shape.stl") "}\n", "", q, 2);
    while (w->contacts == 0 || velocity_of(w, 1).z < 0.0) {
        advance(w, 1);
    }
    advance(w, 400);
    expect_vec_near(velocity_of(w, 1), vec3(0, 0, 0.8), 5e-3, "straight back from the ridge");
    assert_true(velocity_of(w, 1).x == 0.0);
    scree_vec3 v = velocity_of(w, 2); // eccentric: deflected to its side
    assert_true(v.x > 0.2 && v.x < 0.8);
    scree_world_destroy(w);
}

// At 0.1 R per step against an open surface, from both sides: mirrored results, and no particle goes through.
static void sheet_has_two_sides(void **state) {
    (void)state;
    scree_particle q[2] = {ball(1, R, vec3(0.3, 0.3, 1.7 * R), vec3(0.1, 0, -100), vec3(0, 0, 0)),
                           ball(2, R, vec3(0.6, 0.6, -1.7 * R), vec3(0.1, 0, 100), vec3(0, 0, 0))};
    scree_world *w = world_of_text(
        scree_format("time: {end: 1, dt: 5e-5, velocity_scale: 100}\n"
                     "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                     "contacts: [{between: any, normal: {law: hooke, stiffness: 1.3e7, restitution: 0.9},\n"
                     "            tangential: {law: coulomb, friction: 0.4}}]\n"
                     "walls:\n" MESH("square.stl") "}\n"),
        q, 2);
    for (int k = 0; k < 60; k++) {
        advance(w, 1);
        assert_true(place_of(w, 1).z > 0.0 && place_of(w, 2).z < 0.0);
        expect_near(place_of(w, 1).z, -place_of(w, 2).z, 1e-12, "mirrored");
        expect_near(velocity_of(w, 1).x, velocity_of(w, 2).x, 1e-12, "mirrored");
    }
    assert_true(velocity_of(w, 1).z > 80.0);
    scree_world_destroy(w);
}

// ---------------------------------------------------------------------------------------------------- moving walls

static const char combined[] =
    MESH("square.stl") ", motion: [\n"
                       "    {rotate: {axis: [1,2,-1], point: [0.2,0.1,0.3], rate: 3}, stop: 0.7},\n"
                       "    {translate: {velocity: [0.3,-0.2,0.1]}, start: 0.1},\n"
                       "    {vibrate: {amplitude: [0,0.01,0.02], frequency: 5, phase: 40 deg}},\n"
                       "    {rotate: {axis: [0,0,1], point: [1,0,0], rate: -20 rpm}}]}\n";

static scree_vec3 carried(const scree_wall_def *def, double t, scree_vec3 x) {
    scree_wall_state now = {.start = scree_pose_none()};
    scree_wall_motion_at(def, t, &now);
    return scree_pose_to_lab(&now.pose, x);
}

static void velocity_is_the_derivative(void **state) {
    (void)state;
    scree_world *w = make(combined, "", NULL, 0);
    const scree_wall_def *def = w->wall.data[0].def;
    for (int k = 0; k < 200; k++) {
        double t = uniform(0.0, 1.0), h = 1e-5;
        if (fabs(t - 0.1) < h || fabs(t - 0.7) < h || t < h) {
            continue;
        }
        scree_vec3 x = vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)), at = carried(def, t, x);
        scree_wall_state now = {.start = scree_pose_none()};
        scree_wall_motion_at(def, t, &now);
        scree_vec3 slope = vec_scale(0.5 / h, vec_sub(carried(def, t + h, x), carried(def, t - h, x)));
        // third derivative of the vibration: (10 pi)^3 0.02 h^2 / 6
        expect_vec_near(vec_add(now.velocity, vec_cross(now.spin, at)), slope, 5e-8, "velocity of the wall");
    }
    scree_world_destroy(w);
}

static void pose_is_exact(void **state) {
    (void)state;
    static const char *const motion[] = {
        ", motion: {translate: {velocity: [0.3,-0.2,0.1]}, start: 0.1, stop: 0.4}}\n",
        ", motion: {rotate: {axis: [0,0,2], point: [1,0,0], rate: 3}}}\n",
        ", motion: {vibrate: {amplitude: [0,0,0.02], frequency: 5, phase: 30 deg}}}\n",
    };
    static const double pi = 3.141592653589793;
    for (int k = 0; k < 3; k++) {
        char *wall = scree_format("%s%s", PLANE, motion[k]);
        scree_world *w = make(wall, "", NULL, 0);
        scree_free(wall);
        const scree_wall_def *def = w->wall.data[0].def;
        for (double t = 0.0; t < 1.0; t += 0.05) {
            scree_vec3 x = carried(def, t, vec3(2, 0, 0)), wanted = vec3(2, 0, 0);
            double on = fmin(fmax(t - 0.1, 0.0), 0.3);
            if (k == 0) {
                wanted = vec3(2 + 0.3 * on, -0.2 * on, 0.1 * on);
            } else if (k == 1) {
                wanted = vec3(1 + cos(3 * t), sin(3 * t), 0);
            } else {
                wanted.z = 0.02 * (sin(10 * pi * t + pi / 6) - 0.5);
            }
            expect_vec_near(x, wanted, 1e-15 * (1 + 20 * t), "pose");
        }
        scree_world_destroy(w);
    }
}

// Moved at constant speed, then thrown off by a vibration with an acceleration above g.
static void rising_floor_carries(void **state) {
    (void)state;
    static const char *const wall[] = {
        PLANE ", motion: {translate: {velocity: [0.2,0,0.3]}}}\n",
        MESH("square.stl") ", motion: {translate: {velocity: [0.2,0,0.3]}}}\n"};
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    for (int k = 0; k < 2; k++) {
        scree_particle q = ball(1, R, vec3(0.5, 0.5, R - sunk), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(wall[k], GRAVITY, &q, 1);
        advance(w, 30000);
        double t = scree_world_time(w);
        expect_near(velocity_of(w, 1).z, 0.3, 1e-9, "rising");
        expect_near(place_of(w, 1).z, 0.3 * t + R - sunk, 1e-9, "on the floor");
        // friction pulls it along until it rolls on the moving floor: 2/7 of the floor's speed; it lands softly before
        expect_near(velocity_of(w, 1).x, 2.0 / 7.0 * 0.2, 1e-3, "pulled along");
        scree_world_destroy(w);
    }
}

static void drum_drags(void **state) {
    (void)state;
    static const double radius = 0.5, rate = 1.5;
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    scree_particle q = ball(1, R, vec3(0, 0, -radius + R - sunk), vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = make("  d: {cylinder: {point: [0,0,0], axis: [0,1,0], radius: 0.5}, material: m,\n"
                          "      motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 1.5}}}\n",
                          GRAVITY, &q, 1);
    double highest = 0.0;
    for (int k = 0; k < 20; k++) {
        advance(w, 100);
        highest = fmax(highest, -place_of(w, 1).x);
    }
    assert_true(highest > 1e-3); // the bottom moves to -x and initially moves the ball with it
    advance(w, 58000);
    // without rolling resistance it ends up oscillating about the bottom, its surface running with the drum's
    double slip = velocity_of(w, 1).x - (R - 0.5 * sunk) * spin_of(w, 1).y + rate * radius;
    expect_near(slip, 0.0, 2e-3 * rate * radius, "slip at the bottom");
    scree_world_destroy(w);
}

static void belt_carries(void **state) {
    (void)state;
    static const char *const wall[] = {PLANE ", surface_velocity: [0.3,0.1,5]}\n",
                                       MESH("square.stl") ", surface_velocity: [0.3,0.1,5]}\n"};
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    for (int k = 0; k < 2; k++) {
        scree_particle q = ball(1, R, vec3(0.3, 0.3, R - sunk), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(wall[k], GRAVITY, &q, 1);
        advance(w, 10000);
        expect_vec_near(velocity_of(w, 1), vec3(0.6 / 7.0, 0.2 / 7.0, 0), 1e-4, "rolling on the belt");
        scree_world_destroy(w);
        w = world_of_text(
            scree_format(
                "time: {end: 10, dt: 5e-5, velocity_scale: 3}\n" GRAVITY
                "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: 0.8}, rolling: "
                "{law: epsd, rolling_friction: 1}, tangential: {law: linear_spring, friction: 0.4}}]\n"
                "walls:\n%s",
                wall[k]),
            &q, 1);
        advance(w, 10000);
        expect_vec_near(velocity_of(w, 1), vec3(0.3, 0.1, 0), 1e-3, "held on the belt");
        scree_world_destroy(w);
    }
}

// The velocity of the surface at the contact of the only ball.
static scree_vec3 surface_under(const char *wall, scree_vec3 at) {
    const scree_particle q = ball(1, R, at, vec3(0, 0, 0), vec3(0, 0, 0));
    scree_world *w = make(wall, "", &q, 1);
    scree_vec3 v = vec3(NAN, NAN, NAN);
    int found = 0;
    for (size_t k = w->pairs.first_wall_pair; k < w->pairs.n; k++) {
        const scree_wall_touch *t = &w->pairs.touch[k - w->pairs.first_wall_pair];
        if (t->overlap > 0.0) {
            v = vec3(t->vx, t->vy, t->vz);
            found++;
        }
    }
    scree_world_destroy(w);
    assert_int_equal(found, 1);
    return v;
}

// A loop of a flat and a rising upper strand and a straight lower one, around pulleys with axes along y.
static void belt_runs_around(void **state) {
    (void)state;
    static const char loop[] =
        "  w: {extrude: {line: [[-1, -1, 0], [0, -1, 0], [0.8, -1, 0.6], [0.8, -1, -0.4], "
        "[-1, -1, -0.4]], closed: true, along: [0, 2, 0]}, material: m, belt: {speed: "
        "0.5, axis: [0, 3, 0], point: [0, 7, -0.2]}}\n",
                      drum[] =
                          "  w: {cylinder: {point: [0, 0, 0], axis: [0, 1, 0], radius: 1, side: outside}, "
                          "material: m, belt: {speed: -0.5, axis: [0, 1, 0], point: [0, 0, 0]}}\n",
                      plane[] = "  w: {plane: {point: [0, 0, 0], normal: [-0.6, 0, 0.8]}, material: m, belt: "
                                "{speed: 0.5, axis: [0, 1, 0], point: [0, 0, -1]}}\n";
    const double up = 0.99 * R;
    const struct {
        const char *wall;
        scree_vec3 at, v;
    } rows[] = {
        {loop, {-0.5, 0, up}, {0.5, 0, 0}},
        {loop, {0.4 - 0.6 * up, 0, 0.3 + 0.8 * up}, {0.4, 0, 0.3}},
        {loop, {0.4 + 0.6 * up, 0, 0.3 - 0.8 * up}, {0.4, 0, 0.3}}, // the other side of the same strand
        {loop, {0.8 + up, 0, 0.1}, {0, 0, -0.5}},
        {loop, {-0.5, 0, -0.4 - up}, {-0.5, 0, 0}},
        {loop, {-1 - up, 0, -0.2}, {0, 0, 0.5}},
        {drum, {0.6 * (1 + up), 0.3, 0.8 * (1 + up)}, {-0.4, 0, 0.3}},
        {plane, {0.4 - 0.6 * up, 0, 0.3 + 0.8 * up}, {0.4, 0, 0.3}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        expect_vec_near(surface_under(rows[k].wall, rows[k].at), rows[k].v, 1e-12, "belt");
    }
}

static void gate_opens(void **state) {
    (void)state;
    static const char *const wall[] = {
        PLANE ", stop: 0.1}\n  f: {plane: {point: [0,0,-1], normal: [0,0,1]}, "
              "material: m, start: 0.2}\n",
        MESH("square.stl") ", stop: 0.1}\n  f: {plane: {point: [0,0,-1], normal: "
                           "[0,0,1]}, material: m, start: 0.2}\n"};
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    for (int k = 0; k < 2; k++) {
        scree_particle q = ball(1, R, vec3(0.3, 0.3, R - sunk), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = make(wall[k], GRAVITY, &q, 1);
        advance(w, 2000);
        expect_near(place_of(w, 1).z, R - sunk, 1e-12, "held by the gate");
        advance(w, 2000);
        expect_near(place_of(w, 1).z, R - sunk - 0.5 * 9.81 * 0.01, 1e-4, "fallen for 0.1 s");
        advance(w, 16000);
        assert_true(place_of(w, 1).z > -1.0 + 0.5 * R); // caught by the floor that came at 0.2 s
        scree_world_destroy(w);
    }
}

// stop: T means no force at T, start: T means force at T, to the step; the motion of a wall keeps the same steps, and its velocity there
// is the mean of that before and after.
static void gate_is_exact(void **state) {
    (void)state;
    enum { STEP = 1016, HOLD = 20 };
    const double dt = 7e-5; // STEP dt and (STEP + HOLD) dt are just below the times that the input writes
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    scree_particle q[2] = {ball(1, R, vec3(0.3, 0.3, R - sunk), vec3(0, 0, 0), vec3(0, 0, 0)),
                           ball(2, R, vec3(0.3, 0.3, 1.2), vec3(0, 0, 0), vec3(0, 0, 0))};
    static const char *const kind[] = {PLANE, MESH("square.stl")};
    assert_true(STEP * dt < 0.07112 && (STEP + HOLD) * dt < 0.07252);
    for (int k = 0; k < 2; k++) {
        scree_world *w = world_of_text(
            scree_format(
                "time: {end: 10, dt: 7e-5, velocity_scale: 3}\n" GRAVITY
                "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: 0.8},\n"
                "  tangential: {law: linear_spring, friction: 0.4}}]\n"
                "walls:\n%s, stop: 0.07112}\n"
                "  lid: {plane: {point: [0,0,1.22], normal: [0,0,-1]}, material: m, start: 0.07112,\n"
                "    motion: {translate: {velocity: [0,0,-1]}, start: 0.07112, stop: 0.07252}}\n",
                kind[k]),
            q, 2);
        advance(w, STEP - 1);
        assert_true(w->contacts == 1 && w->wall.data[0].active && !w->wall.data[1].active);
        expect_near(w->wall.data[0].now.force.z, -sunk * 2e5, 1e-6, "weight on the gate in its last step");
        assert_true(w->p.f[index_of_id(w, 1)].fz > -1e-6);
        advance(w, 1);
        assert_true(!w->wall.data[0].active && w->wall.data[1].active);
        assert_true(w->wall.data[0].now.force.z == 0.0);
        expect_near(w->wall.data[1].now.velocity.z, -0.5, 1e-3,
                    "velocity where it starts"); // just before the step
        double m = w->p.motion[index_of_id(w, 1)].v.m;
        assert_true(w->p.f[index_of_id(w, 1)].fz == -9.81 * m);
        assert_true(w->contacts == 1 && w->p.f[index_of_id(w, 2)].fz < -9.81 * m);
        advance(w, HOLD - 1);
        assert_true(w->wall.data[1].now.velocity.z == -1.0);
        advance(w, 1);
        expect_near(w->wall.data[1].now.velocity.z, -0.5, 1e-3, "velocity where it stops");
        advance(w, 1);
        assert_true(w->wall.data[1].now.velocity.z == 0.0);
        scree_world_destroy(w);
    }
}

// A mesh that overhangs a periodic box: its torque is computed with the positions of contacts on the mesh, so it does not
// jump when a ball crosses the periodic side, nor when the list is rebuilt.
static void torque_across_a_periodic_boundary(void **state) {
    (void)state;
    static const scree_vec3 corner[6] = {{0.6, 0, 0}, {1.4, 0, 0}, {1.4, 1, 0},
                                         {0.6, 0, 0}, {1.4, 1, 0}, {0.6, 1, 0}};
    write_mesh("shape.stl", corner, 2);
    double sunk = 4.0 / 3.0 * 3.141592653589793 * R * R * R * 2500.0 * 9.81 / 2e5;
    scree_particle q = ball(1, R, vec3(0.85, 0.3, R - sunk), vec3(1, 0, 0), vec3(0, 1 / R, 0));
    scree_world *w = make(
        MESH("shape.stl") "}\n",
        GRAVITY "domain: {min: [0,0,-1], max: [1,1,2], periodic: [x, y]}\nsearch: {skin: 20 mm}\n", &q, 1);
    for (int k = 0; k < 8000; k++) { // to x = 1.25
        advance(w, 1);
        double x = place_of(w, 1).x;
        x += x < 0.5 ? 1.0 : 0.0;
        scree_vec3 f = w->wall.data[0].now.force;
        expect_near(f.z, -sunk * 2e5, 1e-6, "weight");
        scree_vec3 at = vec3(x, 0.3, -0.5 * sunk);
        expect_vec_near(w->wall.data[0].now.torque, vec_cross(at, f), 1e-6, "torque on the mesh");
    }
    assert_true(place_of(w, 1).x < 0.3 && w->rebuilds > 15); // one per 20 mm
    scree_world_destroy(w);
}

static void ball_on_a_shaft(void **state) {
    (void)state;
    scree_particle out = ball(1, R, vec3(0, 0.5, 0.3), vec3(0, 0, -1), vec3(0, 0, 0));
    scree_world *w =
        make("  d: {cylinder: {point: [0,0,0], axis: [0,3,0], radius: 0.2, length: 1, side: outside}, "
             "material: m}\n",
             "", &out, 1);
    advance(w, 4000);
    expect_vec_near(velocity_of(w, 1), vec3(0, 0, 0.8), 5e-3, "thrown off the shaft");
    scree_world_destroy(w);
}

// In an infinite cylinder balls at its point and far away on both sides bounce with the same bits, which are those of a finite
// cylinder that contains them all. Nothing happens along the axis.
static void endless_cylinder_goes_both_ways(void **state) {
    (void)state;
    static const char *const side[] = {"inside", "outside"},
                             *const motion[] = {
                                 "", ", motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 2}}",
                                 ", motion: {vibrate: {amplitude: [0,0,5 mm], frequency: 3}}"};
    for (size_t k = 0; k < 6; k++) {
        const bool outside = k / 3 == 1;
        const double along[3] = {-3.7, 0.0, 5.1}, z = outside ? 0.26 : -0.14, v = outside ? -1.0 : 0.0;
        scree_particle q[3];
        for (uint64_t i = 0; i < 3; i++) {
            q[i] = ball(i + 1, R, vec3(0.02, along[i], z), vec3(0, 0, v), vec3(0, 0, 0));
        }
        char *endless =
            scree_format("  d: {cylinder: {point: [0,0,0], axis: [0,2,0], radius: 0.2, side: %s}, "
                         "material: m%s}\n",
                         side[k / 3], motion[k % 3]);
        char *finite =
            scree_format("  d: {cylinder: {point: [0,-9,0], axis: [0,2,0], radius: 0.2, length: 18, "
                         "side: %s}, material: m%s}\n",
                         side[k / 3], motion[k % 3]);
        scree_world *w = make(endless, GRAVITY, q, 3), *f = make(finite, GRAVITY, q, 3);
        double highest = -1.0;
        for (int step = 0; step < 8000; step += 100) {
            advance(w, 100);
            advance(f, 100);
            highest = fmax(highest, velocity_of(w, 1).z);
            for (uint64_t id = 1; id <= 3; id++) {
                const scree_vec3 x = place_of(w, id), y = place_of(w, 2);
                assert_true(x.x == y.x && x.z == y.z && x.y == along[id - 1]);
                expect_vec_near(x, place_of(f, id), 1e-12, "as in a finite one");
            }
        }
        assert_true(highest > 0.1); // they have bounced
        scree_free(endless);
        scree_free(finite);
        scree_world_destroy(w);
        scree_world_destroy(f);
    }
}

// A ball that moves by several radii in a step touches the wall neither before nor after it: the step in which its centre goes through says so.
// So does the step after one in which it only sank in, and none where it stops short or goes past the end of the wall.
static void leaps_are_noticed(void **state) {
    (void)state;
    static const scree_vec3 corner[6] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const char *const wall[] = {MESH("shape.stl") "}\n",
                                       "  w: {cylinder: {point: [0,0,-1], axis: [1,0,0], radius: 1, length: "
                                       "1, side: outside}, material: m}\n",
                                       "  w: {cylinder: {point: [0,0,1], axis: [1,0,0], radius: 1, length: "
                                       "1, side: inside}, material: m}\n"};
    static const struct {
        double x, z, speed;
        uint64_t step; // in which it goes through; 0: it does not
    } row[] = {{0.4, 0.2, 8000, 1}, {0.4, 0.06, 800, 2}, {0.4, 0.2, 2000, 0}, {-0.4, 0.2, 8000, 0}};
    write_mesh("shape.stl", corner, 2);
    for (size_t k = 0; k < 12; k++) {
        const size_t c = k % 4;
        const scree_particle q =
            ball(5, R, vec3(row[c].x, 1e-3, row[c].z), vec3(0, 0, -row[c].speed), vec3(0, 0, 0));
        scree_world *w = make(wall[k / 4], "", &q, 1);
        scree_report *r = scree_report_create();
        scree_status status = scree_world_step(w, r);
        while (status == SCREE_OK && w->step < row[c].step) {
            status = scree_world_step(w, r);
        }
        assert_int_equal(status, row[c].step ? SCREE_BAD_NUMBERS : SCREE_OK);
        assert_int_equal(w->crossing->n, row[c].step > 0);
        if (row[c].step) {
            assert_int_equal(w->step, row[c].step);
            expect_near(w->crossing->speed, row[c].speed, 1e-2 * row[c].speed,
                        "speed"); // the contact slows it
            assert_non_null(strstr(scree_report_text(r, scree_report_size(r) - 1),
                                   "the centre of particle 5 went through wall 'w' at "));
        }
        scree_report_destroy(r);
        scree_world_destroy(w);
    }
}

// In the step in which a turn begins or ends the wall has the mean of the velocities before and after, half of its rate; in between all of it.
static void jumps_are_halved(void **state) {
    (void)state;
    scree_world *w =
        make(PLANE
             ", motion: {rotate: {axis: [0, 0, 1], point: [1, 0, 0], rate: 3}, start: 0.5 ms, stop: 1 ms}}\n",
             "", NULL, 0);
    for (int step = 1; step <= 25; step++) { // of 50 us
        advance(w, 1);
        const double spin = step < 10 || step > 20     ? 0.0
                            : step == 10 || step == 20 ? 1.5
                                                       : 3.0,
                     turned = 3.0 * 5e-5 *
                              (step < 10   ? 0
                               : step < 20 ? step - 10
                                           : 10);
        const scree_wall_state *now = &w->wall.data[0].now;
        expect_vec_near(now->spin, vec3(0, 0, spin), 1e-8, "spin");
        expect_vec_near(now->velocity, vec3(0, -spin, 0), 1e-8, "velocity of the point at the origin");
        expect_near(now->pose.rotation.m[3], sin(turned), 1e-14, "turn");
    }
    scree_world_destroy(w);
}

// Overlaps are given as fractions of the smaller radius.
static void overlaps_are_relative(void **state) {
    (void)state;
    const scree_vec3 none = vec3(0, 0, 0);
    const scree_particle q[] = {ball(1, R, vec3(0, 0, 0.996 * R), none, none),
                                ball(2, 0.5 * R, vec3(1.49 * R, 0, 0.996 * R), none, none)};
    scree_world *w = make(PLANE "}\n", "", q, 2);
    size_t n;
    scree_contact_row *row = scree_contact_rows(w, &n);
    assert_int_equal(n, 2);
    for (size_t k = 0; k < n; k++) {
        const double wanted = row[k].wall >= 0 ? 0.004 : 0.02;
        expect_near(row[k].relative_overlap, wanted, 1e-12, "of the smaller radius");
        expect_near(row[k].overlap, row[k].wall >= 0 ? 0.004 * R : 0.01 * R, 1e-15, "overlap");
    }
    expect_near(scree_world_totals(w).max_overlap, 0.02, 1e-12, "largest");
    scree_free(row);
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounces_as_on_a_plane),
        cmocka_unit_test(rolls_without_kicks),
        cmocka_unit_test(crosses_a_periodic_boundary),
        cmocka_unit_test(groove_of_two_triangles),
        cmocka_unit_test(ridge_turns_the_normal),
        cmocka_unit_test(sheet_has_two_sides),
        cmocka_unit_test(velocity_is_the_derivative),
        cmocka_unit_test(pose_is_exact),
        cmocka_unit_test(rising_floor_carries),
        cmocka_unit_test(drum_drags),
        cmocka_unit_test(belt_carries),
        cmocka_unit_test(belt_runs_around),
        cmocka_unit_test(gate_opens),
        cmocka_unit_test(gate_is_exact),
        cmocka_unit_test(torque_across_a_periodic_boundary),
        cmocka_unit_test(ball_on_a_shaft),
        cmocka_unit_test(endless_cylinder_goes_both_ways),
        cmocka_unit_test(leaps_are_noticed),
        cmocka_unit_test(jumps_are_halved),
        cmocka_unit_test(overlaps_are_relative),
    };
    return cmocka_run_group_tests(tests, cut_square, remove_files);
}
