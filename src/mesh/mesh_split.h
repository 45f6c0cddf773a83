// SPDX-License-Identifier: BSD-3-Clause
// Splits triangles at vertices of other triangles on their edges: otherwise these neighbours would share no edge.
#pragma once

#include "mesh/mesh.h"

// Splits triangles with an open edge at the vertices of other open edges that lie on it. The parts keep the normal. min and
// max: box around the mesh. Returns the number of triangles split.
size_t scree_mesh_split_at_vertices(scree_mesh *mesh, scree_vec3 min, scree_vec3 max);
