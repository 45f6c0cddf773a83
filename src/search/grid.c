// SPDX-License-Identifier: BSD-3-Clause
#include "search/grid.h"
#include "memory/radix.h"
#include <math.h>
#include <string.h>

// Box and radii of the particles. The box of the cells is this box, or the cell of the simulation along periodic axes.
static void measure(scree_grid *grid, const scree_world *w, const scree_chunks *chunks) {
    const scree_pos *x = w->p.x;
    const size_t n = scree_particles_all(&w->p);
    double lx = INFINITY, ly = INFINITY, lz = INFINITY, hx = -INFINITY, hy = -INFINITY, hz = -INFINITY;
    double small = INFINITY, large = 0.0;
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(min : lx, ly, lz, small)    \
    reduction(max : hx, hy, hz, large)
    for (size_t i = 0; i < n; i++) {
        lx = x[i].x < lx ? x[i].x : lx;
        ly = x[i].y < ly ? x[i].y : ly;
        lz = x[i].z < lz ? x[i].z : lz;
        hx = x[i].x > hx ? x[i].x : hx;
        hy = x[i].y > hy ? x[i].y : hy;
        hz = x[i].z > hz ? x[i].z : hz;
        small = x[i].r < small ? x[i].r : small;
        large = x[i].r > large ? x[i].r : large;
    }
    grid->box_low = vec3(lx, ly, lz);
    grid->box_high = vec3(hx, hy, hz);
    grid->r_min = small;
    grid->r_max = large;
    grid->cell = w->cell;
    const scree_vec3 stretch = scree_cell_slant(&w->cell);
    const double *length = w->cell.period.length, *lean = w->cell.period.lean;
    grid->lean[0] = w->cell.period.leans ? (float)(lean[0] / length[1]) : 0.0F;
    for (int k = 1; k < 3; k++) {
        grid->lean[k] = w->cell.period.leans && length[2] > 0.0 ? (float)(lean[k] / length[2]) : 0.0F;
    }
    scree_vec3 low = grid->box_low, high = grid->box_high;
    scree_cell_cover(&w->cell, &low, &high);
    for (int axis = 0; axis < 3; axis++) {
        grid->low[axis] = vec_get(low, axis);
        grid->high[axis] = vec_get(high, axis);
        grid->wraps[axis] = w->cell.periodic[axis];
        grid->origin[axis] = 0;
        grid->stretch[axis] = vec_get(stretch, axis);
        grid->top[axis] = INT32_MAX;
    }
}

// Size class of a radius: 0 from the largest down to half of it, and so on; the binary exponent of the ratio.
static int size_class_of(const scree_grid *grid, double r) {
    double ratio = grid->r_max / r;
    uint64_t bits;
    memcpy(&bits, &ratio, sizeof bits);
    int size_class = (int)(bits >> 52) - 1023;
    return size_class < SCREE_GRID_LEVELS - 1 ? size_class : SCREE_GRID_LEVELS - 1;
}

// One level per size class that is not empty.
static void find_levels(scree_grid *grid, const scree_world *w, const scree_chunks *chunks) {
    const scree_pos *x = w->p.x;
    const size_t n = scree_particles_all(&w->p);
    size_t count[SCREE_GRID_LEVELS] = {0};
    double largest[SCREE_GRID_LEVELS] = {0};
    if (n > 0 && size_class_of(grid, grid->r_min) == 0) {
        count[0] = n;
        largest[0] = grid->r_max;
    } else {
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(+ : count)                  \
    reduction(max : largest)
        for (size_t i = 0; i < n; i++) {
            int size_class = size_class_of(grid, x[i].r);
            count[size_class]++;
            largest[size_class] = x[i].r > largest[size_class] ? x[i].r : largest[size_class];
        }
    }
    grid->n_levels = 0;
    for (int size_class = 0; size_class < SCREE_GRID_LEVELS; size_class++) {
        if (count[size_class] > 0) {
            scree_grid_level *g = &grid->level[grid->n_levels++];
            g->r_max = largest[size_class];
            g->count = count[size_class];
        }
    }
}

// Number of cells of a given size, m; n becomes the number along each axis.
static double cells_at(const scree_grid *grid, double size, int n[3]) {
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        const bool open = grid->cell.period.length[axis] > 0.0 && !grid->wraps[axis];
        const double extent =
            open ? (double)grid->top[axis] / grid->scale[axis] : grid->high[axis] - grid->low[axis];
        double across = floor(extent / size);
        across = grid->wraps[axis] ? (across > 1.0 ? across : 1.0) : across + 1.0;
        n[axis] = across < 2e6 ? (int)across : 2000000;
        cells *= across;
    }
    return cells;
}

// Empty cells cost memory traffic, so there are at most a few per particle.
static double most_cells(const scree_grid_level *g) {
    return 4.0 * (double)g->count + 64.0;
}

static void size_level(scree_grid *grid, scree_grid_level *g) {
    double size = 2.0 * g->r_max + grid->skin + grid->margin;
    while (cells_at(grid, size, g->n) > most_cells(g)) {
        size *= 1.26; // halves the number of cells
    }
    for (int axis = 0; axis < 3; axis++) {
        // Along a periodic axis the cells fill the box exactly; else the last one may extend beyond it.
        const double cells = 0x1p32 / (grid->scale[axis] * size);
        g->cells[axis] = grid->wraps[axis] ? g->n[axis] : cells < 0x1p31 ? (int64_t)cells : INT32_MAX;
        g->cells[axis] = g->cells[axis] > 0 ? g->cells[axis] : 1;
        g->n[axis] = grid->wraps[axis] ? g->n[axis] : scree_grid_cell(g, axis, grid->top[axis]) + 1;
        g->width[axis] = 0x1p32 / (grid->scale[axis] * (double)g->cells[axis]);
    }
    g->first_cell = grid->cells;
    grid->cells += (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
}

enum { BINS = 64, OUTLIERS = 256 }; // up to 1/256 of the particles may be outside the box on each side

// Cuts off the almost empty bins at the ends of an axis, if that makes the box at least twice smaller. Returns whether it did.
static bool trim_axis(scree_grid *grid, int axis, const size_t *bin, size_t n) {
    double low = grid->low[axis], width = (grid->high[axis] - low) / BINS;
    int from = 0, to = BINS;
    for (size_t out = bin[from]; from < BINS - 1 && out <= n / OUTLIERS; out += bin[from]) {
        from++;
    }
    for (size_t out = bin[to - 1]; to > from + 1 && out <= n / OUTLIERS; out += bin[to - 1]) {
        to--;
    }
    if (grid->cell.period.length[axis] > 0.0 || to - from > BINS / 2 || !(width > 0.0)) {
        return false;
    }
    grid->low[axis] = low + width * from;
    grid->high[axis] = low + width * to;
    return true;
}

// If most of the box of the particles is empty, the reason may be a few particles far from the rest: the box is reduced without
// them. Returns whether it was.
static bool exclude_outliers(scree_grid *grid, const scree_world *w, const scree_chunks *chunks) {
    const scree_grid_level *finest = &grid->level[grid->n_levels - 1];
    const scree_pos *x = w->p.x;
    const size_t n = scree_particles_all(&w->p);
    const double size = 2.0 * finest->r_max + grid->skin;
    int cells[3];
    bool shrinks = true, shrunk = false;
    for (int round = 0; round < 64 && shrinks && cells_at(grid, size, cells) > most_cells(finest); round++) {
        size_t bin[3 * BINS] = {0};
        double low[3], inverse[3];
        for (int axis = 0; axis < 3; axis++) {
            double width = (grid->high[axis] - grid->low[axis]) / BINS;
            low[axis] = grid->low[axis];
            inverse[axis] = width > 0.0 ? 1.0 / width : 0.0;
        }
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(+ : bin)
        for (size_t i = 0; i < n; i++) {
            const double at[3] = {x[i].x, x[i].y, x[i].z};
            for (int axis = 0; axis < 3; axis++) {
                double b = floor((at[axis] - low[axis]) * inverse[axis]);
                bin[axis * BINS + (b > 0.0 ? b < BINS ? (int)b : BINS - 1 : 0)]++;
            }
        }
        shrinks = false;
        for (int axis = 0; axis < 3; axis++) {
            shrinks |= trim_axis(grid, axis, bin + axis * BINS, n);
        }
        shrunk |= shrinks;
    }
    return shrunk;
}

// One rank of several has particles only in a part of the periodic box: cells for all of it would be too many or too wide. If a
// large part of an axis is empty, which is found by bins, the cells begin behind it and do not wrap.
static void open_axis(scree_grid *grid, const scree_world *w, int axis) {
    enum { BINS_PER_AXIS = 256 };
    bool taken[BINS_PER_AXIS] = {false};
    for (size_t i = 0; i < scree_particles_all(&w->p); i++) {
        const scree_vec3 at = scree_grid_position(grid, w->p.x + i);
        taken[scree_grid_place(grid, axis, vec_get(at, axis)) >> 24] = true;
    }
    int most = 0, run = 0, end = 0;
    for (int k = 0; k < 2 * BINS_PER_AXIS && run < BINS_PER_AXIS; k++) {
        run = taken[k % BINS_PER_AXIS] ? 0 : run + 1;
        end = run > most ? k + 1 : end;
        most = run > most ? run : most;
    }
    const double empty = grid->cell.period.length[axis] * most / BINS_PER_AXIS;
    if (most < BINS_PER_AXIS && most > BINS_PER_AXIS / 8 &&
        empty > 2.0 * grid->stretch[axis] * (2.0 * grid->r_max + grid->skin) +
                    grid->cell.period.length[axis] / BINS_PER_AXIS) {
        grid->wraps[axis] = false;
        grid->origin[axis] = (uint32_t)(end % BINS_PER_AXIS) << 24;
        grid->top[axis] = (uint32_t)(BINS_PER_AXIS - most) << 24;
    }
}

static void set_scale(scree_grid *grid, bool trimmed) {
    const double flat = 2.0 * grid->r_max + grid->skin; // of an axis along which all have the same place
    double extent = flat;
    for (int axis = 0; axis < 3; axis++) {
        double d = grid->high[axis] - grid->low[axis];
        extent = d > extent ? d : extent;
    }
    grid->per_extent = 1.0 / extent;
    for (int axis = 0; axis < 3; axis++) {
        double d = grid->high[axis] - grid->low[axis];
        grid->scale[axis] =
            grid->cell.period.length[axis] > 0.0 ? 0x1p32 / d : 0x1.fffffep30 / (d > 0.0 ? d : flat);
        grid->step[axis] = (float)(1.0 / (grid->scale[axis] * extent));
    }
    // Error of a place: one step, at most 2^-30 of the extent. Error of products in single precision: a few 2^-24.
    grid->margin = 0x1p-28 * extent + 0x1p-20 * (2.0 * grid->r_max + grid->skin);
    grid->exact = trimmed || grid->margin > 0.01 * (grid->r_min + grid->skin);
}

static void copy_items(scree_grid *grid, const scree_world *w, const scree_keyed *sorted, size_t first,
                       size_t last) {
    scree_radix_starts(sorted, scree_particles_all(&w->p), grid->cells, first, last, grid->start);
    for (size_t k = first; k < last; k++) {
        const scree_pos *x = w->p.x + sorted[k].index;
        const scree_vec3 at = scree_grid_position(grid, x);
        grid->item[k] = sorted[k].index;
        grid->x[k] = scree_grid_place(grid, 0, at.x);
        grid->y[k] = scree_grid_place(grid, 1, at.y);
        grid->z[k] = scree_grid_place(grid, 2, at.z);
        grid->r[k] = scree_grid_radius(grid, x->r);
    }
}

static void sort_by_cell(scree_grid *grid, const scree_world *w, const scree_chunks *chunks,
                         scree_scratch *s) {
    const size_t n = scree_particles_all(&w->p);
    scree_scratch_mark here = scree_scratch_place(s);
    scree_keyed *item = scree_scratch_take(s, 2 * (n + 1) * sizeof *item);
    uint32_t *count = scree_scratch_take(s, (size_t)chunks->threads * SCREE_RADIX * sizeof *count);
#pragma omp parallel for schedule(static) num_threads(chunks->threads)
    for (size_t i = 0; i < n; i++) {
        const scree_pos *x = w->p.x + i;
        const scree_grid_level *g = &grid->level[scree_grid_level_of(grid, x->r)];
        const scree_vec3 at = scree_grid_position(grid, x);
        const int cx = scree_grid_cell(g, 0, scree_grid_place(grid, 0, at.x)),
                  cy = scree_grid_cell(g, 1, scree_grid_place(grid, 1, at.y)),
                  cz = scree_grid_cell(g, 2, scree_grid_place(grid, 2, at.z));
        item[i] = (scree_keyed){(uint32_t)(scree_grid_row(g, cy, cz) + (size_t)cx), (uint32_t)i};
    }
    const scree_keyed *sorted =
        scree_radix_sort(item, item + n, n, (uint32_t)(grid->cells > 0 ? grid->cells - 1 : 0), chunks, count);
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
    for (int k = 0; k < chunks->n; k++) {
        copy_items(grid, w, sorted, scree_chunk_first(chunks, n, k), scree_chunk_first(chunks, n, k + 1));
    }
    scree_scratch_back(s, here);
}

void scree_grid_build(scree_grid *grid, const scree_world *w, const scree_chunks *chunks, scree_scratch *s) {
    const size_t n = scree_particles_all(&w->p), padded = n + SCREE_GRID_LANES;
    grid->skin = w->skin + w->reach;
    grid->cells = 0;
    measure(grid, w, chunks);
    find_levels(grid, w, chunks);
    if (n > 0) {
        set_scale(grid, exclude_outliers(grid, w, chunks));
        for (int axis = 0; axis < 3 && w->p.ghosts > 0; axis++) {
            if (grid->wraps[axis]) {
                open_axis(grid, w, axis);
            }
        }
    }
    for (int l = 0; l < grid->n_levels; l++) {
        size_level(grid, &grid->level[l]);
    }
    grid->start = scree_scratch_take(s, (grid->cells + 1) * sizeof *grid->start);
    if (n == 0) {
        memset(grid->start, 0, (grid->cells + 1) * sizeof *grid->start);
    }
    grid->r = scree_scratch_take(s, padded * sizeof *grid->r);
    memset(grid->r + n, 0, SCREE_GRID_LANES * sizeof *grid->r);
    uint32_t **filled[4] = {&grid->item, &grid->x, &grid->y, &grid->z};
    for (int k = 0; k < 4; k++) {
        *filled[k] = scree_scratch_take(s, padded * sizeof **filled[k]);
        memset(*filled[k] + n, 0, SCREE_GRID_LANES * sizeof **filled[k]);
    }
    sort_by_cell(grid, w, chunks, s);
}
