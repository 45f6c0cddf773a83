// SPDX-License-Identifier: BSD-3-Clause
// What measures remember of the run: one memory per measure of the case, which is in checkpoints and the same on all ranks.
#pragma once

#include "measures/measure.h"

// The memory of a measure; NULL: it is not one of the case, and has seen nothing.
const scree_measure_memory *scree_measure_memory_of(const scree_world *w, const scree_measure_def *d);
// The reason why a measure that is none of the case has no number.
extern const char scree_measure_remembers_nothing[];
