// SPDX-License-Identifier: BSD-3-Clause
// Where moving walls are: a function of time alone, never accumulated, so a restart puts them exactly where they were.
#ifndef SCREE_STEP_POSE_H
#define SCREE_STEP_POSE_H

#include "state/world.h"

// Pose and velocity of every wall at the world's time.
void scree_move_walls(scree_world *w);
// Pose of one wall at time t.
void scree_wall_pose(const scree_wall_def *def, double t, scree_mat3 *rotation, scree_vec3 *shift,
                     scree_vec3 *velocity, scree_vec3 *spin);

#endif
