// SPDX-License-Identifier: BSD-3-Clause
// Sums over particles, for hooks.
#pragma once

#include "state/world.h"

// The term of particle i; it may change that particle.
typedef double scree_particle_term(scree_world *w, size_t i, const void *context);

// Sum over the free particles of all ranks, double-double, so that it depends neither on the storage order nor on threads and ranks.
// Collective.
double scree_particle_sum(scree_world *w, scree_particle_term *term, const void *context);
