// SPDX-License-Identifier: BSD-3-Clause
// The automatic skin: the one that costs least. A list of skin s serves s / u steps where the slack is used at u metres
// per step, and every step tests pairs that do not touch, about in proportion to s:
//   cost per step = C u / s + c s (dN/ds)   least at   s = sqrt(C u / (c dN/ds)),   dN/ds = (listed - touching) / s
// Both are taken from counts of the list that ends, never from clocks: a run that is repeated makes the same lists.
#ifndef SCREE_SEARCH_SKIN_H
#define SCREE_SEARCH_SKIN_H

#include "state/world.h"

// The first, where it is automatic, of the smallest radius: what settled beds come to. A flow finds its own in a few
// lists, and no memory is spent on more before.
#define SCREE_FIRST_SKIN 0.03

// Chooses the skin of the list to be made next. speed: of the fastest particle, m/s.
void scree_skin_adapt(scree_world *w, double speed);
// The step at which to ask whether a list of that age, in steps, has too large a skin: when the pairs listed in vain have
// cost as much as a new list would, and then at twice the age. Never where the skin is given.
uint64_t scree_skin_review(const scree_world *w, uint64_t age);
// At a review, the slack having been checked: is a new list with a smaller skin worth its cost?
bool scree_skin_is_too_large(scree_world *w);

#endif
