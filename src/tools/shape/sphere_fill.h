// SPDX-License-Identifier: BSD-3-Clause
// Spheres that fill a closed mesh.
#pragma once

#include "case/shape.h"
#include "mesh/bvh.h"

// Chooses up to n spheres one after the other among those around the points of a grid that are inside and touch the surface: each
// time the one that covers most of the volume not covered yet (K. Gao et al. and others call it greedy set cover; the same mesh and
// number give the same spheres). None is outside the mesh. False if no grid point is inside.
bool scree_sphere_fill(const scree_mesh *mesh, const scree_bvh *tree, size_t n, scree_member_list *spheres);
// Largest distance of a corner or the middle of a triangle from the nearest sphere, m.
double scree_sphere_fill_gap(const scree_mesh *mesh, const scree_member_list *spheres);
