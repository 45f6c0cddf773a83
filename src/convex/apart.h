// SPDX-License-Identifier: BSD-3-Clause
// Whether two convex bodies are farther apart than a gap. For every unit vector n the way n.d - hA(n) - hB(-n) between the two planes that hold the bodies is at most their distance, so
// one n for which it is larger than the gap is enough.
#pragma once

#include "convex_bodies/support.h"

// 1: they are certainly farther apart than the gap, m. 0: they may be nearer; nearly all bodies that are apart by a few percent of their size more than the gap are found. d: m, from the
// centre of a to that of b. The answer depends on the arguments alone, and on their order.
int scree_convex_are_apart(const scree_convex *a, const scree_convex *b, scree_vec3 d, double gap);

// An upper bound of the change of the support function of a body in any direction, m per radian by which it turns.
double scree_convex_lever(const scree_convex *a, double reach);
