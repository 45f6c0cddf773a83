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
// An object or a group of an OBJ file: its first triangle, and the line of the file that begins it.
typedef struct scree_mesh_part {
    size_t first, line;
} scree_mesh_part;
typedef SCREE_ARRAY(scree_mesh_part) scree_mesh_parts;
// Does the same, and lists the objects and groups of an OBJ file that has some, the beginning of the file included; nothing of other files.
bool scree_mesh_file_read_parts(const char *path, scree_vec3 scale, scree_vec3 offset, scree_vec3 **corners,
                                size_t *n_triangles, scree_mesh_parts *part, scree_report *r);
