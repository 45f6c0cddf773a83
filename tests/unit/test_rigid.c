// SPDX-License-Identifier: BSD-3-Clause
// maths/rigid.h: free rotation against Jacobi's elliptic functions, principal axes, quaternions.
#include "maths/rigid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the four above
#include <cmocka.h>

static const scree_quaternion none = {1.0, 0.0, 0.0, 0.0};
static const scree_vec3 moments = {1.0, 2.0, 3.0};

// Spin in the body's frame.
static scree_vec3 own_spin(scree_quaternion q, scree_vec3 l) {
    const scree_mat3 r = scree_quaternion_matrix(q);
    return mat_mul_transposed(&r, scree_rigid_spin(q, moments, l));
}

static scree_vec3 momentum_of(scree_vec3 spin) {
    return vec3(moments.x * spin.x, moments.y * spin.y, moments.z * spin.z);
}

// With spin (1, 1, 1) at t = 0, Jacobi's solution is (sqrt 2 cn u, sqrt 2 sn u, 2/sqrt 3 dn u), u = F(pi/4 | 1/2) + 2t/sqrt 3.
static double error_at_ten(double h) {
    const scree_vec3 l = momentum_of(vec3(1, 1, 1)),
                     exact = vec3(-0.603470423093, -1.278993138548, 0.887726788216);
    scree_quaternion q = none;
    for (int k = 0; k < (int)(10.0 / h + 0.5); k++) {
        scree_rigid_turn(&q, moments, l, h);
    }
    return vec_norm(vec_sub(own_spin(q, l), exact));
}

static void follows_jacobi(void **state) {
    (void)state;
    const double coarse = error_at_ten(0.02), middle = error_at_ten(0.01), fine = error_at_ten(0.005);
    print_message("errors of the spin at t = 10: %.3g, %.3g, %.3g\n", coarse, middle, fine);
    assert_true(middle < 5e-6);
    assert_true(coarse / middle > 3.9 && coarse / middle < 4.1);
    assert_true(middle / fine > 3.9 && middle / fine < 4.1);
}

static double energy_of(scree_quaternion q, scree_vec3 l) {
    return 0.5 * vec_dot(scree_rigid_spin(q, moments, l), l);
}

// The energy oscillates, but does not drift.
static void keeps_energy(void **state) {
    (void)state;
    enum { STEPS = 1000000, PART = STEPS / 10 };
    const scree_vec3 l = momentum_of(vec3(1, 1, 1));
    const double start = energy_of(none, l);
    scree_quaternion q = none;
    double most = 0.0, first = 0.0, last = 0.0;
    for (int k = 0; k < STEPS; k++) {
        scree_rigid_turn(&q, moments, l, 0.01);
        const double off = energy_of(q, l) / start - 1.0;
        most = fmax(most, fabs(off));
        first += k < PART ? off / PART : 0.0;
        last += k >= STEPS - PART ? off / PART : 0.0;
    }
    print_message("energy error %.3g, mean of the first tenth %.4g, of the last %.4g\n", most, first, last);
    assert_true(most < 4e-6);
    assert_true(fabs(last - first) < 0.02 * fabs(first));
}

// A spin about the middle axis is unstable and changes its sign after a time that elliptic integrals give; there the third
// component passes through zero.
static double flip_time(double disturbance, double h) {
    const scree_vec3 l = momentum_of(vec3(disturbance, 1, 0));
    scree_quaternion q = none;
    scree_vec3 before = own_spin(q, l);
    for (int k = 1; k < 100000; k++) {
        scree_rigid_turn(&q, moments, l, h);
        const scree_vec3 now = own_spin(q, l);
        if (now.y < -0.9 && (now.z > 0.0) != (before.z > 0.0)) {
            return h * (k - now.z / (now.z - before.z));
        }
        before = now;
    }
    return 0.0;
}

static void flips(void **state) {
    (void)state;
    const double one = flip_time(0.01, 1e-3), other = flip_time(0.001, 1e-3);
    print_message("flips at %.9f, %.9f\n", one, other);
    assert_true(fabs(one - 20.7546097647) < 2e-6);
    assert_true(fabs(other - 28.7314244375) < 2e-6);
}

static void goes_back(void **state) {
    (void)state;
    const scree_vec3 l = momentum_of(vec3(0.3, -1.1, 0.7));
    scree_quaternion q = none;
    for (int k = 0; k < 20000; k++) {
        scree_rigid_turn(&q, moments, l, k < 10000 ? 0.02 : -0.02);
    }
    assert_true(fabs(q.w - 1.0) < 1e-12 && fabs(q.x) + fabs(q.y) + fabs(q.z) < 1e-11);
}

static double off_from(const scree_mat3 *a, const scree_mat3 *b) {
    double most = 0.0;
    for (int k = 0; k < 9; k++) {
        most = fmax(most, fabs(a->m[k] - b->m[k]));
    }
    return most;
}

// All four ways of finding the quaternion of a matrix.
static void quaternions_and_matrices(void **state) {
    (void)state;
    const scree_quaternion some[] = {
        {0.9, 0.1, -0.2, 0.3}, {0.1, 0.9, 0.2, -0.3}, {0.1, -0.3, 0.9, 0.2}, {0.1, 0.2, 0.3, 0.9}};
    for (size_t k = 0; k < 4; k++) {
        const scree_quaternion q = scree_quaternion_unit(some[k]);
        const scree_mat3 m = scree_quaternion_matrix(q);
        const scree_quaternion back = scree_quaternion_of_matrix(&m);
        assert_true(fabs(back.w - q.w) + fabs(back.x - q.x) + fabs(back.y - q.y) + fabs(back.z - q.z) <
                    1e-15);
        for (size_t i = 0; i < 4; i++) {
            const scree_quaternion p = scree_quaternion_unit(some[i]), both = scree_quaternion_product(q, p);
            const scree_mat3 of_p = scree_quaternion_matrix(p), of_both = scree_quaternion_matrix(both);
            const scree_vec3 x = vec3(0.5, -2.0, 1.5);
            assert_true(vec_norm(vec_sub(mat_mul(&of_both, x), mat_mul(&m, mat_mul(&of_p, x)))) < 1e-15 * 10);
        }
    }
}

// A tensor R diag R^T gives its moments and R, up to signs.
// Of small turns about any axis, from any attitude, whatever the sign of the quaternion.
static void rotations_between(void **state) {
    (void)state;
    const scree_quaternion from = scree_quaternion_unit((scree_quaternion){0.3, -0.5, 0.7, 0.2});
    for (int k = 1; k <= 10; k++) {
        const double angle = 0.01 * k;
        const scree_vec3 axis = vec3(2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0);
        const scree_quaternion turn = {cos(0.5 * angle), sin(0.5 * angle) * axis.x, sin(0.5 * angle) * axis.y,
                                       sin(0.5 * angle) * axis.z};
        scree_quaternion to = scree_quaternion_product(turn, from);
        assert_true(vec_norm(vec_sub(scree_rotation_between(from, to), vec_scale(angle, axis))) <
                    1e-14 * angle + 1e-15);
        to = (scree_quaternion){-to.w, -to.x, -to.y, -to.z};
        assert_true(vec_norm(vec_sub(scree_rotation_between(from, to), vec_scale(angle, axis))) <
                    1e-14 * angle + 1e-15);
    }
}

static void principal_axes(void **state) {
    (void)state;
    const scree_mat3 r =
        scree_quaternion_matrix(scree_quaternion_unit((scree_quaternion){0.7, -0.3, 0.5, 0.2}));
    const double moment[3] = {0.5, 2.0, 2.3};
    double t[3][3] = {{0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                t[i][j] += r.m[3 * i + k] * moment[k] * r.m[3 * j + k];
            }
        }
    }
    const double tensor[6] = {t[0][0], t[1][1], t[2][2], t[0][1], t[0][2], t[1][2]};
    scree_vec3 found;
    scree_quaternion axes;
    scree_principal_axes(tensor, &found, &axes);
    assert_true(vec_norm(vec_sub(found, vec3(moment[0], moment[1], moment[2]))) < 1e-14);
    const scree_mat3 a = scree_quaternion_matrix(axes);
    for (int k = 0; k < 3; k++) {
        const double along = a.m[k] * r.m[k] + a.m[3 + k] * r.m[3 + k] + a.m[6 + k] * r.m[6 + k];
        assert_true(fabs(fabs(along) - 1.0) < 1e-14);
    }
    const double diagonal[6] = {1.0, 2.0, 3.0, 0, 0, 0}, falling[6] = {3.0, 2.0, 1.0, 0, 0, 0},
                 alike[6] = {2.0, 2.0, 2.0, 0, 0, 0};
    const scree_mat3 identity = scree_quaternion_matrix(none);
    scree_mat3 m;
    scree_principal_axes(diagonal, &found, &axes);
    m = scree_quaternion_matrix(axes);
    assert_true(off_from(&m, &identity) == 0.0);
    scree_principal_axes(alike, &found, &axes);
    m = scree_quaternion_matrix(axes);
    assert_true(off_from(&m, &identity) == 0.0);
    scree_principal_axes(falling, &found, &axes);
    assert_true(found.x == 1.0 && found.y == 2.0 && found.z == 3.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_jacobi),
        cmocka_unit_test(keeps_energy),
        cmocka_unit_test(flips),
        cmocka_unit_test(goes_back),
        cmocka_unit_test(quaternions_and_matrices),
        cmocka_unit_test(rotations_between),
        cmocka_unit_test(principal_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
