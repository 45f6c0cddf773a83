// SPDX-License-Identifier: BSD-3-Clause
// How the searches among directions cut a step of Newton's method. Slopes are those along the step, at its beginning and at its end.
#pragma once

#include "maths/vec.h"

// Where a face is nearly flat, Newton's step goes beyond the minimum, by as much or more.
static inline int scree_step_goes_too_far(double before, double now) {
    return now > -0.5 * before;
}

// The share of such a step that is left: up to where a straight line through both slopes is zero. Near an edge of a body the slope changes so fast that this is much too early.
static inline double scree_step_share(double before, double now) {
    return fmax(before / (before - now), 0.2);
}
