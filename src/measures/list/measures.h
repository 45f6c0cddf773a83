// SPDX-License-Identifier: BSD-3-Clause
// Evaluates measures: those that the case names, which are in the series, and others by their names.
#pragma once

#include "measures/measure.h"

// After each step: measures that remember what happened look at it.
void scree_measures_follow(scree_world *w);
// `count` particles have left through outlet k, or were counted by it. stay: s and s2, sums of the times that they were in the run and of their squares. All
// of all ranks.
void scree_measures_leave(scree_world *w, size_t outlet, uint64_t count, const scree_double_double stay[2]);
// Evaluates all measures of the case, into w->measured. Collective.
void scree_measures_update(scree_world *w);
// Evaluates measure k of the case. Collective.
void scree_measures_update_one(scree_world *w, size_t k);
// Warns of the measures of the case that had no number when they were last evaluated, each once. Call it on all ranks, after these functions.
void scree_measures_warn(scree_world *w, scree_report *r);
// Measures without a name of their own, with all their keys as they are if not given, have values by the names of their numbers, such as "unbalanced_force". The unit of such a value;
// NULL: there is none of that name, or its measure has keys that must be given.
const char *scree_measures_unit(const char *name);
// Such a value, which must exist. Collective.
double scree_measures_value(const scree_world *w, const char *name);
