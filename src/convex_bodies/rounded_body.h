// SPDX-License-Identifier: BSD-3-Clause
// Capsules, and cylinders and boxes with rounded edges: the sums (of Minkowski) of thin ellipsoids and of a sphere, so h is the sum of theirs. A segment of
// half length L becomes an ellipsoid of half axes L, e L and e L, and a disc of radius R one of R, R and e R, with the bulge e: sides and ends are domed with
// radii of curvature of L/e and R/e, where those of a cylinder or a box would be flat. One contact then carries the moment of a flat face, as its place
// moves with the inclination of the face, and the depth is smooth.
//
//   capsule   segment along z                        half.z = L + r,                  half.x = r + e L
//   cylinder  disc, segment along z                  half.z = L + e R + r,            half.x = R + e L + r
//   box       three segments, along x, y and z       half.x = Lx + e (Ly + Lz) + r    and so on
#pragma once

#include "convex_bodies/convex.h"

// Half lengths of the segments and, as x and y, the radius of the disc, from half of the lengths of the body along its axes. None is negative where the body is possible.
SCREE_CONVEX scree_vec3 scree_rounded_core(int kind, scree_vec3 half, double rounding, double bulge) {
    const double e = bulge;
    if (kind == SCREE_FORM_CAPSULE) {
        return vec3(0.0, 0.0, (half.z - half.x) / (1.0 - e));
    }
    const double x = half.x - rounding, y = half.y - rounding, z = half.z - rounding;
    if (kind == SCREE_FORM_CYLINDER) {
        const double per = 1.0 / (1.0 - e * e), disc = per * (x - e * z);
        return vec3(disc, disc, per * (z - e * x));
    }
    const double sum = e * ((x + y + z) / (1.0 + 2.0 * e)), per = 1.0 / (1.0 - e);
    return vec3(per * (x - sum), per * (y - sum), per * (z - sum));
}

// Adds an ellipsoid with these squares of its half axes.
SCREE_CONVEX void scree_rounded_add(scree_support *s, scree_vec3 square, scree_vec3 m, int curved) {
    const scree_vec3 far = vec3(square.x * m.x, square.y * m.y, square.z * m.z);
    const double h = sqrt(vec_dot(far, m)), per = h > 0.0 ? 1.0 / h : 0.0;
    const scree_vec3 p = vec_scale(per, far);
    s->h += h;
    s->point = vec_add(s->point, p);
    if (curved) {
        s->hessian[0] += per * (square.x - p.x * p.x);
        s->hessian[1] += per * (square.y - p.y * p.y);
        s->hessian[2] += per * (square.z - p.z * p.z);
        s->hessian[3] -= per * (p.x * p.y);
        s->hessian[4] -= per * (p.x * p.z);
        s->hessian[5] -= per * (p.y * p.z);
    }
}

// m = n in the frame of the body. The point and the second derivatives are left in that frame.
SCREE_CONVEX scree_support scree_rounded_support(const scree_convex *b, scree_vec3 m, int curved) {
    const double e2 = b->bulge * b->bulge, r2 = b->rounding * b->rounding, x2 = b->core.x * b->core.x,
                 y2 = b->core.y * b->core.y, z2 = b->core.z * b->core.z;
    scree_support s = {.h = 0.0};
    scree_rounded_add(&s, vec3(r2, r2, r2), m, curved);
    scree_rounded_add(&s, vec3(e2 * z2, e2 * z2, z2), m, curved);
    if (b->kind == SCREE_FORM_CYLINDER) {
        scree_rounded_add(&s, vec3(x2, x2, e2 * x2), m, curved);
    } else if (b->kind == SCREE_FORM_BOX) {
        scree_rounded_add(&s, vec3(x2, e2 * x2, e2 * x2), m, curved);
        scree_rounded_add(&s, vec3(e2 * y2, y2, e2 * y2), m, curved);
    }
    return s;
}
