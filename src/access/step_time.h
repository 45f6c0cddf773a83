// SPDX-License-Identifier: BSD-3-Clause
// From times of the case to numbers of steps.
#pragma once

#include "state/world.h"

// Step at which time t is reached.
uint64_t scree_step_of(const scree_world *w, double t);
// Returns a text for warnings of a start that is not before the end of the case: "its start, 2 s, is not before time.end, 1 s"; free with scree_free.
char *scree_late_start(const scree_case *c, double start);
// Steps between two times that are `every` seconds apart, at least one.
uint64_t scree_steps_between(const scree_world *w, double every);
// Steps between two checks of an outlet.
uint64_t scree_steps_of_outlet(const scree_world *w, const scree_outlet_def *def);
// Has the world's step reached `start`, and not yet `stop`? Both in s, stop may be INFINITY.
bool scree_is_between(const scree_world *w, double start, double stop);
