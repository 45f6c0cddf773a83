// SPDX-License-Identifier: BSD-3-Clause
// Tables of time: given in the input file, read from a text file, or made of formulas.
//
// A text file has a line for each time (text/table_lines.h): time x y z, or time x y z angle, or in any order as
// a line of names says (such as "time,z"); SI units and radians.
#pragma once

#include "keys/config_read.h"

// Reads the file or evaluates the formulas, if there are any, and checks the table. unit: of the vector; NULL: it has none, and the
// angles are numbers without a unit, called values. node: the section `key` under `path`. False: reported.
bool scree_time_table_make(scree_config *g, scree_time_table *table, const char *unit, const scree_yaml *node,
                           const char *path, const char *key);
