// SPDX-License-Identifier: BSD-3-Clause
// Finds particles whose centre has gone through a wall in this step. Overlaps do not show this: behind a thin wall the contact
// is with its other side, and behind a thin shaft there is none. The path of the centre in this step does, without any stored
// state.
#pragma once

#include "state/world.h"

// Sets world.crossing from the last drift. speed: of its fastest particle, m/s. To be called when the walls are at their new
// poses and their contacts (world.pairs.touch) are known, but before the sum of the new forces. Only particles of this rank.
void scree_wall_crossings(scree_world *w, double speed);
// Upper bound of the motion of the surface of a wall in this step, m.
double scree_wall_moved(const scree_wall *wall);
