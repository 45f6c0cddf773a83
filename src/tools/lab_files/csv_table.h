// SPDX-License-Identifier: BSD-3-Clause
// Tables as CSV files: '#' lines are comments, the first other line names the columns. A unit in brackets after a name
// ("overlap [m]") is not part of the name. An empty cell is NAN; quotes around a cell are removed.
#pragma once

#include "tools/lab/table.h"

// False: every mistake is reported, at most 20 of them. Call scree_table_clear(s) in any case.
bool scree_csv_table_read(const char *path, scree_table *s, scree_report *r);
// Full precision; comment (may be NULL) goes above. path "-": standard output.
bool scree_csv_table_write(const scree_table *s, const char *path, const char *comment, scree_report *r);
