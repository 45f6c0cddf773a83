// SPDX-License-Identifier: BSD-3-Clause
// Moves the vertices of a mesh so that given volumes are taken off. A vertex moves along the area vector of its triangles. One after the other
// moves, in the order of their numbers, because the volume that a vertex sweeps while the others stay is exactly its way times a third of the area vector of
// its triangles. So every volume is met to rounding, also where surfaces are curved, and the result depends on the numbers of the vertices alone. The directions
// are those from before all moves, so a plane that is worn evenly stays a plane.
//
// The front of a shell is the side to which the normal of its first triangle points.
#pragma once

#include "maths/double_double.h"
#include "mesh/mesh.h"

enum { SCREE_MESH_FRONT, SCREE_MESH_BACK };

// This stays while the vertices of a mesh move: where they were given, and which triangles are around each of them.
typedef struct scree_mesh_shape {
    SCREE_ARRAY(scree_vec3) given; // m, of each vertex
    SCREE_ARRAY(scree_vec3) area;  // m2, area vector of each triangle as it was given, to the front
    SCREE_ARRAY(uint32_t)
    first; // those around vertex i: around.data[first.data[i]] to around.data[first.data[i + 1] - 1]
    SCREE_ARRAY(uint32_t) around;
    SCREE_ARRAY(uint8_t)
    fixed; // per vertex: it does not move, because triangles of several shells meet there
} scree_mesh_shape;

void scree_mesh_shape_take(scree_mesh_shape *shape, const scree_mesh *mesh);
void scree_mesh_shape_clear(scree_mesh_shape *shape);

typedef struct scree_mesh_limits {
    double once, total; // m: how far a vertex moves at once, and from where it was given
} scree_mesh_limits;

typedef struct scree_mesh_displaced {
    scree_double_double volume; // m3, that the vertices have swept
    size_t moved;
    size_t limited; // vertices that moved less far than they should, by the limits
    size_t at_end;  // of these: by the limit of the whole
    size_t
        held; // vertices that did not move, because a triangle would turn by more than 60 degrees or lose its area
} scree_mesh_displaced;

// volume[i]: m3, what is to be taken off around vertex i, from the front and from the back. Where there is something for both, the vertex moves for the
// difference. What the vertices have swept is taken from it; the rest stays. The mesh is to be renewed if any has moved.
scree_mesh_displaced scree_mesh_displace(scree_mesh *mesh, const scree_mesh_shape *shape,
                                         scree_mesh_limits limits, double (*volume)[2]);

// The largest distance of a vertex from where it was given, m.
double scree_mesh_farthest(const scree_mesh *mesh, const scree_mesh_shape *shape);
// Area vectors to the front, m2: of a triangle, and a third of the sum of those around a vertex.
scree_vec3 scree_mesh_area_vector(const scree_mesh *mesh, size_t triangle);
scree_vec3 scree_mesh_vertex_area(const scree_mesh *mesh, const scree_mesh_shape *shape, size_t vertex);
// The first triangle that is turned over if all vertices of the mesh as it was given move by d, m, at once, to the front or, d < 0, to the back;
// the number of triangles if none is.
size_t scree_mesh_turned_over(const scree_mesh *mesh, const scree_mesh_shape *shape, double d);
