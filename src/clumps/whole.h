// SPDX-License-Identifier: BSD-3-Clause
// Forces and velocities of wholes, which are spheres alone and clumps, in hooks after forces. A whole begins in row i.
#pragma once

#include "state/world.h"

// Adds a force and a torque to its sums.
void scree_whole_push(scree_world *w, size_t i, scree_vec3 force, scree_vec3 torque);
// Gives its velocity, m/s, and spin, rad/s, at the time of the forces, if those so far are all.
void scree_whole_velocities(const scree_world *w, size_t i, scree_vec3 *v, scree_vec3 *spin);
