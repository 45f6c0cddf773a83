// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of convex bodies as triangles: closed, facing outwards, of the volume and curvature of the body.
#include "convex_bodies/surface.h"
#include "maths/math.h"
#include "memory/array.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define assert_double_equal(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static scree_convex body(double a, double b, double c, double exponent) {
    return (scree_convex){.frame = scree_quaternion_matrix((scree_quaternion){0.5, 0.5, -0.5, 0.5}),
                          .half = vec3(a, b, c),
                          .exponent = exponent,
                          .kind = SCREE_FORM_SUPERELLIPSOID};
}

// Each edge is passed once in each way, and all triangles face outwards.
static void test_closed(void **unused) {
    (void)unused;
    for (size_t n = 1; n < 8; n++) {
        scree_octahedron o = scree_octahedron_of(n);
        assert_int_equal(o.n_points, 4 * n * n + 2);
        assert_int_equal(o.n_triangles, 8 * n * n);
        uint8_t *seen = scree_zeros(o.n_points * o.n_points);
        for (size_t t = 0; t < o.n_triangles; t++) {
            for (int c = 0; c < 3; c++) {
                uint8_t *one = &seen[o.triangle[t][c] * o.n_points + o.triangle[t][(c + 1) % 3]];
                assert_int_equal(*one, 0);
                *one = 1;
            }
            const scree_vec3 *x = o.direction, a = x[o.triangle[t][0]], b = x[o.triangle[t][1]],
                             c = x[o.triangle[t][2]];
            assert_true(vec_dot(vec_cross(vec_sub(b, a), vec_sub(c, a)), vec_add(a, vec_add(b, c))) > 0.0);
        }
        for (size_t a = 0; a < o.n_points; a++) {
            assert_double_equal(vec_norm(o.direction[a]), 1.0, 1e-15);
            for (size_t b = 0; b < o.n_points; b++) {
                assert_int_equal(seen[a * o.n_points + b], seen[b * o.n_points + a]);
            }
        }
        scree_free(seen);
        scree_octahedron_clear(&o);
    }
}

static void test_divisions(void **unused) {
    (void)unused;
    assert_int_equal(scree_octahedron_divisions(0), 1);
    assert_int_equal(scree_octahedron_divisions(31), 1);
    assert_int_equal(scree_octahedron_divisions(32), 2);
    assert_int_equal(scree_octahedron_divisions(1152), 12);
}

// The volume in the triangles comes near that of the body, from below, with the square of the number of divisions.
static void test_volume(void **unused) {
    (void)unused;
    static const double exponent[] = {2.0, 3.0, 4.0, 5.0};
    for (int e = 0; e < 4; e++) {
        const scree_vec3 half = vec3(1.0, 0.6, 0.4);
        const scree_convex b = body(half.x, half.y, half.z, exponent[e]);
        double lack[2];
        for (size_t fine = 0; fine < 2; fine++) {
            scree_octahedron o = scree_octahedron_of(fine ? 48 : 24);
            scree_vec3 *x = scree_realloc(NULL, 0, o.n_points * sizeof *x);
            scree_surface_points(&b, &o, x);
            double volume = 0.0;
            for (size_t t = 0; t < o.n_triangles; t++) {
                const uint32_t *v = o.triangle[t];
                volume += vec_dot(x[v[0]], vec_cross(x[v[1]], x[v[2]])) / 6.0;
            }
            lack[fine] = 1.0 - volume / scree_superellipsoid_volume(half, exponent[e]);
            scree_free(x);
            scree_octahedron_clear(&o);
        }
        assert_true(lack[0] > 0.0 && lack[0] < 0.011);
        assert_true(lack[1] > 0.0 && lack[1] < 0.4 * lack[0]);
    }
}

// At the ends of the axes of an ellipsoid the radii are b^2/a and the like.
static void test_curvature(void **unused) {
    (void)unused;
    scree_octahedron o = scree_octahedron_of(6);
    const scree_convex b = body(3.0, 2.0, 1.0, 2.0);
    const scree_curvature c = scree_surface_curvature(&b, &o);
    assert_double_equal(c.sharpest, 1.0 / 3.0, 1e-13);
    assert_double_equal(c.flattest, 9.0, 1e-13);
    const scree_convex ball = scree_convex_sphere(0.7);
    const scree_curvature same = scree_surface_curvature(&ball, &o);
    assert_double_equal(same.sharpest, 0.7, 1e-7);
    assert_double_equal(same.flattest, 0.7, 1e-7);
    scree_octahedron_clear(&o);
}

// Of a sphere, of a long ellipsoid of revolution (2 pi a b (b/a + asin(e)/e)), of a capsule whose sides are straight, and of a cube with sharp edges.
static void test_area(void **unused) {
    (void)unused;
    const double a = 3.0, b = 1.0, e = sqrt(1.0 - b * b / (a * a)), h = 0.5;
    const scree_convex ball = body(a, a, a, 2.0), egg = body(b, b, a, 2.0);
    assert_double_equal(scree_surface_area(&ball) / (4.0 * SCREE_PI * a * a), 1.0, 1e-7);
    assert_double_equal(scree_surface_area(&egg) / (2.0 * SCREE_PI * b * (b + a * asin(e) / e)), 1.0, 1e-6);
    const scree_form rod = {.w = 1.0,
                            .a = b,
                            .b = b,
                            .c = a,
                            .exponent = 1.0,
                            .kind = SCREE_FORM_CAPSULE,
                            .radius = 0.5,
                            .rounding = b,
                            .bulge = 1e-6};
    const scree_convex pill = scree_convex_of(&rod, NULL);
    assert_double_equal(scree_surface_area(&pill) / (4.0 * SCREE_PI * a * b), 1.0, 1e-5);
    double x[8], y[8], z[8];
    for (int k = 0; k < 8; k++) {
        x[k] = k & 1 ? h : -h, y[k] = k & 2 ? h : -h, z[k] = k & 4 ? h : -h;
    }
    const scree_hull corners = {8, x, y, z};
    const scree_form die = {.w = 1.0,
                            .a = h,
                            .b = h,
                            .c = h,
                            .exponent = 200.0,
                            .kind = SCREE_FORM_POLYHEDRON,
                            .radius = 0.5,
                            .rounding = 0.0};
    const scree_convex cube = scree_convex_of(&die, &corners);
    assert_double_equal(scree_surface_area(&cube) / 6.0, 1.0, 5e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed), cmocka_unit_test(test_divisions),
                                       cmocka_unit_test(test_volume), cmocka_unit_test(test_curvature),
                                       cmocka_unit_test(test_area)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
