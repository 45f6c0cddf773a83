// SPDX-License-Identifier: BSD-3-Clause
// A hierarchy of cell grids, one per size class (each half the diameter of the one above), so that a particle looks into
// cells of the size of its neighbours and the cost does not grow with the size ratio. The particles of a row of cells lie
// together as copies with 32-bit places, several of which are tested at once; along a periodic axis the box is 2^32
// wide, so that differences wrap around to the nearest image by themselves. Places are clamped to the box of the grid.
// That never takes two particles further apart, so a few strays outside cost nothing.
#ifndef SCREE_SEARCH_GRID_H
#define SCREE_SEARCH_GRID_H

#include "base/chunks.h"
#include "base/scratch.h"
#include "state/world.h"

enum { SCREE_GRID_LEVELS = 24, SCREE_GRID_AXES = 3, SCREE_GRID_LANES = 4 };

typedef struct scree_grid_level {
    double r_max; // largest radius of the class, m
    int n[3];
    int64_t cells[3];  // per 2^32 places
    double width[3];   // of a cell, m
    size_t count;      // particles
    size_t first_cell; // in scree_grid.start
} scree_grid_level;

typedef struct scree_grid {
    int n_levels;
    scree_grid_level level[SCREE_GRID_LEVELS];
    double r_min, r_max;
    scree_vec3 box_low, box_high; // of the particles
    double low[3], high[3];       // of the cells
    double skin;                  // and the reach of the laws beyond touch, m
    double margin;                // m, more than what the copies lose
    double scale[3];              // places of the copies per metre: 2^32 along a periodic axis
    float step[3];                // from place to place, in extents of the box: below 1 whatever the units
    double per_extent;            // 1/m
    bool exact;                   // the copies are too coarse: what they let pass is tested again
    scree_period period;          // of the cell
    bool wraps[3]; // cells at both ends are neighbours; not where a wide part of a periodic axis is empty
    uint32_t origin[3], top[3]; // first place of the cells, and the last, counted from there
    size_t cells;               // of all levels
    uint32_t *start;            // per cell and one more
    uint32_t *item;             // particles by cell, ascending inside a cell
    uint32_t *x, *y, *z;        // places of the items
    float *r;                   // with half of the skin and of the margin, in extents of the box
} scree_grid;

// Sorts the world's particles into the grid, whose arrays are taken from the scratch.
void scree_grid_build(scree_grid *grid, const scree_world *w, const scree_chunks *parts, scree_scratch *s);

typedef SCREE_ARRAY(uint32_t) scree_index_buffer;

// Level of the particles of a radius.
static inline int scree_grid_level_of(const scree_grid *grid, double r) {
    int level = 0;
    for (int l = 1; l < grid->n_levels; l++) {
        level += r <= grid->level[l].r_max;
    }
    return level;
}

// Clamped to the box; that and the rounding never take two places further apart by more than the margin.
static inline uint32_t scree_grid_place(const scree_grid *grid, int axis, double x) {
    const double low = grid->low[axis], high = grid->high[axis];
    return (uint32_t)(int64_t)(((x < low    ? low
                                 : x > high ? high
                                            : x) -
                                low) *
                               grid->scale[axis]) -
           grid->origin[axis];
}

// The cell of a place, which may be beyond the border of the box.
static inline int scree_grid_cell(const scree_grid_level *g, int axis, int64_t place) {
    return (int)(place * g->cells[axis] >> 32);
}

static inline float scree_grid_radius(const scree_grid *grid, double r) {
    return (float)((r + 0.5 * (grid->skin + grid->margin)) * grid->per_extent);
}

static inline size_t scree_grid_row(const scree_grid_level *g, int cy, int cz) {
    return g->first_cell + ((size_t)cz * (size_t)g->n[1] + (size_t)cy) * (size_t)g->n[0];
}

#endif
