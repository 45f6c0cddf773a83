// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies among the particles (convex/): each is a clump of one member, the sphere about its centre that holds it, by which pairs are found.
#pragma once

#include "convex/depth.h"
#include "state/world.h"

static inline bool scree_is_convex(const scree_particles *p, size_t i) {
    return p->form && p->form[i].kind > SCREE_FORM_SPHERE;
}

// The record of a body of a shape, which is empty for one of spheres. inverse: 1/(kg m2), of its principal moments.
static inline scree_form scree_form_of(const scree_shape *shape, double size, scree_quaternion attitude,
                                       scree_vec3 inverse) {
    scree_form f = shape->form;
    if (scree_shape_is_convex(shape)) {
        f.w = attitude.w, f.x = attitude.x, f.y = attitude.y, f.z = attitude.z;
        f.a *= size, f.b *= size, f.c *= size, f.rounding *= size;
        f.jx = inverse.x, f.jy = inverse.y, f.jz = inverse.z;
        f.radius = 0.5 * size;
    }
    return f;
}

// A body of a convex shape of this size, m, in the frame in which the shape is given.
static inline scree_convex scree_convex_of_shape(const scree_shape *shape, double size) {
    scree_form form = scree_form_of(shape, size, shape->axes, vec3(0.0, 0.0, 0.0));
    form.hull = 0.0; // the first of the hulls that are given
    return scree_convex_of(&form, &shape->hull);
}

// Any particle as a convex body; a sphere is one too.
static inline scree_convex scree_convex_body(const scree_particles *p, size_t i) {
    return scree_is_convex(p, i) ? scree_convex_of(&p->form[i], p->hull) : scree_convex_sphere(p->x[i].r);
}

// The radius that the laws take, m. For a convex body it is that of the sphere of its volume: the stiffness of a pair is then the same wherever it touches,
// so its force has a potential.
static inline double scree_law_radius(const scree_particles *p, size_t i) {
    return scree_is_convex(p, i) ? p->form[i].radius : p->x[i].r;
}

// Alarms measure overlaps against this length, m: the radius of a sphere, the smallest half length of a convex body.
static inline double scree_thinnest_radius(const scree_particles *p, size_t i) {
    const scree_form *f = scree_is_convex(p, i) ? &p->form[i] : NULL;
    return f ? fmin(f->a, fmin(f->b, f->c)) : p->x[i].r;
}

// 1/kg, of a convex body with the mobility `one` of its centre at the end of an arm, along n.
static inline double scree_form_mobility(const scree_form *f, double one, scree_vec3 arm, scree_vec3 n) {
    const scree_mat3 frame = scree_quaternion_matrix((scree_quaternion){f->w, f->x, f->y, f->z});
    const scree_vec3 turn = mat_mul_transposed(&frame, vec_cross(arm, n));
    return one + (f->jx * turn.x * turn.x + f->jy * turn.y * turn.y + f->jz * turn.z * turn.z);
}

// Returns the way from the centre of a convex body to where it touches a wall: the middle between the deepest points. n points into the wall, depth in m.
static inline scree_vec3 scree_convex_arm(const scree_convex *body, scree_vec3 n, double depth) {
    return vec_add_scaled(scree_support_of(body, n, 0).point, -0.5 * depth, n);
}

// Returns the way from the centre of any particle to where it touches a wall, as scree_convex_arm.
static inline scree_vec3 scree_wall_arm(const scree_particles *p, size_t i, scree_vec3 n, double depth) {
    const scree_convex body = scree_convex_body(p, i);
    return scree_is_convex(p, i) ? scree_convex_arm(&body, n, depth) : vec_scale(p->x[i].r - 0.5 * depth, n);
}

// How deep particles a and b are in each other; d and `exact` are those of scree_convex_depth_of.
static inline scree_convex_depth scree_convex_pair(const scree_particles *p, size_t a, size_t b, scree_vec3 d,
                                                   int exact) {
    const scree_convex one = scree_convex_body(p, a), other = scree_convex_body(p, b);
    return scree_convex_depth_of(&one, &other, d, exact);
}
