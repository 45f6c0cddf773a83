// SPDX-License-Identifier: BSD-3-Clause
// How deep points and lines lie in a convex body, from which its contacts with triangles follow (geometry/mesh_convex.c). With the support function h, the
// depth of a point q, seen from the centre of the body, is
//   depth = min over unit vectors n of  h(n) - n.q,
// which is its distance from the surface of the body, negative outside. The depth of a line is the largest one of its points: the same with the n across it.
// Both are found as the depth of two bodies is (convex/depth.h).
#pragma once

#include "convex/depth.h"

typedef struct scree_convex_spot {
    double depth; // m; -INFINITY: not above `least`
    scree_vec3 n; // unit, from the body to the point or line
    scree_vec3
        point; // m, of the surface of the body, farthest along n: it is depth * n from the point, or from a point of the line
    int unfinished; // 1: the steps that are allowed were not enough
} scree_convex_spot;

// q: m, from the centre of the body to the point, or to any point of the line along the unit vector `line`; NULL: a point. least: m, the
// search ends as soon as the depth is known not to be above it.
scree_convex_spot scree_convex_spot_of(const scree_convex *body, scree_vec3 q, const scree_vec3 *line,
                                       double least);
