// SPDX-License-Identifier: BSD-3-Clause
// Contact forces of all pairs.
#pragma once

#include "batch/pair_job.h"

// Evaluates the laws of all touching pairs and updates the ledger; sums have the same bits for any number of threads. Without
// `stored` the energy stored in contacts (ledger.now.elastic and known) is not summed, but 0, or NaN where a program has left it out; output needs it, and so does a
// step with events (scree_world.disturbance) of the evaluation before it.
scree_chunk_sums scree_contact_forces(scree_world *w, bool stored);
// Evaluates the laws at t = 0, or between steps: nothing has moved, so springs stay as they are.
void scree_contact_forces_first(scree_world *w);
// Law sets of all material pairs from the case's tables, and scratch; called once.
void scree_contacts_create(scree_world *w);
void scree_contacts_free(scree_world *w);
