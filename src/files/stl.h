// SPDX-License-Identifier: BSD-3-Clause
// STL files: triangles as three corners each, nothing more. Welding and topology are mesh/mesh.h's business.
#ifndef SCREE_FILES_STL_H
#define SCREE_FILES_STL_H

#include "base/report.h"
#include "maths/vec.h"
#include <stdbool.h>

// Reads ascii or binary (told apart by the size first: binary files may start with "solid"); x = scale * file
// + offset, in double. Normals in the file are ignored: many programs write them wrong. corners: 3 *
// *n_triangles, counter-clockwise seen from outside, free with scree_free. False (and reported) when anything
// is wrong; ascii mistakes as file:line:column.
bool scree_stl_read(const char *path, double scale, scree_vec3 offset, scree_vec3 **corners,
                    size_t *n_triangles, scree_report *r);

#endif
