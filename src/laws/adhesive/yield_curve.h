// SPDX-License-Identifier: BSD-3-Clause
// The JKR curve with yielding (jkr_curve.h, same dimensionless numbers), for thornton_ning; s = pi p_y / E with the limiting
// contact pressure p_y. The centre yields where 2 t^3 - s t - k = 0; beyond that point loading adds
//   dF / (E R^2) = (4 s t^3 - 2 k t^2) dt,
// which is the slope of Thornton and Ning, dP/da = (3 pi R p_y P1^(1/2) - 2 E a Pc^(1/2)) / (3 P1^(1/2) - Pc^(1/2)). A contact
// that is unloaded from t is flattened: it continues as a JKR contact of radius R_p = R / c at an overlap reduced by R t^4 (1 -
// c), where c gives the force and contact radius of the turning point: c = 3/4 (F / (E R^2) + 2 k t^3) / t^6.
#pragma once

#include "laws/adhesive/jkr_curve.h"

// s, increased if the contact would yield under tension, so that it yields at zero force (t^3 = 3/2 k): if flattened by tension
// it would store more energy than was put in. Thornton and Ning allow that; it concerns R < 32 w E^2 / (3 pi^2 p_y^3).
SCREE_LAW double scree_yield_limit(double s, double k) {
    double root = scree_cube_root(k), least = 1.7471609294725978 * (root * root); // 2 (2/3)^(1/3)
    return s > least ? s : least;
}

// t at which the centre yields. The start is above the only positive root, by half at most, and f is convex: six steps of
// Newton's method give full accuracy.
SCREE_LAW double scree_yield_root(double s, double k) {
    double t = sqrt(0.5 * s) + scree_cube_root(0.5 * k);
    for (int i = 0; i < 6; i++) {
        double slope = 6.0 * (t * t) - s;
        t = slope > 0.0 ? t - (t * (2.0 * (t * t) - s) - k) / slope : t;
    }
    return t;
}

// F / (E R^2) on loading, beyond the yield point y.
SCREE_LAW double scree_yield_force(double t, double k, double s, double y) {
    double t3 = t * t * t, y3 = y * y * y;
    return scree_jkr_force(y, k) + (s * (t * t3 - y * y3) - 2.0 / 3.0 * (k * (t3 - y3)));
}

// R / R_p of a contact unloaded from t; 1 if it has not yielded.
SCREE_LAW double scree_yield_flattening(double t, double k, double s, double y) {
    double t3 = t * t * t;
    double c = 0.75 * (scree_yield_force(t, k, s, y) + 2.0 * (k * t3)) / (t3 * t3);
    return t > y ? c : 1.0;
}

// Work / (E R^3) on loading from t = 0. Not for inner loops.
static inline double scree_yield_work(double t, double k, double s, double y) {
    if (t <= y) {
        return scree_jkr_energy(t, k);
    }
    double base = scree_jkr_force(y, k) - s * y * y * y * y + 2.0 / 3.0 * k * y * y * y, at[2] = {t, y},
           sum[2];
    for (int i = 0; i < 2; i++) {
        double x = at[i], x3 = x * x * x;
        sum[i] = base * (x * x3 - k * x) + s * (x * x3 * x * x3 / 2.0 - k * x * x * x3 / 5.0) -
                 2.0 / 3.0 * k * (4.0 / 7.0 * x * x3 * x3 - k * x * x3 / 4.0);
    }
    return scree_jkr_energy(y, k) + (sum[0] - sum[1]);
}

// t at the largest overlap of a head-on collision of energy e / (E R^3) at first touch. Not for inner loops.
static inline double scree_yield_turning(double e, double k, double s, double y) {
    double touch = scree_pow(k, 1.0 / 3.0), total = e + scree_yield_work(touch, k, s, y);
    double low = touch, high = 2.0 * touch + scree_pow(4.0 * e, 0.1) + 1e-300;
    while (scree_yield_work(high, k, s, y) < total) {
        high *= 2.0;
    }
    for (int i = 0; i < 200;
         i++) { // at first the work decreases, because of the attraction at touch, and is below the total
        double middle = 0.5 * (low + high);
        double *end = scree_yield_work(middle, k, s, y) < total ? &low : &high;
        *end = middle;
    }
    return 0.5 * (low + high);
}
