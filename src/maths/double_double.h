// SPDX-License-Identifier: BSD-3-Clause
// Sums in double-double precision (Knuth's two-sum): the rounded result does not depend on the order of the terms.
#pragma once

typedef struct scree_double_double {
    double high, low;
} scree_double_double;

static inline __attribute__((always_inline)) void scree_double_double_add(scree_double_double *s, double x) {
    double t = s->high + x, z = t - s->high;
    s->low += (s->high - (t - z)) + (x - z);
    s->high = t;
}

static inline double scree_double_double_value(const scree_double_double *s) {
    return s->high + s->low;
}

static inline void scree_double_double_join(scree_double_double *s, const scree_double_double *other) {
    scree_double_double_add(s, other->high);
    s->low += other->low;
}
