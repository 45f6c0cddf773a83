// SPDX-License-Identifier: BSD-3-Clause
// A CSV file of numbers in memory: '#' lines are comments, the first other line names the columns. A unit in brackets
// behind a name ("overlap [m]") is for the reader's eyes and left out of it. An empty cell is NAN; quotes around a cell are
// left out.
#ifndef SCREE_BENCH_SHEET_H
#define SCREE_BENCH_SHEET_H

#include "base/array.h"
#include "base/report.h"

typedef struct scree_sheet {
    char *path;
    SCREE_ARRAY(char *) name;
    SCREE_ARRAY(double) value; // row by row
    SCREE_ARRAY(int) line;     // of each row, for messages
} scree_sheet;

// False and every mistake reported, at most 20 of them; scree_sheet_clear(s) is due in any case.
bool scree_sheet_read(const char *path, scree_sheet *s, scree_report *r);
void scree_sheet_clear(scree_sheet *s);
size_t scree_sheet_rows(const scree_sheet *s);
// Number of a column, or -1.
int scree_sheet_column(const scree_sheet *s, const char *name);
// For building one: a column, before the first row; a value, row by row.
void scree_sheet_add_column(scree_sheet *s, const char *name);
void scree_sheet_put(scree_sheet *s, double value);
// Value of a row, or `missing` when there is no such column (-1).
double scree_sheet_get(const scree_sheet *s, size_t row, int column, double missing);
// Complains of columns that are not among n names.
bool scree_sheet_only(const scree_sheet *s, const char *const *names, size_t n, scree_report *r);
// Full precision; comment (may be NULL) goes above. path "-": standard output.
bool scree_sheet_write(const scree_sheet *s, const char *path, const char *comment, scree_report *r);

#endif
