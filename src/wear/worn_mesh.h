// SPDX-License-Identifier: BSD-3-Clause
// The meshes of the walls that wear moves: as they were given, and which side of them is the front.
#pragma once

#include "mesh/mesh_displace.h"
#include "state/world.h"

// A wall that wear moves. Its vertices and triangles in the saved arrays begin at first_vertex and first_triangle.
typedef struct scree_moved_wall {
    size_t wall, first_vertex, first_triangle;
    scree_mesh_shape given;
    scree_vec3 *edge, *corner; // to the front at each edge and vertex, 0: where shells meet
    unsigned warned;
} scree_moved_wall;

typedef struct scree_wear_shape {
    size_t n;
    scree_moved_wall *wall;
    int *of; // of each wall of the world: number of its scree_moved_wall, or -1
} scree_wear_shape;

// Takes the meshes of a world as they are given, none of which may have moved yet.
scree_wear_shape *scree_wear_shape_take(const scree_world *w);
void scree_wear_shape_destroy(scree_wear_shape *shape);
// NULL: wear does not move the wall. shape may be NULL.
const scree_moved_wall *scree_moved_wall_of(const scree_wear_shape *shape, size_t wall);
// Finds the fronts anew, after the mesh has been renewed.
void scree_moved_wall_set_fronts(const scree_world *w, scree_moved_wall *m);
// Does the contact of wall pair k wear the wall from its front? shape may be NULL: false.
bool scree_wear_is_at_front(const scree_world *w, const scree_wear_shape *shape, int wall, size_t k);
