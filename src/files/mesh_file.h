// SPDX-License-Identifier: BSD-3-Clause
// Meshes from files: STL, OBJ, PLY (text and binary) and VTK (legacy text, polygons). Only points and faces are read; a face with more than three
// corners is cut into triangles (mesh/polygon.h).
#pragma once

#include "maths/vec.h"
#include "memory/array.h"
#include "text/report.h"
#include <stdbool.h>

// The format is told by the content, that of OBJ by the name of the file. x = scale * file + offset, in double. corners: 3 * *n_triangles,
// counter-clockwise seen from outside, free with scree_free. False (and reported) when anything is wrong.
bool scree_mesh_file_read(const char *path, scree_vec3 scale, scree_vec3 offset, scree_vec3 **corners,
                          size_t *n_triangles, scree_report *r);
// Numbers of triangles.
typedef SCREE_ARRAY(size_t) scree_triangle_numbers;
// Does the same, and lists the first triangle of each object or group of an OBJ file that has some, the beginning of the file included; nothing of other files.
bool scree_mesh_file_read_parts(const char *path, scree_vec3 scale, scree_vec3 offset, scree_vec3 **corners,
                                size_t *n_triangles, scree_triangle_numbers *first, scree_report *r);
