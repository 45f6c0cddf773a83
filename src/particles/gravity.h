// SPDX-License-Identifier: BSD-3-Clause
// Gravity as a function of time.
#pragma once

#include "state/world.h"

// Of the case at time t, m/s2.
scree_vec3 scree_gravity_at(const scree_case *c, double t);
// Largest absolute value of each component.
scree_vec3 scree_gravity_most(const scree_case *c);
// Sets w->gravity for the present time, and adds a hook that sets it in each step if it changes with time.
void scree_gravity_begin(scree_world *w);
