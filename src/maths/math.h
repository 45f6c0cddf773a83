// SPDX-License-Identifier: BSD-3-Clause
// Elementary functions from + - * / sqrt alone: the same bits on every machine and with every libm, because their
// results affect the state (wall motion, damping ratios, random sizes). Accurate to a few 1e-16 relative.
// Not for inner loops.
#pragma once

#define SCREE_PI 3.14159265358979323846

// m3 for m.
static inline double scree_sphere_volume(double radius) {
    return 4.0 / 3.0 * SCREE_PI * (radius * radius * radius);
}

#ifdef __cplusplus
extern "C" { // the laws' headers are read by C++ and CUDA too
#endif

// |x| up to 1e9 rad; beyond that the reduction loses digits. NaN where x is not finite.
void scree_sin_cos(double x, double *sine, double *cosine);
// x in -745 .. 709; 0 and infinity outside.
double scree_exp(double x);
// x > 0.
double scree_log(double x);
double scree_atan(double x);
// x >= 0: exp(y log x), 0 for x = 0.
double scree_pow(double x, double y);

#ifdef __cplusplus
}
#endif
