// SPDX-License-Identifier: BSD-3-Clause
// What the series has of each wall.
#ifndef SCREE_WALLS_WALL_COLUMNS_H
#define SCREE_WALLS_WALL_COLUMNS_H

#include "state/column.h"

extern const scree_column_table scree_wall_columns;

#endif
