// SPDX-License-Identifier: BSD-3-Clause
#include "maths/exact_sum.h"
#include <math.h>

enum { BITS = 40 };

void scree_exact_sum_carry(scree_exact_sum *s) {
    const uint64_t half = UINT64_C(1) << (BITS - 1);
    for (int k = SCREE_EXACT_DIGITS - 1; k > 0; k--) {
        for (int lane = 0; lane < 4; lane++) {
            const int64_t carry = (int64_t)(s->digit[k][lane] + half) >> BITS;
            s->digit[k][lane] -= (uint64_t)carry << BITS;
            s->digit[k - 1][lane] += (uint64_t)carry;
        }
    }
    s->terms = 0;
}

void scree_exact_sum_join(scree_exact_sum *s, const scree_exact_sum *other) {
    scree_exact_sum more = *other;
    scree_exact_sum_carry(&more);
    for (int k = 0; k < SCREE_EXACT_DIGITS; k++) {
        s->digit[k] += more.digit[k];
    }
    s->unusable |= more.unusable;
    scree_exact_sum_carry(s);
}

double scree_exact_sum_value(const scree_exact_sum *s, int lane) {
    static const double unit[SCREE_EXACT_DIGITS] = {0x1p40, 1.0, 0x1p-40, 0x1p-80, 0x1p-120};
    scree_double_double sum = {0.0, 0.0};
    for (int k = 0; k < SCREE_EXACT_DIGITS; k++) {
        scree_double_double_add(&sum, (double)(int64_t)s->digit[k][lane] * unit[k]);
    }
    return s->unusable[lane] ? NAN : scree_double_double_value(&sum);
}

void scree_exact_sum_put(const scree_exact_sum *s, int lane, scree_double_double word[SCREE_EXACT_DIGITS]) {
    for (int k = 0; k < SCREE_EXACT_DIGITS; k++) {
        const double digit = (double)(int64_t)s->digit[k][lane];
        word[k] = (scree_double_double){s->unusable[lane] ? NAN : digit, 0.0};
    }
}

void scree_exact_sum_take(scree_exact_sum *s, int lane, const scree_double_double word[SCREE_EXACT_DIGITS]) {
    s->unusable[lane] = word[0].high == word[0].high ? 0 : UINT64_MAX;
    for (int k = 0; k < SCREE_EXACT_DIGITS; k++) {
        s->digit[k][lane] = s->unusable[lane] ? 0 : (uint64_t)(int64_t)word[k].high;
    }
}
