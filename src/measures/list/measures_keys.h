// SPDX-License-Identifier: BSD-3-Clause
// The list of measures, with their names and keys.
#pragma once

#include "keys/key.h"
#include "measures/measure.h"

extern const scree_section scree_measure_section; // one of `measures`
// The name of measure `kind`, and its row.
const char *scree_measure_name(int kind);
const scree_measure *scree_measure_of(int kind);
// Number of the measure of that name; -1: there is none.
int scree_measure_find(const char *name);

// The keys of one kind.
const scree_section *scree_measure_keys(int kind);
// Must some key of it, or a region, be given?
bool scree_measure_needs_keys(int kind);
// What is wrong with the names of walls and outlets that it has; NULL: nothing. Free with scree_free.
char *scree_measure_complaint(const scree_case *c, const scree_measure_def *d);
// A measure with all keys as they are if not given.
scree_measure_def scree_measure_defaults(int kind);
