// SPDX-License-Identifier: BSD-3-Clause
// Triangles of the walls that are given by a shape instead of a file: box, rectangle, disc, cone, extruded line, helix, torus, screen, loft, paddle.
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

// These are in wall_loft.c. The mean of the corners, or the centre:
scree_vec3 scree_outline_centre(const scree_outline *outline);
// Twice the area as a vector, by the right-hand rule; of a circle its axis.
scree_vec3 scree_outline_normal(const scree_outline *outline);
// From the centre of the first outline to that of the last one.
scree_vec3 scree_loft_way(const scree_wall_def *wall);
// The first outline with corners; NULL: all are circles.
const scree_outline *scree_loft_polygon(const scree_wall_def *wall);
// The axis of a circle, or of its cylinder, in the sense of that way, and the angle of the part of it that belongs to corner j.
scree_vec3 scree_loft_axis(const scree_wall_def *wall, const scree_outline *circle);
double scree_loft_part_angle(const scree_wall_def *wall, scree_vec3 axis, size_t j);
void scree_wall_loft_add(const scree_wall_def *wall, scree_corner_list *corner);

// Adds the triangles of the shape, with normals to the outside of closed ones.
void scree_wall_shape_add(const scree_wall_def *wall, scree_corner_list *corner);
// Mirrors and rotates n corners as the wall says.
void scree_wall_shape_place(const scree_wall_def *wall, scree_vec3 *corner, size_t n);
