// SPDX-License-Identifier: BSD-3-Clause
// Vertices on edges of other triangles: where a mesh has them, triangles that lie side by side share no edge.
#ifndef SCREE_STATE_MESH_SPLIT_H
#define SCREE_STATE_MESH_SPLIT_H

#include "state/mesh.h"

// Cuts triangles with an open edge at the vertices of other open edges that lie on it, so that neighbours share edges;
// the parts keep the normal. min and max: box around the mesh. Returns how many triangles were cut.
size_t scree_mesh_split_at_vertices(scree_mesh *mesh, scree_vec3 min, scree_vec3 max);

#endif
