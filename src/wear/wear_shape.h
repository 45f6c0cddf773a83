// SPDX-License-Identifier: BSD-3-Clause
// Moves the triangles of walls by their wear. Every rank has all meshes and, after a merge, all sums, so each does the same:
//
//   world.wear_record      sums of each triangle, merged at an update     wear_sums.h
//        |  what has been worn since the last update, to its vertices
//   world.wear_taken       what each triangle has given so far
//   world.wear_vertex      what each vertex has still to take off, and its place
//        |  scree_mesh_displace, within the limits
//   wall.mesh, wall.tree   renewed; contacts get the new numbers of their faces, then a new list and new forces
//
// exaggerate * worn volume = displaced volume + what triangles and vertices have still to take off.
#pragma once

#include "access/capability.h"
#include "mesh/mesh_displace.h"
#include "wear/wear_sums.h"

// Takes the meshes of a world as they were given, where this is the first call, and puts them into the state that is saved.
void scree_wear_shape_create(scree_world *w, scree_report *r);
// Are walls to be moved at the end of this step?
bool scree_wear_reshapes(const scree_world *w);
// Moves them. Collective.
scree_status scree_wear_reshape(scree_world *w, scree_report *r);
// Sets carried and farthest of all walls, after a merge.
void scree_wear_shape_measure(scree_world *w);
// The mesh of a wall as it was given; NULL: wear does not move it.
const scree_mesh_shape *scree_wear_given(const scree_world *w, size_t wall);
// The vertices of such a wall, also of a copy of the world while the run goes on, in which the mesh is that of the run; NULL: wear does not move it.
const scree_wear_vertex *scree_wear_vertices(const scree_world *w, size_t wall);
// Counts of the last update, and the volume so far; NULL: wear does not move it.
const scree_wear_moved *scree_wear_moved_of(const scree_world *w, size_t wall);
// Do the limits fit the bodies and the meshes?
bool scree_wear_shape_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r);
