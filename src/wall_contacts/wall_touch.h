// SPDX-License-Identifier: BSD-3-Clause
// Geometry of contacts between particles and walls, in every step.
#pragma once

#include "state/world.h"

// Sets pairs.touch and moves history between the triangles of a mesh.
void scree_wall_touches(scree_world *w);
// Frees its working memory.
void scree_wall_touches_free(scree_world *w);
// Sets a contact with a wall; n points into the wall, and the force acts at `at`, in the middle of the overlap. Does not change t->feature and t->image.
void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 at, double overlap,
                          scree_vec3 n);
