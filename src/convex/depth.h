// SPDX-License-Identifier: BSD-3-Clause
// How deep two convex bodies are in each other, and where. With the support functions h, d the way between the centres and unit vectors n,
//   depth = min over n of G(n),  G(n) = hA(n) + hB(-n) - n.d,
// negative where they are apart. The deepest points xA + grad hA(n) and xB + grad hB(-n) are opposite along n, so the depth changes as they
// approach along n: any force that follows from the depth alone has a potential, also where the bodies turn (Feng and Tan, 2020).
// Newton's method finds a local minimum, which is the minimum where the depth is below the sum of the smallest radii of curvature. Elsewhere a bound of G over all directions
// (convex/least.h) shows that no other one is lower, or finds it.
#pragma once

#include "convex_bodies/support.h"

typedef struct scree_convex_depth {
    double depth; // m; not exact where it is negative and `exact` was 0
    scree_vec3 n; // unit, from a to b; where the depth is not exact, a direction along which they are apart
    scree_vec3 arm_a, arm_b;       // m, from the centres to the middle between the deepest points
    double curve_a[6], curve_b[6]; // m, second derivatives of the support functions at n: xx yy zz xy xz yz
    int evaluations;
    int unfinished; // 1: the steps that are allowed were not enough; of two bodies the depth is -INFINITY then
} scree_convex_depth;

// `exact`: the distance of bodies that are apart is wanted too. d: m, from the centre of a to that of b.
scree_convex_depth scree_convex_depth_of(const scree_convex *a, const scree_convex *b, scree_vec3 d,
                                         int exact);

// The product of a symmetric tensor xx yy zz xy xz yz with a vector.
SCREE_CONVEX scree_vec3 scree_convex_times(const double *s, scree_vec3 v) {
    return vec3(s[0] * v.x + s[3] * v.y + s[4] * v.z, s[3] * v.x + s[1] * v.y + s[5] * v.z,
                s[4] * v.x + s[5] * v.y + s[2] * v.z);
}

// A contact with a wall at the farthest point `s` of the body along n, which points into the wall.
scree_convex_depth scree_convex_on_wall(const scree_support *s, scree_vec3 n, double depth);
// The same with walls; `arm_b` is not set. b is at the side to which n points. Plane: unit normal towards the body, and the distance of the body's centre.
scree_convex_depth scree_convex_on_plane(const scree_convex *a, scree_vec3 normal, double distance);
// Cylinder: unit axis, way from the axis to the body's centre across it, radius, and whether the body is outside.
scree_convex_depth scree_convex_on_cylinder(const scree_convex *a, scree_vec3 axis, scree_vec3 from,
                                            double radius, int outside);
