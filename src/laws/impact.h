// SPDX-License-Identifier: BSD-3-Clause
// Restitution e of a free collision with F = K d^n (1 + alpha v / v0), v0 the speed of the impact. It depends only on alpha,
// not on K, n, mass or speed, because the equation of motion can be integrated in v:
//   alpha (1 + e) = log((1 + alpha) / (1 - e alpha)).
// Hunt and Crossley, Lankarani and Nikravesh, Gonthier and others each give an approximate alpha(e).
// Also the duration of the collision of an elastic sphere, F = K d^n.
#pragma once

#include "maths/math.h"
#include <math.h>

// (log((1 + alpha) / (1 - e alpha)) - alpha (1 + e)) / alpha^2: grows with e and, at its zero, with alpha. A series below
// 0.3, where the difference loses digits.
static inline double scree_impact_mismatch(double e, double alpha) {
    if (alpha >= 0.3) {
        double left = 1.0 - e * alpha;
        return left > 0.0 ? (scree_log((1.0 + alpha) / left) - alpha * (1.0 + e)) / (alpha * alpha)
                          : (double)INFINITY;
    }
    double
        sum = 0.0,
        a = 1.0, power = e,
        below =
            1.0; // below: 1 + e + ... + e^(k-2), which gives 1 - e^k without a difference of nearly equal numbers
    for (int k = 2; k < 64; k++) {
        power *= e;
        below = below * e + 1.0;
        sum += a * (k % 2 ? 1.0 + power : -(1.0 - e) * below) / (double)k;
        a *= alpha;
    }
    return sum;
}

// The alpha for restitution e, 0 < e <= 1.
static inline double scree_impact_alpha(double e) {
    double low = 0.0, high = 1.0 / e;
    for (int i = 0; i < 200 && e < 1.0; i++) {
        double middle = 0.5 * (low + high);
        if (scree_impact_mismatch(e, middle) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return e < 1.0 ? 0.5 * (low + high) : 0.0;
}

// The restitution e for alpha >= 0.
static inline double scree_impact_restitution(double alpha) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 200 && alpha > 0.0; i++) {
        double middle = 0.5 * (low + high);
        if (scree_impact_mismatch(middle, alpha) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return alpha > 0.0 ? 0.5 * (low + high) : 1.0;
}

// Duration over (largest overlap / speed): 2 times the integral of (1 - x^(n+1))^(-1/2) over 0 .. 1, by Simpson's rule
// in u, x = 1 - u^2, which removes the singularity; pi for n = 1, 2.94328 for n = 3/2. Right to 1e-6 for n >= 1.
static inline double scree_impact_swing(double n) {
    const int intervals = 200;
    double sum = 2.0 / sqrt(n + 1.0); // the limit at u = 0
    for (int i = 1; i <= intervals; i++) {
        double u = (double)i / (double)intervals, gone = 1.0 - scree_pow(1.0 - u * u, n + 1.0);
        sum += (i == intervals ? 1.0 : i % 2 ? 4.0 : 2.0) * 2.0 * u / sqrt(gone);
    }
    return 2.0 * sum / (3.0 * (double)intervals);
}

// Duration of the collision of an elastic sphere, F = k sqrt(r) d^(3/2), at speed v, s. 2.943275... = 4 sqrt(pi) Gamma(2/5) /
// (5 Gamma(9/10)), times d_max / v.
static inline double scree_impact_hertz_time(double k, double m, double r, double v) {
    double d_max = scree_pow(5.0 * m * v * v / (4.0 * k * sqrt(r)), 0.4);
    return 2.9432750 * d_max / v;
}
