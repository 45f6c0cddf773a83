// SPDX-License-Identifier: BSD-3-Clause
// The geometry of contacts does not depend on the unit of length: with all lengths multiplied by a power of two, all lengths that are found are multiplied by it, up to
// the last bit, and all directions, counts and features stay. It holds for pairs of convex bodies, for points, lines and polygons in them, and for spheres and
// convex bodies at round walls and meshes.
#include "convex/apart.h"
#include "convex/least.h"
#include "convex/point_depth.h"
#include "convex/round_walls.h"
#include "effort.h"
#include "geometry/mesh_touch.h"
#include "mesh_of_corners.h"
#include "random_convex.h"
#include <stdio.h>

enum { UNITS = 3 };
static const double unit[UNITS] = {1.0, 1024.0, 1.0 / 1024.0};

static scree_convex in_unit(const random_convex *r, double s) {
    scree_convex b = r->body;
    b.half = vec_scale(s, b.half);
    b.rounding *= s;
    b.size *= s;
    for (int k = 0; k < 3; k++) {
        b.part[k] = vec_scale(s * s, b.part[k]);
    }
    return b;
}

// Every kind whose support function is a formula of products, quotients and square roots, which powers of two go through.
static void make_exact(int number, random_convex *r) {
    static const int kinds[] = {0, 1, 4, 5, 6, 7, 8, 9};
    make_random_convex(kinds[number % (int)(sizeof kinds / sizeof *kinds)], r);
}

static bool same_vec(scree_vec3 a, scree_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void expect_same_depth(const scree_convex_depth *a, const scree_convex_depth *b, double s) {
    assert_true(b->depth == s * a->depth && same_vec(a->n, b->n));
    assert_true(same_vec(vec_scale(s, a->arm_a), b->arm_a));
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->unfinished, b->unfinished);
    for (int k = 0; k < 6; k++) {
        assert_true(b->curve_a[k] == s * a->curve_a[k]);
    }
}

static void pairs_and_walls(void **state) {
    (void)state;
    seed = 51;
    for (int k = 0; k < effort(480, 480, 64); k++) {
        random_convex a, b;
        make_exact(k, &a);
        make_exact(k / 8, &b);
        const scree_vec3 along = random_unit(), axis = random_unit(),
                         flat = mat_mul(&a.body.frame, vec3(0, k % 4 == 1, k % 4 == 3)),
                         out = k % 2 ? vec_unit(flat) : random_unit(); // for an odd k a flat side is in front
        const double touch = scree_support_of(&a.body, along, 0).h +
                             scree_support_of(&b.body, vec_scale(-1.0, along), 0).h,
                     share = uniform(0.5, 1.1), radius = uniform(1.5, 5.0), off = uniform(0.0, 1.0),
                     gap = uniform(0.0, 0.1);
        scree_vec3 u, v;
        vec_across(axis, &u, &v);
        scree_convex_depth pair[UNITS], cylinder[2][UNITS], hollow[UNITS];
        int apart[UNITS];
        double lever[UNITS];
        for (int i = 0; i < UNITS; i++) {
            const double s = unit[i];
            const scree_convex x = in_unit(&a, s), y = in_unit(&b, s);
            const scree_vec3 d = vec_scale(s * (share * touch), along);
            pair[i] = scree_convex_depth_of(&x, &y, d, 0);
            apart[i] = scree_convex_are_apart(&x, &y, d, s * gap);
            lever[i] = scree_convex_lever(&x, s * 1.5);
            cylinder[0][i] =
                scree_convex_on_cylinder(&x, axis, vec_scale(s * (radius - off), u), s * radius, 0);
            cylinder[1][i] =
                scree_convex_on_cylinder(&x, axis, vec_scale(s * (radius + off), u), s * radius, 1);
            hollow[i] = scree_convex_in_hollow_sphere(&x, vec_scale(s * (radius - off), out), s * radius);
            assert_int_equal(apart[i], apart[0]);
            assert_true(lever[i] == s * lever[0]);
            expect_same_depth(&pair[0], &pair[i], s);
            expect_same_depth(&cylinder[0][0], &cylinder[0][i], s);
            expect_same_depth(&cylinder[1][0], &cylinder[1][i], s);
            expect_same_depth(&hollow[0], &hollow[i], s);
        }
    }
}

static void expect_same_spot(const scree_convex_spot *a, const scree_convex_spot *b, double s) {
    assert_true(b->depth == s * a->depth && same_vec(a->n, b->n) &&
                same_vec(vec_scale(s, a->point), b->point));
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->unfinished, b->unfinished);
}

static void points_lines_and_polygons(void **state) {
    (void)state;
    seed = 52;
    for (int k = 0; k < effort(4000, 480, 64); k++) {
        random_convex a;
        make_exact(k, &a);
        const scree_vec3 line = random_unit(), start = random_unit();
        scree_vec3 corner[3], here[3];
        for (int j = 0; j < 3; j++) {
            corner[j] = random_point(1.0);
        }
        scree_convex_spot point[UNITS], side[UNITS], flat[UNITS];
        for (int i = 0; i < UNITS; i++) {
            const double s = unit[i];
            const scree_convex x = in_unit(&a, s);
            for (int j = 0; j < 3; j++) {
                here[j] = vec_scale(s, corner[j]);
            }
            point[i] = scree_convex_spot_of(&x, here[0], NULL, -0.1 * s);
            side[i] = scree_convex_spot_of(&x, here[1], &line, -0.1 * s);
            flat[i] = scree_convex_spot_of_corners(&x, here, 3, start, -0.1 * s);
            expect_same_spot(&point[0], &point[i], s);
            expect_same_spot(&side[0], &side[i], s);
            expect_same_spot(&flat[0], &flat[i], s);
        }
    }
}

// A square of 2 N^2 triangles with heights at random.
static scree_mesh rough_square(double s) {
    enum { N = 5 };
    static const int quad[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    static scree_vec3 corners[6 * N * N];
    double height[N + 1][N + 1];
    seed = 53;
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j <= N; j++) {
            height[i][j] = i < 3 ? 0.0 : uniform(-0.3, 0.3);
        }
    }
    for (int i = 0; i < 6 * N * N; i++) {
        const int *q = quad[i % 6], x = i / 6 % N + q[0], y = i / 6 / N + q[1];
        corners[i] = vec_scale(s, vec3(x, y, height[x][y]));
    }
    return build(corners, 2 * N * N);
}

static double reach_of(const scree_convex *b) {
    double reach = 1.1 * vec_norm(b->half);
    for (size_t k = 0; b->hull && k < b->hull->n; k++) {
        const double far = vec_norm(vec3(b->hull->x[k], b->hull->y[k], b->hull->z[k]));
        reach = fmax(reach, 1.1 * far + b->rounding);
    }
    return reach;
}

// One of many spheres, or of convex bodies, at the mesh; the contacts and corrections in all units.
static void meshes(void **state) {
    (void)state;
    static scree_mesh_contact contact[UNITS][MOST];
    static scree_mesh_correction correction[MOST];
    scree_mesh mesh[UNITS];
    scree_mesh_work work = {0};
    for (int i = 0; i < UNITS; i++) {
        mesh[i] = rough_square(unit[i]);
    }
    size_t contacts = 0, corrections = 0;
    seed = 54;
    for (int k = 0; k < effort(6000, 800, 60); k++) {
        random_convex a;
        make_exact(k / 2, &a);
        const bool sphere = k % 2;
        const double r = sphere ? uniform(0.3, 1.5) : reach_of(&a.body);
        const scree_vec3 down = vec3(0, 0, -1),
                         x = vec3(uniform(-0.3, 5.3), uniform(-0.3, 5.3),
                                  sphere ? r * uniform(0.6, 1.1)
                                         : scree_support_of(&a.body, down, 0).h * uniform(0.6, 1.1));
        size_t n[UNITS], m[UNITS];
        for (int i = 0; i < UNITS; i++) {
            const double s = unit[i];
            const scree_convex body = in_unit(&a, s);
            n[i] = scree_mesh_touch(&mesh[i], vec_scale(s, x), NULL, s * r, 0.0, sphere ? NULL : &body, every,
                                    mesh[i].triangle.n, &work, contact[i]);
            m[i] = work.correction.n;
            assert_true(n[i] == n[0] && m[i] == m[0]);
            assert_int_equal(work.unfinished, 0);
            for (size_t j = 0; j < mesh[i].triangle.n; j++) {
                const scree_mesh_contact *p = &contact[0][j], *q = &contact[i][j];
                assert_int_equal(p->feature, q->feature);
                assert_true(q->overlap == s * p->overlap && same_vec(p->normal, q->normal) &&
                            same_vec(vec_scale(s, p->point), q->point));
            }
            for (size_t j = 0; j < m[i]; j++) {
                const scree_mesh_correction *q = &work.correction.data[j];
                scree_mesh_correction *p = &correction[j];
                *p = i == 0 ? *q : *p;
                assert_true(q->overlap == s * p->overlap && q->slope == p->slope &&
                            same_vec(p->normal, q->normal));
                assert_true(q->parents == p->parents && q->slot == p->slot);
                for (uint32_t l = 0; l < p->parents; l++) {
                    assert_true(p->parent[l] == q->parent[l] && p->share[l] == q->share[l]);
                }
            }
        }
        contacts += n[0], corrections += m[0];
    }
    print_message("%zu contacts, %zu corrections\n", contacts, corrections);
    assert_true(contacts > (size_t)effort(2400, 400, 25) && corrections > 0);
    for (int i = 0; i < UNITS; i++) {
        scree_mesh_clear(&mesh[i]);
    }
    scree_mesh_work_clear(&work);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_and_walls),
                                       cmocka_unit_test(points_lines_and_polygons), cmocka_unit_test(meshes)};
    return cmocka_run_group_tests(tests, number_all, NULL);
}
