// SPDX-License-Identifier: BSD-3-Clause
// plot.svg of a run.
#pragma once

#include "output/series.h"

// Draws it from the rows of the series, which rank 0 has, others give NULL, and the fragments at the end. Collective; false on rank 0: reported.
bool scree_run_plot(const scree_world *w, scree_series *series, const char *svg_path, scree_report *r);
