// SPDX-License-Identifier: BSD-3-Clause
// Every kind of convex body: its support function, volume and inertia, and the deepest point of two of them.
#include "case/shape.h"
#include "convex/depth.h"
#include "convex_bodies/solid.h"
#include "effort.h"
#include "maths/math.h"
#include "random_points.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define assert_double_equal(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static scree_vec3 direction(void) {
    for (;;) {
        const scree_vec3 x = random_point(1.0);
        const double r = vec_norm(x);
        if (r > 0.1 && r < 1.0) {
            return vec_scale(1.0 / r, x);
        }
    }
}

static scree_quaternion attitude(void) {
    const scree_vec3 e = direction();
    double s, c;
    scree_sin_cos(uniform(0.0, 1.5), &s, &c);
    return (scree_quaternion){c, s * e.x, s * e.y, s * e.z};
}

enum { KINDS = 6 };
static scree_shape shapes[KINDS];
static scree_hull hulls[KINDS];

// Shapes of about 1 m.
static void make_shapes(void) {
    scree_form capsule = {.kind = SCREE_FORM_CAPSULE, .a = 0.4, .b = 0.4, .c = 1.2, .bulge = 0.02},
               cylinder = {.kind = SCREE_FORM_CYLINDER,
                           .a = 0.8,
                           .b = 0.8,
                           .c = 0.5,
                           .bulge = 0.02,
                           .rounding = 0.05},
               box = {.kind = SCREE_FORM_BOX, .a = 1.0, .b = 0.7, .c = 0.4, .bulge = 0.02, .rounding = 0.05},
               flat = {.kind = SCREE_FORM_POLYHEDRON, .exponent = 128.0, .rounding = 0.02};
    capsule.rounding = 0.4 - 0.02 * (1.2 - 0.4) / (1.0 - 0.02);
    scree_shape_of_form(&shapes[0], &capsule, NULL, 0);
    scree_shape_of_form(&shapes[1], &cylinder, NULL, 0);
    scree_shape_of_form(&shapes[2], &box, NULL, 0);
    scree_vec3 corner[40];
    for (int k = 0; k < 8; k++) {
        corner[k] = vec3(k & 1 ? 0.6 : -0.6, k & 2 ? 0.6 : -0.6, k & 4 ? 0.6 : -0.6);
    }
    scree_shape_of_form(&shapes[3], &flat, corner, 8);
    static const scree_vec3 wedge[5] = {{0, 0, 0}, {1.2, 0, 0}, {0.1, 1, 0}, {0.2, 0.1, 0.9}, {1, 0.3, 0.5}};
    scree_shape_of_form(&shapes[4], &flat, wedge, 5);
    for (int k = 0; k < 40; k++) {
        corner[k] = vec_scale(0.6, direction());
    }
    scree_shape_of_form(&shapes[5], &flat, corner, 40);
    for (int k = 0; k < KINDS; k++) {
        shapes[k].piece.data[0].form.hull = (double)k;
        hulls[k] = shapes[k].piece.data[0].hull;
    }
}

static int begin(void **state) {
    (void)state;
    make_shapes();
    return 0;
}

static int end(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        scree_shape_clear(&shapes[k]);
    }
    return 0;
}

static scree_convex body(int kind, scree_quaternion q) {
    const scree_shape *shape = &shapes[kind];
    scree_form f = shape->piece.data[0].form;
    const double size = shape->size;
    f.a *= size, f.b *= size, f.c *= size, f.rounding *= size, f.radius = 0.5 * size;
    f.w = q.w, f.x = q.x, f.y = q.y, f.z = q.z;
    return scree_convex_of(&f, hulls);
}

static double h_of(const scree_convex *b, scree_vec3 n) {
    return scree_support_of(b, n, 0).h;
}

// The farthest point along n has this distance along n, no other one is farther, and the derivatives are differences.
static void test_support(void **unused) {
    (void)unused;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int k = 0; k < 100; k++) {
            const scree_convex b = body(kind, attitude());
            const scree_vec3 n = direction();
            const scree_support s = scree_support_of(&b, n, 1);
            assert_double_equal(vec_dot(n, s.point), s.h, 1e-13);
            assert_double_equal(h_of(&b, vec_scale(3.0, n)), 3.0 * s.h, 1e-13);
            for (int i = 0; i < 100; i++) {
                assert_true(vec_dot(n, scree_support_of(&b, direction(), 0).point) <= s.h + 1e-13);
            }
            const scree_vec3 t = vec_unit(vec_cross(n, direction()));
            const double step = 1e-6;
            const scree_support up = scree_support_of(&b, vec_add_scaled(n, step, t), 0),
                                down = scree_support_of(&b, vec_add_scaled(n, -step, t), 0);
            const scree_vec3 slope = vec_scale(0.5 / step, vec_sub(up.point, down.point)),
                             expected = scree_convex_times(s.hessian, t);
            assert_true(vec_norm(vec_sub(slope, expected)) < 1e-4 * (1.0 + vec_norm(expected)));
            assert_true(vec_norm(scree_convex_times(s.hessian, n)) < 1e-11 * (1.0 + vec_norm(expected)));
        }
    }
}

// The lengths are those asked for; the sphere around the centre holds the body; the smallest radius is inside.
static void test_lengths(void **unused) {
    (void)unused;
    static const scree_vec3 half[3] = {{0.4, 0.4, 1.2}, {0.8, 0.8, 0.5}, {1.0, 0.7, 0.4}};
    for (int kind = 0; kind < KINDS; kind++) {
        const scree_convex b = body(kind, (scree_quaternion){1.0, 0.0, 0.0, 0.0});
        const scree_shape *shape = &shapes[kind];
        for (int k = 0; k < 3; k++) {
            const scree_vec3 e = vec3(k == 0, k == 1, k == 2);
            const double length = 0.5 * (h_of(&b, e) + h_of(&b, vec_scale(-1.0, e)));
            assert_double_equal(length, vec_get(kind < 3 ? half[kind] : b.half, k), 1e-14);
        }
        for (int k = 0; k < 3000; k++) {
            const scree_support s = scree_support_of(&b, direction(), 0);
            assert_true(vec_norm(s.point) <= shape->size * shape->member.data[0].radius);
            assert_true(s.h >= shape->size * shape->least * 0.999);
        }
    }
    // A polyhedron has its corners, and its faces are domed by 8^(1/128) at most.
    const scree_convex cube = body(3, (scree_quaternion){1.0, 0.0, 0.0, 0.0});
    const double corner = h_of(&cube, vec_scale(1.0 / sqrt(3.0), vec3(1, 1, 1))),
                 face = scree_shape_thickness(&shapes[3]) * shapes[3].size / 2.0;
    assert_double_equal(corner, 0.6 * sqrt(3.0) + 0.02, 1e-12);
    assert_double_equal(face, 0.6 * pow(4.0, 1.0 / 128.0) + 0.02, 1e-12);
}

// Volumes and inertias by the general way against closed forms, and of bodies with edges against what they are without.
static void test_solids(void **unused) {
    (void)unused;
    for (int e = 2; e < 4; e++) {
        const scree_convex b = {.frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                .half = vec3(1.0, 0.7, 0.4),
                                .exponent = e,
                                .kind = SCREE_FORM_SUPERELLIPSOID};
        const scree_convex_solid s = scree_convex_solid_of(&b);
        const double volume = scree_superellipsoid_volume(b.half, e), within = e == 2 ? 1e-8 : 1e-5;
        const scree_vec3 g = scree_superellipsoid_gyration(b.half, e);
        assert_double_equal(s.volume, volume, within * volume);
        assert_double_equal(s.inertia[0], volume * g.x, within * volume);
        assert_double_equal(s.inertia[1], volume * g.y, within * volume);
        assert_double_equal(s.inertia[2], volume * g.z, within * volume);
        assert_double_equal(s.least, 0.4, 1e-3);
    }
    // A capsule of radius R and half length L between its centres.
    const double r = 0.4, l = 0.8, cylinder = 2.0 * SCREE_PI * r * r * l,
                 ball = 4.0 / 3.0 * SCREE_PI * r * r * r;
    const double volume = SCREE_PI / 6.0 * pow(shapes[0].size, 3.0);
    assert_double_equal(volume, cylinder + ball, 0.04 * volume); // its ends are thinner by the bulge
    assert_true(volume < cylinder + ball);
    const scree_shape *cube = &shapes[3];
    const double own = SCREE_PI / 6.0 * pow(cube->size, 3.0);
    assert_true(own > 1.728 && own < 1.728 * 1.16);
    assert_double_equal(cube->moments.x, cube->moments.z, 1e-9);
    assert_double_equal(cube->moments.x * cube->size * cube->size, 1.24 * 1.24 / 6.0, 0.02);
    // The centre of a body without symmetry is that of its volume.
    const scree_convex wedge = body(4, (scree_quaternion){1.0, 0.0, 0.0, 0.0});
    const scree_convex_solid s = scree_convex_solid_of(&wedge);
    assert_true(vec_norm(s.centre) < 2e-4);
    for (int k = 3; k < 6; k++) {
        assert_double_equal(s.inertia[k], 0.0, 2e-4 * s.inertia[0]);
    }
    assert_true(fabs(vec_norm(shapes[4].centre)) > 0.5 && shapes[4].centre.z > 0.2 &&
                shapes[4].centre.z < 0.4);
}

// Pairs of all kinds: the depth is the least over all directions, the opposite for exchanged bodies, and its change is that of the points.
static void test_depth(void **unused) {
    (void)unused;
    int most = 0, sum = 0, n = 0;
    for (int i = 0; i < KINDS; i++) {
        for (int j = 0; j < KINDS; j++) {
            for (int k = 0; k < 40; k++, n++) {
                const scree_quaternion p = attitude(), q = attitude();
                const scree_convex a = body(i, p), b = body(j, q);
                const scree_vec3 m = direction();
                const double apart = h_of(&a, m) + h_of(&b, vec_scale(-1.0, m));
                scree_vec3 d = vec_scale(apart, m);
                for (int s = 0; s < 30; s++) { // towards each other until they overlap
                    const double left = scree_convex_depth_of(&a, &b, d, 1).depth + uniform(0.0, 0.04);
                    if (left > 0.0) {
                        break;
                    }
                    d = vec_scale(fmax(1.0 + 0.9 * left / vec_norm(d), 0.5), d);
                }
                const scree_convex_depth r = scree_convex_depth_of(&a, &b, d, 1);
                assert_false(r.unfinished);
                most = r.evaluations > most ? r.evaluations : most;
                sum += r.evaluations;
                for (int s = 0; s < 200; s++) {
                    const scree_vec3 other =
                        s < 100 ? direction() : vec_unit(vec_add_scaled(r.n, 0.02, direction()));
                    assert_true(h_of(&a, other) + h_of(&b, vec_scale(-1.0, other)) - vec_dot(other, d) >=
                                r.depth - 1e-12);
                }
                assert_true(vec_norm(vec_sub(r.arm_a, vec_add(d, r.arm_b))) < 1e-11);
                const scree_convex_depth back = scree_convex_depth_of(&b, &a, vec_scale(-1.0, d), 1);
                assert_double_equal(back.depth, r.depth, 1e-13);
                // b moves and turns a little
                const scree_vec3 v = direction(), spin = direction();
                const double step = 1e-6;
                double depth[2];
                for (int side = 0; side < 2; side++) {
                    const double way = side ? step : -step, turn = 0.5 * way;
                    const scree_quaternion t = {1.0, turn * spin.x, turn * spin.y, turn * spin.z};
                    const scree_convex moved = body(j, scree_quaternion_unit(scree_quaternion_product(t, q)));
                    depth[side] = scree_convex_depth_of(&a, &moved, vec_add_scaled(d, way, v), 1).depth;
                }
                const scree_vec3 arm = vec_add_scaled(r.arm_b, -0.5 * r.depth, r.n);
                const double expected = -vec_dot(r.n, vec_add(v, vec_cross(spin, arm)));
                assert_double_equal((depth[1] - depth[0]) / (2.0 * step), expected, 2e-4);
            }
        }
    }
    print_message("%.1f evaluations, %d at most\n", (double)sum / n, most);
}

// f(angle) is how far the body reaches across the axis of the cylinder. sign: 1 where the largest value is looked for, -1 where it is the least one.
typedef struct around {
    const scree_convex *body;
    scree_vec3 u, v, from;
    double sign;
} around;

static double reach(const around *a, double angle) {
    const scree_vec3 e = vec_add(vec_scale(cos(angle), a->u), vec_scale(sin(angle), a->v));
    return a->sign * (h_of(a->body, e) + vec_dot(a->from, e));
}

// The largest value of all angles: that of every sample that is above those beside it, by sections of the interval.
static double most_of_all(const around *a) {
    enum { SAMPLES = 1500 };
    double f[SAMPLES], most = -INFINITY, highest = -INFINITY;
    const double step = 2.0 * SCREE_PI / SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        f[k] = reach(a, step * k);
        highest = fmax(highest, f[k]);
    }
    for (int k = 0; k < SAMPLES; k++) {
        if (f[k] < f[(k + 1) % SAMPLES] || f[k] < f[(k + SAMPLES - 1) % SAMPLES] ||
            f[k] < highest - 1e-4 * fabs(highest)) {
            continue;
        }
        double low = step * (k - 1), high = step * (k + 1);
        for (int cut = 0; cut < 60; cut++) {
            const double third = (high - low) / 3.0;
            if (reach(a, low + third) < reach(a, high - third)) {
                low += third;
            } else {
                high -= third;
            }
        }
        most = fmax(most, reach(a, 0.5 * (low + high)));
    }
    return most;
}

// A body that lies flat in a drum touches it with each of its ends: the deepest of them counts, and so for the one place outside of a cylinder.
static void test_cylinders(void **unused) {
    (void)unused;
    enum { ELLIPSOID = KINDS, SUPERELLIPSOID, ALL };
    for (int outside = 0; outside < 2; outside++) {
        double off = 0.0;
        int sum = 0, n = 0, most = 0;
        for (int kind = 0; kind < ALL; kind++) {
            for (int k = 0; k < effort(3000, 250, 20); k++, n++) {
                const scree_quaternion q = attitude();
                scree_convex b = body(kind < KINDS ? kind : 0, q);
                if (kind >= KINDS) {
                    b = (scree_convex){.frame = scree_quaternion_matrix(q),
                                       .half = vec3(1.0, uniform(0.3, 1.0), uniform(0.1, 0.6)),
                                       .exponent = kind == ELLIPSOID ? 2.0
                                                   : k % 2           ? 3.0
                                                                     : 5.0,
                                       .kind = SCREE_FORM_SUPERELLIPSOID};
                }
                // The axes of the body are nearly those of the cylinder, or the body has any direction.
                const double tilt = k % 4 == 0 ? 1.0 : k % 4 == 1 ? 1e-2 : 1e-3;
                const scree_vec3 own[2] = {vec3(k % 3 == 0, k % 3 == 1, k % 3 == 2),
                                           vec3(k % 3 == 1, k % 3 == 2, k % 3 == 0)},
                                 out = vec_unit(vec_add_scaled(mat_mul(&b.frame, own[0]), tilt, direction())),
                                 way = vec_add_scaled(mat_mul(&b.frame, own[1]), tilt, direction());
                const scree_vec3 axis = vec_unit(vec_cross(out, way));
                const double radius = uniform(0.0, 1.0) < 0.3 ? uniform(1.6, 3.0) : uniform(2.0, 30.0),
                             wanted = uniform(0.0, 0.04);
                double rho = radius;
                scree_convex_depth r = {.depth = 0.0};
                for (int s = 0; s < 4; s++) {
                    r = scree_convex_on_cylinder(&b, axis, vec_scale(rho, out), radius, outside);
                    rho = fmax(rho + (outside ? r.depth - wanted : wanted - r.depth), 0.0);
                }
                r = scree_convex_on_cylinder(&b, axis, vec_scale(rho, out), radius, outside);
                around a = {.body = &b, .from = vec_scale(rho, out), .sign = outside ? -1.0 : 1.0};
                vec_across(axis, &a.u, &a.v);
                const double all = most_of_all(&a);
                const double along_n = a.sign * (h_of(&b, r.n) + vec_dot(a.from, r.n));
                assert_false(r.unfinished);
                off = fmax(off, all - along_n);
                sum += r.evaluations;
                most = r.evaluations > most ? r.evaluations : most;
                // The depth is that along n, and no other angle is deeper. The samples may miss the higher of two ends that are nearer to each other than they are.
                assert_double_equal(vec_dot(r.n, axis), 0.0, 1e-12);
                assert_double_equal(r.depth, a.sign * (along_n - radius), 1e-11);
                assert_true(along_n >= all - 1e-8);
            }
        }
        print_message("%s: off by %.2g, %.1f evaluations, %d at most\n", outside ? "outside" : "inside", off,
                      (double)sum / n, most);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_support), cmocka_unit_test(test_lengths),
                                       cmocka_unit_test(test_solids), cmocka_unit_test(test_depth),
                                       cmocka_unit_test(test_cylinders)};
    return cmocka_run_group_tests(tests, begin, end);
}
