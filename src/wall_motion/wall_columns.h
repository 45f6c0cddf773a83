// SPDX-License-Identifier: BSD-3-Clause
// The columns that the series has of each wall.
#pragma once

#include "access/column.h"

extern const scree_column_table scree_wall_columns;
