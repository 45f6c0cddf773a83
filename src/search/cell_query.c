// SPDX-License-Identifier: BSD-3-Clause
#include "search/cell_query.h"
#include "search/grid.h"
#include <math.h>
#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

typedef float lanes __attribute__((vector_size(4 * SCREE_GRID_LANES), aligned(4)));
typedef int32_t flags __attribute__((vector_size(4 * SCREE_GRID_LANES), aligned(4)));
typedef uint32_t places __attribute__((vector_size(4 * SCREE_GRID_LANES), aligned(4)));

// Items first .. last-1 of a row of cells.
typedef struct run {
    uint32_t first, last;
} run;

enum { RUNS = 64 };

// The particle whose neighbours are searched, and the rows of cells that are still to be tested.
typedef struct probe {
    uint32_t x, y, z;
    float r;
    size_t n, items;
    run run[RUNS];
} probe;

// Cells from .. to along an axis; numbers outside 0 .. n-1 are cells across a periodic border. whole: all cells of the axis.
typedef struct cell_range {
    int from, to;
    bool whole;
} cell_range;

static inline cell_range range_of(const scree_grid *grid, const scree_grid_level *g, int axis, uint32_t place,
                                  double reach) {
    const int64_t most = (int64_t)1 << 33; // more than the box (2^32), without overflow
    const double wide = reach * grid->stretch[axis] * grid->scale[axis] + 2.0;
    const int64_t across = wide < (double)most ? (int64_t)wide : most;
    const int from = scree_grid_cell(g, axis, place - across), to = scree_grid_cell(g, axis, place + across),
              last = g->n[axis] - 1;
    if (grid->wraps[axis]) {
        return to - from < last ? (cell_range){from, to, false} : (cell_range){0, last, true};
    }
    return (cell_range){from > 0 ? from : 0, to < last ? to : last, false};
}

#if defined(__SSE4_1__)
#define SCREE_LANES(a, b, c, d)                                                                              \
    {                                                                                                        \
        4 * a, 4 * a + 1, 4 * a + 2, 4 * a + 3, 4 * b, 4 * b + 1, 4 * b + 2, 4 * b + 3, 4 * c, 4 * c + 1,    \
            4 * c + 2, 4 * c + 3, 4 * d, 4 * d + 1, 4 * d + 2, 4 * d + 3                                     \
    }
static const uint8_t packed[16][16] = {
    SCREE_LANES(0, 1, 2, 3), SCREE_LANES(0, 1, 2, 3), SCREE_LANES(1, 0, 2, 3), SCREE_LANES(0, 1, 2, 3),
    SCREE_LANES(2, 0, 1, 3), SCREE_LANES(0, 2, 1, 3), SCREE_LANES(1, 2, 0, 3), SCREE_LANES(0, 1, 2, 3),
    SCREE_LANES(3, 0, 1, 2), SCREE_LANES(0, 3, 1, 2), SCREE_LANES(1, 3, 0, 2), SCREE_LANES(0, 1, 3, 2),
    SCREE_LANES(2, 3, 0, 1), SCREE_LANES(0, 2, 3, 1), SCREE_LANES(1, 2, 3, 0), SCREE_LANES(0, 1, 2, 3)};
#undef SCREE_LANES
static const uint8_t bits_set[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

// Writes four items, beginning with those whose flag is set; returns the number of these.
static inline size_t pack(const flags *yes, const uint32_t *item, uint32_t *to) {
    const unsigned set = (unsigned)_mm_movemask_ps(_mm_castsi128_ps((__m128i)*yes));
    const __m128i order = _mm_loadu_si128((const __m128i *)packed[set]);
    _mm_storeu_si128((__m128i *)to, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)item), order));
    return bits_set[set];
}
#else
static inline size_t pack(const flags *yes, const uint32_t *item, uint32_t *to) {
    size_t n = 0;
    for (int lane = 0; lane < SCREE_GRID_LANES; lane++) {
        to[n] = item[lane];
        n += (size_t)((*yes)[lane] & 1);
    }
    return n;
}
#endif

// Tests the rows collected so far. Differences of the 32-bit coordinates wrap around like the periodic box.
static inline __attribute__((always_inline)) void test_runs_of(const scree_grid *grid, probe *a,
                                                               scree_index_buffer *out, bool leans) {
    scree_array_reserve(out, out->n + a->items + SCREE_GRID_LANES);
    uint32_t *restrict to = out->data + out->n;
    const uint32_t *gx = grid->x, *gy = grid->y, *gz = grid->z, *item = grid->item;
    const float *gr = grid->r, sx = grid->step[0], sy = grid->step[1], sz = grid->step[2], r = a->r,
                xy = grid->lean[0], xz = grid->lean[1], yz = grid->lean[2];
    const uint32_t x = a->x, y = a->y, z = a->z;
    const size_t n = a->n;
    for (size_t m = 0; m < n; m++) {
        const uint32_t last = a->run[m].last;
        for (uint32_t k = a->run[m].first; k < last; k += SCREE_GRID_LANES) {
            lanes dx = __builtin_convertvector((flags)(*(const places *)(gx + k) - x), lanes) * sx,
                  dy = __builtin_convertvector((flags)(*(const places *)(gy + k) - y), lanes) * sy;
            const lanes dz = __builtin_convertvector((flags)(*(const places *)(gz + k) - z), lanes) * sz,
                        near = *(const lanes *)(gr + k) + r;
            if (leans) {
                dx += dy * xy + dz * xz;
                dy += dz * yz;
            }
            const flags lane = {0, 1, 2, 3};
            const flags yes = (dx * dx + dy * dy + dz * dz < near * near) & (lane < (int32_t)(last - k));
            to += pack(&yes, item + k, to);
        }
    }
    out->n = (size_t)(to - out->data);
    a->n = a->items = 0;
}

static __attribute__((noinline)) void test_runs_leaning(const scree_grid *grid, probe *a,
                                                        scree_index_buffer *out) {
    test_runs_of(grid, a, out, true);
}

static void test_runs(const scree_grid *grid, probe *a, scree_index_buffer *out) {
    if (grid->cell.period.leans) {
        test_runs_leaning(grid, a, out);
    } else {
        test_runs_of(grid, a, out, false);
    }
}

static void add_run(const scree_grid *grid, probe *a, size_t row, int from, int to, scree_index_buffer *out) {
    const run these = {grid->start[row + (size_t)from], grid->start[row + (size_t)to + 1]};
    a->run[a->n] = these;
    a->n += these.last > these.first;
    a->items += these.last - these.first;
    if (a->n == RUNS) {
        test_runs(grid, a, out);
    }
}

// Cell number c wrapped across a periodic border to 0 .. n-1.
static inline int wrapped(int c, int n) {
    return c < 0 ? c + n : c >= n ? c - n : c;
}

// Adds cells x->from .. x->to of a row, in up to three pieces.
static void add_row(const scree_grid *grid, const scree_grid_level *g, probe *a, size_t row,
                    const cell_range *x, scree_index_buffer *out) {
    const int n = g->n[0], from = x->from > 0 ? x->from : 0, to = x->to < n ? x->to : n - 1;
    add_run(grid, a, row, from, to, out);
    if (x->from < 0) {
        add_run(grid, a, row, n + x->from, n - 1, out);
    }
    if (x->to >= n) {
        add_run(grid, a, row, 0, x->to - n, out);
    }
}

// Distance of a coordinate from the layer of cells c, m; a lower bound.
static double gap_to_layer(const scree_grid *grid, const scree_grid_level *g, int axis, uint32_t place,
                           int c) {
    const double at = (double)place / grid->scale[axis], low = (double)c * g->width[axis],
                 high = low + g->width[axis],
                 gap = at < low    ? low - at
                       : at > high ? at - high
                                   : 0.0;
    return gap > grid->margin ? gap - grid->margin : 0.0;
}

// For a neighbourhood of many rows: leaves out rows at the corners, which are out of reach, and searches parts of the others.
static void search_ball(const scree_grid *grid, const scree_grid_level *g, const cell_range *y,
                        const cell_range *z, double reach, probe *a, scree_index_buffer *out) {
    for (int cz = z->from; cz <= z->to; cz++) {
        const double gap_z = gap_to_layer(grid, g, 2, a->z, cz);
        for (int cy = y->from; cy <= y->to; cy++) {
            const double gap_y = gap_to_layer(grid, g, 1, a->y, cy),
                         left = reach * reach - gap_y * gap_y - gap_z * gap_z;
            if (left >= 0.0) {
                const cell_range x = range_of(grid, g, 0, a->x, sqrt(left) + grid->margin);
                add_row(grid, g, a, scree_grid_row(g, wrapped(cy, g->n[1]), wrapped(cz, g->n[2])), &x, out);
            }
        }
    }
}

static void search_level(const scree_grid *grid, const scree_grid_level *g, double reach, probe *a,
                         scree_index_buffer *out) {
    const cell_range z = range_of(grid, g, 2, a->z, reach), y = range_of(grid, g, 1, a->y, reach),
                     x = range_of(grid, g, 0, a->x, reach);
    if (y.to - y.from > 3 && !(x.whole || y.whole || z.whole || grid->cell.period.leans)) {
        search_ball(grid, g, &y, &z, reach, a, out);
        return;
    }
    for (int cz = z.from; cz <= z.to; cz++) {
        const int layer = wrapped(cz, g->n[2]);
        for (int cy = y.from; cy <= y.to; cy++) {
            add_row(grid, g, a, scree_grid_row(g, wrapped(cy, g->n[1]), layer), &x, out);
        }
    }
}

// Tests again with the positions in double precision; symmetric in i and j.
static void test_exactly(const scree_grid *grid, const scree_particles *p, uint32_t i,
                         scree_index_buffer *out) {
    const scree_pos a = p->x[i];
    size_t found = 0;
    for (size_t k = 0; k < out->n; k++) {
        const uint32_t j = out->data[k];
        const scree_pos *b = p->x + j;
        const scree_vec3 d = scree_nearest_image(&grid->cell.period, b->x - a.x, b->y - a.y, b->z - a.z);
        double near = a.r + b->r + grid->skin;
        out->data[found] = j;
        found += vec_norm2(d) < near * near;
    }
    out->n = found;
}

void scree_grid_near(const scree_grid *grid, const scree_particles *p, uint32_t i, int from, int to,
                     scree_index_buffer *out) {
    const scree_vec3 at = scree_grid_position(grid, p->x + i);
    const double r = p->x[i].r;
    probe a; // by member: the runs need no zeros
    a.x = scree_grid_place(grid, 0, at.x);
    a.y = scree_grid_place(grid, 1, at.y);
    a.z = scree_grid_place(grid, 2, at.z);
    a.r = scree_grid_radius(grid, r);
    a.n = a.items = 0;
    out->n = 0;
    for (int l = from; l < to; l++) {
        const scree_grid_level *g = &grid->level[l];
        search_level(grid, g, r + g->r_max + grid->skin + grid->margin, &a, out);
    }
    test_runs(grid, &a, out);
    for (size_t self = 0; self < out->n; self++) {
        if (out->data[self] == i) {
            out->data[self] = out->data[--out->n];
            break;
        }
    }
    if (grid->exact) {
        test_exactly(grid, p, i, out);
    }
}
