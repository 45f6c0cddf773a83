// SPDX-License-Identifier: BSD-3-Clause
// Moves walls whose definition has a motion or a drive. Motion is a function of time and of the initial pose, never accumulated, so
// it has the same bits after a restart; what a drive adds is a function of its state (wall_motion/wall_drive.h). Other walls are not changed.
#pragma once

#include "state/world.h"

// Sets pose and velocity of every wall with a motion or a drive at the world's time; stores the previous pose of all walls.
void scree_move_walls(scree_world *w);
// Sets the rigid motion of every wall in this step.
void scree_walls_follow(scree_world *w);
// One time step of the walls that a host program moves, after scree_move_walls.
void scree_movable_walls_advance(scree_world *w);
// Puts a movable wall somewhere else, at once; the list of pairs becomes invalid. Or gives it the velocity v of its point x, m, and a spin; both last.
void scree_movable_wall_put(scree_wall *wall, const scree_pose *to);
void scree_movable_wall_set(scree_world *w, scree_wall *wall, scree_vec3 x, scree_vec3 v, scree_vec3 spin);
// Pose and velocity of one wall at time t, from state->start, by its motion and its drive.
void scree_wall_pose_at(const scree_wall *wall, double t, scree_wall_state *state);
