// SPDX-License-Identifier: BSD-3-Clause
// Whether the run has the columns that output.plot names.
#pragma once

#include "state/world.h"
#include "text/report.h"

// False, with a report: a panel names a column that the series does not have, or columns of different units.
bool scree_plot_check(const scree_world *w, scree_report *r);
