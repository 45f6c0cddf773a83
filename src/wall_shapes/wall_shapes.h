// SPDX-License-Identifier: BSD-3-Clause
// Triangles of the walls that are given by a shape instead of a file: box, rectangle, disc, cone, extruded line.
#pragma once

#include "case/case.h"

typedef SCREE_ARRAY(scree_vec3) scree_corner_list; // 3 for each triangle

// Adds the triangles of the shape, with normals to the outside of closed ones.
void scree_wall_shape_add(const scree_wall_def *wall, scree_corner_list *corner);
// Mirrors and rotates n corners as the wall says.
void scree_wall_shape_place(const scree_wall_def *wall, scree_vec3 *corner, size_t n);
