// SPDX-License-Identifier: BSD-3-Clause
// |x/a|^N + |y/b|^N + |z/c|^N <= 1, an ellipsoid for N = 2: h = (sum of |a_i m_i|^q)^(1/q) with q = N/(N-1).
#pragma once

#include "convex_bodies/convex.h"
#include <stdint.h>
#include <string.h>

// The k-th root of x >= 0, k = 3 or 5, within 1e-15: a division of the bits of a double by k divides its exponent, which gives the root within 10 %, and each of
// Newton's steps squares the error.
SCREE_CONVEX double scree_odd_root(double x, int k) {
    const double least = 1e-290, seen = x > least ? x : least;
    const int64_t one = (int64_t)1023 << 52;
    int64_t bits;
    double y;
    memcpy(&bits, &seen, sizeof bits);
    bits = one + (bits - one) / k;
    memcpy(&y, &bits, sizeof y);
    for (int step = 0; step < 5; step++) {
        const double square = y * y, power = k == 3 ? square : square * square;
        y = ((double)(k - 1) * y + seen / power) / (double)k;
    }
    return x > least ? y : 0.0;
}

// x^(1/(N-1)) of the exponents N that scree_superellipsoid_is_known allows.
SCREE_CONVEX double scree_inner_root(double x, double exponent) {
    return exponent == 2.0   ? x
           : exponent == 3.0 ? sqrt(x)
           : exponent == 4.0 ? scree_odd_root(x, 3)
                             : sqrt(sqrt(x));
}

// x^((N-1)/N).
SCREE_CONVEX double scree_outer_root(double x, double exponent) {
    if (exponent == 2.0) {
        return sqrt(x);
    }
    const double root = exponent == 4.0 ? sqrt(x) : scree_odd_root(x, (int)exponent);
    return exponent == 3.0 ? root * root : exponent == 4.0 ? root * sqrt(root) : root > 0.0 ? x / root : 0.0;
}

// m = n in the frame of the body. Only with `curved` the second derivatives are set.
SCREE_CONVEX scree_support scree_superellipsoid_support(const scree_convex *b, scree_vec3 m, int curved) {
    const double at[3] = {b->half.x * m.x, b->half.y * m.y, b->half.z * m.z},
                 half[3] = {b->half.x, b->half.y, b->half.z}, N = b->exponent;
    double sum = 0.0, t[3], root[3], point[3], second[3];
    for (int k = 0; k < 3; k++) {
        t[k] = fabs(at[k]);
        sum += t[k] * scree_inner_root(t[k], N);
    }
    scree_support s;
    s.h = scree_outer_root(sum, N);
    const double per = 1.0 / s.h;
    for (int k = 0; k < 3; k++) {
        // Faces of a superellipsoid are flat in their middle: the radius of curvature is bounded there, which only affects the steps of the search.
        const double share = t[k] * per, least = 1e-12, r = share > least ? share : least;
        root[k] = scree_inner_root(share, N);
        point[k] = at[k] < 0.0 ? -half[k] * root[k] : half[k] * root[k];
        second[k] = N == 2.0 ? half[k] * half[k] : half[k] * half[k] * (scree_inner_root(r, N) / r);
    }
    const scree_vec3 own = vec3(point[0], point[1], point[2]);
    s.point = mat_mul(&b->frame, own);
    if (curved) {
        const double *r = b->frame.m, scale = per / (N - 1.0);
        static const int left[6] = {0, 1, 2, 0, 0, 1}, right[6] = {0, 1, 2, 1, 2, 2};
        const double p[3] = {s.point.x, s.point.y, s.point.z};
        for (int k = 0; k < 6; k++) {
            const double *x = r + 3 * left[k], *y = r + 3 * right[k];
            s.hessian[k] = scale * (second[0] * x[0] * y[0] + second[1] * x[1] * y[1] +
                                    second[2] * x[2] * y[2] - p[left[k]] * p[right[k]]);
        }
    }
    return s;
}
