// SPDX-License-Identifier: BSD-3-Clause
// Wear and impacts (docs/wear.md). The kernels store for each contact with a wall what it does in the step, in the terms that the ledger takes
// (kernels/wear_lanes.h); after the contacts these are added, exactly, to the record of the triangle (wear_sums.h). An impact is a
// contact that did not exist at the evaluation before, whatever triangle or edge it is with.
#pragma once

#include "access/capability.h"
#include "access/column.h"

extern const scree_capability scree_wear_capability;
extern const scree_column_table scree_wear_wall_columns, scree_wear_region_columns;
