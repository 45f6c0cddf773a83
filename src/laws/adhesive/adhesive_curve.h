// SPDX-License-Identifier: BSD-3-Clause
// The three branches that contact_sphere_sphere and eepa share: virgin loading, a steeper line for unloading and
// reloading, an adhesive limit, with x = overlap / reference overlap and forces F = stiffness * reference overlap:
//   f = min(F1 x^n, max(F2 (x^n - p), -Fa x^a)),   F2 = F1 / (1 - lambda), p = xp^n is the history value.
//
//      f |          / F1 x^n    .
//        |        /           .  F2 (x^n - p)
//        |     /             .
//        |  /               .
//        |------------------.xp--------- x
//        |  `  .           .
//        |        `  . xm  .   -Fa x^a
//
// The laws differ in p on the adhesive branch: it is kept (reloading follows the same branch, contact_sphere_sphere), or
// lowered so that reloading starts on a line parallel to F2 (eepa).
#pragma once

#include "laws/impact.h"
#include "laws/table.h"
#include "maths/power.h"

typedef struct scree_adhesive_curve {
    double length;         // m, reference overlap
    double f1, f2, fa;     // N
    double pull;           // N, constant while in contact
    double ratio;          // lambda
    double n, n_adh;       // exponents
    double variant;        // 0: x, 1: x^(3/2), 2: any exponents; then both exponents or fa allow it
    double swing, inverse; // of impact.h; 1/n
    scree_exponent loading, adhesion;
    double series[5]; // binomial (n over k) / (k + 1), k = 1 ..
} scree_adhesive_curve;

// stiffness, adhesion: N/m at the reference overlap.
static inline scree_adhesive_curve scree_adhesive_curve_of(double stiffness, double n, double length,
                                                           double ratio, double adhesion, double n_adh,
                                                           double pull) {
    scree_adhesive_curve q;
    q.length = length;
    q.f1 = stiffness * length;
    q.f2 = q.f1 / (1.0 - ratio);
    q.fa = adhesion * length;
    q.pull = pull;
    q.ratio = ratio;
    q.n = n;
    q.n_adh = adhesion > 0.0 ? n_adh : n;
    q.variant = q.n_adh != n ? 2.0 : n == 1.0 ? 0.0 : n == 1.5 ? 1.0 : 2.0;
    q.swing = scree_impact_swing(n);
    q.inverse = 1.0 / n;
    q.loading = scree_exponent_of(n);
    q.adhesion = scree_exponent_of(q.n_adh);
    double over = 1.0;
    for (int k = 1; k <= 5; k++) {
        over *= (n - (double)(k - 1)) / (double)k;
        q.series[k - 1] = over / (double)(k + 1);
    }
    return q;
}

// x^n; variant: a constant of the loop.
SCREE_LAW double scree_adhesive_power(const scree_adhesive_curve *q, double variant, double x) {
    double y = x;
    if (variant == 1.0) {
        y = x * sqrt(x);
    } else if (variant > 1.0) {
        y = scree_power_by(&q->loading, x);
    }
    return y;
}

// The inverse: y^(1/n).
SCREE_LAW double scree_adhesive_root(const scree_adhesive_curve *q, double variant, double y) {
    double x = y;
    if (variant > 0.0) {
        x = scree_power(y, q->inverse);
    }
    return x;
}

// Energy stored in the line F2 (x^n - p), p = xp^n, over f2 times length: its work from or to its zero. Near that zero
// (always during unloading, if lambda is near 1) the closed form is a difference of nearly equal numbers, so a series is used.
SCREE_LAW double scree_adhesive_store(const scree_adhesive_curve *q, double variant, double x, double power,
                                      double xp, double p) {
    double off = x - xp, store = 0.5 * off * off;
    if (variant > 0.0) {
        double t = xp > 0.0 ? off / xp : 1.0;
        double sum = q->series[4];
        sum = sum * t + q->series[3];
        sum = sum * t + q->series[2];
        sum = sum * t + q->series[1];
        sum = sum * t + q->series[0];
        double near = p * xp * (t * t) * sum, far = (power * x + q->n * (p * xp)) / (q->n + 1.0) - p * x;
        store = fabs(t) < 0.01 ? near : far;
    }
    return store > 0.0 ? store : 0.0;
}

// For equal exponents, over f2 times length times p xp: the work from the zero of the line, xp, along the line to where it meets the adhesive limit, at share xp,
// and along that to x = 0. With the share lambda^(-1/n), where the line meets that of loading, it is less than 0 by what loading up to there loses.
SCREE_LAW double scree_adhesive_tail(const scree_adhesive_curve *q, double share) {
    return q->n / (q->n + 1.0) * (1.0 - share);
}

// Duration of an undamped collision with the largest overlap of one at speed v, and the stiffness of unloading.
static inline double scree_adhesive_time(const scree_adhesive_curve *q, double m, double v) {
    double deepest = scree_pow((q->n + 1.0) * m * v * v / (2.0 * q->f1 * q->length), 1.0 / (q->n + 1.0));
    return q->swing * sqrt(1.0 - q->ratio) * deepest * q->length / v;
}

// The smallest x at which an increasing function is not negative.
#define SCREE_BISECT(x, high, negative)                                                                      \
    double x = 0.0;                                                                                          \
    for (double bottom = 0.0, top = (high), i = 0.0; i < 200.0; i += 1.0) {                                  \
        x = 0.5 * (bottom + top);                                                                            \
        if (negative) {                                                                                      \
            bottom = x;                                                                                      \
        } else {                                                                                             \
            top = x;                                                                                         \
        }                                                                                                    \
    }

// Restitution of a head-on collision without dashpot, from the areas under the branches; 0: the bodies stick.
static inline double scree_adhesive_restitution(const scree_adhesive_curve *q, double m, double v) {
    double n = q->n, a = q->n_adh, kinetic = 0.5 * m * v * v / q->length; // N
    double high = 1.0;
    while (q->f1 * scree_pow(high, n + 1.0) / (n + 1.0) - q->pull * high < kinetic) {
        high *= 2.0;
    }
    SCREE_BISECT(x, high, q->f1 * scree_pow(x, n + 1.0) / (n + 1.0) - q->pull * x < kinetic)
    double p = q->ratio * scree_pow(x, n);
    SCREE_BISECT(y, x, q->f2 * (scree_pow(y, n) - p) + q->fa * scree_pow(y, a) < 0.0)
    double line = (scree_pow(x, n + 1.0) - scree_pow(y, n + 1.0)) / (n + 1.0) - p * (x - y);
    double back = q->f2 * line - q->fa * scree_pow(y, a + 1.0) / (a + 1.0) - q->pull * x;
    return back > 0.0 ? sqrt(back / kinetic) : 0.0;
}

#undef SCREE_BISECT
