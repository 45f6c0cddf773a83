// SPDX-License-Identifier: BSD-3-Clause
// Builds a new neighbour list: drops removed particles, sorts the storage by position, finds pairs with particles and walls,
// lists each particle's pairs in the order of its neighbours' ids, and transfers the history of touching pairs.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Returns SCREE_USER_ERROR, with a report and an empty list, if there are more pairs than can be listed. Collective:
// particles are sent to the ranks that own them, and ghosts are chosen again.
scree_status scree_pairs_rebuild(scree_world *w, scree_report *r);
void scree_pairs_clear(scree_pairs *pairs);
// Forgets all pairs with their history, for other particles; the world needs a new list.
void scree_pairs_forget(scree_world *w);
