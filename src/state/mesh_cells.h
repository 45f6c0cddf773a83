// SPDX-License-Identifier: BSD-3-Clause
// The counts of edges and vertices in the sum over the surface, and the connection of triangles.
#ifndef SCREE_STATE_MESH_CELLS_H
#define SCREE_STATE_MESH_CELLS_H

#include "state/mesh.h"

// Sets mesh->edge, mesh->corner, and shell, first and flipped of each triangle; patches must be known. The triangles of edge e
// are list[start[e]] to list[start[e + 1] - 1].
void scree_mesh_count_cells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list);

#endif
