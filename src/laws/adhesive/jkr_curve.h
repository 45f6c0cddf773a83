// SPDX-License-Identifier: BSD-3-Clause
// The curve of Johnson, Kendall and Roberts, shared by jkr and thornton_ning, in dimensionless form: d = overlap / R, t =
// sqrt(a / R) of the contact radius a, k^2 = 2 pi w / (E R) with the work of adhesion w. Then
//   d = t^4 - k t,   F = E R^2 t^3 (4/3 t^3 - 2 k),   U = E R^3 t^4 (8/15 t^6 - 4/3 k t^3 + k^2 / 2),   dU = F R dd.
// U is the elastic energy less w pi a^2; it is zero for separated bodies. The stable branch at a given overlap
// has t^3 >= k / 4; at its end, at d = -3 (k / 4)^(4/3), the neck tears.
#pragma once

#include "laws/table.h"
#include "maths/power.h"

// t of d, by radicals: Ferrari's auxiliary number m solves m (m^2 + d) = k^2 / 8, whose discriminant is zero exactly where
// the neck tears, so that *torn (1 or 0) is exact. There are no differences of nearly equal numbers except at the tear itself;
// k = 0 gives Hertz, t^4 = d.
SCREE_LAW double scree_jkr_root(double d, double k, double *torn) {
    double q = k * k / 16.0, third = d / 3.0, disc = q * q + third * third * third;
    double p = scree_cube_root(q + sqrt(disc > 0.0 ? disc : 0.0));
    double b = p > 0.0 ? third / p : 0.0;
    double sum = (p * p + third) + b * b; // m^2 + d
    double root = sqrt(sum > 0.0 ? sum : 0.0);
    double s = root > 0.0 ? 0.5 * k / root : 0.0; // sqrt(2 m)
    double rest = 4.0 * root - s * s;
    *torn = disc < 0.0 ? 1.0 : 0.0;
    return 0.5 * (s + sqrt(rest > 0.0 ? rest : 0.0));
}

// F / (E R^2) and U / (E R^3).
SCREE_LAW double scree_jkr_force(double t, double k) {
    double t3 = t * t * t;
    return t3 * (4.0 / 3.0 * t3 - 2.0 * k);
}
SCREE_LAW double scree_jkr_energy(double t, double k) {
    double t3 = t * t * t;
    return t * t3 * (8.0 / 15.0 * (t3 * t3) - 4.0 / 3.0 * (k * t3) + 0.5 * (k * k));
}

// Returns the overlap / R at which the neck tears, which is below zero; the next one returns U / (E R^3) there. Not for inner loops.
static inline double scree_jkr_tear(double k) {
    return k > 0.0 ? -3.0 * scree_pow(0.25 * k, 4.0 / 3.0) : 0.0;
}
static inline double scree_jkr_tear_energy(double k) {
    return 0.031498026247371824 * scree_pow(k, 10.0 / 3.0); // 1 / (20 4^(1/3))
}
// Energy lost at touch and tear together, / (E R^3): U falls from 0 to -0.3 k^(10/3) at touch, to 0 at the tear.
static inline double scree_jkr_loss(double k) {
    return 0.3 * scree_pow(k, 10.0 / 3.0) + scree_jkr_tear_energy(k);
}

// t at the largest overlap of a head-on collision of energy e / (E R^3) at first touch. Not for inner loops.
static inline double scree_jkr_turning(double e, double k) {
    double total = e + scree_jkr_energy(scree_pow(k, 1.0 / 3.0), k);
    double low = scree_pow(1.5 * k, 1.0 / 3.0),
           high = low + scree_pow(4.0 * e, 0.1) + 1e-300; // force is zero at low
    while (scree_jkr_energy(high, k) < total) {
        high *= 2.0;
    }
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        double *end = scree_jkr_energy(middle, k) < total ? &low : &high;
        *end = middle;
    }
    return 0.5 * (low + high);
}
