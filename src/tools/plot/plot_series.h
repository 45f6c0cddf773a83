// SPDX-License-Identifier: BSD-3-Clause
// The plot of a run, drawn from its time series.
#pragma once

#include "measure/columns.h"

// With outlets: particles inside and out, and flow rates; with walls that move: force, torque and power; else energies
// and coordination; the number of particles when it changes. Bonds and temperatures if they change. At least one row. The case gives the
// title; NULL is allowed.
bool scree_series_plot(const scree_column_rows *rows, const char *svg_path, const scree_case *c,
                       scree_report *r);
