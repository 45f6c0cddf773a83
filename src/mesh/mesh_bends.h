// SPDX-License-Identifier: BSD-3-Clause
// Where a mesh stands for a curve: the edges at which its faces turn by small angles, and the vertices at which its border does, one after the
// other. The radius of the curve is about the distance between two of them over the angle. A sphere with more than half of this radius
// may touch several of the faces, or sides of the border, at once, as a ball that lies in a hole or a cone does.
#pragma once

#include "mesh/mesh.h"

// Sets bend and fits of mesh->edge and mesh->corner, mesh->bend, mesh->first_bend and mesh->least_fits. The triangles of edge e are list[start[e]] to list[start[e + 1] - 1]; kinds of edges must be known.
void scree_mesh_find_bends(scree_mesh *mesh, const uint32_t *start, const uint32_t *list);
