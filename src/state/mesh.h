// SPDX-License-Identifier: BSD-3-Clause
// A triangle mesh in its own frame: vertices welded, degenerate and duplicate triangles dropped, with the topology
// that contact needs (edges and coplanar patches) and what is wrong with it (holes).
#ifndef SCREE_STATE_MESH_H
#define SCREE_STATE_MESH_H

#include "base/array.h"
#include "base/report.h"
#include "base/vec.h"

typedef struct scree_triangle {
    uint32_t v[3];  // vertices, counter-clockwise seen from outside
    uint32_t e[3];  // edges: e[k] joins v[k] and v[(k + 1) % 3]; shared edges have one number
    uint32_t patch; // triangles joined by edges and coplanar (to 1e-6 rad) have one number
} scree_triangle;

typedef struct scree_mesh {
    SCREE_ARRAY(scree_vec3) vertex;
    SCREE_ARRAY(scree_triangle) triangle;
    SCREE_ARRAY(scree_vec3) normal; // unit, per triangle
    size_t n_edges, n_patches;
    size_t open_edges;            // edges with one triangle: the mesh has holes (or is a sheet)
    size_t odd_edges;             // edges with more than two triangles
    size_t degenerate, duplicate; // triangles dropped on reading
    scree_vec3 min, max;
} scree_mesh;

// Builds the mesh from n triangle corners (3 vertices each, file order): welds vertices that are bitwise equal or closer
// than 1e-9 of the bounding box diagonal, drops bad triangles, finds edges and patches. False when none is left.
bool scree_mesh_build(scree_mesh *mesh, const scree_vec3 *corners, size_t n, scree_report *r);
void scree_mesh_clear(scree_mesh *mesh);
// Volume enclosed (m3, > 0 for outward normals); meaningful when open_edges is 0.
double scree_mesh_volume(const scree_mesh *mesh);

#endif
