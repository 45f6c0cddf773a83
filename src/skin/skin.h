// SPDX-License-Identifier: BSD-3-Clause
// The automatic skin is the one of least cost. A list with skin s is valid for s / u steps if the motion uses up u metres of it
// per step. The number of listed pairs that do not touch, N, grows about in proportion to s, and each costs time c in every
// step; a new list costs C:
//   cost per step = C u / s + c s (dN/ds)   least at   s = sqrt(C u / (c dN/ds)),   dN/ds = (listed - touching) / s
// The tests of convex bodies (skin/turns.h) are part of C. u and N come from counts of the previous list, never from clocks, so that a repeated run builds the same lists.
#pragma once

#include "state/world.h"

// The first automatic skin / smallest radius: the value that beds at rest reach. A flow reaches its own within a few lists; a
// larger first value would use memory for nothing.
#define SCREE_FIRST_SKIN 0.03

// Chooses the skin of the next list. speed: of the fastest particle, m/s.
void scree_skin_adapt(scree_world *w, double speed);
// The step at which to check next whether the skin of a list of this age (in steps) is too large: when the pairs that do not
// touch have cost as much as a new list, and then each time the age has doubled. Never if the user gives the skin.
uint64_t scree_skin_review(const scree_world *w, uint64_t age);
// At a review, after a skin check: is a new list with a smaller skin worth its cost?
bool scree_skin_is_too_large(scree_world *w);
