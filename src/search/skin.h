// SPDX-License-Identifier: BSD-3-Clause
// The automatic skin is the one of least cost. A list with skin s is valid for s / u steps where the motion uses up u metres
// of it per step, and every step tests pairs that do not touch, about in proportion to s:
//   cost per step = C u / s + c s (dN/ds)   least at   s = sqrt(C u / (c dN/ds)),   dN/ds = (listed - touching) / s
// Both come from counts of the list before, never from clocks: a repeated run builds the same lists.
#ifndef SCREE_SEARCH_SKIN_H
#define SCREE_SEARCH_SKIN_H

#include "state/world.h"

// The first automatic skin, over the smallest radius: the value that settled beds reach. A flow reaches its own within a few
// lists, and no memory is used for a larger skin before.
#define SCREE_FIRST_SKIN 0.03

// Chooses the skin of the next list. speed: of the fastest particle, m/s.
void scree_skin_adapt(scree_world *w, double speed);
// The step at which to check whether a list of that age, in steps, has too large a skin: when the pairs that do not touch
// have cost as much as a new list would, and then at twice the age. Never where the skin is given.
uint64_t scree_skin_review(const scree_world *w, uint64_t age);
// At a review, after a skin check: is a new list with a smaller skin worth its cost?
bool scree_skin_is_too_large(scree_world *w);

#endif
