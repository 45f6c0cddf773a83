// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/sphere_triangle.h"
#include "mesh/mesh.h"

#include "random_points.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Independent computation: all seven candidates in long double, the smallest distance of those on the triangle.
static double least_distance(const scree_vec3 v[3]) {
    long double a[3][3], best = HUGE_VALL;
    for (int k = 0; k < 3; k++) {
        a[k][0] = v[k].x, a[k][1] = v[k].y, a[k][2] = v[k].z;
    }
    long double dot[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            dot[i][j] = a[i][0] * a[j][0] + a[i][1] * a[j][1] + a[i][2] * a[j][2];
        }
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        long double length2 = dot[i][i] - 2 * dot[i][j] + dot[j][j];
        long double t = (dot[i][i] - dot[i][j]) / length2;
        best = fminl(best, dot[i][i]);
        if (t > 0 && t < 1) {
            long double q2 = 0;
            for (int x = 0; x < 3; x++) {
                long double q = a[i][x] + t * (a[j][x] - a[i][x]);
                q2 += q * q;
            }
            best = fminl(best, q2);
        }
    }
    long double e[3], f[3], n[3];
    for (int x = 0; x < 3; x++) {
        e[x] = a[1][x] - a[0][x], f[x] = a[2][x] - a[0][x];
    }
    for (int x = 0; x < 3; x++) {
        n[x] = e[(x + 1) % 3] * f[(x + 2) % 3] - e[(x + 2) % 3] * f[(x + 1) % 3];
    }
    long double n2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2], s = 0, u = 0, w = 0;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        s += n[x] * a[0][x];
        u += n[x] * (a[0][z] * f[y] - a[0][y] * f[z]); // barycentric coordinates of the foot * n2
        w += n[x] * (e[z] * a[0][y] - e[y] * a[0][z]);
    }
    if (u >= 0 && w >= 0 && u + w <= n2) {
        best = fminl(best, s * s / n2);
    }
    return (double)sqrtl(best);
}

static void nearest_point(void **state) {
    (void)state;
    int seen[3][3] = {{0}};
    for (int i = 0; i < 200000; i++) {
        scree_vec3 v[3] = {random_point(1), random_point(1), random_point(1)};
        if (i % 4 == 0) { // thin triangles: a vertex near the opposite edge, or two vertices near each other
            v[2] = vec_add(vec_add_scaled(v[0], uniform(-0.1, 1.1), vec_sub(v[1], v[0])), random_point(1e-6));
        }
        if (i % 4 == 1) {
            v[1] = vec_add(v[0], random_point(1e-6));
        }
        if (i % 8 == 7) {
            v[0] = vec_scale(-0.5, vec_add(v[1], v[2])); // the centre on the triangle
        }
        scree_mesh mesh = {0};
        if (!scree_mesh_build(&mesh, v, 1, NULL)) {
            continue;
        }
        scree_near near = scree_sphere_triangle(v, mesh.normal.data[0]);
        assert_true(fabs(vec_norm(near.q) - sqrt(near.d2)) < 1e-15);
        // The normal of a triangle of width 1e-6 is accurate only to 1e-10, and so is the foot point in its plane.
        double tolerance = i % 4 < 2 ? 2e-9 : 1e-13;
        assert_true(fabs(sqrt(near.d2) - least_distance(v)) < tolerance);
        scree_vec3 a = v[near.k], e = vec_sub(v[(near.k + 1) % 3], a);
        if (near.feature == SCREE_NEAR_VERTEX) {
            assert_memory_equal(&a, &near.q, sizeof a);
        }
        if (near.feature == SCREE_NEAR_EDGE) {
            assert_true(vec_norm(vec_cross(vec_sub(near.q, a), e)) <= 1e-14 * vec_norm(e));
        }
        seen[near.feature][near.k]++;
        scree_mesh_clear(&mesh);
    }
    assert_true(seen[SCREE_NEAR_FACE][0] > 1000);
    for (int k = 0; k < 3; k++) {
        assert_true(seen[SCREE_NEAR_EDGE][k] > 1000 && seen[SCREE_NEAR_VERTEX][k] > 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearest_point)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
