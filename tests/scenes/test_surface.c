// SPDX-License-Identifier: BSD-3-Clause
// Walls that continue each other: with the same material and motion they act as one surface, with the same bits; otherwise
// the force on a ball changes continuously from one to the other.
#include "effort.h"
#include "pairs/surface.h"
#include "world_of_text.h"

enum { STEPS = 20000 };

// A strip from x0 to x1 with a slope beyond x = 0, divided into `cuts` times two triangles across y.
static size_t strip(scree_vec3 *corner, double x0, double x1, double slope, int cuts) {
    size_t n = 0;
    for (int i = 0; i < cuts; i++) {
        const double y0 = -0.05 + 0.1 * i / cuts, y1 = -0.05 + 0.1 * (i + 1) / cuts;
        const double z0 = x0 > 0 ? slope * x0 : 0, z1 = x1 > 0 ? slope * x1 : 0;
        const scree_vec3 q[6] = {{x0, y0, z0}, {x1, y0, z1}, {x1, y1, z1},
                                 {x0, y0, z0}, {x1, y1, z1}, {x0, y1, z0}};
        memcpy(corner + n, q, sizeof q);
        n += 6;
    }
    return n;
}

typedef struct seam {
    double slope;
    int cuts;           // of the second strip
    const char *second; // what the second wall has besides its mesh
} seam;

// Two strips that meet at x = 0, in one file or as two walls; a ball rolls from the first to the second.
static scree_world *rolling(const seam *s, bool apart, double restitution) {
    scree_vec3 corner[6 * 8];
    size_t n = strip(corner, -0.1, 0, s->slope, 1);
    if (apart) {
        write_mesh("first.stl", corner, n / 3);
        write_mesh("second.stl", corner, strip(corner, 0, 0.1, s->slope, s->cuts) / 3);
    } else {
        write_mesh("first.stl", corner, (n + strip(corner + n, 0, 0.1, s->slope, s->cuts)) / 3);
    }
    const double r = 5e-3, speed = 0.36;
    scree_particle q = ball(1, r, vec3(-0.05, 0.0031, r - 1e-5), vec3(speed, 0, 0), vec3(0, speed / r, 0));
    return world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 10 us}\n"
            "gravity: [0, 0, -9.81]\n"
            "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}, twin: {density: 2500, young: "
            "5 MPa, poisson: 0.3}}\n"
            "walls:\n  first: {mesh: {file: first.stl}, material: m}\n%s%s%s"
            "contacts: [{between: any, restitution: %g, friction: 0.5}]\n",
            apart ? "  second: {mesh: {file: second.stl}, " : "", apart ? s->second : "", apart ? "}\n" : "",
            restitution),
        &q, 1);
}

// Coplanar, slightly and strongly concave, convex; with borders whose vertices do not match.
static void two_walls_are_one_surface(void **state) {
    (void)state;
    const seam seams[] = {{0, 1, "material: m"},    {0, 3, "material: m"},   {0.01, 1, "material: m"},
                          {0.01, 2, "material: m"}, {0.3, 3, "material: m"}, {-0.02, 2, "material: m"}};
    const size_t n = sizeof seams / sizeof *seams;
    for (size_t k = 0; k < n; k += (size_t)effort(1, 1, 3)) {
        scree_world *one = rolling(&seams[k], false, 0.6), *two = rolling(&seams[k], true, 0.6);
        assert_int_equal(two->wall.data[1].surface_owner, 0);
        for (int i = 0; i < STEPS; i += 100) {
            advance(one, 100);
            advance(two, 100);
            assert_memory_equal(one->p.x, two->p.x, sizeof *one->p.x);
            assert_memory_equal(one->p.motion, two->p.motion, sizeof *one->p.motion);
        }
        const scree_vec3 sum = vec_add(two->wall.data[0].now.force, two->wall.data[1].now.force);
        expect_vec_near(sum, one->wall.data[0].now.force, 1e-15, "force on both walls");
        scree_world_destroy(one);
        scree_world_destroy(two);
    }
}

// Across the border of two coplanar walls a ball keeps its height and speed, and its weight is transferred from one to the
// other.
static void no_kick_at_a_seam(void **state) {
    (void)state;
    const seam flat = {0, 2, "material: m"};
    scree_world *w = rolling(&flat, true, 0.6);
    advance(w, 12000); // until the vertical motion is damped out
    const double z = place_of(w, 1).z, x = place_of(w, 1).x;
    assert_true(x < -0.005);
    for (int i = 0; i < 60; i++) {
        advance(w, 100);
        expect_near(velocity_of(w, 1).z, 0, 1e-6, "vertical speed, m/s");
        expect_near(place_of(w, 1).z, z, 1e-8, "height, m");
        const double weight = 9.81 * w->p.motion[0].v.m, first = w->wall.data[0].now.force.z,
                     second = w->wall.data[1].now.force.z, at = place_of(w, 1).x;
        expect_near(at < 0 ? first : second, -weight, 1e-3 * weight, "force on the wall below, N");
        expect_near(at < 0 ? second : first, 0, 0, "force on the other wall, N");
        size_t rows;
        scree_contact_row *row = scree_contact_rows(w, &rows);
        assert_int_equal(rows, 1);
        assert_int_equal(row[0].wall, at < 0 ? 0 : 1);
        scree_free(row);
    }
    assert_true(place_of(w, 1).x > 0.005);
    scree_world_destroy(w);
}

// Speed at which a ball leaves walls on which it falls at 0.5 m/s, at x from the seam; *shares: the walls that it has touched.
static double rebound(const char *walls, double x, int *shares) {
    const scree_particle q = ball(1, 5e-3, vec3(x, 0.0031, 5.5e-3), vec3(0.02, 0, -0.5), vec3(0, 0, 0));
    scree_world *w = world_of_text(
        scree_format(
            "time: {end: 1 s, dt: 2 us}\n"
            "materials: {m: {density: 2500, young: 10 MPa, poisson: 0.3}, other: {density: 2500, young: 10 "
            "MPa, poisson: 0.3}}\n"
            "walls:\n%s"
            "contacts: [{between: any, restitution: 0.5, friction: 0.3}]\n",
            walls),
        &q, 1);
    bool touched[8] = {false};
    for (int step = 0; step < 4000; step++) {
        advance(w, 1);
        for (size_t k = 0; k < w->wall.n; k++) {
            touched[k] |= vec_norm2(w->wall.data[k].now.force) > 0.0;
        }
    }
    *shares = 0;
    for (size_t k = 0; k < w->wall.n; k++) {
        *shares += touched[k];
    }
    const double v = velocity_of(w, 1).z;
    scree_world_destroy(w);
    return v;
}

#define RECTANGLE(name, x0, width, z, more)                                                                  \
    "  " name ": {rectangle: {corner: [" x0 ", -0.1, " z "], first: [" width                                 \
    ", 0, 0], second: [0, 0.2, 0]}, material: " more "}\n"
#define FLAT "  a: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n"

// Walls that lie on each other or side by side, with two materials, motions or times, are one wall, with one contact.
static void walls_on_each_other_are_one(void **state) {
    (void)state;
    static const char *const walls[] = {
        RECTANGLE("a", "-0.1", "0.1", "0", "m") RECTANGLE("b", "0", "0.1", "0", "other"),
        RECTANGLE("a", "-0.1", "0.2", "0", "m") RECTANGLE("b", "-0.1", "0.2", "0", "other"),
        RECTANGLE("a", "-0.1", "0.1003", "0", "m") RECTANGLE("b", "-1e-4", "0.1", "0", "other"),
        RECTANGLE("a", "-0.1", "0.1", "0", "m") RECTANGLE("b", "0", "0.1", "0", "m, stop: 1 s"),
        RECTANGLE("a", "-0.1", "0.1", "0", "m") RECTANGLE("b", "0", "0.1", "0", "m, movable: true"),
        RECTANGLE("a", "-0.1", "0.2", "1 um", "m") RECTANGLE("b", "-0.1", "0.2", "0", "other"),
        RECTANGLE("a", "-0.1", "0.2", "-1 um", "m") RECTANGLE("b", "-0.1", "0.2", "0", "other"),
        FLAT RECTANGLE("b", "-0.1", "0.1", "0", "m"),
        RECTANGLE("b", "-0.1", "0.2", "0", "m") FLAT,
        FLAT "  b: {plane: {point: [0, 1, 0], normal: [0, 0, 2]}, material: other}\n",
        FLAT "  b: {box: {min: [0, -0.1, -0.1], max: [0.1, 0.1, 0]}, material: m, movable: true}\n",
    };
    int shares;
    const double alone = rebound(FLAT, 0.0, &shares);
    expect_near(alone, 0.25, 1e-3, "restitution of one wall");
    for (size_t k = 0; k < sizeof walls / sizeof *walls; k++) {
        for (int place = 0; place < 7; place++) {
            const double x = (double[]){0.0, -2e-5, 1e-6, -1e-3, 1e-3, 4e-3, -1e-6}[place];
            const double v = rebound(walls[k], x, &shares);
            if (!(fabs(v - alone) < 1e-3) || shares > 2 || (fabs(x) > 3e-4 && shares != 1)) {
                fail_msg("walls\n%sat %g m: leaves at %g m/s instead of %g, %d walls", walls[k], x, v, alone,
                         shares);
            }
        }
    }
}

// Rolling from one to the next the ball keeps its height and its friction.
static void friction_goes_on(void **state) {
    (void)state;
    const seam one = {0, 1, "material: m"}, other = {0, 2, "material: twin"};
    scree_world *w[2];
    for (int k = 0; k < 2; k++) {
        w[k] = rolling(k ? &other : &one, true, 0.6);
        w[k]->p.motion[0].w.y = 0.0; // it slides at first, then rolls
    }
    for (int step = 0; step < 300; step++) {
        advance(w[0], 100);
        advance(w[1], 100);
        expect_vec_near(place_of(w[1], 1), place_of(w[0], 1), 1e-7, "place");
        expect_vec_near(velocity_of(w[1], 1), velocity_of(w[0], 1), 1e-5, "velocity");
    }
    assert_true(place_of(w[1], 1).x > 0.005);
    scree_world_destroy(w[0]);
    scree_world_destroy(w[1]);
}

// A ball rolls down a slope across the border of two walls with the same laws: the spring of its static friction goes on, so it has the forces of a ball on one wall. Where
// the laws differ, it begins anew, and the friction with it.
static void static_friction_goes_on(void **state) {
    (void)state;
    static const char *const second[] = {"m", "twin", "rough"};
    scree_world *w[3];
    double off[3] = {0.0}; // N, the largest difference from the force on one wall
    int beyond = 0;
    for (int k = 0; k < 3; k++) {
        const double r = 5e-3, speed = 0.05;
        const scree_particle q =
            ball(1, r, vec3(-5e-3, 0.0031, r - 4e-5), vec3(speed, 0, 0), vec3(0, speed / r, 0));
        w[k] = world_of_text(
            scree_format(
                "time: {end: 1 s, dt: 10 us}\ngravity: [2, 0, -9.81]\n"
                "materials: {m: {density: 2500, young: 1 MPa, poisson: 0.3}, twin: {density: 2500, young: "
                "1 MPa, poisson: 0.3}, rough: {density: 2500, young: 1 MPa, poisson: 0.3}}\n"
                "walls:\n" RECTANGLE("a", "-0.1", "0.1", "0", "m")
                    RECTANGLE("b", "0", "0.1", "0", "%s") "contacts: [{between: any, restitution: 0.3, "
                                                          "friction: 0.5}, {between: [m, rough], friction: "
                                                          "0.6}]\n",
                second[k]),
            &q, 1);
    }
    const double weight = 9.81 * w[0]->p.motion[0].v.m;
    for (int step = 0; step < 9000; step++) {
        scree_vec3 force[3];
        for (int k = 0; k < 3; k++) {
            advance(w[k], 1);
            const scree_wrench *f = &w[k]->p.f[0];
            force[k] = vec3(f->fx, f->fy, f->fz);
            off[k] = fmax(off[k], vec_norm(vec_sub(force[k], force[0])));
        }
        beyond += w[1]->wall.data[1].now.force.z < -0.5 * weight;
    }
    assert_true(beyond > 1000);
    // The normal of the first contact turns by 0.002 before the other one takes over, and dashpots act on that. Friction is 0.14 of the weight, a third of which at
    // least is missing where the spring begins anew.
    assert_true(off[1] < 0.02 * weight && off[2] > 0.04 * weight);
    for (int k = 0; k < 3; k++) {
        scree_world_destroy(w[k]);
    }
}

// A wall with another material or motion is a separate surface; forces change continuously. Elastic, because a dashpot
// proportional to the fourth root of the overlap is too steep to distinguish from a jump.
static void other_walls_stay_apart(void **state) {
    (void)state;
    const seam seams[] = {{0, 2, "material: twin"},
                          {0, 2, "material: m, surface_velocity: [0.1, 0, 0]"},
                          {0, 2, "material: m, motion: {translate: {velocity: [0, 0, 0]}}"},
                          {0.01, 1, "material: twin"}};
    const size_t n = sizeof seams / sizeof *seams;
    for (size_t k = 0; k < n; k += (size_t)effort(1, 1, 3)) {
        scree_world *w = rolling(&seams[k], true, 1);
        assert_int_equal(w->wall.data[1].surface_owner, 1);
        const double weight = 9.81 * w->p.motion[0].v.m;
        double most = 0, deepest = 0;
        advance(w, 10000);
        scree_vec3 last = vec3(w->p.f[0].fx, w->p.f[0].fy, w->p.f[0].fz);
        for (int i = 0; i < 7000; i++) {
            advance(w, 1);
            const scree_vec3 now = vec3(w->p.f[0].fx, w->p.f[0].fy, w->p.f[0].fz);
            most = fmax(most, fabs(now.z - last.z));
            deepest = fmax(deepest, fabs(now.z));
            last = now;
        }
        assert_true(place_of(w, 1).x > 0.005);
        assert_true(deepest > 0.3 * weight);
        assert_true(most < 0.05 * weight); // a jump would be the weight
        scree_world_destroy(w);
    }
}

// Two plates side by side that move by tables are one surface only if the tables are the same.
static void tables_are_compared(void **state) {
    (void)state;
    static const char *const second[] = {
        "{times: [0, 1 s], positions: [[0, 0, 0], [0, 0, 2 mm]]}",
        "{times: [0, 2 s], positions: [[0, 0, 0], [0, 0, 1 mm]]}",
        "{times: [0, 1 s], angles: [0, 1 deg], axis: [0, 1, 0]}",
        "{times: [0, 1 s], positions: [[0, 0, 0], [0, 0, 1 mm]], repeat: true}",
        "{times: [0, 1 s], positions: [[0, 0, 0], [0, 0, 1 mm]]}"};
    const size_t n = sizeof second / sizeof *second;
    for (size_t k = 0; k < n; k++) {
        const scree_particle q = ball(1, 5e-3, vec3(0, 0, 0.1), vec3(0, 0, 0), vec3(0, 0, 0));
        scree_world *w = world_of_text(
            scree_format("time: {end: 1 s, dt: 10 us}\n"
                         "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3}}\n"
                         "walls:\n"
                         "  first: {material: m, rectangle: {corner: [0, 0, 0], first: [1, 0, 0], second: "
                         "[0, 1, 0]},\n"
                         "    motion: {table: {times: [0, 1 s], positions: [[0, 0, 0], [0, 0, 1 mm]]}}}\n"
                         "  second: {material: m, rectangle: {corner: [1, 0, 0], first: [1, 0, 0], second: "
                         "[0, 1, 0]},\n"
                         "    motion: {table: %s}}\n"
                         "contacts: [{between: any, restitution: 0.5, friction: 0.5}]\n",
                         second[k]),
            &q, 1);
        assert_int_equal(w->wall.data[1].surface_owner, k + 1 < n ? 1 : 0);
        scree_world_destroy(w);
    }
}

// So are all other values: walls of which one differs, in one component, stay apart.
static void each_value_is_compared(void **state) {
    (void)state;
#define VIBRATE(a, f, p) ", motion: {vibrate: {amplitude: " a ", frequency: " f ", phase: " p "}}"
#define ROTATE(axis, point, rate) ", motion: {rotate: {axis: " axis ", point: " point ", rate: " rate "}}"
#define TRANSLATE(v) ", motion: {translate: {velocity: " v "}}"
#define BELT(speed, axis, point) ", belt: {speed: " speed ", axis: " axis ", point: " point "}"
    static const char *const more[][9] = {
        {VIBRATE("[1, 2, 3]", "4", "5"), VIBRATE("[9, 2, 3]", "4", "5"), VIBRATE("[1, 9, 3]", "4", "5"),
         VIBRATE("[1, 2, 9]", "4", "5"), VIBRATE("[1, 2, 3]", "9", "5"), VIBRATE("[1, 2, 3]", "4", "9")},
        {ROTATE("[1, 0, 0]", "[1, 2, 3]", "4"), ROTATE("[0, 1, 0]", "[1, 2, 3]", "4"),
         ROTATE("[1, 0, 0]", "[9, 2, 3]", "4"), ROTATE("[1, 0, 0]", "[1, 9, 3]", "4"),
         ROTATE("[1, 0, 0]", "[1, 2, 9]", "4"), ROTATE("[1, 0, 0]", "[1, 2, 3]", "9")},
        {TRANSLATE("[1, 2, 3]"), TRANSLATE("[9, 2, 3]"), TRANSLATE("[1, 9, 3]"), TRANSLATE("[1, 2, 9]"),
         ", motion: {translate: {velocity: [1, 2, 3]}, start: 1}",
         ", motion: {translate: {velocity: [1, 2, 3]}, stop: 1}",
         ", motion: [{translate: {velocity: [1, 2, 3]}}, {translate: {velocity: [0, 0, 0]}}]"},
        {", surface_velocity: [1, 2, 3]", ", surface_velocity: [9, 2, 3]", ", surface_velocity: [1, 9, 3]",
         ", surface_velocity: [1, 2, 9]"},
        {BELT("1", "[0, 1, 0]", "[1, 2, -3]"), BELT("9", "[0, 1, 0]", "[1, 2, -3]"),
         BELT("1", "[0, -1, 0]", "[1, 2, -3]"), BELT("1", "[0, 1, 0]", "[1, 2, -9]"), ""},
        {"", ", start: 1", ", stop: 1", ", movable: true",
         ", servo: {slide: {along: [0, 0, 1], force: 1, speed: 1}}"},
    };
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        for (size_t i = 0; i < 9 && more[k][i]; i++) {
            const scree_particle q = ball(1, 5e-3, vec3(0, 0, 0.1), vec3(0, 0, 0), vec3(0, 0, 0));
            char *text = scree_format("time: {end: 10 s, dt: 10 us}\n"
                                      "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.3, "
                                      "restitution: 0.5, friction: 0.5}}\n"
                                      "walls:\n" RECTANGLE("a", "-0.1", "0.1", "0", "m%s")
                                          RECTANGLE("b", "0", "0.1", "0", "m%s"),
                                      more[k][0], more[k][i]);
            scree_world *w = world_of_text(text, &q, 1);
            if (w->wall.data[1].surface_owner != (i == 0 ? 0 : 1)) {
                fail_msg("'%s' and '%s': %s", more[k][0], more[k][i], i == 0 ? "apart" : "joined");
            }
            scree_world_destroy(w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_walls_are_one_surface),   cmocka_unit_test(no_kick_at_a_seam),
        cmocka_unit_test(walls_on_each_other_are_one), cmocka_unit_test(friction_goes_on),
        cmocka_unit_test(other_walls_stay_apart),      cmocka_unit_test(static_friction_goes_on),
        cmocka_unit_test(tables_are_compared),         cmocka_unit_test(each_value_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
