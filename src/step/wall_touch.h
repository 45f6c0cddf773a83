// SPDX-License-Identifier: BSD-3-Clause
// Where particles touch walls, in every step.
#ifndef SCREE_STEP_WALL_TOUCH_H
#define SCREE_STEP_WALL_TOUCH_H

#include "state/world.h"

// Where particles touch walls: fills pairs.touch, moves history between the triangles of a mesh.
void scree_wall_touches(scree_world *w);
// Frees what it has kept to work in.
void scree_wall_touches_free(scree_world *w);
// Where a sphere at x touches a wall with this overlap and normal n, which points into the wall; keeps t->feature and t->image.
void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 x, double r, double overlap,
                          scree_vec3 n);

#endif
