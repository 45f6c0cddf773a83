// SPDX-License-Identifier: BSD-3-Clause
// Walls that lie on each other or continue each other act as one surface, whatever their materials and motions: a particle has one
// contact there, with the first of these walls. Meshes of one material and one motion are joined earlier (pairs/surface.h); this file is
// for all other walls: planes and cylinders, two materials, a gate, a lid. The decision is made for each contact, so walls may appear and end.
//
// A contact is left out if its point is also the point of a contact that existed in the step before, or of a contact with an earlier wall. It
// is also left out if it is with an edge or a corner that lies flat on another wall, which the particle touches deeper elsewhere: on the
// surface of both walls this edge is not the nearest place. A new contact takes over the history of a contact that ends in this way, if their
// laws have the same parameters. Drawback: a ledge between two walls that is lower than NEAR has no effect.
#pragma once

#include "state/world.h"

// To be called when the touches of all walls are known.
void scree_walls_share(scree_world *w);
