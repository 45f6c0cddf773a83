// SPDX-License-Identifier: BSD-3-Clause
// Forces and torques on particles besides those of contacts and gravity: of groups, and from a host program, which also sets drag.
// Drag is c (u - v), with the velocity v at the time of the forces, which depends on it: so it is stable for any c and time step.
#pragma once

#include "state/world.h"

// Adds the hook of the forces, if there are some. Again when a host program sets the first ones (scree_case.external).
void scree_loads_begin(scree_world *w);
