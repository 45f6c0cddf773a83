// SPDX-License-Identifier: BSD-3-Clause
// A hierarchy of cell grids, one per size class (each has half the diameter of the one before), so that a particle searches
// cells of the size of its neighbours and the cost does not grow with the size ratio. The particles of a row of cells are
// stored next to each other, as copies with 32-bit coordinates ("places"), several of which are tested at once. Along a
// periodic axis the box is 2^32 wide: differences wrap around and give the nearest image. Places are clamped to the box of the
// grid. That never increases the distance of two particles, so a few outliers cost nothing and none of their neighbours is
// missed.
#pragma once

#include "memory/chunks.h"
#include "memory/scratch.h"
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
    double skin;                  // skin plus the range of the laws beyond touch, m
    double margin;                // m, bound of the error of distances between copies
    double scale[3];              // places of the copies per metre: 2^32 along a periodic axis
    float step[3];                // distance of adjacent places / extent of the box: never overflows
    double per_extent;            // 1/m
    bool exact;                   // the copies are too coarse: pairs found are tested again with doubles
    scree_cell cell;
    float lean[3];     // xy, xz, yz of a cell that leans, over the length that leans
    double stretch[3]; // of distances along the axes of the grid, where positions are upright (state/cell.h)
    bool wraps[3]; // cells at both ends are neighbours; false where a large part of a periodic axis is empty
    uint32_t origin[3], top[3]; // first place of the cells; last place relative to the first
    size_t cells;               // of all levels
    uint32_t *start;            // per cell and one more
    uint32_t *item;             // particles by cell, ascending inside a cell
    uint32_t *x, *y, *z;        // places of the items
    float *r;                   // radius plus half of the skin and of the margin, in extents of the box
} scree_grid;

// Sorts the world's particles into the grid, whose arrays are taken from the scratch.
void scree_grid_build(scree_grid *grid, const scree_world *w, const scree_chunks *chunks, scree_scratch *s);

typedef SCREE_ARRAY(uint32_t) scree_index_buffer;

// Level of a particle of radius r, m.
static inline int scree_grid_level_of(const scree_grid *grid, double r) {
    int level = 0;
    for (int l = 1; l < grid->n_levels; l++) {
        level += r <= grid->level[l].r_max;
    }
    return level;
}

// Where the grid has x.
static inline scree_vec3 scree_grid_position(const scree_grid *grid, const scree_pos *x) {
    const scree_vec3 at = vec3(x->x, x->y, x->z);
    return grid->cell.period.leans ? scree_cell_upright(&grid->cell, at) : at;
}

// 32-bit coordinate of x, clamped to the box. Clamping and rounding increase no distance by more than the margin.
static inline uint32_t scree_grid_place(const scree_grid *grid, int axis, double x) {
    const double low = grid->low[axis], high = grid->high[axis];
    return (uint32_t)(int64_t)(((x < low    ? low
                                 : x > high ? high
                                            : x) -
                                low) *
                               grid->scale[axis]) -
           grid->origin[axis];
}

// The cell of a place. The place may be outside the box.
static inline int scree_grid_cell(const scree_grid_level *g, int axis, int64_t place) {
    return (int)(place * g->cells[axis] >> 32);
}

static inline float scree_grid_radius(const scree_grid *grid, double r) {
    return (float)((r + 0.5 * (grid->skin + grid->margin)) * grid->per_extent);
}

static inline size_t scree_grid_row(const scree_grid_level *g, int cy, int cz) {
    return g->first_cell + ((size_t)cz * (size_t)g->n[1] + (size_t)cy) * (size_t)g->n[0];
}
