// SPDX-License-Identifier: BSD-3-Clause
// The particles that a section of the input selects: by region, material, insertion and ids.
#pragma once

#include "state/world.h"

// Is one of the ids first .. last listed?
bool scree_ids_list(const scree_id_ranges *ids, uint64_t first, uint64_t last);
// Does row i, a sphere or the first one of a clump, fit all but the region, which it may reach?
bool scree_selection_fits(const scree_world *w, const scree_selection *which, size_t i);
bool scree_selection_has(const scree_world *w, const scree_selection *which, size_t i);
