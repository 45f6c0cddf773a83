// SPDX-License-Identifier: BSD-3-Clause
// Lucy's kernel, phi(r) = 105 / (16 pi R^3) (1 + 3 q)(1 - q)^3 with q = r / R, and its integrals in closed form: over a straight segment, over a plane, over
// all planes up to one. Source: Lucy, Astron. J. 82 (1977) 1013, eq. (A1). The integrals are exact, so that fields close balances to rounding. The drawback of
// the segment is a logarithm at each node. Where a segment is shorter than R by a factor f, rounding is larger by f.
#pragma once

#include "maths/math.h"
#include "maths/power.h"
#include "maths/vec.h"

static inline double scree_lucy_factor(double range) {
    return 105.0 / (16.0 * SCREE_PI * (range * range * range));
}

// 1/m3, at the square of the distance.
static inline double scree_lucy(double r2, double range) {
    const double q = sqrt(r2) / range, rest = 1.0 - q;
    return q < 1.0 ? scree_lucy_factor(range) * (1.0 + 3.0 * q) * (rest * rest * rest) : 0.0;
}

// 1/m: its integral over a plane at that distance.
static inline double scree_lucy_plane(double x, double range) {
    const double q = fabs(x) / range, q2 = q * q;
    return q < 1.0 ? 13.125 / range * (0.1 - 0.5 * q2 + q2 * q2 * (1.5 - q * (1.6 - 0.5 * q))) : 0.0;
}

// Its integral over all planes up to x.
static inline double scree_lucy_below(double x, double range) {
    const double q = fmin(fabs(x) / range, 1.0), q2 = q * q,
                 half = 13.125 * q * (0.1 - q2 / 6.0 + q2 * q2 * (0.3 - q * (8.0 / 30.0 - q / 14.0)));
    return x < 0.0 ? 0.5 - half : 0.5 + half;
}

// A segment from a point by d; its direction is d / length.
typedef struct scree_lucy_line {
    scree_vec3 direction;
    double length, factor; // m; the factor of the kernel over the length
} scree_lucy_line;

static inline scree_lucy_line scree_lucy_line_of(scree_vec3 d, double range) {
    const double length = vec_norm(d);
    return (scree_lucy_line){vec_scale(length > 0.0 ? 1.0 / length : 0.0, d), length,
                             length > 0.0 ? scree_lucy_factor(range) / length : 0.0};
}

// 1/m3: the mean of the kernel over a segment that is longer than 0; u: from the beginning of the segment to the node. With t along the line from the foot of
// the node, at distance h, the integrand 1 - 6 q^2 + 8 q^3 - 3 q^4 has the integral below. There are no branches, for loops over nodes.
static inline double scree_lucy_segment(const scree_lucy_line *s, scree_vec3 u, double range) {
    const double along = vec_dot(u, s->direction), h2 = vec_norm2(vec_cross(u, s->direction)),
                 R2 = range * range, left = R2 - h2, edge = sqrt(left > 0.0 ? left : 0.0),
                 rest = s->length - along, a = -along > -edge ? -along : -edge, b = rest < edge ? rest : edge,
                 a2 = a * a, b2 = b * b, ra2 = h2 + a2, rb2 = h2 + b2, ra = sqrt(ra2), rb = sqrt(rb2),
                 h4 = h2 * h2, a3 = a2 * a, b3 = b2 * b;
    // The ratio of t + sqrt(h^2 + t^2) at b to that at a, without cancellation.
    const double far_a = fabs(a) + ra, far_b = fabs(b) + rb, above = b < 0.0 ? far_a : far_b,
                 below = b < 0.0 ? far_b : far_a,
                 ratio = (a < 0.0 && b >= 0.0 ? far_a * far_b : above) / (a < 0.0 && b >= 0.0 ? h2 : below),
                 log_of = h4 > 0.0 ? ratio : 1.0;
    const double curved = b * rb * (2.0 * rb2 + 3.0 * h2) - a * ra * (2.0 * ra2 + 3.0 * h2) +
                          3.0 * h4 * scree_power_log(log_of);
    const double each = 1.0 / range, each2 = each * each;
    const double sum =
        (b - a) - (6.0 * (h2 * (b - a)) + 2.0 * (b3 - a3)) * each2 + curved * (each2 * each) -
        (3.0 * (h4 * (b - a)) + 2.0 * h2 * (b3 - a3) + 0.6 * (b3 * b2 - a3 * a2)) * (each2 * each2);
    const double weight = s->factor * sum;
    return left > 0.0 && a < b ? weight : 0.0;
}
