// SPDX-License-Identifier: BSD-3-Clause
// Values of a table of time, for motions of walls and gravity.
#pragma once

#include "case/case.h"

// Differences from the first value, and their rates of change.
typedef struct scree_table_value {
    scree_vec3 vector, rate;
    double angle, spin;
} scree_table_value;

// At time t >= 0; after the last time the last value stays, or the table repeats from there.
scree_table_value scree_time_table_at(const scree_time_table *table, double t);
// May its rates jump less than `reach` s before or after time t? A smooth table can do so at its ends only.
bool scree_time_table_jumps(const scree_time_table *table, double t, double reach);
// The time since a table that repeats began again, for values that begin again too.
double scree_time_table_round(const scree_time_table *table, double t);
