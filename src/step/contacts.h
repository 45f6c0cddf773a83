// SPDX-License-Identifier: BSD-3-Clause
// Contact forces of all pairs.
#ifndef SCREE_STEP_CONTACTS_H
#define SCREE_STEP_CONTACTS_H

#include "state/world.h"

struct scree_chunk_sums;

// Laws of every touching pair, and the ledger; the sums are the same bits for any number of threads. Without `stored` the
// energy that contacts store is not summed (ledger.now.elastic): it is needed for output only.
struct scree_chunk_sums scree_contact_forces(scree_world *w, bool stored);
// The same at t = 0, with a time step of 0: the history of the tangential laws is set up, not advanced.
void scree_contact_forces_first(scree_world *w);
// Law sets of all material pairs from the case's tables; called once.
void scree_law_sets_create(scree_world *w);

#endif
