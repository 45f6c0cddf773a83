// SPDX-License-Identifier: BSD-3-Clause
// case/shape.h: volume, centre and inertia of spheres that overlap, against closed forms; shapes in the frame of their axes.
#include "case/shape.h"
#include "maths/math.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void near(double x, double wanted, double relative, const char *what) {
    if (!(fabs(x - wanted) <= relative * fabs(wanted))) {
        fail_msg("%s: %.12g, wanted %.12g, off by %.2g", what, x, wanted, x / wanted - 1.0);
    }
}

// Spheres of radii r1 and r2, d apart: volume, distance of the centre of mass from the first, moments along and across the axis.
typedef struct two {
    double r1, r2, d, volume, centre, along, across;
} two;
static const two pairs[] = {{1.0, 1.0, 1.0, 7.068583470577, 0.5, 3.004147974995, 5.213080309551},
                            {1.0, 0.7, 1.1, 5.224563782697, 0.247272727273, 1.902466610882, 3.134669184477}};

// The axis along each direction of the grid of columns, and a skew one.
static void union_of_two(void **state) {
    (void)state;
    const scree_vec3 axis[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {2.0 / 3, -1.0 / 3, 2.0 / 3}};
    double worst = 0.0;
    for (size_t k = 0; k < 2; k++) {
        for (size_t a = 0; a < 4; a++) {
            const two *t = &pairs[k];
            const scree_vec3 from = vec3(0.3, -2.0, 5.0);
            const scree_member m[] = {{from, t->r1}, {vec_add_scaled(from, t->d, axis[a]), t->r2}};
            const scree_solid s = scree_solid_of_union(m, 2);
            near(s.volume, t->volume, 1e-5, "volume");
            near(vec_dot(axis[a], vec_sub(s.centre, from)), t->centre, 2e-5, "centre");
            scree_vec3 moments;
            scree_quaternion axes;
            scree_principal_axes(s.inertia, &moments, &axes);
            near(moments.x, t->along, 3e-5, "along");
            near(moments.y, t->across, 3e-5, "across");
            near(moments.z, t->across, 3e-5, "across");
            worst = fmax(worst, fabs(s.volume / t->volume - 1.0));
        }
    }
    print_message("volume off by %.2g at most\n", worst);
}

// Three spheres with a common part, one inside another one, and two apart.
static void other_unions(void **state) {
    (void)state;
    const scree_member inside[] = {{{1, 2, 3}, 2.0}, {{1.5, 2, 3}, 0.5}};
    scree_solid s = scree_solid_of_union(inside, 2);
    near(s.volume, scree_sphere_volume(2.0), 1e-5, "one inside the other");
    near(s.inertia[0], 0.4 * 4.0 * scree_sphere_volume(2.0), 1e-5, "its inertia");
    const scree_member apart[] = {{{0, 0, 0}, 1.0}, {{4, 0, 0}, 1.0}};
    s = scree_solid_of_union(apart, 2);
    const scree_solid sum = scree_solid_of_sum(apart, 2);
    assert_true(memcmp(&s, &sum, sizeof s) == 0);
    near(sum.inertia[1], 2.0 * scree_sphere_volume(1.0) * (0.4 + 4.0), 1e-14, "two apart");
    // A tetrahedron of spheres that all overlap: by symmetry its tensor is a multiple of 1; the volume from a Monte Carlo of 4e9 points
    // would not be better than the grids of different directions are among themselves.
    scree_member four[4], turned[4];
    const scree_mat3 r =
        scree_quaternion_matrix(scree_quaternion_unit((scree_quaternion){0.7, -0.3, 0.5, 0.2}));
    for (int k = 0; k < 4; k++) {
        four[k] = (scree_member){
            vec3(k & 1 ? 0.4 : -0.4, k & 2 ? 0.4 : -0.4, (k == 0 || k == 3) ? 0.4 : -0.4), 0.9};
        turned[k] = (scree_member){mat_mul(&r, four[k].at), 0.9};
    }
    s = scree_solid_of_union(four, 4);
    const scree_solid t = scree_solid_of_union(turned, 4);
    near(t.volume, s.volume, 2e-5, "turned");
    for (int k = 0; k < 3; k++) {
        near(s.inertia[k], s.inertia[0], 3e-5, "moment");
        near(t.inertia[k], s.inertia[0], 3e-5, "moment of the turned one");
        assert_true(fabs(t.inertia[3 + k]) < 3e-5 * s.inertia[0]);
    }
}

// A rod 150 times as long as wide, in any direction: each pair of neighbours shares a lens.
static void slender(void **state) {
    (void)state;
    enum { N = 300 };
    static scree_member m[N];
    static const scree_vec3 way[] = {{1, 0, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {0.36, 0.48, 0.8}};
    const double r = 1e-3, s = 1e-3, lens = SCREE_PI / 12.0 * (4.0 * r + s) * (2.0 * r - s) * (2.0 * r - s),
                 volume = N * scree_sphere_volume(r) - (N - 1) * lens;
    double least = 0.0;
    for (size_t k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++) {
            m[i] = (scree_member){vec_scale(s * i, way[k]), r};
        }
        const scree_solid solid = scree_solid_of_union(m, N);
        near(solid.volume, volume, 2e-5, "volume");
        scree_vec3 moments;
        scree_quaternion axes;
        scree_principal_axes(solid.inertia, &moments, &axes);
        least = k == 0 ? moments.x : least;
        near(moments.x, least, 5e-5, "smallest moment");
        near(moments.y, moments.z, 1e-6, "the others");
        near(vec_norm(vec_sub(solid.centre, vec_scale(0.5 * s * (N - 1), way[k]))) + 1.0, 1.0, 1e-9,
             "centre");
    }
}

// A shape keeps the distances of its members, has its centre at the origin, and its spheres have the inertia that it says.
static void shape(void **state) {
    (void)state;
    const scree_member m[] = {{{0.1, 0.2, 0.3}, 0.01}, {{0.13, 0.2, 0.3}, 0.02}, {{0.1, 0.25, 0.31}, 0.015}};
    const scree_solid solid = scree_solid_of_sum(m, 3);
    scree_shape s;
    assert_true(scree_shape_of_members(&s, m, 3, &solid));
    near(scree_sphere_volume(0.5 * s.size), solid.volume, 1e-14, "size");
    double mass = 0.0, i[6] = {0};
    scree_vec3 centre = vec3(0, 0, 0);
    for (size_t k = 0; k < 3; k++) {
        const scree_member *a = &s.member.data[k];
        near(a->radius * s.size, m[k].radius, 1e-15, "radius");
        for (size_t j = 0; j < k; j++) {
            near(s.size * vec_norm(vec_sub(a->at, s.member.data[j].at)), vec_norm(vec_sub(m[k].at, m[j].at)),
                 1e-14, "distance");
        }
        const double v = scree_sphere_volume(a->radius), x[3] = {a->at.x, a->at.y, a->at.z};
        mass += v;
        centre = vec_add_scaled(centre, v, a->at);
        for (int c = 0; c < 3; c++) {
            i[c] += v * (vec_norm2(a->at) - x[c] * x[c] + 0.4 * a->radius * a->radius);
            i[3 + c] += v * x[c == 2] * x[c == 0 ? 1 : 2];
        }
    }
    assert_true(vec_norm(centre) < 1e-15 * mass);
    near(i[0] / mass, s.moments.x, 1e-13, "moment 1");
    near(i[1] / mass, s.moments.y, 1e-13, "moment 2");
    near(i[2] / mass, s.moments.z, 1e-13, "moment 3");
    assert_true(fabs(i[3]) + fabs(i[4]) + fabs(i[5]) < 1e-14 * i[0]);
    scree_array_free(&s.member);
    const scree_solid impossible = {1.0, {0, 0, 0}, {1.0, 1.0, 2.1, 0, 0, 0}};
    assert_false(scree_shape_of_members(&s, m, 3, &impossible));
    scree_array_free(&s.member);
}

// The quickest part of a clump moves with the share of its mass and moments, whichever way it is pushed.
static void quickest(void **state) {
    (void)state;
    scree_member m[3] = {{.at = {0.3, -0.1, 0.2}, .radius = 9.0},
                         {.at = {-0.2, 0.4, 0.1}, .radius = 9.0},
                         {.at = {0, 0, 0}, .radius = 9.0}};
    scree_shape s = {.moments = vec3(0.02, 0.05, 0.11)};
    for (int k = 0; k < 2; k++) {
        s.member.n = 0;
        scree_array_push(&s.member, m[k]);
        double most = 0.0;
        const scree_vec3 at = m[k].at;
        for (int i = 0; i < 400; i++) { // directions of the arm's displacement: at x push
            const double angle = 3.141592653589793 * i / 400;
            const scree_vec3 n = vec_unit(at), e = vec_unit(vec_cross(n, vec3(1, 0, 0))), f = vec_cross(n, e),
                             u = vec_scale(vec_norm(at),
                                           vec_add(vec_scale(cos(angle), e), vec_scale(sin(angle), f)));
            most = fmax(most, u.x * u.x / 0.02 + u.y * u.y / 0.05 + u.z * u.z / 0.11);
        }
        near(scree_shape_quickest_member(&s), 0.5 * pow(1.0 / (1.0 + most), 1.0 / 3.0), 1e-5, "quickest");
    }
    scree_array_free(&s.member);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quickest), cmocka_unit_test(union_of_two), cmocka_unit_test(other_unions),
        cmocka_unit_test(slender),  cmocka_unit_test(shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
