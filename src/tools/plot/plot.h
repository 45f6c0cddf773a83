// SPDX-License-Identifier: BSD-3-Clause
// Line plots as SVG, without dependencies: panels above each other. Those without an x label of their own share the x axis of the plot.
#pragma once

#include "text/report.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum scree_plot_style { SCREE_PLOT_LINE, SCREE_PLOT_DASHED, SCREE_PLOT_POINTS } scree_plot_style;

// Points that are not finite (on a logarithmic axis: not positive) interrupt the line.
typedef struct scree_plot_series {
    const char *name; // in the legend; NULL: not in the legend
    const double *x, *y;
    size_t n;
    scree_plot_style style;
    const char *colour; // "#0072b2"; NULL: the next of the palette
} scree_plot_series;

typedef struct scree_plot_panel {
    const char *y_label; // with the unit in brackets: "kinetic energy [J]"
    bool log_y;
    const scree_plot_series *series;
    size_t n_series;
    const char *x_label; // NULL: the panel shares the x axis of the plot
    bool log_x;          // with an x label only
} scree_plot_panel;

typedef struct scree_plot {
    const char *title, *subtitle; // may be NULL
    const char *x_label;
    const scree_plot_panel *panel;
    size_t n_panels;
    int width, panel_height; // pixels; 0: 760 and 260
} scree_plot;

bool scree_plot_write(const scree_plot *plot, const char *path, scree_report *r);
