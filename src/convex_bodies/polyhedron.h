// SPDX-License-Identifier: BSD-3-Clause
// Convex polyhedra, with smooth edges and slightly domed faces: the p-sum (Firey, 1962) of the segments from the centre to the corners v, and a sphere,
//   h(m) = (sum over the corners of max(0, v.m)^p)^(1/p) + r |m|,  p = 2^k.
// For large p this is the polyhedron, which it always contains, and at its corners both agree. The second derivatives are finite everywhere, so a face carries the
// moment of a flat contact, as the place of its one contact moves with its inclination.
#pragma once

#include "convex_bodies/convex.h"

enum { SCREE_MOST_CORNERS = 256 };

SCREE_CONVEX double scree_power_of_two(double x, double p) {
    for (double k = 1.0; k < p; k += k) {
        x *= x;
    }
    return x;
}

SCREE_CONVEX double scree_root_of_two(double x, double p) {
    for (double k = 1.0; k < p; k += k) {
        x = sqrt(x);
    }
    return x;
}

// m = n in the frame of the body. The point and the second derivatives are left in that frame.
static inline scree_support scree_polyhedron_support(const scree_convex *b, scree_vec3 m, int curved) {
    const scree_hull *hull = b->hull;
    const double p = b->exponent, size = b->size;
    double along[SCREE_MOST_CORNERS], most = 0.0;
    for (size_t k = 0; k < hull->n; k++) {
        along[k] = hull->x[k] * m.x + hull->y[k] * m.y + hull->z[k] * m.z;
        most = along[k] > most ? along[k] : most;
    }
    // Corners whose share of the sum is less than exp(-48), 1e-21, are left out.
    const double least = most * (1.0 - 48.0 / p), per = 1.0 / most;
    double sum = 0.0, weight[SCREE_MOST_CORNERS];
    size_t near[SCREE_MOST_CORNERS], n = 0;
    for (size_t k = 0; k < hull->n; k++) {
        if (along[k] > least && along[k] > 0.0) {
            weight[n] = scree_power_of_two(along[k] * per, p);
            sum += weight[n];
            near[n++] = k;
        }
    }
    const double h = most * scree_root_of_two(sum, p), share = 1.0 / sum, full = size * h;
    scree_support s = {.h = full};
    double second[6] = {0};
    for (size_t i = 0; i < n; i++) {
        const size_t k = near[i];
        const scree_vec3 v = vec3(size * hull->x[k], size * hull->y[k], size * hull->z[k]);
        const double u = h / along[k], first = share * weight[i] * u; // (v.m / h)^(p - 1)
        s.point = vec_add_scaled(s.point, first, v);
        if (curved) {
            const double w = first * u;
            second[0] += w * (v.x * v.x), second[1] += w * (v.y * v.y), second[2] += w * (v.z * v.z);
            second[3] += w * (v.x * v.y), second[4] += w * (v.x * v.z), second[5] += w * (v.y * v.z);
        }
    }
    const double norm = vec_norm(m), r = b->rounding;
    if (curved) {
        const scree_vec3 g = s.point, e = vec_scale(1.0 / norm, m);
        const double scale = (p - 1.0) / full, round = r / norm;
        s.hessian[0] = scale * (second[0] - g.x * g.x) + round * (1.0 - e.x * e.x);
        s.hessian[1] = scale * (second[1] - g.y * g.y) + round * (1.0 - e.y * e.y);
        s.hessian[2] = scale * (second[2] - g.z * g.z) + round * (1.0 - e.z * e.z);
        s.hessian[3] = scale * (second[3] - g.x * g.y) - round * (e.x * e.y);
        s.hessian[4] = scale * (second[4] - g.x * g.z) - round * (e.x * e.z);
        s.hessian[5] = scale * (second[5] - g.y * g.z) - round * (e.y * e.z);
    }
    s.h += r * norm;
    s.point = vec_add_scaled(s.point, r / norm, m);
    return s;
}
