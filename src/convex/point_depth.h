// SPDX-License-Identifier: BSD-3-Clause
// How deep points and lines lie in a convex body, from which its contacts with triangles follow (geometry/mesh_convex.c). With the support function h, the
// depth of a point q, seen from the centre of the body, is
//   depth = min over unit vectors n of  h(n) - n.q,
// which is its distance from the surface of the body, negative outside. The depth of a line is the largest one of its points: the same with the n across it.
// Both are found as the depth of two bodies is (convex/depth.h).
#pragma once

#include "convex/depth.h"

typedef struct scree_convex_spot {
    double depth;     // m; -INFINITY: not above `least`
    scree_vec3 n;     // unit, from the body; where the depth is not above `least`, a direction that shows it
    scree_vec3 point; // m, of the surface, farthest along n: depth * n from what is touched
    int evaluations;  // of the depth, to show that no direction is lower
    int unfinished;   // 1: the steps that are allowed were not enough
} scree_convex_spot;

// The depth of a point is the least one over all directions. That of a line is a local minimum; up to scree_convex_sure it is the least one.
// q: m, from the centre of the body to the point, or to any point of the line along the unit vector `line`; NULL: a point. least: m, the
// search ends as soon as the depth is known not to be above it.
scree_convex_spot scree_convex_spot_of(const scree_convex *body, scree_vec3 q, const scree_vec3 *line,
                                       double least);

// How far a body has to move to leave the convex hull of n corners: the least one over unit vectors n of the largest h(n) - n.q over the corners q. They are a point, the
// ends of a segment, or those of triangles, three for each, which make up a flat convex polygon. start: unit, where the search begins. Unfinished: the depth is -INFINITY.
scree_convex_spot scree_convex_spot_of_corners(const scree_convex *body, const scree_vec3 *corner, int n,
                                               scree_vec3 start, double least);
