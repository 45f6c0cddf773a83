// SPDX-License-Identifier: BSD-3-Clause
// What ghosts get from their owners in every step.
#ifndef SCREE_DOMAIN_HALO_H
#define SCREE_DOMAIN_HALO_H

#include "domain/domain.h"

// Room and links for the ghosts of the neighbours listed.
void scree_halo_plan(scree_world *w);

// Particles have moved: what the ghosts have is old.
void scree_halo_invalidate(scree_world *w);
// Ghosts get the fields that change in a step (SCREE_EACH_STEP) from their owners; these are there when finish returns.
// Nothing to do where they have them.
void scree_halo_start(scree_world *w);
void scree_halo_finish(scree_world *w);

#endif
