// SPDX-License-Identifier: BSD-3-Clause
// What follows a run that is over: plot.svg, and messages about what was remarkable.
#pragma once

#include "output/series.h"

// Draws plot.svg from the rows of the series, which rank 0 has, others give NULL, and the fragments at the end. Collective; false on rank 0: reported.
bool scree_run_plot(const scree_world *w, scree_series *series, const char *svg_path, scree_report *r);
// Overlaps, outlets, what was lost, the range of the time step, alarms that came more than once. Collective.
void scree_run_summary(const scree_world *w, scree_comm *c, scree_report *r);
