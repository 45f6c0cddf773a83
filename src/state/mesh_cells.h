// SPDX-License-Identifier: BSD-3-Clause
// How edges and vertices of a mesh count in the sum over the surface, and how triangles hang together.
#ifndef SCREE_STATE_MESH_CELLS_H
#define SCREE_STATE_MESH_CELLS_H

#include "state/mesh.h"

// Fills mesh->edge, mesh->corner and of each triangle shell, first and flipped; patches are known. The triangles of edge e
// are list[start[e]] to list[start[e + 1] - 1].
void scree_mesh_count_cells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list);

#endif
