// SPDX-License-Identifier: BSD-3-Clause
#include "search/grid.h"
#include "base/math.h"
#include <math.h>
#include <string.h>

static int cell_of(double x, double low, double inverse, int n) {
    double c = floor((x - low) * inverse);
    return c > 0.0 ? c < (double)n ? (int)c : n - 1 : 0;
}

static size_t cell_index(const scree_grid_level *g, int cx, int cy, int cz) {
    return ((size_t)cz * (size_t)g->n[1] + (size_t)cy) * (size_t)g->n[0] + (size_t)cx;
}

static size_t cell_of_particle(const scree_grid *grid, const scree_grid_level *g, const scree_pos *x) {
    return cell_index(g, cell_of(x->x, grid->low.x, g->inverse[0], g->n[0]),
                      cell_of(x->y, grid->low.y, g->inverse[1], g->n[1]),
                      cell_of(x->z, grid->low.z, g->inverse[2], g->n[2]));
}

// Box of the particles, replaced by the periodic box where there is one.
static void measure(scree_grid *grid, const scree_world *w) {
    const scree_particles *p = &w->p;
    const scree_case *c = w->case_;
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY), high = vec3(-INFINITY, -INFINITY, -INFINITY);
    for (size_t i = 0; i < p->n; i++) {
        scree_vec3 x = vec3(p->x[i].x, p->x[i].y, p->x[i].z);
        low = vec_min(low, x);
        high = vec_max(high, x);
    }
    double *lo = &low.x, *hi = &high.x;
    for (int axis = 0; axis < 3; axis++) {
        grid->half[axis] = INFINITY;
        grid->length[axis] = scree_box_length(c, axis);
        if (c->periodic[axis]) {
            lo[axis] = vec_get(c->domain_min, axis);
            hi[axis] = vec_get(c->domain_max, axis);
            grid->half[axis] = 0.5 * grid->length[axis];
        }
    }
    grid->low = low;
    grid->high = high;
}

static void size_level(scree_grid *grid, scree_grid_level *g) {
    const double *lo = &grid->low.x, *hi = &grid->high.x;
    g->size = 2.0 * g->r_max + grid->skin;
    double limit = 4.0 * (double)g->count + 64.0; // cells: empty ones cost memory traffic
    for (;;) {
        double cells = 1.0;
        for (int axis = 0; axis < 3; axis++) {
            double extent = hi[axis] - lo[axis];
            double n = floor(extent / g->size);
            g->periodic[axis] = grid->length[axis] > 0.0;
            if (g->periodic[axis]) {
                g->n[axis] = n >= 3.0 ? (n < 2e6 ? (int)n : 2000000) : 1; // two cells would meet twice
                g->inverse[axis] = (double)g->n[axis] / extent;
            } else {
                g->n[axis] = n < 2e6 ? (int)n + 1 : 2000000;
                g->inverse[axis] = 1.0 / g->size;
            }
            cells *= (double)g->n[axis];
        }
        if (cells <= limit) {
            return;
        }
        g->size *= 1.26; // halves the number of cells
    }
}

// Classes by radius: level 0 holds the largest, each next one radii up to half of the one before.
static void sort_into_levels(scree_grid *grid, const scree_particles *p) {
    double r_max = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        r_max = p->x[i].r > r_max ? p->x[i].r : r_max;
    }
    size_t count[SCREE_GRID_LEVELS] = {0};
    double largest[SCREE_GRID_LEVELS] = {0};
    for (size_t i = 0; i < p->n; i++) {
        int level = 0;
        for (double r = 0.5 * r_max; p->x[i].r <= r && level < SCREE_GRID_LEVELS - 1; r *= 0.5) {
            level++;
        }
        grid->level_of[i] = (uint8_t)level;
        count[level]++;
        largest[level] = p->x[i].r > largest[level] ? p->x[i].r : largest[level];
    }
    int map[SCREE_GRID_LEVELS], used = 0; // drop classes that are empty
    for (int l = 0; l < SCREE_GRID_LEVELS; l++) {
        map[l] = used;
        if (count[l] > 0) {
            grid->level[used].r_max = largest[l];
            grid->level[used].count = count[l];
            used++;
        }
    }
    grid->n_levels = used;
    for (size_t i = 0; i < p->n; i++) {
        grid->level_of[i] = (uint8_t)map[grid->level_of[i]];
    }
}

void scree_grid_build(scree_grid *grid, const scree_world *w) {
    const scree_particles *p = &w->p;
    grid->skin = w->skin + w->reach;
    grid->level_of = scree_regrow(grid->level_of, &grid->level_capacity, p->n + 1, 1);
    measure(grid, w);
    sort_into_levels(grid, p);
    for (int l = 0; l < grid->n_levels; l++) {
        scree_grid_level *g = &grid->level[l];
        size_level(grid, g);
        size_t cells = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
        g->start = scree_regrow(g->start, &g->start_capacity, cells + 2, sizeof *g->start);
        g->item = scree_regrow(g->item, &g->item_capacity, g->count + 1, sizeof *g->item);
        memset(g->start, 0, (cells + 2) * sizeof *g->start);
    }
    for (size_t i = 0; i < p->n; i++) { // counting sort, shifted by one so that start[] ends up right
        scree_grid_level *g = &grid->level[grid->level_of[i]];
        g->start[cell_of_particle(grid, g, p->x + i) + 2]++;
    }
    for (int l = 0; l < grid->n_levels; l++) {
        scree_grid_level *g = &grid->level[l];
        size_t cells = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
        for (size_t c = 2; c < cells + 2; c++) {
            g->start[c] += g->start[c - 1];
        }
    }
    for (size_t i = 0; i < p->n; i++) {
        scree_grid_level *g = &grid->level[grid->level_of[i]];
        g->item[g->start[cell_of_particle(grid, g, p->x + i) + 1]++] = (uint32_t)i;
    }
}

void scree_grid_clear(scree_grid *grid) {
    for (int l = 0; l < SCREE_GRID_LEVELS; l++) {
        scree_free(grid->level[l].start);
        scree_free(grid->level[l].item);
    }
    scree_free(grid->level_of);
    memset(grid, 0, sizeof *grid);
}

// Tests particle i against the items of one run of a cell list.
static void test_run(const scree_grid *grid, const scree_particles *p, uint32_t i, const uint32_t *item,
                     uint32_t n, scree_pair_buffer *out) {
    const scree_pos a = p->x[i];
    scree_array_reserve(out, out->n + n);
    scree_pair *to = out->data + out->n;
    size_t found = 0;
    for (uint32_t k = 0; k < n; k++) {
        const scree_pos *b = p->x + item[k];
        double dx = vec_nearest_image(b->x - a.x, grid->half[0], grid->length[0]);
        double dy = vec_nearest_image(b->y - a.y, grid->half[1], grid->length[1]);
        double dz = vec_nearest_image(b->z - a.z, grid->half[2], grid->length[2]);
        double near = a.r + b->r + grid->skin;
        to[found] = (scree_pair){i, item[k]};
        found += dx * dx + dy * dy + dz * dz < near * near;
    }
    out->n += found;
}

// Cell coordinate after a step, wrapped; -1 outside a box that is not periodic.
static int step_cell(const scree_grid_level *g, int axis, int c) {
    if (g->periodic[axis]) {
        return c < 0 ? c + g->n[axis] : c >= g->n[axis] ? c - g->n[axis] : c;
    }
    return c >= 0 && c < g->n[axis] ? c : -1;
}

// Half of the 26 neighbour cells, so that each pair of cells meets once.
static const signed char forward[13][3] = {{1, 0, 0},  {-1, 1, 0}, {0, 1, 0},  {1, 1, 0}, {-1, -1, 1},
                                           {0, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {0, 0, 1}, {1, 0, 1},
                                           {-1, 1, 1}, {0, 1, 1},  {1, 1, 1}};

static void same_level(const scree_grid *grid, const scree_particles *p, uint32_t i, scree_pair_buffer *out) {
    const scree_grid_level *g = &grid->level[grid->level_of[i]];
    const scree_pos *x = p->x + i;
    int c[3] = {cell_of(x->x, grid->low.x, g->inverse[0], g->n[0]),
                cell_of(x->y, grid->low.y, g->inverse[1], g->n[1]),
                cell_of(x->z, grid->low.z, g->inverse[2], g->n[2])};
    size_t own = cell_index(g, c[0], c[1], c[2]);
    uint32_t k = g->start[own], end = g->start[own + 1];
    while (k < end && g->item[k] <= i) {
        k++;
    }
    test_run(grid, p, i, g->item + k, end - k, out);
    for (int f = 0; f < 13; f++) {
        int to[3], inside = 1;
        for (int axis = 0; axis < 3; axis++) {
            int d = forward[f][axis];
            to[axis] = d == 0 ? c[axis] : g->n[axis] == 1 ? -1 : step_cell(g, axis, c[axis] + d);
            inside &= to[axis] >= 0;
        }
        if (inside) {
            size_t cell = cell_index(g, to[0], to[1], to[2]);
            test_run(grid, p, i, g->item + g->start[cell], g->start[cell + 1] - g->start[cell], out);
        }
    }
}

static void coarser_level(const scree_grid *grid, const scree_grid_level *g, const scree_particles *p,
                          uint32_t i, scree_pair_buffer *out) {
    const scree_pos *x = p->x + i;
    const double *lo = &grid->low.x, at[3] = {x->x, x->y, x->z};
    double reach = x->r + g->r_max + grid->skin;
    int from[3], to[3];
    for (int axis = 0; axis < 3; axis++) {
        double a = floor((at[axis] - reach - lo[axis]) * g->inverse[axis]);
        double b = floor((at[axis] + reach - lo[axis]) * g->inverse[axis]);
        double n = (double)g->n[axis];
        if (!g->periodic[axis] || b - a + 1.0 >= n) {
            a = a > 0.0 ? (a < n - 1.0 ? a : n - 1.0) : 0.0;
            b = b > 0.0 ? (b < n - 1.0 ? b : n - 1.0) : 0.0;
            if (g->periodic[axis]) {
                a = 0.0;
                b = n - 1.0;
            }
        }
        from[axis] = (int)a;
        to[axis] = (int)b;
    }
    for (int cz = from[2]; cz <= to[2]; cz++) {
        int z = g->periodic[2] ? step_cell(g, 2, cz) : cz;
        for (int cy = from[1]; cy <= to[1]; cy++) {
            int y = g->periodic[1] ? step_cell(g, 1, cy) : cy;
            for (int cx = from[0]; cx <= to[0]; cx++) {
                size_t cell = cell_index(g, g->periodic[0] ? step_cell(g, 0, cx) : cx, y, z);
                test_run(grid, p, i, g->item + g->start[cell], g->start[cell + 1] - g->start[cell], out);
            }
        }
    }
}

void scree_grid_pairs(const scree_grid *grid, const scree_particles *p, size_t first, size_t last,
                      scree_pair_buffer *out) {
    for (size_t i = first; i < last; i++) {
        same_level(grid, p, (uint32_t)i, out);
        for (int l = 0; l < grid->level_of[i]; l++) {
            coarser_level(grid, &grid->level[l], p, (uint32_t)i, out);
        }
    }
}

// Spreads the low 21 bits of x to every third bit.
static uint64_t spread_bits(uint64_t x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

typedef struct keyed {
    uint64_t key;
    uint32_t index;
} keyed;

// Stable, by 11 bits at a time, as many passes as the largest key needs.
static void radix_sort(keyed *item, keyed *scratch, size_t n, uint64_t largest) {
    enum { BITS = 11, BUCKETS = 1 << BITS };
    for (int shift = 0; shift < 64 && largest >> shift; shift += BITS) {
        size_t count[BUCKETS + 1] = {0};
        for (size_t k = 0; k < n; k++) {
            count[(item[k].key >> shift & (BUCKETS - 1)) + 1]++;
        }
        for (size_t b = 0; b < BUCKETS; b++) {
            count[b + 1] += count[b];
        }
        for (size_t k = 0; k < n; k++) {
            scratch[count[item[k].key >> shift & (BUCKETS - 1)]++] = item[k];
        }
        memcpy(item, scratch, n * sizeof *item);
    }
}

// Along a Morton curve over cells of about one mean diameter: neighbours in space are mostly near in memory on every
// scale, so each level of cache holds what its share of the contacts needs.
static void sort_by_place(const scree_particles *p, uint32_t *order, size_t n) {
    scree_vec3 low = vec3(INFINITY, INFINITY, INFINITY);
    double volume = 0.0;
    for (size_t k = 0; k < n; k++) {
        const scree_pos *x = p->x + order[k];
        low = vec_min(low, vec3(x->x, x->y, x->z));
        volume += x->r * x->r * x->r;
    }
    double inverse = 1.0 / (2.0 * scree_pow(volume / (double)n, 1.0 / 3.0));
    keyed *item = scree_realloc(NULL, 0, n * sizeof *item),
          *scratch = scree_realloc(NULL, 0, n * sizeof *scratch);
    uint64_t largest = 0;
    for (size_t k = 0; k < n; k++) {
        const scree_pos *x = p->x + order[k];
        uint64_t cx = (uint64_t)cell_of(x->x, low.x, inverse, 1 << 21),
                 cy = (uint64_t)cell_of(x->y, low.y, inverse, 1 << 21),
                 cz = (uint64_t)cell_of(x->z, low.z, inverse, 1 << 21);
        item[k] = (keyed){spread_bits(cx) | spread_bits(cy) << 1 | spread_bits(cz) << 2, order[k]};
        largest = item[k].key > largest ? item[k].key : largest;
    }
    radix_sort(item, scratch, n, largest);
    for (size_t k = 0; k < n; k++) {
        order[k] = item[k].index;
    }
    scree_free(item);
    scree_free(scratch);
}

size_t scree_grid_spatial_order(const scree_world *w, uint32_t *order, int sort) {
    size_t living = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i]) {
            order[living++] = (uint32_t)i;
        }
    }
    if (sort && living > 64) {
        sort_by_place(&w->p, order, living);
    }
    return living;
}
