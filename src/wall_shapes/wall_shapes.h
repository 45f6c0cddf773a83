// SPDX-License-Identifier: BSD-3-Clause
// Triangles of the walls that are given by a shape instead of a file: box, rectangle, disc, cone, extruded line, helix, torus, screen.
#pragma once

#include "case/case.h"
#include "maths/vec.h"

typedef SCREE_ARRAY(scree_vec3) scree_corner_list; // 3 for each triangle

static inline void scree_add_triangle(scree_corner_list *list, scree_vec3 a, scree_vec3 b, scree_vec3 c) {
    scree_array_push(list, a);
    scree_array_push(list, b);
    scree_array_push(list, c);
}

// Counter-clockwise seen from outside; the two triangles meet between a and c.
static inline void scree_add_quad(scree_corner_list *list, scree_vec3 a, scree_vec3 b, scree_vec3 c,
                                  scree_vec3 d) {
    scree_add_triangle(list, a, b, c);
    scree_add_triangle(list, a, c, d);
}

// These are the shapes of wall_round_shapes.c.
void scree_wall_helix_add(const scree_wall_def *wall, scree_corner_list *corner);
// How many quadrilaterals the blade of a helix has on each side.
double scree_wall_helix_pieces(const scree_wall_def *wall);
void scree_wall_torus_add(const scree_wall_def *wall, scree_corner_list *corner);
void scree_wall_screen_add(const scree_wall_def *wall, scree_corner_list *corner);

// Adds the triangles of the shape, with normals to the outside of closed ones.
void scree_wall_shape_add(const scree_wall_def *wall, scree_corner_list *corner);
// Mirrors and rotates n corners as the wall says.
void scree_wall_shape_place(const scree_wall_def *wall, scree_vec3 *corner, size_t n);
