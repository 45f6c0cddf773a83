// SPDX-License-Identifier: BSD-3-Clause
// A hierarchy of cell grids, one per size class (each half the diameter of the one above), so that a fine particle looks
// into one ring of cells per class and the cost does not grow with the size ratio. Cells are clamped at the border of
// the box that holds the particles: a few stray particles cost nothing, and clamping keeps neighbours neighbours.
#ifndef SCREE_SEARCH_GRID_H
#define SCREE_SEARCH_GRID_H

#include "state/world.h"

enum { SCREE_GRID_LEVELS = 24 };

typedef struct scree_grid_level {
    double r_max;      // largest radius of the class, m
    double size;       // smallest cell edge, m
    double inverse[3]; // cells per metre
    int n[3];
    int periodic[3];
    size_t count;    // particles
    uint32_t *start; // per cell, n[0] n[1] n[2] + 1
    uint32_t *item;  // particles by cell, ascending inside a cell
    size_t start_capacity, item_capacity;
} scree_grid_level;

typedef struct scree_grid {
    int n_levels;
    scree_grid_level level[SCREE_GRID_LEVELS];
    scree_vec3 low, high;
    double skin;
    double half[3], length[3]; // periodic box; infinity and 0 where not periodic
    uint8_t *level_of;
    size_t level_capacity;
} scree_grid;

// Sorts the world's particles into the grid; pairs closer than the skin are found afterwards.
void scree_grid_build(scree_grid *grid, const scree_world *w);
void scree_grid_clear(scree_grid *grid);

typedef SCREE_ARRAY(scree_pair) scree_pair_buffer;

// Appends every pair (first .. last-1, other) with a gap below the skin, each pair once over all particles.
void scree_grid_pairs(const scree_grid *grid, const scree_particles *p, size_t first, size_t last,
                      scree_pair_buffer *out);

// Order of the particles by place, for the storage: fills order[0 .. n-1] with indices of living particles.
size_t scree_grid_spatial_order(const scree_world *w, uint32_t *order, int sort);

#endif
