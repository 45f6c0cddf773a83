// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies among the particles (convex/): each is a clump of one member, the sphere about its centre that holds it, by which pairs are found.
#pragma once

#include "convex/depth.h"
#include "state/world.h"

static inline bool scree_is_convex(const scree_particles *p, size_t i) {
    return p->form && p->form[i].exponent > 0.0;
}

// The record of a body of a shape, which is empty for one of spheres. inverse: 1/(kg m2), of its principal moments.
static inline scree_form scree_form_of(const scree_shape *shape, double size, scree_quaternion attitude,
                                       scree_vec3 inverse) {
    if (!(shape->exponent > 0.0)) {
        return (scree_form){.exponent = 0.0};
    }
    return (scree_form){.w = attitude.w,
                        .x = attitude.x,
                        .y = attitude.y,
                        .z = attitude.z,
                        .a = size * shape->half.x,
                        .b = size * shape->half.y,
                        .c = size * shape->half.z,
                        .exponent = shape->exponent,
                        .jx = inverse.x,
                        .jy = inverse.y,
                        .jz = inverse.z,
                        .radius = 0.5 * size};
}

// Also of spheres.
static inline scree_convex scree_convex_body(const scree_particles *p, size_t i) {
    return scree_is_convex(p, i) ? scree_convex_of(&p->form[i]) : scree_convex_sphere(p->x[i].r);
}

// The radius that the laws take, m: of a convex body that of the sphere of its volume, so that the stiffness of a pair is the same wherever it touches, and
// its force has a potential.
static inline double scree_law_radius(const scree_particles *p, size_t i) {
    return scree_is_convex(p, i) ? p->form[i].radius : p->x[i].r;
}

// 1/kg, of a convex body with the mobility `one` of its centre at the end of an arm, along n.
static inline double scree_form_mobility(const scree_form *f, double one, scree_vec3 arm, scree_vec3 n) {
    const scree_mat3 frame = scree_quaternion_matrix((scree_quaternion){f->w, f->x, f->y, f->z});
    const scree_vec3 turn = mat_mul_transposed(&frame, vec_cross(arm, n));
    return one + (f->jx * turn.x * turn.x + f->jy * turn.y * turn.y + f->jz * turn.z * turn.z);
}

// The middle between the deepest points of a body that touches a wall, from its centre: n into the wall, depth in m.
static inline scree_vec3 scree_convex_arm(const scree_convex *body, scree_vec3 n, double depth) {
    return vec_add_scaled(scree_support_of(body, n, 0).point, -0.5 * depth, n);
}

// The same of any particle.
static inline scree_vec3 scree_wall_arm(const scree_particles *p, size_t i, scree_vec3 n, double depth) {
    const scree_convex body = scree_convex_body(p, i);
    return scree_is_convex(p, i) ? scree_convex_arm(&body, n, depth) : vec_scale(p->x[i].r - 0.5 * depth, n);
}

static inline scree_convex_depth scree_convex_pair(const scree_world *w, size_t a, size_t b, int exact) {
    const scree_pos *x = &w->p.x[a], *y = &w->p.x[b];
    const scree_convex one = scree_convex_body(&w->p, a), other = scree_convex_body(&w->p, b);
    return scree_convex_depth_of(
        &one, &other, scree_nearest_image(&w->cell.period, y->x - x->x, y->y - x->y, y->z - x->z), exact);
}
