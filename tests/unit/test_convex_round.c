// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies at round walls: cylinders with open ends, hollow spheres and balls, and paths of points through them. With three equal axes they are as deep as spheres are; along any path on which a body
// moves and turns past an end, force and torque are the derivatives of an energy that follows from the depth.
#include "effort.h"
#include "geometry/wall_form.h"
#include "maths/rigid.h"
#include "random_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
// cmocka needs the four above
#include <cmocka.h>

static scree_vec3 random_direction(void) {
    scree_vec3 v;
    do {
        v = random_point(1);
    } while (vec_norm(v) > 1 || vec_norm(v) < 0.1);
    return vec_unit(v);
}

static scree_mat3 turned(scree_vec3 axis, double angle) {
    const double s = sin(0.5 * angle);
    return scree_quaternion_matrix((scree_quaternion){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z});
}

enum { SHELL, TUBE, HOLLOW, BALL, WALLS };
static const char *const names[WALLS] = {"cylinder with ends, outside", "cylinder with ends, inside",
                                         "hollow sphere", "ball"};

static scree_wall_def def_of(int k) {
    return (scree_wall_def){.kind = k < HOLLOW ? SCREE_WALL_CYLINDER : SCREE_WALL_SPHERE,
                            .point = vec3(0.1, 0.2, 0.3),
                            .axis = vec_unit(vec3(1, 2, 3)),
                            .radius = 1.0,
                            .length = 2.0,
                            .outside = k == SHELL || k == BALL};
}

static void equal_axes_are_the_sphere(void **state) {
    (void)state;
    for (int k = 0; k < WALLS; k++) {
        const scree_wall_def def = def_of(k);
        const scree_wall wall = {.def = &def, .ends = k < HOLLOW};
        const scree_wall_form *form = scree_wall_form_of(&def);
        double off = 0.0;
        int touched = 0;
        for (int i = 0; i < 20000; i++) {
            const double r = uniform(0.02, 0.3);
            const scree_vec3 x = vec_add(def.point, random_point(2.0));
            scree_vec3 normal;
            const double depth = r - form->distance(&wall, x, &normal);
            if (depth < 0.0 || depth > 0.5 * r) {
                continue;
            }
            scree_convex body = scree_convex_sphere(r);
            body.frame = turned(random_direction(), uniform(0, 3));
            const scree_convex_depth d = form->deepest(&wall, &body, x);
            assert_int_equal(d.unfinished, 0);
            off = fmax(off, fabs(d.depth - depth));
            off = fmax(off, vec_norm(vec_add(d.n, normal)));
            off = fmax(off, vec_norm(vec_sub(d.arm_a, vec_scale(-(r - 0.5 * depth), normal))));
            touched++;
        }
        print_message("%s: %d contacts, off by %.2g\n", names[k], touched, off);
        assert_true(touched > 200 && off < 1e-12);
    }
}

typedef struct state {
    double energy, depth;
    scree_vec3 force, torque;
} state;

static state at(const scree_wall *wall, const scree_convex *body, scree_vec3 x) {
    const scree_convex_depth d = scree_wall_form_of(wall->def)->deepest(wall, body, x);
    state s = {.depth = d.depth};
    if (d.depth > 0.0) {
        assert_int_equal(d.unfinished, 0);
        const double f = d.depth * sqrt(d.depth);
        s.energy = f * d.depth;
        s.force = vec_scale(-2.5 * f, d.n);
        s.torque = vec_cross(d.arm_a, s.force);
    }
    return s;
}

static void paths_have_a_potential(void **state_) {
    (void)state_;
    for (int k = 0; k < WALLS; k++) {
        const scree_wall_def def = def_of(k);
        const scree_wall wall = {.def = &def, .ends = k < HOLLOW};
        double off[2] = {0.0, 0.0};
        int touched = 0;
        for (int fine = 0; fine < 2; fine++) {
            seed = 11;
            for (int path = 0; path < effort(40, 24, 6); path++) {
                const double size = uniform(0.03, 0.1), step = 2e-3 * size / (1 << 2 * fine);
                scree_convex body = scree_convex_sphere(1.0);
                body.frame = turned(random_direction(), uniform(0, 3));
                body.half = vec3(size, size * uniform(0.5, 1), size * uniform(0.5, 1));
                body.exponent = 2 + path % 2;
                // towards the middle of the wall, or towards its first end, until it touches
                scree_vec3 u, v;
                vec_across(def.axis, &u, &v);
                const double angle = uniform(0, 6), side = path % 3 ? 0.0 : 1.0;
                const scree_vec3 e = vec_add(vec_scale(cos(angle), u), vec_scale(sin(angle), v)),
                                 way = k == SHELL || k == BALL ? vec_scale(-1.0, e) : e;
                scree_vec3 x = vec_add_scaled(def.point, side - 0.1 * size, def.axis);
                x = k == SHELL || k == BALL ? vec_add_scaled(x, 2.0, e) : x;
                while (at(&wall, &body, x).depth < 0.01 * size) {
                    x = vec_add_scaled(x, 2e-3 * size, way);
                }
                const scree_vec3 aside = random_direction(),
                                 along = vec_unit(vec_add_scaled(aside, -0.9 * vec_dot(aside, way), way)),
                                 about = random_direction();
                const double speed = uniform(0, 1) / size;
                const scree_mat3 turn = turned(about, speed * step);
                state last = at(&wall, &body, x);
                double high = 0.0, most = 0.0;
                for (int i = 0; i < 400 << 2 * fine; i++) {
                    x = vec_add_scaled(x, step, along);
                    body.frame = mat_product(&turn, &body.frame);
                    const state now = at(&wall, &body, x);
                    if (fmax(now.depth, last.depth) > 0.0 && fmax(now.depth, last.depth) < 0.05 * size) {
                        const double work = 0.5 * step *
                                            (vec_dot(vec_add(now.force, last.force), along) +
                                             speed * vec_dot(vec_add(now.torque, last.torque), about));
                        most = fmax(most, fabs(now.energy - last.energy + work));
                        high = fmax(high, now.energy);
                        touched++;
                    }
                    last = now;
                }
                off[fine] = high > 0.0 ? fmax(off[fine], most / high) : off[fine];
            }
        }
        print_message("%s: %d steps, off by %.2g, and %.2g with a fourth of the step\n", names[k], touched,
                      off[0], off[1]);
        // Where another end becomes the deepest one, the force turns at once, and the rule of the trapezoid is of first order in that step.
        assert_true(touched > effort(3500, 2000, 200) && off[0] < 0.05);
        assert_true(off[1] < 0.6 * off[0] || off[1] < 5e-4);
    }
}

// Where a path of a point, seen from a wall that moves, goes through its surface: by many places of the path. Without ends the wall is left from the side of the particles only.
static bool crosses(const scree_wall_def *def, bool ends, scree_vec3 from, scree_vec3 to, bool *unsure) {
    enum { PLACES = 4000 };
    bool through = false;
    double last = 0.0;
    for (int k = 0; k <= PLACES; k++) {
        const scree_vec3 x = vec_add_scaled(from, (double)k / PLACES, vec_sub(to, from)),
                         local = vec_sub(x, def->point);
        const bool round = def->kind == SCREE_WALL_SPHERE;
        const double along = round ? 0.0 : vec_dot(local, def->axis),
                     side = vec_norm(vec_add_scaled(local, -along, def->axis)) - def->radius;
        const bool beyond = ends && (along < 0.0 || along > def->length);
        *unsure |= fabs(side) < 1e-2 && ends && fmin(fabs(along), fabs(along - def->length)) < 1e-2;
        *unsure |= (k == 0 || k == PLACES) && fabs(side) < 1e-2;
        const bool leaves = ends || (def->outside ? last > 0.0 : last < 0.0);
        through |= k > 0 && side * last < 0.0 && leaves && !beyond;
        last = side;
    }
    return through;
}

static void paths_go_through_walls(void **state_) {
    (void)state_;
    seed = 31;
    for (int k = 0; k <= WALLS + 1; k++) { // the last two are cylinders without ends
        const bool ends = k < HOLLOW;
        const scree_wall_def def = def_of(k < WALLS ? k : k - WALLS);
        int through = 0, asked = 0;
        for (int i = 0; i < effort(2000, 300, 50); i++) {
            scree_wall wall = {.def = &def, .ends = ends};
            wall.before.rotation = wall.now.pose.rotation = turned(random_direction(), uniform(0, 3));
            wall.before.shift = random_point(1.0);
            wall.now.pose.shift = random_point(1.0);
            const scree_vec3 from = vec_add(def.point, random_point(3.0)),
                             to = vec_add(def.point, random_point(3.0)),
                             start = scree_pose_to_lab(&wall.before, from),
                             end = scree_pose_to_lab(&wall.now.pose, to);
            bool unsure = false;
            const bool expected = crosses(&def, ends, from, to, &unsure);
            if (unsure) {
                continue;
            }
            asked++;
            through += expected;
            assert_int_equal(scree_wall_form_of(&def)->is_crossed(&wall, end, vec_sub(end, start)), expected);
        }
        print_message("wall %d: %d of %d paths go through\n", k, through, asked);
        assert_true(through > asked / 10 && through < asked * 9 / 10);
    }
}

// A plane is drawn as a rectangle of it that just holds what is in front of each corner of the box.
static void planes_are_drawn_over_the_box(void **state_) {
    (void)state_;
    seed = 32;
    for (int i = 0; i < 100; i++) {
        const scree_wall_def def = {
            .kind = SCREE_WALL_PLANE, .point = random_point(1.0), .axis = random_direction()};
        scree_wall wall = {.def = &def};
        wall.now.pose.rotation = turned(random_direction(), uniform(0, 3));
        wall.now.pose.shift = random_point(1.0);
        const scree_vec3 low = vec3(-1.0, -2.0, -3.0), high = vec3(uniform(0, 3), uniform(0, 3), 4.0),
                         axis = mat_mul(&wall.now.pose.rotation, def.axis),
                         point = scree_pose_to_lab(&wall.now.pose, def.point);
        scree_vec3 c[4];
        scree_wall_form_of(&def)->draw(&wall, low, high, c);
        for (int side = 0; side < 2; side++) {
            const scree_vec3 e = vec_sub(c[side ? 3 : 1], c[0]);
            double first = INFINITY, last = -INFINITY;
            for (int k = 0; k < 8; k++) {
                const double share =
                    vec_dot(vec_sub(scree_corner_of_box(low, high, k), c[0]), e) / vec_norm2(e);
                first = fmin(first, share), last = fmax(last, share);
            }
            assert_true(fabs(first) < 1e-12 && fabs(last - 1.0) < 1e-12);
        }
        assert_true(vec_norm(vec_sub(vec_add(c[0], c[2]), vec_add(c[1], c[3]))) < 1e-12);
        assert_true(fabs(vec_dot(vec_sub(c[0], point), axis)) < 1e-12 &&
                    fabs(vec_dot(vec_sub(c[2], point), axis)) < 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_axes_are_the_sphere),
        cmocka_unit_test(paths_have_a_potential),
        cmocka_unit_test(paths_go_through_walls),
        cmocka_unit_test(planes_are_drawn_over_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
