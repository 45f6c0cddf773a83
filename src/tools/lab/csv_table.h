// SPDX-License-Identifier: BSD-3-Clause
// A CSV file of numbers in memory: '#' lines are comments, the first other line names the columns. A unit in brackets
// after a name ("overlap [m]") is not part of the name. An empty cell is NAN; quotes around a cell are removed.
#ifndef SCREE_TOOLS_LAB_CSV_TABLE_H
#define SCREE_TOOLS_LAB_CSV_TABLE_H

#include "base/array.h"
#include "base/report.h"

typedef struct scree_csv_table {
    char *path;
    SCREE_ARRAY(char *) name;
    SCREE_ARRAY(double) value; // row by row
    SCREE_ARRAY(int) line;     // of each row, for messages
} scree_csv_table;

// False: every mistake is reported, at most 20 of them. Call scree_csv_table_clear(s) in any case.
bool scree_csv_table_read(const char *path, scree_csv_table *s, scree_report *r);
void scree_csv_table_clear(scree_csv_table *s);
size_t scree_csv_table_rows(const scree_csv_table *s);
// Number of a column, or -1.
int scree_csv_table_column(const scree_csv_table *s, const char *name);
// For creating a table: adds a column, before the first row; adds a value, row by row.
void scree_csv_table_add_column(scree_csv_table *s, const char *name);
void scree_csv_table_put(scree_csv_table *s, double value);
// Value of a row, or `missing` when there is no such column (-1).
double scree_csv_table_get(const scree_csv_table *s, size_t row, int column, double missing);
// Reports columns that are not among n names.
bool scree_csv_table_only(const scree_csv_table *s, const char *const *names, size_t n, scree_report *r);
// Full precision; comment (may be NULL) goes above. path "-": standard output.
bool scree_csv_table_write(const scree_csv_table *s, const char *path, const char *comment, scree_report *r);

#endif
