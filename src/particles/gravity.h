// SPDX-License-Identifier: BSD-3-Clause
// Gravity as a function of time.
#pragma once

#include "state/world.h"

// Returns the gravity of the case at time t, m/s2.
scree_vec3 scree_gravity_at(const scree_case *c, double t);
// Returns the largest absolute value that each component has at any time.
scree_vec3 scree_gravity_most(const scree_case *c);
// Sets w->gravity for the present time, and adds a hook that sets it in each step if it changes with time.
void scree_gravity_begin(scree_world *w);
// J, what particles do not gain of a change of gravity by `by`, m/s2, between steps, as the first half of the next step has the forces of before. Collective.
double scree_gravity_lag(scree_world *w, scree_vec3 by);
