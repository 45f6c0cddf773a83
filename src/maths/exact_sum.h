// SPDX-License-Identifier: BSD-3-Clause
// Exact sums of four numbers at a time: the same bits for any order and any grouping of the terms, so threads and ranks can
// add in any order. A sum is a fixed-point number of five digits to the base 2^40, the last digit in units of 2^-120. Each
// digit is counted in 64 bits, so carries are needed only after millions of terms. The part of a term below 2^-120 is rounded,
// for each term separately; terms above 1e-20 keep their 53 bits. This takes about four times the work of
// maths/double_double.h, whose results depend on the order once in many millions of sums, which is too often for forces that
// move a wall in every step.
#pragma once

#include "maths/double_double.h"
#include <stdint.h>

typedef double scree_vec4d __attribute__((vector_size(32), aligned(8)));
typedef uint64_t scree_vec4u __attribute__((vector_size(32), aligned(8)));

enum { SCREE_EXACT_DIGITS = 5 };

// A sum is 0 if all members are zero. Sums reach to 2^102.
typedef struct scree_exact_sum {
    scree_vec4u digit[SCREE_EXACT_DIGITS]; // two's complement, the highest first
    scree_vec4u unusable;                  // a term was infinite, not a number or beyond 2^79
    uint64_t terms;                        // since the last carry
} scree_exact_sum;

// Carries; after it all digits but the highest are below 2^39 in magnitude, and equal sums have equal digits.
void scree_exact_sum_carry(scree_exact_sum *s);
void scree_exact_sum_join(scree_exact_sum *s, const scree_exact_sum *other);
// Returns a sum after carries: the nearest double or the one next to it; not a number where a term was unusable.
double scree_exact_sum_value(const scree_exact_sum *s, int lane);

// Writes one of the numbers after carries as words whose sums over ranks are exact; the next one reads such sums.
void scree_exact_sum_put(const scree_exact_sum *s, int lane, scree_double_double word[SCREE_EXACT_DIGITS]);
void scree_exact_sum_take(scree_exact_sum *s, int lane, const scree_double_double word[SCREE_EXACT_DIGITS]);

// After adding 1.5 * 2^52 units of a digit, the low bits of the result are the number of units in the term, rounded. The
// remainder is exact and goes to the lower digits.
static inline __attribute__((always_inline)) void scree_exact_sum_add(scree_exact_sum *s, scree_vec4d x) {
    static const double shift[SCREE_EXACT_DIGITS] = {0x1.8p92, 0x1.8p52, 0x1.8p12, 0x1.8p-28, 0x1.8p-68};
    s->unusable |= (scree_vec4u) ~((x < 0x1p79) & (x > -0x1p79));
    for (int k = 0; k < SCREE_EXACT_DIGITS; k++) {
        const scree_vec4d origin = {shift[k], shift[k], shift[k], shift[k]}, there = x + origin;
        s->digit[k] += (scree_vec4u)there - (scree_vec4u)origin;
        x -= there - origin;
    }
    if (++s->terms == 1 << 22) {
        scree_exact_sum_carry(s);
    }
}
