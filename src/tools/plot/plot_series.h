// SPDX-License-Identifier: BSD-3-Clause
// The plot of a run, drawn from its time series.
#ifndef SCREE_TOOLS_PLOT_PLOT_SERIES_H
#define SCREE_TOOLS_PLOT_PLOT_SERIES_H

#include "base/report.h"
#include "state/case.h"

// Reads a CSV that series.h wrote. With outlets: particles inside and out, and flow rates; without: energies
// and coordination; the number of particles when it changes. Bonds and temperatures if they change. The case gives the title; NULL is allowed.
bool scree_series_plot(const char *csv_path, const char *svg_path, const scree_case *c, scree_report *r);

#endif
