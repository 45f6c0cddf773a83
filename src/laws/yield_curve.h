// SPDX-License-Identifier: BSD-3-Clause
// What yielding makes of the JKR curve (jkr_curve.h, same pure numbers), for thornton_ning; s = pi p_y / E with the
// limiting contact pressure p_y. The centre yields where 2 t^3 - s t - k = 0; from there on a further loading adds
//   dF / (E R^2) = (4 s t^3 - 2 k t^2) dt,
// which is Thornton and Ning's slope dP/da = (3 pi R p_y P1^(1/2) - 2 E a Pc^(1/2)) / (3 P1^(1/2) - Pc^(1/2)). A contact
// that turned back at t is flattened: it goes on as a JKR contact of radius R_p = R / c at an overlap less by R t^4 (1 -
// c), c chosen so that force and contact radius are those of the turning point: c = 3/4 (F / (E R^2) + 2 k t^3) / t^6.
#ifndef SCREE_LAWS_YIELD_CURVE_H
#define SCREE_LAWS_YIELD_CURVE_H

#include "laws/jkr_curve.h"

// s, raised where the contact would yield under tension, so that it does when its force is zero (t^3 = 3/2 k): flattened
// by a pull it would store more than was put in. Thornton and Ning let it; it concerns R < 32 w E^2 / (3 pi^2 p_y^3).
SCREE_LAW double scree_yield_limit(double s, double k) {
    double root = scree_cube_root(k), least = 1.7471609294725978 * (root * root); // 2 (2/3)^(1/3)
    return s > least ? s : least;
}

// Where the centre yields. The start is above the only positive root, by half at most, and f is convex: six steps of
// Newton end at rounding.
SCREE_LAW double scree_yield_root(double s, double k) {
    double t = sqrt(0.5 * s) + scree_cube_root(0.5 * k);
    for (int i = 0; i < 6; i++) {
        double slope = 6.0 * (t * t) - s;
        t = slope > 0.0 ? t - (t * (2.0 * (t * t) - s) - k) / slope : t;
    }
    return t;
}

// F / (E R^2) on the way in, beyond the yield point y.
SCREE_LAW double scree_yield_force(double t, double k, double s, double y) {
    double t3 = t * t * t, y3 = y * y * y;
    return scree_jkr_force(y, k) + (s * (t * t3 - y * y3) - 2.0 / 3.0 * (k * (t3 - y3)));
}

// R / R_p of a contact that turned back at t; 1 where it has not yielded.
SCREE_LAW double scree_yield_flattening(double t, double k, double s, double y) {
    double t3 = t * t * t;
    double c = 0.75 * (scree_yield_force(t, k, s, y) + 2.0 * (k * t3)) / (t3 * t3);
    return t > y ? c : 1.0;
}

// Work / (E R^3) on the way in from t = 0. Not for inner loops.
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
         i++) { // the work falls first where the touch pulls, and is below the total there
        double middle = 0.5 * (low + high);
        double *end = scree_yield_work(middle, k, s, y) < total ? &low : &high;
        *end = middle;
    }
    return 0.5 * (low + high);
}

#endif
