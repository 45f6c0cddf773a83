// SPDX-License-Identifier: BSD-3-Clause
// A convex body as the search for the deepest point sees it, and its support function h(n): the largest n.x over the points x of the body, x from its
// centre. It is convex and grows in proportion to n; its gradient is the point that lies farthest along n, and its second derivatives are the radii of
// curvature there.
#pragma once

#include "convex_bodies/form.h"

#define SCREE_CONVEX static inline __attribute__((always_inline))

typedef struct scree_convex {
    scree_mat3 frame;       // from its axes to the laboratory
    scree_vec3 half;        // m, half of its length along its axes
    double exponent;        // as in scree_form
    int kind;               // scree_form_kind; a sphere is a superellipsoid here
    scree_vec3 part[3];     // m2, of a rounded body: see convex_bodies/rounded_body.h
    double rounding;        // m
    const scree_hull *hull; // of a polyhedron
    double size;            // m, by which its corners are multiplied
} scree_convex;

typedef struct scree_support {
    double h;          // m |n|
    scree_vec3 point;  // m
    double hessian[6]; // m/|n|: xx yy zz xy xz yz
} scree_support;

// Turns the point and the second derivatives from the frame of a body to the laboratory.
SCREE_CONVEX void scree_support_turn(scree_support *s, const scree_mat3 *frame, int curved) {
    s->point = mat_mul(frame, s->point);
    if (curved) {
        const double *h = s->hessian;
        const scree_mat3 own = {{h[0], h[3], h[4], h[3], h[1], h[5], h[4], h[5], h[2]}},
                         half = mat_product(frame, &own);
        const double *r = frame->m, *g = half.m;
        double *to = s->hessian;
        static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
        for (int k = 0; k < 6; k++) {
            const double *x = g + 3 * row[k], *y = r + 3 * column[k];
            to[k] = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
        }
    }
}
