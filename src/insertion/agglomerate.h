// SPDX-License-Identifier: BSD-3-Clause
// Agglomerates: spheres that are placed together, as the shape of a clump says, and bonded with each other. From then on they are particles
// like others. Their bonds are made with the next forces (bonds/bond_events.h), because a pair has to be on the list to have one.
#pragma once

#include "clumps/body.h"

static inline bool scree_shape_is_bonded(const scree_world *w, int shape) {
    return shape >= 0 && w->case_->shape.data[shape].bonded;
}

// Places a body of such a shape: each rank adds the members in its part of space, before ranks have parts rank 0 all of them. They
// move as a rigid body would with the velocity and spin of *b. All ranks call it.
void scree_agglomerate_add(scree_world *w, const scree_body *b);
double scree_agglomerate_mass(const scree_world *w, const scree_body *b);
// Kinetic and potential energy, J, that it brings; 0 of a fixed one.
double scree_agglomerate_energy(const scree_world *w, const scree_body *b);
