// SPDX-License-Identifier: BSD-3-Clause
// The time series of a run: a CSV file with one row per output time, units in the header ("time [s]"),
// numbers in the shortest form that reads back as the same bits. Each row is on its way to the disk when the
// call returns.
#ifndef SCREE_OUTPUT_SERIES_H
#define SCREE_OUTPUT_SERIES_H

#include "base/report.h"
#include "state/world.h"
#include "step/contact_rows.h"
#include "step/totals.h"

typedef struct scree_series scree_series;

// Starts a file with its header; or, when resumed_at is finite, goes on in the file that is there: rows later
// than that time (s) and a half-written last row are cut off. NULL (and reported) when the file cannot be
// written or its columns are not this run's. A file that should be there and is not is started.
scree_series *scree_series_open(const char *path, const scree_world *w, double resumed_at, scree_report *r);
// Adds a row; nothing when its time is that of the last one, so a resumed run need not know whether it was
// written. False (and reported) when it cannot be written: then no part of it stays in the file.
bool scree_series_row(scree_series *s, const scree_world *w, const scree_totals *totals, scree_report *r);
// NULL is allowed. False (and reported) when the disk refuses at the last moment.
bool scree_series_close(scree_series *s, scree_report *r);

#endif
