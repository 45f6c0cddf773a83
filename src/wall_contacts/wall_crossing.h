// SPDX-License-Identifier: BSD-3-Clause
// Finds particles whose centre has gone through a wall in this step. Overlaps do not show this: behind a thin wall the contact
// is with its other side, and behind a thin shaft there is none. The path of the centre in this step does, without any stored
// state.
#pragma once

#include "state/world.h"

// Number of this rank's particles whose centre went through a wall in the last step, and data of the one with the smallest id.
typedef struct scree_crossing {
    uint64_t n, id;
    int wall;
    double speed;        // m/s, relative to the wall
    scree_vec3 at;       // m, position of the centre behind the wall
    double overlap;      // m, the largest of a wall pair in this step
    double least_radius; // m, of a sphere that fits into a particle, when world.rebuilds was least_radius_of
    double share;        // of the radius of the sphere of its volume that fits into any polyhedron
    uint64_t least_radius_of;
} scree_crossing;

// Sets world.crossing from the last drift. speed: of its fastest particle, m/s. To be called when the walls are at their new
// poses and their contacts (world.pairs.touch) are known, but before the sum of the new forces. Only particles of this rank.
void scree_wall_crossings(scree_world *w, double speed);
// Upper bound of the motion of the surface of a wall in this step, m.
double scree_wall_moved(const scree_wall *wall);
