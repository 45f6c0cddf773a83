// SPDX-License-Identifier: BSD-3-Clause
// The motion that a case gives a wall, as a function of time.
#pragma once

#include "state/world.h"

// Rotation by an angle about a unit axis.
scree_mat3 scree_rotation_about(scree_vec3 axis, double angle);
// Adds a motion in the laboratory frame: x' = R x + s, and its velocity v + w x x'.
void scree_wall_state_add(scree_wall_state *state, const scree_mat3 *r, scree_vec3 s, scree_vec3 velocity,
                          scree_vec3 spin);
// Pose and velocity of a wall at time t by its motion alone, from state->start.
void scree_wall_motion_at(const scree_wall_def *def, double t, scree_wall_state *state);
// Angle by which the wall's first rotation has turned it at time t, rad; false: it has none.
bool scree_wall_angle(const scree_wall_def *def, double t, double *angle);
// Sets state->start so that the motion gives state->pose at time t. If start already gives it, bit for bit, it is not changed.
void scree_wall_motion_from(const scree_wall_def *def, double t, scree_wall_state *state);
// Does the velocity of a wall jump less than `reach` s before or after time t, as at the start of a motion?
bool scree_wall_velocity_jumps(const scree_wall_def *def, double t, double reach);
