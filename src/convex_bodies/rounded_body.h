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
// The kinds are chosen without branches, as this runs in the lanes of a batch too.
SCREE_CONVEX scree_vec3 scree_rounded_core(int kind, scree_vec3 half, double rounding, double bulge) {
    const double e = bulge, x = half.x - rounding, y = half.y - rounding, z = half.z - rounding,
                 of_disc = 1.0 / (1.0 - e * e), of_box = 1.0 / (1.0 - e),
                 sum = e * ((x + y + z) / (1.0 + 2.0 * e)), disc = of_disc * (x - e * z);
    const int capsule = kind == SCREE_FORM_CAPSULE, cylinder = kind == SCREE_FORM_CYLINDER;
    return vec3(capsule    ? 0.0
                : cylinder ? disc
                           : of_box * (x - sum),
                capsule    ? 0.0
                : cylinder ? disc
                           : of_box * (y - sum),
                capsule    ? (half.z - half.x) / (1.0 - e)
                : cylinder ? of_disc * (z - e * x)
                           : of_box * (z - sum));
}

// The squares of the half axes of the ellipsoids, m2. Bodies of fewer than three have points for the others.
SCREE_CONVEX void scree_rounded_parts(int kind, scree_vec3 core, double bulge, scree_vec3 part[3]) {
    const double e2 = bulge * bulge, x2 = core.x * core.x, y2 = core.y * core.y, z2 = core.z * core.z,
                 bent = e2 * x2;
    const int cylinder = kind == SCREE_FORM_CYLINDER, box = kind == SCREE_FORM_BOX;
    part[0] = vec3(e2 * z2, e2 * z2, z2);
    part[1] = vec3(cylinder | box ? x2 : 0.0, cylinder ? x2 : box ? bent : 0.0, cylinder | box ? bent : 0.0);
    part[2] = vec3(box ? e2 * y2 : 0.0, box ? y2 : 0.0, box ? e2 * y2 : 0.0);
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
SCREE_CONVEX void scree_rounded_add_ball(scree_support *s, double radius, scree_vec3 m, int curved) {
    const double r2 = radius * radius;
    scree_rounded_add(s, vec3(r2, r2, r2), m, curved);
}

SCREE_CONVEX void scree_rounded_add_parts(scree_support *s, const scree_vec3 part[3], scree_vec3 m,
                                          int curved) {
    scree_rounded_add(s, part[0], m, curved);
    scree_rounded_add(s, part[1], m, curved);
    scree_rounded_add(s, part[2], m, curved);
}

SCREE_CONVEX scree_support scree_rounded_support(const scree_convex *b, scree_vec3 m, int curved) {
    scree_support s = {.h = 0.0};
    scree_rounded_add_ball(&s, b->rounding, m, curved);
    scree_rounded_add_parts(&s, b->part, m, curved);
    return s;
}
