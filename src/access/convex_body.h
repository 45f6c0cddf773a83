// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies among the particles (convex/): each is a member of a clump, the sphere about its centre that holds it, by which pairs are found. Most clumps of convex
// bodies have one member; the others are concave bodies, of which each member is a piece.
#pragma once

#include "convex/depth.h"
#include "state/world.h"

static inline bool scree_is_convex(const scree_particles *p, size_t i) {
    return p->form && p->form[i].kind > SCREE_FORM_SPHERE;
}

// Attitude of a piece of a body that has several: first its turn in the body. This and the mobility below are no inline functions: gcc 12 makes fused operations, which round
// otherwise, of products of quaternions in code for processors that have them.
scree_quaternion scree_piece_attitude(scree_quaternion body, scree_quaternion turn);

// The record of piece k of a body of a shape, which is empty for one of spheres. attitude: of the body; inverse: 1/(kg m2), of its principal moments.
static inline scree_form scree_form_of(const scree_shape *shape, size_t k, double size,
                                       scree_quaternion attitude, scree_vec3 inverse) {
    if (!scree_shape_has_pieces(shape)) {
        return (scree_form){.kind = SCREE_FORM_SPHERE};
    }
    const scree_piece *piece = &shape->piece.data[k];
    const scree_quaternion q =
        scree_shape_is_convex(shape) ? attitude : scree_piece_attitude(attitude, piece->turn);
    scree_form f = piece->form;
    f.w = q.w, f.x = q.x, f.y = q.y, f.z = q.z;
    f.a *= size, f.b *= size, f.c *= size, f.rounding *= size, f.radius *= size;
    f.jx = inverse.x, f.jy = inverse.y, f.jz = inverse.z;
    return f;
}

// Piece k of a body of a shape of this size, m, in the frame in which the shape is given.
static inline scree_convex scree_convex_of_shape(const scree_shape *shape, size_t k, double size) {
    scree_form form = scree_form_of(shape, k, size, shape->axes, vec3(0.0, 0.0, 0.0));
    form.hull = 0.0; // the first of the hulls that are given
    return scree_convex_of(&form, &shape->piece.data[k].hull);
}

// From the centre of such a body to that of its piece, m.
static inline scree_vec3 scree_piece_place(const scree_shape *shape, size_t k, double size) {
    const scree_mat3 axes = scree_quaternion_matrix(shape->axes);
    return vec_scale(size, mat_mul(&axes, shape->member.data[k].at));
}

// Any particle as a convex body; a sphere is one too.
static inline scree_convex scree_convex_body(const scree_world *w, size_t i) {
    return scree_is_convex(&w->p, i) ? scree_convex_of(&w->p.form[i], w->shapes.hull)
                                     : scree_convex_sphere(w->p.x[i].r);
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

// Each polyhedron of the case contains a sphere about its centre of at least this share of the radius of the sphere of its volume.
double scree_share_within(const scree_case *c);

// Radius of a sphere about the centre of particle i that is within it, m. share: scree_share_within of the case.
static inline double scree_radius_within(const scree_particles *p, size_t i, double share) {
    return scree_is_convex(p, i) && (int)p->form[i].kind == SCREE_FORM_POLYHEDRON
               ? share * p->form[i].radius
               : scree_thinnest_radius(p, i);
}

// 1/kg, of the body of a convex particle along n at the end of an arm from the centre of the particle. one: mobility of the centre of the body.
double scree_convex_mobility(const scree_world *w, size_t i, double one, scree_vec3 arm, scree_vec3 n);

// Returns the way from the centre of a convex body to where it touches a wall: the middle between the deepest points. n points into the wall, depth in m.
static inline scree_vec3 scree_convex_arm(const scree_convex *body, scree_vec3 n, double depth) {
    return vec_add_scaled(scree_support_of(body, n, 0).point, -0.5 * depth, n);
}

// Returns the way from the centre of any particle to where it touches a wall, as scree_convex_arm.
static inline scree_vec3 scree_wall_arm(const scree_world *w, size_t i, scree_vec3 n, double depth) {
    const scree_convex body = scree_convex_body(w, i);
    return scree_is_convex(&w->p, i) ? scree_convex_arm(&body, n, depth)
                                     : vec_scale(w->p.x[i].r - 0.5 * depth, n);
}

// How deep particles a and b are in each other; d and `exact` are those of scree_convex_depth_of.
static inline scree_convex_depth scree_convex_pair(const scree_world *w, size_t a, size_t b, scree_vec3 d,
                                                   int exact) {
    const scree_convex one = scree_convex_body(w, a), other = scree_convex_body(w, b);
    return scree_convex_depth_of(&one, &other, d, exact);
}
