// SPDX-License-Identifier: BSD-3-Clause
#include "maths/math.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

// pi/2 in three parts of 33 bits each, so that k * part is exact for |k| < 2^20; a larger k is split at 2^20.
static const double half_pi_1 = 0x1.921fb544p+0, half_pi_2 = 0x1.0b4611a6p-34,
                    half_pi_3 = 0x1.3198a2e037073p-69;

// Taylor series on [-pi/4, pi/4]: the first term left out is below 1e-19.
static double sine_series(double r) {
    double q = r * r, s = 0.0;
    for (int n = 21; n >= 3; n -= 2) {
        s = (1.0 + s) * (-q / (double)(n * (n - 1)));
    }
    return r + r * s;
}

static double cosine_series(double r) {
    double q = r * r, s = 0.0;
    for (int n = 20; n >= 2; n -= 2) {
        s = (1.0 + s) * (-q / (double)(n * (n - 1)));
    }
    return 1.0 + s;
}

void scree_sin_cos(double x, double *sine, double *cosine) {
    double k = floor(x * (2.0 / SCREE_PI) + 0.5);
    double high = trunc(k * 0x1p-20) * 0x1p20, low = k - high;
    double r = (x - high * half_pi_1) - low * half_pi_1;
    r = ((r - high * half_pi_2) - low * half_pi_2) - k * half_pi_3;
    double s = sine_series(r), c = cosine_series(r);
    const double turned = k - 4.0 * floor(k / 4.0);
    const int quarter = turned >= 0.0 ? (int)turned : 0; // of an infinite x both results are NaN
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
}

static const double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;

static double power_of_two(int n) {
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double scree_exp(double x) {
    if (x > 709.0) {
        return INFINITY;
    }
    if (x < -708.0) {
        return 0.0;
    }
    double k = floor(x / 0.693147180559945309417 + 0.5);
    double r = (x - k * ln2_high) - k * ln2_low;
    double s = 0.0;
    for (int n = 16; n >= 1; n--) {
        s = (1.0 + s) * (r / (double)n);
    }
    return (1.0 + s) * power_of_two((int)k);
}

double scree_log(double x) {
    int e;
    double m = frexp(x, &e); // exact
    if (m < 0.70710678118654752) {
        m *= 2.0;
        e -= 1;
    }
    double t = (m - 1.0) / (m + 1.0), q = t * t, s = 0.0;
    for (int n = 27; n >= 1; n -= 2) {
        s = s * q + 1.0 / (double)n;
    }
    return (double)e * ln2_high + (2.0 * t * s + (double)e * ln2_low);
}

double scree_atan(double x) {
    double r = x;
    for (int i = 0; i < 4; i++) { // halve the angle until the series is short
        r = r / (1.0 + sqrt(1.0 + r * r));
    }
    double q = r * r, s = 0.0;
    for (int n = 23; n >= 1; n -= 2) {
        s = 1.0 / (double)n - q * s;
    }
    return 16.0 * (r * s);
}

double scree_pow(double x, double y) {
    return x > 0.0 ? scree_exp(y * scree_log(x)) : 0.0;
}
