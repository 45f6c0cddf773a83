// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of convex bodies in ParaView files.
#pragma once

#include "paraview/vtp_file.h"
#include "state/world.h"

enum { SCREE_SURFACE_DIVISIONS = 12 }; // of the octahedron of surface_K

// "surface_K" for each convex shape, K its number from 0, and "surface_K_J" for piece J of each shape of several: the points of scree_surface_points of a body of
// size 1, in the frame in which the shape was given, from the centre of the piece.
typedef struct scree_surface_facts {
    scree_vtp_fact *fact;
    size_t n;
} scree_surface_facts;
scree_surface_facts scree_surface_facts_of(const scree_case *c);
void scree_surface_facts_clear(scree_surface_facts *f);

// The surfaces of all convex bodies as triangles. Collective.
bool scree_vtp_surfaces(const scree_world *w, const char *path, scree_report *r);
