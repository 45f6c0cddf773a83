// SPDX-License-Identifier: BSD-3-Clause
// The particles near a given one, from the cell grid.
#pragma once

#include "search/grid.h"

// Replaces the buffer by all particles of the levels from .. to-1 whose gap to particle i is below the skin, and possibly some
// whose gap exceeds it by less than the margin. Symmetric over all levels: i is found for j if and only if j is found for i.
void scree_grid_near(const scree_grid *grid, const scree_particles *p, uint32_t i, int from, int to,
                     scree_index_buffer *out);
