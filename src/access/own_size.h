// SPDX-License-Identifier: BSD-3-Clause
// How large particles are themselves. The radius in the storage is that of a sphere or, of a convex body, of the sphere around it, by which pairs are found. docs/shapes.md lists
// for each use of a radius what a convex body, a member of a clump and a piece of a body have there.
#pragma once

#include "access/convex_body.h"
#include "access/particle.h"
#include "maths/math.h"

// The piece that row i stands for, which is one of this rank.
static inline const scree_piece *scree_own_piece(const scree_world *w, size_t i) {
    return &scree_body_shape(w, i)->piece.data[w->p.id[i] - w->p.body[i]];
}

// Area of its surface, m2; of members of clumps and pieces also where they are inside of others. Of a row of this rank.
static inline double scree_own_area(const scree_world *w, size_t i) {
    const double r = w->p.x[i].r, size = scree_is_convex(&w->p, i) ? w->p.size[i] : 0.0;
    return scree_is_convex(&w->p, i) ? scree_own_piece(w, i)->area * (size * size) : 4.0 * SCREE_PI * (r * r);
}

// Volume, m3; of members of clumps and pieces also where they are inside of others.
static inline double scree_own_volume(const scree_particles *p, size_t i) {
    return scree_sphere_volume(scree_law_radius(p, i));
}

// From its centre to the point that lies farthest along the unit vector n, m.
static inline scree_vec3 scree_own_extent(const scree_world *w, size_t i, scree_vec3 n) {
    const scree_convex body = scree_convex_body(w, i);
    return scree_is_convex(&w->p, i) ? scree_support_of(&body, n, 0).point : vec_scale(w->p.x[i].r, n);
}
