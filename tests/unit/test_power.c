// SPDX-License-Identifier: BSD-3-Clause
// maths/power.h against libm in long double. Errors are relative, in units of 2^-53 (half the distance between doubles
// near 1); the limits are the measured values plus 25 %. test_laws checks, by the laws that use it, that every vector width
// gives the same bits.
#include "maths/power.h"
#include "maths/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the four above
#include <cmocka.h>

enum { SAMPLES = 300000 };

static scree_random seed = {1, 41, 0, 0};

static double uniform(double low, double high) {
    seed.index++;
    seed.lane = 0;
    return low + scree_random_uniform(&seed) * (high - low);
}

typedef struct worst {
    double off, x, p;
} worst;

static void compare(worst *w, double x, double p, double got, long double wanted) {
    double off = (double)(fabsl(((long double)got - wanted) / wanted) * 0x1p53L);
    if (!(off <= w->off)) {
        *w = (worst){off, x, p};
    }
}

static void expect_below(const char *what, const worst *w, double limit) {
    print_message("%-24s %.3f at %.17g, %.17g\n", what, w->off, w->x, w->p);
    if (!(w->off <= limit)) {
        fail_msg("%s is off by %.3f 2^-53 at %.17g, %.17g, allowed %.3f", what, w->off, w->x, w->p, limit);
    }
}

static double any_size(void) {
    return ldexp(uniform(1.0, 2.0), (int)floor(uniform(-1021, 1023)));
}

static void logarithm(void **state) {
    (void)state;
    worst all = {0}, near = {0};
    for (int k = 0; k < SAMPLES; k++) {
        double x = any_size();
        compare(&all, x, 0, scree_power_log(x), logl((long double)x));
        x = 1.0 + uniform(-1, 1) * pow(10.0, uniform(-15, -0.5));
        if (x != 1.0) {
            compare(&near, x, 0, scree_power_log(x), logl((long double)x));
        }
    }
    expect_below("log", &all, 1.25);
    expect_below("log near 1", &near, 1.25);
    assert_true(scree_power_log(1.0) == 0.0);
    for (int e = -1074; e <= 1023; e++) { // powers of two, subnormal ones too
        double x = ldexp(1.0, e);
        assert_true(e == 0 || fabs(scree_power_log(x) / (double)logl((long double)x) - 1.0) < 3e-16);
    }
}

static void exponential(void **state) {
    (void)state;
    worst all = {0}, small = {0};
    for (int k = 0; k < SAMPLES; k++) {
        double x = uniform(-707, 709);
        compare(&all, x, 0, scree_power_exp(x), expl((long double)x));
        x = uniform(-1, 1) * pow(10.0, uniform(-12, 0));
        compare(&small, x, 0, scree_power_exp(x), expl((long double)x));
    }
    expect_below("exp", &all, 1.65);
    expect_below("exp near 0", &small, 1.65);
    assert_true(scree_power_exp(0.0) == 1.0);
    assert_true(scree_power_exp(-1e4) == 0.0 && scree_power_exp(-INFINITY) == 0.0);
    assert_true(isinf(scree_power_exp(1e4)) && isinf(scree_power_exp(INFINITY)));
    assert_true(fabs(scree_power_exp(-744.0) - exp(-744.0)) <= 0x1p-1074); // subnormal
}

// Exponents of contact laws over all x whose power is a normal number, and larger ones near x = 1.
static void power(void **state) {
    (void)state;
    worst law = {0}, inverse = {0}, large = {0};
    for (int k = 0; k < SAMPLES; k++) {
        double x = any_size(), p = k % 2 ? uniform(0.01, 10.0) : floor(uniform(1, 40)) / 4.0;
        if (fabs(p * log(x)) < 708.0) {
            compare(&law, x, p, scree_power(x, p), powl((long double)x, (long double)p));
        }
        p = -1.0 / p;
        if (fabs(p * log(x)) < 708.0) {
            compare(&inverse, x, p, scree_power(x, p), powl((long double)x, (long double)p));
        }
        x = uniform(0.5, 2.0);
        p = uniform(-300, 300);
        compare(&large, x, p, scree_power(x, p), powl((long double)x, (long double)p));
    }
    expect_below("pow, |p| <= 10", &law, 1.9);
    expect_below("pow, -1/p", &inverse, 1.9);
    expect_below("pow, |p| <= 300", &large, 9.0);
}

static void power_at_the_ends(void **state) {
    (void)state;
    for (double p = 0.25; p < 12.0; p += 0.25) {
        assert_true(scree_power(0.0, p) == 0.0 && scree_power(1.0, p) == 1.0);
        assert_true(isinf(scree_power(0.0, -p)));
    }
    assert_true(scree_power(0.0, 0.0) == 1.0 && scree_power(3.7, 0.0) == 1.0);
    assert_true(isinf(scree_power(1e200, 2.0)) && scree_power(1e-200, 2.0) == 0.0);
    double subnormal = 3e-310;
    assert_true(fabs(scree_power(subnormal, 0.3) / pow(subnormal, 0.3) - 1.0) < 1e-15);
    double below = scree_power(1e-200, 1.6); // the power is subnormal
    assert_true(fabs(below - pow(1e-200, 1.6)) <= 0x1p-1074);
}

static void cube_root(void **state) {
    (void)state;
    worst all = {0};
    for (int k = 0; k < SAMPLES; k++) {
        const double x = ldexp(uniform(1.0, 2.0), (int)floor(uniform(-1021, 1021)));
        compare(&all, x, 1.0 / 3.0, scree_cube_root(x), cbrtl((long double)x));
    }
    expect_below("cube root", &all, 2.0);
    assert_true(scree_cube_root(0.0) == 0.0 && scree_cube_root(1.0) == 1.0 && scree_cube_root(27.0) == 3.0);
}

static void exact_exponents(void **state) {
    (void)state;
    static const double p[] = {0.5, 1.0, 1.5, 2.0, 1.4999};
    for (int j = 0; j < 5; j++) {
        scree_exponent e = scree_exponent_of(p[j]);
        assert_true(scree_power_by(&e, 0.0) == 0.0);
        for (int k = 0; k < 10000; k++) {
            double x = uniform(0, 1) * pow(10.0, uniform(-15, 15));
            double wanted[] = {sqrt(x), x, x * sqrt(x), x * x, scree_power(x, p[4])};
            assert_true(scree_power_by(&e, x) == wanted[j]);
        }
    }
}

// A larger x never has a smaller power.
static void monotonous(void **state) {
    (void)state;
    for (int k = 0; k < 20000; k++) {
        double x = pow(10.0, uniform(-12, 3)), p = uniform(0.3, 3.0);
        double first = scree_power(x, p), last = first;
        for (int j = 0; j < 8; j++) {
            x *= 1.0 + 0x1p-49;
            double next = scree_power(x, p);
            assert_true(next >= last);
            last = next;
        }
        assert_true(last > first);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithm),         cmocka_unit_test(exponential), cmocka_unit_test(power),
        cmocka_unit_test(power_at_the_ends), cmocka_unit_test(cube_root),   cmocka_unit_test(exact_exponents),
        cmocka_unit_test(monotonous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
