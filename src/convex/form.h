// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies: |x/a|^N + |y/b|^N + |z/c|^N <= 1 along the axes of the body, an ellipsoid for N = 2, a superellipsoid with rounder edges
// the smaller N is. What contacts read of a body is a record of it, a scree_form.
#pragma once

#include "maths/rigid.h"
#include <stdbool.h>
#include <stddef.h>

// Two cache lines of doubles, as ghosts are sent.
typedef struct scree_form {
    double w, x, y, z; // attitude: from the axes of the body to the laboratory
    double a, b, c;    // m, half axes
    double exponent;   // N; 0: a sphere, of the radius of the particle, without a record
    double jx, jy, jz; // 1/(kg m2), of the principal moments
    double radius;     // m, of the sphere of the same volume: the laws take this one
    double spare[4];
} scree_form;

// Is there a superellipsoid with this exponent: is its volume known, and its support function one of roots that the engine computes?
bool scree_form_is_known(double exponent);
// Volume, m3, and moments of inertia over mass about the axes, m2, of half axes (m).
double scree_form_volume(scree_vec3 half, double exponent);
scree_vec3 scree_form_gyration(scree_vec3 half, double exponent);
// Radius of the sphere about the centre that holds the body, m.
double scree_form_reach(scree_vec3 half, double exponent);
