// SPDX-License-Identifier: BSD-3-Clause
// Random convex bodies of every kind, of half length 1 or less.
#pragma once

#include "convex_bodies/support.h"
#include "random_points.h"
#include <string.h>

// Superellipsoids of exponents 2 to 5, a capsule, a cylinder, a box, and polyhedra of rounding 0, tiny and usual.
enum { CONVEX_KINDS = 10, MOST_RANDOM_CORNERS = 8 };

// A body and room for its corners.
typedef struct random_convex {
    scree_convex body;
    scree_hull hull;
    double corner[3][MOST_RANDOM_CORNERS];
} random_convex;

static inline scree_vec3 random_unit(void) {
    scree_vec3 v;
    do {
        v = random_point(1.0);
    } while (vec_norm(v) > 1.0 || vec_norm(v) < 0.1);
    return vec_unit(v);
}

static inline scree_mat3 random_attitude(void) {
    const scree_vec3 z = random_unit();
    scree_vec3 u, v;
    vec_across(z, &u, &v);
    const double c = uniform(-1.0, 1.0), s = sqrt(1.0 - c * c);
    const scree_vec3 x = vec_add(vec_scale(c, u), vec_scale(s, v)), y = vec_cross(z, x);
    return (scree_mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

// Corners about their mean, which is inside of them.
static inline void set_random_corners(random_convex *r) {
    scree_convex *b = &r->body;
    const int n = 4 + (int)uniform(0.0, 5.0);
    scree_vec3 v[MOST_RANDOM_CORNERS], mean = vec3(0.0, 0.0, 0.0);
    for (int k = 0; k < n; k++) {
        const scree_vec3 x = random_unit();
        v[k] = vec3(x.x * b->half.x, x.y * b->half.y, x.z * b->half.z);
        mean = vec_add_scaled(mean, 1.0 / n, v[k]);
    }
    memset(r->corner, 0, sizeof r->corner);
    for (int k = 0; k < n; k++) {
        r->corner[0][k] = v[k].x - mean.x, r->corner[1][k] = v[k].y - mean.y,
        r->corner[2][k] = v[k].z - mean.z;
    }
    r->hull = (scree_hull){(size_t)n, r->corner[0], r->corner[1], r->corner[2]};
    b->hull = &r->hull;
    b->exponent = 128.0;
    b->size = 1.0;
}

static inline void make_random_convex(int kind, random_convex *r) {
    const double bulge = 0.01, share = uniform(0.02, 0.15);
    scree_convex *b = &r->body;
    *b = (scree_convex){.frame = random_attitude(),
                        .half = vec3(1.0, uniform(0.1, 1.0), uniform(0.1, 1.0)),
                        .exponent = 1.0,
                        .kind = kind < 4    ? SCREE_FORM_SUPERELLIPSOID
                                : kind == 4 ? SCREE_FORM_CAPSULE
                                : kind == 5 ? SCREE_FORM_CYLINDER
                                : kind == 6 ? SCREE_FORM_BOX
                                            : SCREE_FORM_POLYHEDRON};
    if (kind < 4) {
        b->exponent = 2.0 + kind;
    } else if (kind == 4) {
        b->half = vec3(0.2, 0.2, 1.0);
        b->rounding = b->half.x - bulge * (b->half.z - b->half.x) / (1.0 - bulge);
    } else if (kind < 7) {
        b->half = kind == 5 ? vec3(b->half.y, b->half.y, b->half.z) : b->half;
        b->rounding = share * fmin(b->half.y, b->half.z);
    } else {
        b->rounding = kind == 7 ? 0.0 : kind == 8 ? 1e-4 : 0.05;
        set_random_corners(r);
    }
    if (kind >= 4 && kind < 7) {
        scree_rounded_parts(b->kind, scree_rounded_core(b->kind, b->half, b->rounding, bulge), bulge,
                            b->part);
    }
}
