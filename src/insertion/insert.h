// SPDX-License-Identifier: BSD-3-Clause
// Insertion: fills and rates, without overlaps with particles or walls.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Inserts what source k is due to insert by time t (fills: everything at once, which may take minutes). Warns if it does not fit. False: world.watch wanted to
// stop during a fill, which leaves a world that cannot be stepped.
bool scree_insert(scree_world *w, size_t k, double t, scree_report *r);
// A new phase begins: a source whose start lies from now on begins anew; another rate counts from now on. before: its definition in the
// phase before.
void scree_insert_change(scree_world *w, size_t k, const scree_source_def *before);
// Time between insertions of a rate source, s.
double scree_insert_interval(const scree_source_def *source);
