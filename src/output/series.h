// SPDX-License-Identifier: BSD-3-Clause
// The time series of a run: a CSV file with one row per output time, units in the header ("time [s]"),
// numbers in the shortest form that reads back as the same bits. Each row has been passed to the system when
// the call returns.
#ifndef SCREE_OUTPUT_SERIES_H
#define SCREE_OUTPUT_SERIES_H

#include "base/report.h"
#include "base/text_buffer.h"
#include "measure/totals.h"
#include "search/contact_rows.h"
#include "state/world.h"

typedef struct scree_series scree_series;

// Starts a file with its header. If resumed_at is finite, continues the existing file: rows later than that time (s) and an
// incomplete last row are removed; if there is no file, a new one is started. NULL, with a report, if the file cannot be
// written or its columns are not those of this run.
scree_series *scree_series_open(const char *path, const scree_world *w, double resumed_at, scree_report *r);
// Adds a row, unless the last row has the same time (a resumed run may write it again). False, with a report, if it cannot be
// written; then no part of it remains in the file.
// Time of its last row, s; NAN: it has none.
double scree_series_time(const scree_series *s);
bool scree_series_row(scree_series *s, const scree_world *w, const scree_totals *totals, scree_report *r);
// What the column called `name` would say of the world now ("kinetic", "lid fz"; not rates of outlets): its unit, NULL if there is
// no such column. Probes must have been measured.
const char *scree_series_value(const scree_world *w, const scree_totals *totals, const char *name,
                               double *value);
// All columns that scree_series_value knows: "kinetic\tJ\n" and so on, and their values, in the order of the file.
typedef struct scree_series_list {
    scree_text_buffer names;
    SCREE_ARRAY(double) value;
} scree_series_list; // all zero: empty; its two parts are to be freed
void scree_series_list_all(const scree_world *w, const scree_totals *totals, scree_series_list *list);
// Whether that column is a sum over particles or contacts, for which totals and probes must be measured; those of walls, outlets
// and sources are not.
bool scree_series_is_sum(const scree_world *w, const char *name);
// NULL is allowed. False, with a report, if closing the file fails.
bool scree_series_close(scree_series *s, scree_report *r);

#endif
