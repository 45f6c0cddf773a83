// SPDX-License-Identifier: BSD-3-Clause
// The driver of walls whose definition has a motion. Their pose is a function of time and of the pose that they start from,
// never accumulated: the same bits after a restart. Other walls stay as they are, or as another driver sets them.
#ifndef SCREE_STEP_WALL_MOTION_H
#define SCREE_STEP_WALL_MOTION_H

#include "state/world.h"

// Pose and velocity of every wall with a motion at the world's time; keeps the pose that each wall had before.
void scree_move_walls(scree_world *w);
// Pose and velocity of one wall at time t, from state->start.
void scree_wall_motion_at(const scree_wall_def *def, double t, scree_wall_state *state);
// Sets state->start so that the motion gives state->pose at time t. If it does so already, to the last bit, start is kept.
void scree_wall_motion_from(const scree_wall_def *def, double t, scree_wall_state *state);

#endif
