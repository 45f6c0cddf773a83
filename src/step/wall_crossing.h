// SPDX-License-Identifier: BSD-3-Clause
// Particles whose centre has gone through a wall in this step. Behind a thin wall the contact is with its other side, and
// behind a thin shaft none at all: no overlap tells. The way of the centre through the step does, so nothing needs to be
// remembered from one step to the next.
#ifndef SCREE_STEP_WALL_CROSSING_H
#define SCREE_STEP_WALL_CROSSING_H

#include "state/world.h"

// Fills world.crossing from the last drift, whose fastest particle went at `speed` m/s. Between the drift, with the walls
// where they are now and the contacts of walls (world.pairs.touch) found, and the sum of the new forces. This rank's own.
void scree_wall_crossings(scree_world *w, double speed);

#endif
