// SPDX-License-Identifier: BSD-3-Clause
// What the series has of each wall.
#ifndef SCREE_WALL_MOTION_WALL_COLUMNS_H
#define SCREE_WALL_MOTION_WALL_COLUMNS_H

#include "access/column.h"

extern const scree_column_table scree_wall_columns;

#endif
