// SPDX-License-Identifier: BSD-3-Clause
// The wear of walls, or of regions, at one time as CSV: a row for each wall and each material of particles that has touched it, with the numbers of impacts in the bins.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Of what was last merged (wear_sums.h).
bool scree_wear_csv(const scree_world *w, const char *path, scree_report *r);
bool scree_wear_regions_csv(const scree_world *w, const char *path, scree_report *r);
