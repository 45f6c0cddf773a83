// SPDX-License-Identifier: BSD-3-Clause
// Outlets: regions in which particles are counted, and deleted unless they only count. They look at positions at intervals, mostly of 1 ms, so
// that deleted particles make few new neighbour lists. Where particles are fast enough to pass a region in between, their ways are
// looked at in each step: what has passed is marked, and deleted at the next look. What is slower may only pass unseen through a corner of a region.
#ifndef SCREE_STEP_OUTLET_H
#define SCREE_STEP_OUTLET_H

#include "base/double_double.h"
#include "state/world.h"

// Is a look due at the world's step?
bool scree_outlets_are_due(const scree_world *w);
// The looks that are due. Collective.
void scree_outlets_act(scree_world *w);
// Looks at the ways of the drift that has just been, where that is needed. speed: m/s, of the fastest particle of all ranks. Collective.
void scree_outlets_watch(scree_world *w, double speed);
// Of the particles that have just left the domain, those whose way led through an outlet. Collective.
void scree_outlets_take_lost(scree_world *w);
// Deletes particle i, between two steps or, drifted, after the drift of one; energy: J, sum over the particles removed in this step, double-double, so that it does not depend on the storage order.
void scree_outlet_delete(scree_world *w, size_t i, bool drifted, scree_double_double *energy);
// Sums over the ranks what was deleted.
void scree_outlet_add_ranks(const scree_world *w, uint64_t *count, scree_double_double *mass,
                            scree_double_double *energy);

#endif
