// SPDX-License-Identifier: BSD-3-Clause
// The area of a mesh that particles can touch: in a periodic cell the images of a mesh that is longer than a period lie on each other,
// and each part of the surface counts once.
#pragma once

#include "mesh/mesh.h"
#include "state/cell.h"

// Area, m2. axis: of the projection along this unit vector, the sum over both sides of a closed mesh; NULL: of the surface itself.
double scree_mesh_area(const scree_mesh *mesh, const scree_cell *cell, const scree_vec3 *axis);
