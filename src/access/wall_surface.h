// SPDX-License-Identifier: BSD-3-Clause
// The velocity of the surface of a wall: of the wall as a rigid body, and along the surface that of a belt.
#pragma once

#include "state/world.h"

// The velocity of a belt that moves around an axis (scree_belt_def), at x on a surface with the unit normal n of either side: it has the full
// speed along the surface, at right angles to the axis, in the direction in which a rotation about the axis would move x. So the lower strand
// moves back.
static inline scree_vec3 scree_belt_velocity(const scree_wall *wall, scree_vec3 x, scree_vec3 n) {
    const scree_belt_def *d = &wall->def->belt;
    const scree_vec3 axis = mat_mul(&wall->now.pose.rotation, d->axis), along = vec_cross(axis, n),
                     turn = vec_cross(axis, vec_sub(x, scree_wall_to_lab(wall, d->point)));
    const double length = vec_norm(along), speed = vec_dot(along, turn) < 0.0 ? -d->speed : d->speed;
    // The axis may be normal to the surface, as at the sides of a belt: then no direction is along both, and the surface is at rest.
    return length > 1e-6 ? vec_scale(speed / length, along) : vec3(0.0, 0.0, 0.0);
}

// Along the surface, m/s, beside the motion of the wall, at x on it with the unit normal n of either side.
static inline scree_vec3 scree_wall_runs(const scree_wall *wall, scree_vec3 x, scree_vec3 n) {
    if (wall->def->has_belt) {
        return scree_belt_velocity(wall, x, n);
    }
    const scree_vec3 given = mat_mul(&wall->now.pose.rotation, wall->def->surface_velocity);
    return vec_add_scaled(given, -vec_dot(given, n), n);
}

// m/s, at x on the surface, in the laboratory, with the unit normal n of either side.
static inline scree_vec3 scree_wall_surface_velocity(const scree_wall *wall, scree_vec3 x, scree_vec3 n) {
    const scree_vec3 v = vec_add(wall->now.velocity, vec_cross(wall->now.spin, x));
    return vec_add(v, scree_wall_runs(wall, x, n));
}
