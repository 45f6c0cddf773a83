// SPDX-License-Identifier: BSD-3-Clause
// STL files: triangles as three corners each, nothing more. Welding and topology are mesh/mesh.h's business.
#pragma once

#include "maths/vec.h"
#include "memory/array.h"
#include "text/report.h"

typedef SCREE_ARRAY(scree_vec3) scree_corners; // three for each triangle, counter-clockwise seen from outside

// Reads ascii or binary (told apart by the size first: binary files may start with "solid") from the content of a file, which a
// zero ends. Normals in the file are ignored: many programs write them wrong. False (and reported) when anything is wrong; ascii
// mistakes as path:line:column.
bool scree_stl_read(const char *path, const char *data, size_t size, scree_corners *corners, scree_report *r);
