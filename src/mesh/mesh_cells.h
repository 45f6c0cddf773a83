// SPDX-License-Identifier: BSD-3-Clause
// Determines the kind of each edge and vertex from its triangles, and which triangles are connected.
#pragma once

#include "mesh/mesh.h"

// Sets mesh->edge, mesh->corner, and shell and flipped of each triangle; patches must be known. The triangles of edge e
// are list[start[e]] to list[start[e + 1] - 1].
void scree_mesh_describe_cells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list);
