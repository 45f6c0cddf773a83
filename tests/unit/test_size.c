// SPDX-License-Identifier: BSD-3-Clause
// Diameters that are drawn have the distribution of the input: the share of those below any diameter is the integral of the given density,
// of numbers as it is, of masses divided by the cube of the diameter.
#include "insertion/size.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
// cmocka needs the four above
#include <cmocka.h>

enum { DRAWS = 20000, PARTS = 4000 };

static double draw[DRAWS];

static int ascending(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void draw_all(const scree_size_def *s, uint64_t stream) {
    for (uint64_t k = 0; k < DRAWS; k++) {
        scree_random random = {7, stream, k, 0};
        draw[k] = scree_size_draw(s, &random);
        assert_true(draw[k] >= s->min && draw[k] <= s->max);
    }
    qsort(draw, DRAWS, sizeof *draw, ascending);
}

// Kolmogorov and Smirnov: of the right distribution one sample in a million is farther off than this.
static const double FARTHEST = 2.7;

// Density by number, without a factor.
static double density(const scree_size_def *s, double d) {
    const double z = s->kind == SCREE_SIZE_NORMAL ? (d - s->a) / s->b : log(d / s->a) / s->b,
                 given = s->kind == SCREE_SIZE_UNIFORM  ? 1.0
                         : s->kind == SCREE_SIZE_NORMAL ? exp(-0.5 * z * z)
                                                        : exp(-0.5 * z * z) / d;
    return s->by_mass ? given / (d * d * d) : given;
}

static void expect_distribution(const scree_size_def *s, uint64_t stream) {
    const double low = s->min, width = (s->max - low) / PARTS;
    double all = 0.0, below = 0.0, farthest = 0.0;
    size_t drawn = 0;
    draw_all(s, stream);
    for (int k = 0; k < PARTS; k++) {
        all += density(s, low + (k + 0.5) * width);
    }
    for (int k = 0; k < PARTS; k++) {
        below += density(s, low + (k + 0.5) * width);
        while (drawn < DRAWS && draw[drawn] <= low + (k + 1) * width) {
            drawn++;
        }
        farthest = fmax(farthest, fabs((double)drawn / DRAWS - below / all));
    }
    if (!(farthest < FARTHEST / sqrt(DRAWS))) {
        fail_msg("kind %d, by %s: a share is off by %.3g", (int)s->kind, s->by_mass ? "mass" : "number",
                 farthest);
    }
}

static void continuous(void **state) {
    (void)state;
    static const scree_size_def all[] = {
        {.kind = SCREE_SIZE_UNIFORM, .a = 2e-3, .b = 5e-3, .min = 2e-3, .max = 5e-3},
        {.kind = SCREE_SIZE_NORMAL, .a = 3e-3, .b = 0.5e-3, .min = 2e-3, .max = 5e-3},
        {.kind = SCREE_SIZE_NORMAL, .a = 3e-3, .b = 1e-3, .min = 1.5e-3, .max = 4e-3},
        {.kind = SCREE_SIZE_LOGNORMAL, .a = 3e-3, .b = 0.3, .min = 2e-3, .max = 6e-3},
        {.kind = SCREE_SIZE_LOGNORMAL, .a = 3e-3, .b = 0.2, .min = 1e-3, .max = 9e-3},
    };
    for (size_t k = 0; k < 2 * sizeof all / sizeof *all; k++) {
        scree_size_def s = all[k / 2];
        s.by_mass = k % 2 == 1;
        expect_distribution(&s, k);
    }
}

static void tables_and_one_size(void **state) {
    (void)state;
    double d[] = {4e-3, 1e-3, 2e-3}, f[] = {3.0, 1.0, 2.0};
    for (int by_mass = 0; by_mass < 2; by_mass++) {
        const scree_size_def s = {.kind = SCREE_SIZE_TABLE,
                                  .min = 1e-3,
                                  .max = 4e-3,
                                  .by_mass = by_mass,
                                  .d = {d, 3, 3},
                                  .f = {f, 3, 3}};
        double share[3], all = 0.0;
        draw_all(&s, 20 + (uint64_t)by_mass);
        for (int k = 0; k < 3; k++) {
            share[k] = by_mass ? f[k] / (d[k] * d[k] * d[k]) : f[k];
            all += share[k];
        }
        for (int k = 0; k < 3; k++) {
            double n = 0.0;
            for (int i = 0; i < DRAWS; i++) {
                n += draw[i] == d[k];
            }
            share[k] /= all;
            assert_true(fabs(n / DRAWS - share[k]) < 5.0 * sqrt(share[k] * (1.0 - share[k]) / DRAWS));
        }
    }
    const scree_size_def one = {.kind = SCREE_SIZE_FIXED, .a = 3e-3, .min = 3e-3, .max = 3e-3};
    draw_all(&one, 30);
    assert_true(draw[0] == 3e-3 && draw[DRAWS - 1] == 3e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(continuous), cmocka_unit_test(tables_and_one_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
