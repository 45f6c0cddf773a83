// SPDX-License-Identifier: BSD-3-Clause
// The support function of any convex body.
#pragma once

#include "convex_bodies/polyhedron.h"
#include "convex_bodies/rounded_body.h"
#include "convex_bodies/superellipsoid.h"

// hulls: those of the shapes, by the number in the record; not read for other bodies.
SCREE_CONVEX scree_convex scree_convex_of(const scree_form *f, const scree_hull *hulls) {
    scree_convex b = {.frame = scree_quaternion_matrix((scree_quaternion){f->w, f->x, f->y, f->z}),
                      .half = vec3(f->a, f->b, f->c),
                      .exponent = f->exponent,
                      .kind = (int)f->kind};
    if (b.kind > SCREE_FORM_SUPERELLIPSOID) {
        b.rounding = f->rounding;
        b.size = 2.0 * f->radius;
        if (b.kind == SCREE_FORM_POLYHEDRON) {
            b.hull = &hulls[(size_t)f->hull];
        } else {
            scree_rounded_parts(b.kind, scree_rounded_core(b.kind, b.half, b.rounding, f->bulge), f->bulge,
                                b.part);
        }
    }
    return b;
}

// A sphere is an ellipsoid with three equal axes.
SCREE_CONVEX scree_convex scree_convex_sphere(double radius) {
    return (scree_convex){.frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                          .half = vec3(radius, radius, radius),
                          .exponent = 2.0,
                          .kind = SCREE_FORM_SUPERELLIPSOID};
}

// Only with `curved` the second derivatives are set.
static inline scree_support scree_support_of(const scree_convex *b, scree_vec3 n, int curved) {
    const scree_vec3 m = mat_mul_transposed(&b->frame, n);
    if (b->kind == SCREE_FORM_SUPERELLIPSOID) {
        return scree_superellipsoid_support(b, m, curved);
    }
    scree_support s = b->kind == SCREE_FORM_POLYHEDRON ? scree_polyhedron_support(b, m, curved)
                                                       : scree_rounded_support(b, m, curved);
    scree_support_turn(&s, &b->frame, curved);
    return s;
}
