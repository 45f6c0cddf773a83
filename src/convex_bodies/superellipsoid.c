// SPDX-License-Identifier: BSD-3-Clause
#include "convex_bodies/form.h"
#include "maths/math.h"

// Volume and gyration of the superellipsoid with half axes of 1: V = 8 (G(1/N)/N)^3 / G(1 + 3/N), and the mean of x^2, 8 G(3/N) G(1/N)^2 /
// (N^3 G(1 + 5/N) V), with the Gamma function G.
typedef struct unit_body {
    double exponent, volume, square;
} unit_body;

// Larger exponents are not offered. Near the middle of a face the deepest point is at |m|^(1/(N-1)) of the half length, with the component m of the normal along the
// face, and m has an error of 1e-16 by the turn to the laboratory: the point then is known to 1e-4 of the half length for N = 5, and to 1e-2 for N = 9.
static const unit_body known[] = {
    {2.0, 4.1887902047863909846, 0.2},
    {3.0, 5.6965835415098351678, 0.24809800293980642228},
    {4.0, 6.4819873517863820222, 0.27416794862667817522},
    {5.0, 6.930354992554308766, 0.28984130496029661855},
};

static const unit_body *unit_of(double exponent) {
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (known[k].exponent == exponent) {
            return &known[k];
        }
    }
    return NULL;
}

bool scree_superellipsoid_is_known(double exponent) {
    return unit_of(exponent) != NULL;
}

double scree_superellipsoid_volume(scree_vec3 half, double exponent) {
    return unit_of(exponent)->volume * (half.x * half.y * half.z);
}

scree_vec3 scree_superellipsoid_gyration(scree_vec3 half, double exponent) {
    const double s = unit_of(exponent)->square, x = s * (half.x * half.x), y = s * (half.y * half.y),
                 z = s * (half.z * half.z);
    return vec3(y + z, x + z, x + y);
}

// The largest x^2 + y^2 + z^2 by Hoelder's inequality: (sum of a^p)^(2/p) with p = 2 N / (N - 2).
double scree_superellipsoid_reach(scree_vec3 half, double exponent) {
    const double most = fmax(half.x, fmax(half.y, half.z));
    if (exponent == 2.0) {
        return most;
    }
    const double p = 2.0 * exponent / (exponent - 2.0);
    return most *
           scree_pow(scree_pow(half.x / most, p) + scree_pow(half.y / most, p) + scree_pow(half.z / most, p),
                     1.0 / p);
}
