// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies. What contacts read of a body is a record of it, a scree_form. Each kind has a file with its support function:
// convex_bodies/superellipsoid.h, convex_bodies/rounded_body.h and convex_bodies/polyhedron.h; convex_bodies/support.h chooses among them.
#pragma once

#include "maths/rigid.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum scree_form_kind {
    SCREE_FORM_SPHERE = 0, // of the radius of the particle, without a record
    SCREE_FORM_SUPERELLIPSOID,
    SCREE_FORM_CAPSULE,
    SCREE_FORM_CYLINDER, // with rounded edges, its axis is z
    SCREE_FORM_BOX,      // with rounded edges
    SCREE_FORM_POLYHEDRON
} scree_form_kind;

// Two cache lines of doubles, as ghosts are sent.
typedef struct scree_form {
    double w, x, y, z; // attitude: from the axes of the body to the laboratory
    double a, b, c;    // m, half of its length along its axes
    double
        exponent; // N of a superellipsoid, p of a polyhedron (convex_bodies/polyhedron.h), 1 of a rounded body, 0 of a sphere
    double jx, jy, jz; // 1/(kg m2), of the principal moments
    double radius;     // m, of the sphere of the same volume: the laws take this one
    double kind;       // scree_form_kind
    double rounding;   // m, radius of the edges
    double
        bulge;   // how much the sides and ends of a rounded body are curved, see convex_bodies/rounded_body.h
    double hull; // number of the piece in the case; so of a polyhedron that of its corners
} scree_form;

// Corners of a convex polyhedron of which the body has size 1, about its centre and along its principal axes. The arrays may be read up to a multiple of four: corners
// at the centre, which are nowhere the farthest, follow the last one.
typedef struct scree_hull {
    size_t n;
    double *x, *y, *z;
} scree_hull;

// Is there a superellipsoid with this exponent: is its volume known, and its support function one of roots that the engine computes?
bool scree_superellipsoid_is_known(double exponent);
// Volume, m3, and moments of inertia over mass about the axes, m2, of half axes (m).
double scree_superellipsoid_volume(scree_vec3 half, double exponent);
scree_vec3 scree_superellipsoid_gyration(scree_vec3 half, double exponent);
// Radius of the sphere about the centre that holds the body, m.
double scree_superellipsoid_reach(scree_vec3 half, double exponent);
