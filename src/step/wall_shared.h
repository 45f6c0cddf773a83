// SPDX-License-Identifier: BSD-3-Clause
// Walls that lie on each other or continue each other, whatever their materials and motions, are one surface where they do: a particle
// has one contact there, with the first of them. Walls of one material and one motion are joined before (search/surface.h), this is for
// all others: planes and cylinders, two materials, a gate, a lid. It is decided contact by contact, so walls may come and go.
//
// A contact is left out if its point is also the point of a contact that was there before, or of one with a wall before it; or if it is
// with an edge or a corner that lies flat on another wall, which the particle touches deeper elsewhere: on both walls together the edge
// is not the nearest place. A new contact takes over the history of one that ends in this way, if their laws have the same parameters. The drawback: steps lower
// than NEAR are not seen.
#ifndef SCREE_STEP_WALL_SHARED_H
#define SCREE_STEP_WALL_SHARED_H

#include "state/world.h"

// To be called when the touches of all walls are known.
void scree_walls_share(scree_world *w);

#endif
