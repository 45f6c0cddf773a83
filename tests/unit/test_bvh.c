// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/sphere_triangle.h"
#include "mesh/bvh.h"

#include "random_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static scree_mesh build(const scree_vec3 *corners, size_t n) {
    scree_mesh mesh;
    assert_true(scree_mesh_build(&mesh, corners, n, NULL));
    return mesh;
}

static double outside(double x, double lo, double hi) {
    return fmax(0, fmax(lo - x, x - hi));
}

static void near_is_brute_force(void **state) {
    (void)state;
    for (size_t n = 1; n < 600; n = 2 * n + 1) {
        scree_vec3 *corners = malloc(3 * n * sizeof *corners);
        for (size_t i = 0; i < n; i++) {
            scree_vec3 c = random_point(1);
            for (int k = 0; k < 3; k++) {
                corners[3 * i + (size_t)k] = vec_add(c, random_point(0.2));
            }
        }
        scree_mesh mesh = build(corners, n);
        scree_bvh *tree = scree_bvh_create(&mesh);
        scree_triangle_list list = {0};
        for (int trial = 0; trial < 300; trial++) {
            scree_vec3 p = random_point(1.5);
            double d = trial % 3 ? uniform(0, 0.6) : 0, least = HUGE_VAL;
            scree_bvh_near(&mesh, tree, p, d, &list);
            size_t found = 0;
            for (uint32_t i = 0; i < n; i++) {
                const scree_vec3 *c = corners + 3 * i;
                scree_vec3 lo = vec_min(vec_min(c[0], c[1]), c[2]), hi = vec_max(vec_max(c[0], c[1]), c[2]);
                double x = outside(p.x, lo.x, hi.x), y = outside(p.y, lo.y, hi.y),
                       z = outside(p.z, lo.z, hi.z);
                if (x * x + y * y + z * z <= d * d) {
                    assert_true(found < list.n);
                    assert_int_equal(list.data[found++], i);
                }
                const scree_vec3 v[3] = {vec_sub(c[0], p), vec_sub(c[1], p), vec_sub(c[2], p)};
                least = fmin(least, scree_sphere_triangle(v, mesh.normal.data[i]).d2);
            }
            assert_int_equal(found, list.n);
            least = sqrt(least);
            for (int k = 0; k < 3; k++) {
                const double most = k == 0 ? HUGE_VAL : least * (k == 1 ? 0.9 : 1.1);
                assert_true(fabs(scree_mesh_distance(&mesh, tree, p, most) - fmin(least, most)) < 1e-14);
            }
        }
        scree_array_free(&list);
        scree_bvh_destroy(tree);
        scree_mesh_clear(&mesh);
        free(corners);
    }
    scree_bvh_destroy(NULL);
}

// Many equal centroids, and all triangles in one plane: the split must still terminate.
static void hostile(void **state) {
    (void)state;
    scree_vec3 corners[300];
    for (int i = 0; i < 100; i++) {
        double s = 1 + i, a = i;
        for (int k = 0; k < 3; k++) {
            corners[3 * i + k] = vec3(s * cos(a + 2.0943951 * k), s * sin(a + 2.0943951 * k), 0);
        }
    }
    scree_mesh mesh = build(corners, 100);
    scree_bvh *tree = scree_bvh_create(&mesh);
    scree_triangle_list list = {0};
    scree_bvh_near(&mesh, tree, vec3(0, 0, 0.5), 1, &list);
    assert_int_equal(list.n, 100);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(list.data[i], i);
    }
    scree_array_free(&list);
    scree_bvh_destroy(tree);
    scree_mesh_clear(&mesh);
}

// Box [-1, 1]^3 with a cubical hole [-h, h]^3 in it; mixed windings when asked.
static scree_mesh hollow_box(double h, bool mixed) {
    scree_vec3 corners[72];
    const int cube[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                             {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (int i = 0; i < 24; i++) {
        for (int k = 0; k < 3; k++) {
            double s = i < 12 ? 1 : h;
            int c = cube[i % 12][(i >= 12) != (mixed && i % 5 == 0) ? 2 - k : k];
            corners[3 * i + k] = vec3(c & 1 ? s : -s, c & 2 ? s : -s, c & 4 ? s : -s);
        }
    }
    return build(corners, 24);
}

static double largest(scree_vec3 p) {
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
}

static void inside_box(void **state) {
    (void)state;
    for (int mixed = 0; mixed < 2; mixed++) {
        scree_mesh mesh = hollow_box(0.5, mixed == 1);
        scree_bvh *tree = scree_bvh_create(&mesh);
        if (!mixed) {
            assert_true(fabs(scree_mesh_volume(&mesh) - 7) < 1e-14);
        }
        for (int i = 0; i < 50000; i++) {
            scree_vec3 p = random_point(1.2);
            bool in = largest(p) < 1 && largest(p) > 0.5;
            assert_int_equal(scree_mesh_inside(&mesh, tree, p), in);
        }
        for (int i = -11; i <= 11; i++) { // lattice points: rays along diagonals and into vertices if any
            for (int j = -11; j <= 11; j++) {
                for (int k = -11; k <= 11; k++) {
                    scree_vec3 p = vec3(0.1 * i, 0.1 * j, 0.1 * k);
                    double l = largest(p);
                    if (fabs(l - 1) > 1e-9 && fabs(l - 0.5) > 1e-9) {
                        assert_int_equal(scree_mesh_inside(&mesh, tree, p), l < 1 && l > 0.5);
                    }
                }
            }
        }
        scree_bvh_destroy(tree);
        scree_mesh_clear(&mesh);
    }
}

// Points from which a vertex of the mesh lies exactly in the first direction of the test: the result must not depend on
// rounding.
static void inside_aimed_at_vertices(void **state) {
    (void)state;
    const scree_vec3 d = {0.4321098765, 0.7912345678, 0.4327654321};
    scree_mesh mesh = hollow_box(0.5, false);
    scree_bvh *tree = scree_bvh_create(&mesh);
    for (size_t v = 0; v < mesh.vertex.n; v++) {
        for (int i = -1000; i <= 1000; i++) {
            scree_vec3 p = vec_add_scaled(mesh.vertex.data[v], 1e-3 * i + 1e-4, d);
            double l = largest(p);
            if (fabs(l - 1) > 1e-9 && fabs(l - 0.5) > 1e-9) {
                assert_int_equal(scree_mesh_inside(&mesh, tree, p), l < 1 && l > 0.5);
            }
        }
    }
    scree_bvh_destroy(tree);
    scree_mesh_clear(&mesh);
}

// A bumpy ball r(theta, phi) of small triangles against the winding of its own radius function is not exact,
// so the check is by the solid angle seen from p.
static void inside_ball(void **state) {
    (void)state;
    enum { M = 24, N = 48 };
    static scree_vec3 corners[6 * M * N];
    size_t n = 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            scree_vec3 q[4];
            for (int k = 0; k < 4; k++) {
                double t = 3.14159265358979 * (i + (k == 1 || k == 2)) / M;
                double f = 6.28318530717959 * ((j + (k >= 2)) % N) / N;
                double r = 1 + 0.3 * sin(5 * t) * cos(3 * f) * sin(t);
                bool pole = i + (k == 1 || k == 2) == 0 || i + (k == 1 || k == 2) == M;
                q[k] = pole ? vec3(0, 0, i ? -1 : 1)
                            : vec3(r * sin(t) * cos(f), r * sin(t) * sin(f), r * cos(t));
            }
            const int two[6] = {0, 1, 2, 0, 2, 3};
            for (int k = 0; k < 6; k++) {
                corners[n++] = q[two[k]];
            }
        }
    }
    scree_mesh mesh = build(corners, n / 3);
    assert_int_equal(mesh.open_edges, 0);
    scree_bvh *tree = scree_bvh_create(&mesh);
    int in = 0, trials = 3000;
    for (int i = 0; i < trials; i++) {
        scree_vec3 p = random_point(1.2);
        double sum = 0;
        for (size_t t = 0; t < mesh.triangle.n; t++) {
            const uint32_t *v = mesh.triangle.data[t].v;
            scree_vec3 a = vec_unit(vec_sub(mesh.vertex.data[v[0]], p));
            scree_vec3 b = vec_unit(vec_sub(mesh.vertex.data[v[1]], p));
            scree_vec3 c = vec_unit(vec_sub(mesh.vertex.data[v[2]], p));
            sum += atan2(vec_dot(a, vec_cross(b, c)), 1 + vec_dot(a, b) + vec_dot(b, c) + vec_dot(c, a));
        }
        assert_int_equal(scree_mesh_inside(&mesh, tree, p), fabs(sum) > 3.14159);
        in += fabs(sum) > 3.14159;
    }
    double volume = 13.824 * in / trials; // Monte Carlo: 3 sigma is 3 * 13.8 sqrt(.3 * .7 / 3000) = 0.35
    assert_true(fabs(volume - scree_mesh_volume(&mesh)) < 0.35);
    scree_bvh_destroy(tree);
    scree_mesh_clear(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_is_brute_force), cmocka_unit_test(hostile),
        cmocka_unit_test(inside_box),          cmocka_unit_test(inside_aimed_at_vertices),
        cmocka_unit_test(inside_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
