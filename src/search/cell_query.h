// SPDX-License-Identifier: BSD-3-Clause
// Which particles are near one, by the grid of cells.
#ifndef SCREE_SEARCH_CELL_QUERY_H
#define SCREE_SEARCH_CELL_QUERY_H

#include "search/grid.h"

// Replaces the buffer by all particles of the levels from .. to-1 whose gap to particle i is below the skin, or above it
// by less than the margin. Of all levels i is among those of j if and only if j is among those of i.
void scree_grid_near(const scree_grid *grid, const scree_particles *p, uint32_t i, int from, int to,
                     scree_index_buffer *out);

#endif
