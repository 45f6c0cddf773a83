// SPDX-License-Identifier: BSD-3-Clause
// Contacts of free walls with planes: each corner of a mesh that is behind a plane is pushed back by a linear spring and a dashpot,
// with Coulomb friction on a tangential spring (P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47). Planes are not moved by
// it. The springs are part of the state (scree_wall.corner).
#pragma once

#include "state/world.h"

// Sum over the corners of a wall: force and torque about the laboratory origin on it, stiffness for slides and for its turn, and the
// power that it loses, W.
typedef struct scree_corner_load {
    scree_vec3 force, torque;
    double stiffness, turning, lost;
} scree_corner_load;

// Evaluates the corners of a free wall, after its pose; dt: by which springs advance, s.
scree_corner_load scree_wall_corners(const scree_world *w, scree_wall *wall, double dt);
