// SPDX-License-Identifier: BSD-3-Clause
// The step of Newton's method in the searches among directions, and how they cut it.
#pragma once

#include "maths/vec.h"

// Steps of a search, of which 6 are usual and flat faces of superellipsoids need the most; and cuts of a step.
enum { SCREE_MOST_STEPS = 80, SCREE_MOST_CUTS = 20 };

// The step (s, t) for the slopes gu and gv and the second derivatives uu, uv and vv. The matrix is made positive where it is not: what it lacks is added to its diagonal.
static inline void scree_step_of(double gu, double gv, double uu, double uv, double vv, double least,
                                 double *s, double *t) {
    const double mean = 0.5 * (uu + vv), half = 0.5 * (uu - vv), low = mean - sqrt(half * half + uv * uv),
                 add = low < least ? least - low : 0.0, a = uu + add, b = vv + add,
                 per = 1.0 / (a * b - uv * uv);
    *s = -per * (b * gu - uv * gv);
    *t = -per * (a * gv - uv * gu);
}

// Both slopes are those along the step, at its beginning and at its end. Where a face is nearly flat, Newton's step goes beyond the minimum, by as much or more.
static inline int scree_step_goes_too_far(double before, double now) {
    return now > -0.5 * before;
}

// The share of such a step that is left: up to where a straight line through both slopes is zero. Near an edge of a body the slope changes so fast that this is much too early.
static inline double scree_step_share(double before, double now) {
    return fmax(before / (before - now), 0.2);
}
