// SPDX-License-Identifier: BSD-3-Clause
// Sums in twice the working precision (Knuth's two-sum): what they round to does not show the order of the terms.
#ifndef SCREE_BASE_WIDE_H
#define SCREE_BASE_WIDE_H

typedef struct scree_wide {
    double high, low;
} scree_wide;

static inline __attribute__((always_inline)) void scree_wide_add(scree_wide *s, double x) {
    double t = s->high + x, z = t - s->high;
    s->low += (s->high - (t - z)) + (x - z);
    s->high = t;
}

static inline double scree_wide_value(const scree_wide *s) {
    return s->high + s->low;
}

static inline void scree_wide_join(scree_wide *s, const scree_wide *other) {
    scree_wide_add(s, other->high);
    s->low += other->low;
}

#endif
