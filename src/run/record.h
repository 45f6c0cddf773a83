// SPDX-License-Identifier: BSD-3-Clause
// run.json of a run: what its world tells, and the checksums of its tables, by which a run that is resumed sees that they are as they were written.
#pragma once

#include "output/row_file.h"
#include "output/run_record.h"

// Adds to the record what the world knows, and writes it. The tables (NULL, or not open: left out) are synced before, so that a power cut leaves no record
// of rows that are lost. Collective; true on other ranks than 0.
bool scree_record_write(const scree_world *w, scree_run_record record, const scree_row_file *const *table,
                        size_t n, const char *out, scree_report *r);
// Are the tables in a folder still as the record in it says? A table that is not there, or that has lost its end, is none to compare, as is one without a
// record. False, and reported, where one has changed.
bool scree_record_tables_are_whole(const char *out, scree_report *r);
