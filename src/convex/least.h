// SPDX-License-Identifier: BSD-3-Clause
// Whether a direction is that of the least depth. With the support functions h, d the way between the centres of two convex bodies and unit vectors n,
//   G(n) = hA(n) + hB(-n) - n.d
// has several local minima where the bodies are deep in each other or have sharp corners. A body seen along a few directions is at least as large as the polyhedron of the
// points found there, which gives a lower bound of G on the cone between three directions. Cones whose bound is too low are divided: branch and bound.
#pragma once

#include "convex_bodies/support.h"

// Two bodies, or a body and the convex hull of corners.
typedef struct scree_convex_sum {
    const scree_convex *a, *b; // b may be NULL
    scree_vec3 d;              // m, from the centre of a to that of b
    const scree_vec3 *corner;  // m, from the centre of a, where b is NULL
    int corners;
} scree_convex_sum;

// G at one direction.
typedef struct scree_convex_view {
    scree_vec3 n, point; // point: of the sum, n.point = value
    double value;        // m
} scree_convex_view;

scree_convex_view scree_convex_look(const scree_convex_sum *s, scree_vec3 n);

// No direction may be lower than the one that is taken by more than this share of the size of the bodies: the first share that can be shown within the evaluations
// that are allowed. Where a body is about round, all directions are equal, and only the last one can be.
static const double scree_convex_within[] = {1e-9, 1e-6, 1e-3};
enum { SCREE_WITHINS = 3 };

// SCREE_LEAST: no direction is lower than *least by more than `within`, m. SCREE_LOWER: *least is now a lower one. SCREE_UNKNOWN: not found out within
// the evaluations that are allowed.
typedef enum scree_least { SCREE_LEAST, SCREE_LOWER, SCREE_UNKNOWN } scree_least;
scree_least scree_convex_is_least(const scree_convex_sum *s, double within, scree_convex_view *least,
                                  int *evaluations);

// A bound below all radii of curvature of a body, m. Where G is not above that of both bodies, a direction of zero slope is the least one: the bodies without a ball of this radius are
// convex too, and apart.
double scree_convex_sure(const scree_convex *b);
