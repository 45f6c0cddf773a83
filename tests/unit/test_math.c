// SPDX-License-Identifier: BSD-3-Clause
// maths/math.h against libm in long double; random.h: golden values, moments, independence of streams. Errors are
// relative; the limits are the measured values plus 25 %.
#include "maths/math.h"
#include "maths/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the four above
#include <cmocka.h>

static scree_random seed = {1, 17, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}

static void worse(double *worst, double *at, double x, double got, long double wanted) {
    double off = (double)fabsl(((long double)got - wanted) / wanted);
    if (!(off <= *worst)) {
        *worst = off;
        *at = x;
    }
}

static void expect_below(const char *what, double worst, double at, double limit) {
    print_message("%-16s %.3g at %.17g\n", what, worst, at);
    if (!(worst <= limit)) {
        fail_msg("%s is off by %.3g at %.17g, allowed %.3g", what, worst, at, limit);
    }
}

static void sine_and_cosine(void **state) {
    (void)state;
    double near[2] = {0}, far[2] = {0}, at[2] = {0}, far_at[2] = {0}, s, c;
    for (int k = 0; k < 200000; k++) {
        double x = k % 2 ? uniform(-7, 7) : uniform(-1000, 1000);
        scree_sin_cos(x, &s, &c);
        worse(&near[0], &at[0], x, s, sinl((long double)x));
        worse(&near[1], &at[1], x, c, cosl((long double)x));
        assert_true(fabs(s * s + c * c - 1.0) < 1e-15);
        x = uniform(-1e9, 1e9); // absolute: relative to 1 when the value is near 0
        scree_sin_cos(x, &s, &c);
        double off = (double)fabsl((long double)s - sinl((long double)x));
        far_at[0] = off > far[0] ? x : far_at[0];
        far[0] = fmax(far[0], off);
        off = (double)fabsl((long double)c - cosl((long double)x));
        far_at[1] = off > far[1] ? x : far_at[1];
        far[1] = fmax(far[1], off);
    }
    expect_below("sin", near[0], at[0], 4e-16);
    expect_below("cos", near[1], at[1], 4e-16);
    expect_below("sin to 1e9", far[0], far_at[0], 4e-16);
    expect_below("cos to 1e9", far[1], far_at[1], 4e-16);
    scree_sin_cos(0.0, &s, &c);
    assert_true(s == 0.0 && c == 1.0);
    scree_sin_cos(INFINITY, &s, &c);
    assert_true(isnan(s) && isnan(c));
    for (int k = -8; k <= 8; k++) { // near multiples of pi/2, where errors of the reduction are largest
        scree_sin_cos(k * 0.25 * SCREE_PI, &s, &c);
        assert_true(fabs(s - (double)sinl(k * 0.25L * (long double)SCREE_PI)) < 4e-16);
        assert_true(fabs(c - (double)cosl(k * 0.25L * (long double)SCREE_PI)) < 4e-16);
    }
}

static void exponential_and_logarithm(void **state) {
    (void)state;
    double e = 0, l = 0, small = 0, at[3] = {0};
    for (int k = 0; k < 200000; k++) {
        double x = k % 2 ? uniform(-700, 700) : uniform(-2, 2);
        worse(&e, &at[0], x, scree_exp(x), expl((long double)x));
        x = exp(uniform(-700, 700));
        worse(&l, &at[1], x, scree_log(x), logl((long double)x));
        x = 1.0 + uniform(-1, 1) * pow(10.0, uniform(-15, -0.5));
        if (x != 1.0) {
            worse(&small, &at[2], x, scree_log(x), logl((long double)x));
        }
    }
    expect_below("exp", e, at[0], 6e-16);
    expect_below("log", l, at[1], 4e-16);
    expect_below("log near 1", small, at[2], 6e-16);
    assert_true(scree_exp(0.0) == 1.0 && scree_log(1.0) == 0.0);
    assert_true(scree_exp(710.0) == INFINITY && scree_exp(-750.0) == 0.0);
}

static void arctangent_and_power(void **state) {
    (void)state;
    double a = 0, p = 0, at[2] = {0};
    for (int k = 0; k < 200000; k++) {
        double x = (k % 2 ? -1 : 1) * pow(10.0, uniform(-12, 12));
        worse(&a, &at[0], x, scree_atan(x), atanl((long double)x));
        double base = pow(10.0, uniform(-6, 6)), power = uniform(-3, 3);
        // y log x is rounded before exp: up to 42 ulp of 1 for these
        worse(&p, &at[1], base, scree_pow(base, power), powl((long double)base, (long double)power));
    }
    expect_below("atan", a, at[0], 1.2e-15);
    expect_below("pow", p, at[1], 8e-15);
    assert_true(scree_pow(0.0, 0.4) == 0.0 && scree_atan(0.0) == 0.0);
}

// ---------------------------------------------------------------------------------------------------------- random

static void golden_draws(void **state) {
    (void)state;
    // Philox 4x32-10 of Random123; a change here changes every case that uses random numbers
    static const uint64_t golden[][4] = {
        {1, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {1, 1, 0, 0}, {2, 0, 0, 0}};
    static const double value[] = {0x1.c7d00ce1ca142p-1, 0x1.c1c70490a099p-6, 0x1.58102837bf8bap-1,
                                   0x1.27bee411e0474p-4, 0x1.b3a87b15fd36fp-2};
    for (int k = 0; k < 5; k++) {
        scree_random r = {golden[k][0], golden[k][1], golden[k][2], (int)golden[k][3]};
        double u = scree_random_uniform(&r);
        if (u != value[k]) {
            fail_msg("draw %d is %.17g (%a), was %.17g", k, u, u, value[k]);
        }
        assert_int_equal(r.lane, golden[k][3] + 1);
    }
}

static void uniform_is_uniform(void **state) {
    (void)state;
    enum { N = 400000, BINS = 64 };
    int bin[BINS] = {0};
    double sum = 0, square = 0, before = 0, lag = 0;
    for (int k = 0; k < N; k++) {
        scree_random r = {42, 3, (uint64_t)k, 0};
        double u = scree_random_uniform(&r);
        assert_true(u > 0.0 && u < 1.0);
        bin[(int)(u * BINS)]++;
        sum += u - 0.5;
        square += (u - 0.5) * (u - 0.5);
        lag += (u - 0.5) * before;
        before = u - 0.5;
    }
    double chi2 = 0, wanted = (double)N / BINS;
    for (int k = 0; k < BINS; k++) {
        chi2 += (bin[k] - wanted) * (bin[k] - wanted) / wanted;
    }
    // five standard deviations each
    assert_true(fabs(sum / N) < 5 * sqrt(1.0 / 12 / N));
    assert_true(fabs(square / N - 1.0 / 12) < 5 * sqrt(1.0 / 180 / N));
    assert_true(fabs(lag / N) < 5.0 / 12 / sqrt(N));
    assert_true(fabs(chi2 - (BINS - 1)) < 5 * sqrt(2.0 * (BINS - 1)));
}

static void normal_is_normal(void **state) {
    (void)state;
    enum { N = 200000 };
    double m[5] = {0};
    int beyond = 0;
    for (int k = 0; k < N; k++) {
        scree_random r = {42, 4, (uint64_t)k, 0};
        double z = scree_random_normal(&r), power = 1;
        for (int j = 1; j <= 4; j++) {
            power *= z;
            m[j] += power / N;
        }
        beyond += fabs(z) > 2.0;
    }
    assert_true(fabs(m[1]) < 5 / sqrt(N));
    assert_true(fabs(m[2] - 1) < 5 * sqrt(2.0 / N));
    assert_true(fabs(m[3]) < 5 * sqrt(15.0 / N));
    assert_true(fabs(m[4] - 3) < 5 * sqrt(96.0 / N));
    assert_true(fabs(beyond / (double)N - 0.0455003) < 5 * sqrt(0.0455 / N));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine),      cmocka_unit_test(exponential_and_logarithm),
        cmocka_unit_test(arctangent_and_power), cmocka_unit_test(golden_draws),
        cmocka_unit_test(uniform_is_uniform),   cmocka_unit_test(normal_is_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
