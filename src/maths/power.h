// SPDX-License-Identifier: BSD-3-Clause
// log, exp and x^p for inner loops: only from + - * / and bit operations, without branches, so that gcc vectorises them and
// every machine, vector width and device returns the same bits (nvcc: with -fmad=false). maths/math.h has similar functions for
// other uses, shorter but less accurate for powers.
// x^p is exp(p log x) with log x and the product in two doubles each: p log x can be large, and its absolute
// error is the relative error of the power. Largest relative errors measured against long double, in units of 2^-53: log
// 1.0, exp 1.3, x^p 1.5 for |p| <= 10 and any x, 7 at |p| = 300.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
#define SCREE_POWER static inline __host__ __device__
#else
#define SCREE_POWER static inline __attribute__((always_inline))
#endif

// Two doubles whose sum is the value; the second is the rounding error of the first.
typedef struct scree_double_pair {
    double high, low;
} scree_double_pair;

SCREE_POWER uint64_t scree_bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

SCREE_POWER double scree_double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The upper 26 bits of a mantissa: products of two such are exact.
SCREE_POWER double scree_upper_half(double x) {
    return scree_double_of(scree_bits_of(x) & UINT64_C(0xfffffffff8000000));
}

// ln 2 in two parts; the first has 36 bits, so that it times an exponent is exact.
#define SCREE_LN2_HIGH 0x1.62e42fefap-1
#define SCREE_LN2_LOW 0x1.cf79abc9e3b3ap-40

// x > 0, finite. x = 2^e m with m in sqrt(1/2) .. sqrt(2); log m = 2 artanh t, t = (m - 1)/(m + 1).
SCREE_POWER scree_double_pair scree_power_log_pair(double x) {
    int small = x < 0x1p-1022; // subnormal numbers are scaled first
    double scaled = small ? x * 0x1p54 : x, lift = small ? 54.0 : 0.0;
    uint64_t bits = scree_bits_of(scaled);
    uint64_t biased = (bits + (UINT64_C(0x3ff0000000000000) - UINT64_C(0x3fe6a09e667f3bcd))) >> 52;
    double m = scree_double_of(bits - ((biased - 1023u) << 52));
    // the integer as the last bits of 2^52
    double e = (scree_double_of(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023.0)) - lift;
    double f = m - 1.0, s = 2.0 + f, s_low = f - (s - 2.0), inverse = 1.0 / s;
    double t = f * inverse;
    double t1 = scree_upper_half(t), t2 = t - t1, s1 = scree_upper_half(s), s2 = s - s1;
    double rest = ((((f - t1 * s1) - t1 * s2) - t2 * s1) - t2 * s2) - t * s_low; // f - t (m + 1)
    double q = t * t;
    double tail = 1.0 / 23.0;
    tail = tail * q + 1.0 / 21.0;
    tail = tail * q + 1.0 / 19.0;
    tail = tail * q + 1.0 / 17.0;
    tail = tail * q + 1.0 / 15.0;
    tail = tail * q + 1.0 / 13.0;
    tail = tail * q + 1.0 / 11.0;
    tail = tail * q + 1.0 / 9.0;
    tail = tail * q + 1.0 / 7.0;
    tail = tail * q + 1.0 / 5.0;
    tail = tail * q + 1.0 / 3.0;
    double a = e * SCREE_LN2_HIGH, b = 2.0 * t, sum = a + b;
    double low = (b - (sum - a)) + (e * SCREE_LN2_LOW + 2.0 * (rest * inverse + t * (q * tail)));
    double high = sum + low;
    scree_double_pair l = {high, low - (high - sum)};
    return l;
}

// exp(y.high + y.low); 0 below -746, infinity above 710.
SCREE_POWER double scree_power_exp_pair(scree_double_pair y) {
    const double to_integer = 0x1.8p52; // after adding this, the last bit of a double has the value 1
    double h = y.high < -746.0 ? -746.0 : y.high;
    h = h > 710.0 ? 710.0 : h;
    double shifted = h * 1.44269504088896340736 + to_integer, k = shifted - to_integer;
    double r = ((h - k * SCREE_LN2_HIGH) - k * SCREE_LN2_LOW) + y.low;
    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    double value = 1.0 + (r + (r * r) * p);
    // 2^k as two factors, each a normal number: the result may be subnormal or infinite
    uint64_t n = scree_bits_of(shifted) - UINT64_C(0x4338000000000000) + 2046u, half = n >> 1;
    return (value * scree_double_of(half << 52)) * scree_double_of((n - half) << 52);
}

// x > 0, finite.
SCREE_POWER double scree_power_log(double x) {
    return scree_power_log_pair(x).high;
}

SCREE_POWER double scree_power_exp(double x) {
    scree_double_pair y = {x, 0.0};
    return scree_power_exp_pair(y);
}

// x^p for finite x >= 0; 0^0 = 1.
SCREE_POWER double scree_power(double x, double p) {
    scree_double_pair l = scree_power_log_pair(x > 0.0 ? x : 1.0);
    double log_high = x > 0.0 ? l.high : -1e300; // exp of p times this is 0, 1 or infinity
    double h = p * log_high;
    double p1 = scree_upper_half(p), p2 = p - p1, l1 = scree_upper_half(l.high), l2 = l.high - l1;
    double lost = (((p1 * l1 - p * l.high) + p1 * l2) + p2 * l1) + p2 * l2;
    scree_double_pair y = {h, x > 0.0 ? lost + p * l.low : 0.0};
    return scree_power_exp_pair(y);
}

// The cube root of x, within 2e-16 of it; x is 0, or normal and below 4e307. A third of the upper half of the bits gives z, which is x^(-1/3) within 3.5 %. A series in
// e = 1 - x z^3 brings it within 2e-6, and one step of Halley's method cubes that error. Integers below 2^52 are converted by their bits, as not all processors
// have an instruction for vectors.
SCREE_POWER double scree_cube_root(double x) {
    const double two52 = 0x1p52;
    const double upper = scree_double_of((scree_bits_of(x) >> 32) | UINT64_C(0x4330000000000000)) - two52;
    double z = scree_double_of(scree_bits_of((1430186164.0 - upper * (1.0 / 3.0)) + two52) << 32);
    const double e = 1.0 - ((x * z) * z) * z;
    double series = 35.0 / 243.0; // of (1 - e)^(-1/3)
    series = series * e + 14.0 / 81.0;
    series = series * e + 2.0 / 9.0;
    series = series * e + 1.0 / 3.0;
    series = series * e + 1.0;
    z *= series;
    const double y = (x * z) * z, cube = y * y * y, below = 2.0 * cube + x;
    return below > 0.0 ? y + y * ((x - cube) / below) : 0.0;
}

// An exponent that is the same for a whole batch: for 1/2, 1, 3/2 and 2 powers have the same bits as sqrt and products written
// out. Weights 0 or 1, because a select on a loop constant prevents gcc 12 from vectorising the loop.
typedef struct scree_exponent {
    double p, general, root, linear, three_halves, square;
} scree_exponent;

static inline scree_exponent scree_exponent_of(double p) {
    scree_exponent e = {
        p, 0.0, p == 0.5 ? 1.0 : 0.0, p == 1.0 ? 1.0 : 0.0, p == 1.5 ? 1.0 : 0.0, p == 2.0 ? 1.0 : 0.0};
    e.general = 1.0 - (e.root + e.linear + e.three_halves + e.square);
    return e;
}

// x^p for finite x >= 0.
SCREE_POWER double scree_power_by(const scree_exponent *e, double x) {
    double root = sqrt(x);
    double special = (e->root * root + e->linear * x) + (e->three_halves * (x * root) + e->square * (x * x));
    return e->general * scree_power(x, e->p) + special;
}
