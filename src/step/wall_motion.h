// SPDX-License-Identifier: BSD-3-Clause
// Moves walls whose definition has a motion. Their pose is a function of time and of the initial pose, never accumulated, so it
// has the same bits after a restart. Other walls are not changed.
#ifndef SCREE_STEP_WALL_MOTION_H
#define SCREE_STEP_WALL_MOTION_H

#include "state/world.h"

// Sets pose and velocity of every wall with a motion at the world's time; stores the previous pose of all walls.
void scree_move_walls(scree_world *w);
// Pose and velocity of one wall at time t, from state->start.
void scree_wall_motion_at(const scree_wall_def *def, double t, scree_wall_state *state);
// Angle by which the wall's first rotation has turned it at time t, rad; false: it has none.
bool scree_wall_angle(const scree_wall_def *def, double t, double *angle);
// Sets state->start so that the motion gives state->pose at time t. If start already gives it, bit for bit, it is not changed.
void scree_wall_motion_from(const scree_wall_def *def, double t, scree_wall_state *state);

#endif
