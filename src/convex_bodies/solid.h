// SPDX-License-Identifier: BSD-3-Clause
// Volume, inertia and size of a convex body of which only the support function is known.
#pragma once

#include "convex_bodies/support.h"

typedef struct scree_convex_solid {
    double volume;     // m3
    scree_vec3 centre; // m, from the point about which the support function is
    double inertia[6]; // m5, per unit of density, about the centre: xx yy zz xy xz yz
    double reach;      // m, radius of the sphere about that point that holds the body: not less
    double least;      // m, smallest value of the support function
} scree_convex_solid;

// From the polyhedra whose corners are the farthest points along two grids of directions, of 2e5 and 8e5 triangles, extrapolated to infinitely many. Errors, of the
// whole: 1e-8 for ellipsoids, 2e-4 for polyhedra with sharp edges (tests/unit/test_convex_kinds.c).
scree_convex_solid scree_convex_solid_of(const scree_convex *body);
