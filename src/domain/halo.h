// SPDX-License-Identifier: BSD-3-Clause
// Update of the ghosts by their owners in every step.
#pragma once

#include "domain/domain.h"

// Prepares memory and links for the ghosts of the neighbour ranks.
void scree_halo_plan(scree_world *w);

// To be called when particles have moved: ghosts are out of date.
void scree_halo_invalidate(scree_world *w);
// Sends ghosts the fields that change in a step (SCREE_EACH_STEP) from their owners; they are complete when finish returns.
// Does nothing if they are up to date.
void scree_halo_start(scree_world *w);
void scree_halo_finish(scree_world *w);
// Sets the numbers of ghosts to those of their owners; value: one number for each particle and ghost. It allocates memory, so it is not for
// every step. Collective.
void scree_halo_copy(const scree_world *w, double *value);
