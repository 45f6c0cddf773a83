// SPDX-License-Identifier: BSD-3-Clause
// The plot of a run, drawn from its time series.
#pragma once

#include "measure/columns.h"

// What a plot shows besides the series.
typedef struct scree_plot_extra {
    const double *fragment_mass; // kg, of each fragment at the end
    size_t fragments;            // 0: there are no bonds
} scree_plot_extra;

// Draws the panels of output.plot if the case has a list there. Else: stress over the way where a wall presses; with outlets particles inside and
// out, and flow rates; with walls that do work torque, force, position and power; without outlets energies; bonds that broke, fragments by size,
// temperatures if they change. At least one row. The case gives the title; it and `more` may be NULL.
bool scree_series_plot(const scree_column_rows *rows, const scree_plot_extra *more, const char *svg_path,
                       const scree_case *c, scree_report *r);
