// SPDX-License-Identifier: BSD-3-Clause
// A triangle mesh in its own frame, with welded vertices, without degenerate and duplicate triangles, with the topology that
// contacts need (edges, coplanar patches) and the numbers of its defects.
#pragma once

#include "maths/vec.h"
#include "memory/array.h"
#include "text/report.h"

typedef struct scree_triangle {
    uint32_t v[3];    // vertices, counter-clockwise seen from outside
    uint32_t e[3];    // edges: e[k] joins v[k] and v[(k + 1) % 3]; shared edges have one number
    uint32_t patch;   // triangles joined by edges and coplanar (to 1e-6 rad) have one number
    uint32_t shell;   // triangles joined by edges that exactly two of them share have one number
    uint32_t flipped; // 1: its winding is opposite to that of the first triangle of its shell
} scree_triangle;

// Kind of an edge or vertex.
typedef enum scree_cell_kind {
    SCREE_CELL_FLAT,  // inside a patch
    SCREE_CELL_INNER, // between patches
    SCREE_CELL_OPEN   // at the border of an open mesh: an edge of one triangle, a vertex of such an edge
} scree_cell_kind;

typedef struct scree_mesh_cell {
    uint8_t kind; // scree_cell_kind
    bool joins;   // edge: of more than one triangle; vertex: of triangles that edges do not connect
    float bend;   // 2 sin(angle / 2) of the turn of the surface at an edge, of the border at a vertex
    float fits;   // m: for larger spheres it is a part of a curve, see mesh_bends.h; else INFINITY
} scree_mesh_cell;

typedef struct scree_mesh_side {
    uint32_t edge, v[2];
} scree_mesh_side;

typedef struct scree_mesh {
    SCREE_ARRAY(scree_vec3) vertex;
    SCREE_ARRAY(scree_triangle) triangle;
    SCREE_ARRAY(scree_vec3) normal; // unit, per triangle
    SCREE_ARRAY(uint32_t) origin;   // per triangle: index of the given triangle that it is, or is a part of
    SCREE_ARRAY(scree_mesh_cell) edge;
    SCREE_ARRAY(scree_mesh_cell) corner; // per vertex
    float least_fits;                    // m, of all edges and vertices
    SCREE_ARRAY(uint32_t) first_bend;    // per patch, and the end: the first of its sides at which a curve
    SCREE_ARRAY(scree_mesh_side) bend;   // bends; a patch with such sides is convex
    size_t n_edges, n_patches;
    size_t open_edges;            // edges with one triangle: the mesh is not closed
    size_t odd_edges;             // edges with more than two triangles
    size_t degenerate, duplicate; // triangles dropped on reading
    size_t split;                 // triangles split at vertices of others on their edges
    scree_vec3 min, max;
    double area; // m2
} scree_mesh;

// Builds the mesh from n triangle corners (3 vertices each, file order): welds vertices that are bitwise equal or closer
// than 1e-9 of the bounding box diagonal, drops bad triangles, finds edges and patches. False if no triangle
// is left. r may be NULL: no messages.
bool scree_mesh_build(scree_mesh *mesh, const scree_vec3 *corners, size_t n, scree_report *r);
void scree_mesh_clear(scree_mesh *mesh);
// Renews all that follows from the places of the vertices, after they have moved. Triangles, edges and vertices keep their numbers; patches do
// not. Every triangle must still have an area.
void scree_mesh_renew(scree_mesh *mesh);
// Volume enclosed (m3, > 0 for outward normals); meaningful when open_edges is 0.
double scree_mesh_volume(const scree_mesh *mesh);
