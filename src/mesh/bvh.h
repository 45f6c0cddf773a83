// SPDX-License-Identifier: BSD-3-Clause
// A tree of bounding boxes over the triangles of a mesh, in the mesh's frame. Queries: triangles near a point, whether a point
// is inside, distance to the surface. The mesh must not change while its tree exists. All queries are const and may run in
// parallel.
#pragma once

#include "mesh/mesh.h"

typedef struct scree_bvh scree_bvh;
typedef SCREE_ARRAY(uint32_t) scree_triangle_list;

scree_bvh *scree_bvh_create(const scree_mesh *mesh);
void scree_bvh_destroy(scree_bvh *tree);

// Replaces the list by all triangles whose bounding box comes within distance d (m) of p, ascending.
void scree_bvh_near(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p, double d,
                    scree_triangle_list *list);

// Is p inside the closed mesh? Windings may be mixed. Undefined for p on the surface (to rounding) and open meshes.
bool scree_mesh_inside(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p);

// Distance from p to the surface, or `most` if that is smaller (m). The farther it searches, the longer it takes, and far from a
// fine mesh very long.
double scree_mesh_distance(const scree_mesh *mesh, const scree_bvh *tree, scree_vec3 p, double most);
