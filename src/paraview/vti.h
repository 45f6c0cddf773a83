// SPDX-License-Identifier: BSD-3-Clause
// Fields on a grid for ParaView: a .vti file with the values as data of cells, so that ParaView's "Integrate Variables" gives totals.
#pragma once

#include "fields/fields.h"

bool scree_vti_fields(const scree_fields *f, double time, const char *path, scree_report *r);
