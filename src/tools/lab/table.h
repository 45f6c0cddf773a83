// SPDX-License-Identifier: BSD-3-Clause
// A table of numbers in memory: columns with names and units, stored row by row. The path of a driven contact, full states and all
// outputs of the lab are such tables; csv_table.h reads and writes them as files.
#pragma once

#include "memory/array.h"
#include "text/report.h"

struct scree_table {
    char *path; // of the file; of a table in memory its name in messages
    SCREE_ARRAY(char *) name;
    SCREE_ARRAY(char *) unit;  // "" if dimensionless or unknown
    SCREE_ARRAY(double) value; // row by row; NAN: an empty cell
    SCREE_ARRAY(int) line;     // of each row in the file; none: the table is not from a file
};

// Frees what is in the table, not the struct itself.
void scree_table_clear(scree_table *s);
// For creating a table: adds a column, before the first row, unit NULL or "1": dimensionless; adds a value, or n, row by row.
void scree_table_add_column(scree_table *s, const char *name, const char *unit);
void scree_table_put(scree_table *s, double value);
void scree_table_put_all(scree_table *s, const double *value, size_t n);
// Value of a row, or `missing` when there is no such column (-1).
double scree_table_at(const scree_table *s, size_t row, int column, double missing);
// Reports columns that are not among n names.
bool scree_table_only(const scree_table *s, const char *const *names, size_t n, scree_report *r);
// Reports an error in a row and returns false: "path:line:1: error: ..." of a file, "error: path: row K: ..." of a table in memory.
bool scree_table_wrong(const scree_table *s, size_t row, scree_report *r, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
