// SPDX-License-Identifier: BSD-3-Clause
// Exact sums: integers are exact, any order and grouping gives the same bits, and unusable terms are reported.
#include "maths/exact_sum.h"
#include "maths/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

enum { TERMS = 20000 };

static double drawn(uint64_t k, double decades) {
    scree_random r = {3, 1, k, 0};
    return (2.0 * scree_random_uniform(&r) - 1.0) * exp2(decades * (2.0 * scree_random_uniform(&r) - 1.0));
}

static void draw_term(uint64_t k, double decades, scree_vec4d *to) {
    const double x = drawn(k, decades);
    *to = (scree_vec4d){x, -x, 1e-12 * x, x * x};
}

// Forwards; backwards; distributed over threads and joined; and by the words for ranks.
static void add_up(int way, double decades, scree_exact_sum *to) {
    scree_exact_sum s, part[7];
    memset(&s, 0, sizeof s);
    memset(part, 0, sizeof part);
    for (uint64_t k = 0; k < TERMS; k++) {
        scree_vec4d x;
        draw_term(way == 1 ? TERMS - 1 - k : k, decades, &x);
        scree_exact_sum_add(way < 2 ? &s : &part[k % 7], x);
    }
    for (int k = 0; k < 7 && way == 2; k++) {
        scree_exact_sum_join(&s, &part[k]);
    }
    for (int lane = 0; lane < 4 && way == 3; lane++) {
        scree_double_double all[SCREE_EXACT_DIGITS] = {{0, 0}}, word[SCREE_EXACT_DIGITS];
        for (int k = 0; k < 7; k++) {
            scree_exact_sum_carry(&part[k]);
            scree_exact_sum_put(&part[k], lane, word);
            for (int d = 0; d < SCREE_EXACT_DIGITS; d++) {
                scree_double_double_join(&all[d], &word[d]);
            }
        }
        scree_exact_sum_take(&s, lane, all);
    }
    scree_exact_sum_carry(&s);
    *to = s;
}

static void same_bits_in_any_order(void **state) {
    (void)state;
    for (double decades = 1.0; decades < 38.0; decades += 7.0) {
        scree_exact_sum all[4];
        double plain[4] = {0, 0, 0, 0};
        for (uint64_t k = 0; k < TERMS; k++) {
            scree_vec4d x;
            draw_term(k, decades, &x);
            for (int lane = 0; lane < 4; lane++) {
                plain[lane] += x[lane];
            }
        }
        for (int way = 0; way < 4; way++) {
            add_up(way, decades, &all[way]);
        }
        for (int lane = 0; lane < 4; lane++) {
            const double value = scree_exact_sum_value(&all[0], lane);
            // of a plain sum: half a last place of the largest partial sum for each term
            assert_true(fabs(value - plain[lane]) <=
                        TERMS * 1.2e-16 * TERMS * exp2(decades * (lane < 3 ? 1 : 2)));
            assert_true(value != 0.0);
            for (int way = 1; way < 4; way++) {
                const double other = scree_exact_sum_value(&all[way], lane);
                assert_memory_equal(&other, &value, sizeof value);
            }
        }
    }
}

// After cancellation the rest is exact to the last bit.
static void nothing_is_lost(void **state) {
    (void)state;
    static const double kept[] = {1.0, 0.1, -3e-20, 7.25e9, -1e23, 0x1.23456789abcdep-30};
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        for (double large = 1e-10; large < 1e20; large *= 1e3) {
            scree_exact_sum s;
            memset(&s, 0, sizeof s);
            for (int turn = 0; turn < 100; turn++) {
                scree_exact_sum_add(&s, (scree_vec4d){large, -large, 0.0, large});
            }
            scree_exact_sum_add(&s, (scree_vec4d){kept[k], kept[k], kept[k], kept[k]});
            for (int turn = 0; turn < 100; turn++) {
                scree_exact_sum_add(&s, (scree_vec4d){-large, large, 0.0, -large});
            }
            scree_exact_sum_carry(&s);
            for (int lane = 0; lane < 4; lane++) {
                assert_true(scree_exact_sum_value(&s, lane) == kept[k]);
            }
        }
    }
}

// Equal terms, the largest of a digit, so many that carries are needed.
static void carries_come_in_time(void **state) {
    (void)state;
    static const double each[] = {-0x1p-1, 0x1.fp75};
    const uint64_t n = 17000000; // times 2^39, the most in a digit, is beyond 2^63
    for (size_t k = 0; k < sizeof each / sizeof *each; k++) {
        scree_exact_sum s;
        memset(&s, 0, sizeof s);
        for (uint64_t i = 0; i < n; i++) {
            scree_exact_sum_add(&s, (scree_vec4d){each[k], -each[k], 0.0, 0.0});
        }
        scree_exact_sum_carry(&s);
        const double wanted = (double)n * each[k];
        assert_true(fabs(scree_exact_sum_value(&s, 0) - wanted) <= 2.3e-16 * fabs(wanted));
        assert_true(fabs(scree_exact_sum_value(&s, 1) + wanted) <= 2.3e-16 * fabs(wanted));
        assert_true(scree_exact_sum_value(&s, 2) == 0.0);
    }
}

static void what_cannot_be_summed_is_no_number(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -0x1p79};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        scree_exact_sum s, t;
        memset(&s, 0, sizeof s);
        memset(&t, 0, sizeof t);
        scree_exact_sum_add(&s, (scree_vec4d){1.0, bad[k], 3.0, 4.0});
        scree_exact_sum_add(&t, (scree_vec4d){1.0, 2.0, 3.0, 4.0});
        scree_exact_sum_join(&t, &s);
        assert_true(scree_exact_sum_value(&t, 0) == 2.0 && scree_exact_sum_value(&t, 3) == 8.0);
        assert_true(isnan(scree_exact_sum_value(&t, 1)));
        scree_double_double word[SCREE_EXACT_DIGITS];
        scree_exact_sum_put(&t, 1, word);
        memset(&s, 0, sizeof s);
        scree_exact_sum_take(&s, 1, word);
        assert_true(isnan(scree_exact_sum_value(&s, 1)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_in_any_order),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(carries_come_in_time),
        cmocka_unit_test(what_cannot_be_summed_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
