// SPDX-License-Identifier: BSD-3-Clause
// The time series of a run: a CSV file with one row per output time, units in the header ("time [s]"),
// numbers in the shortest form that reads back as the same bits. Each row has been passed to the system when
// the call returns.
#pragma once

#include "measure/columns.h"
#include "output/row_file.h"

typedef struct scree_series scree_series;

// Starts a file with its header. If resumed_at is finite, continues the existing file: rows later than that time (s) and an
// incomplete last row are removed; if there is no file, a new one is started. NULL, with a report, if the file cannot be
// written or its columns are not those of this run.
scree_series *scree_series_open(const char *path, const scree_world *w, double resumed_at, scree_report *r);
// Its file, for the record of the run.
const scree_row_file *scree_series_file(const scree_series *s);
// Time of its last row, s; -INFINITY: it has none.
double scree_series_time(const scree_series *s);
// Adds a row, unless the last row has the same time (a resumed run may write it again). False, with a report, if it cannot be
// written; then no part of it remains in the file.
bool scree_series_row(scree_series *s, const scree_world *w, const scree_totals *totals, scree_report *r);
// All rows of the file, also those of the run that it was resumed from. False, with a report, if they cannot be read. rows->value
// is to be freed in any case.
bool scree_series_read(const scree_series *s, scree_column_rows *rows, scree_report *r);
// NULL is allowed. False, with a report, if closing the file fails.
bool scree_series_close(scree_series *s, scree_report *r);
