// SPDX-License-Identifier: BSD-3-Clause
// Mass properties of a body with a closed surface of triangles and uniform density.
#pragma once

#include "mesh/mesh.h"

// Per unit of density. Exact for the polyhedron: sums over the tetrahedra of its triangles and one point (B. Mirtich, J. Graphics
// Tools 1 (1996) 31, has the same integrals in another form).
typedef struct scree_mesh_mass {
    double volume;     // m3, > 0
    scree_vec3 centre; // m
    double inertia[6]; // m5, about the centre: xx yy zz xy xz yz
} scree_mesh_mass;

// False if the mesh is open or encloses nothing.
bool scree_mesh_mass_of(const scree_mesh *mesh, scree_mesh_mass *mass);
