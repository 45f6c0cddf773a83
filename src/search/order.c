// SPDX-License-Identifier: BSD-3-Clause
#include "search/order.h"
#include "access/particle.h"
#include "maths/math.h"
#include "memory/radix.h"
#include <math.h>
#include <string.h>

// Indices of the particles that are not removed, ascending; returns their number.
static size_t find_alive(const scree_world *w, uint32_t *order, const scree_chunks *chunks,
                         scree_scratch *s) {
    const uint8_t *dead = w->p.dead;
    const size_t n = w->p.n;
    scree_scratch_mark here = scree_scratch_place(s);
    size_t *first = scree_scratch_take(s, ((size_t)chunks->n + 1) * sizeof *first);
    first[0] = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
    for (int k = 0; k < chunks->n; k++) {
        size_t alive = 0;
        for (size_t i = scree_chunk_first(chunks, n, k); i < scree_chunk_first(chunks, n, k + 1); i++) {
            alive += !dead[i];
        }
        first[k + 1] = alive;
    }
    for (int k = 0; k < chunks->n; k++) {
        first[k + 1] += first[k];
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
    for (int k = 0; k < chunks->n; k++) {
        size_t at = first[k];
        for (size_t i = scree_chunk_first(chunks, n, k); i < scree_chunk_first(chunks, n, k + 1); i++) {
            if (!dead[i]) {
                order[at++] = (uint32_t)i;
            }
        }
    }
    size_t alive = first[chunks->n];
    scree_scratch_back(s, here);
    return alive;
}

// The cells of the Morton curve: a power of two along each axis.
typedef struct curve {
    double low[3], inverse[3];
    int bits[3];
    uint32_t *key[3]; // by cell number along the axis: its bits at their positions in the key
    uint32_t largest;
} curve;

// Mean by volume of at most a thousand particles; the same for any number of threads.
static double mean_diameter(const scree_pos *x, const uint32_t *order, size_t n) {
    const size_t stride = n / 1000 + 1;
    double volume = 0.0, seen = 0.0;
    for (size_t k = 0; k < n; k += stride) {
        const double r = x[order[k]].r;
        volume += r * r * r;
        seen += 1.0;
    }
    return 2.0 * scree_pow(volume / seen, 1.0 / 3.0);
}

static curve curve_of(const scree_world *w, const uint32_t *order, size_t n, const scree_chunks *chunks,
                      scree_scratch *s) {
    const scree_pos *x = w->p.x;
    double lx = INFINITY, ly = INFINITY, lz = INFINITY, hx = -INFINITY, hy = -INFINITY, hz = -INFINITY;
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(min : lx, ly, lz)           \
    reduction(max : hx, hy, hz)
    for (size_t k = 0; k < n; k++) {
        const scree_pos *p = x + order[k];
        lx = p->x < lx ? p->x : lx;
        ly = p->y < ly ? p->y : ly;
        lz = p->z < lz ? p->z : lz;
        hx = p->x > hx ? p->x : hx;
        hy = p->y > hy ? p->y : hy;
        hz = p->z > hz ? p->z : hz;
    }
    const double extent[3] = {hx - lx, hy - ly, hz - lz};
    curve c = {.low = {lx, ly, lz}};
    // Not less than the smallest cells that are tried: the cube of a tiny radius is 0, and so would its double be.
    double size = fmax(mean_diameter(x, order, n), 0x1p-20 * fmax(fmax(extent[0], extent[1]), extent[2]));
    for (int total = 33; total > 32; size *= 2.0) { // the key has 32 bits
        total = 0;
        for (int axis = 0; axis < 3; axis++) {
            c.inverse[axis] = 1.0 / size;
            c.bits[axis] = 0;
            while (c.bits[axis] < 20 && extent[axis] > size * (double)(1 << c.bits[axis])) {
                c.bits[axis]++;
            }
            total += c.bits[axis];
        }
    }
    int place = 0;
    for (int axis = 0; axis < 3; axis++) {
        c.key[axis] = scree_scratch_take(s, sizeof *c.key[axis] << c.bits[axis]);
        memset(c.key[axis], 0, sizeof *c.key[axis] << c.bits[axis]);
    }
    for (int bit = 0; bit < 20; bit++) {
        for (int axis = 0; axis < 3; axis++) {
            for (uint32_t at = 0; bit < c.bits[axis] && at >> c.bits[axis] == 0; at++) {
                c.key[axis][at] |= (at >> bit & 1) << place;
            }
            place += bit < c.bits[axis];
        }
    }
    c.largest = place == 32 ? UINT32_MAX : (1u << place) - 1;
    return c;
}

static uint32_t place_on_curve(const curve *c, scree_vec3 x) {
    const double at[3] = {x.x, x.y, x.z};
    uint32_t key = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double cell = (at[axis] - c->low[axis]) * c->inverse[axis],
                     last = (double)((1 << c->bits[axis]) - 1);
        key |= c->key[axis][cell > 0.0 ? cell < last ? (int)cell : (int)last : 0];
    }
    return key;
}

// Sorts along a Morton curve over cells of about one mean diameter: neighbours in space are mostly close in memory on every
// scale, so every level of cache is used well.
static void sort_by_place(const scree_world *w, uint32_t *order, size_t n, const scree_chunks *chunks,
                          scree_scratch *s) {
    scree_scratch_mark here = scree_scratch_place(s);
    const curve c = curve_of(w, order, n, chunks, s);
    scree_keyed *item = scree_scratch_take(s, 2 * n * sizeof *item);
    uint32_t *count = scree_scratch_take(s, (size_t)chunks->threads * SCREE_RADIX * sizeof *count);
#pragma omp parallel for schedule(static) num_threads(chunks->threads)
    for (size_t k = 0; k < n; k++) {
        item[k] = (scree_keyed){
            place_on_curve(&c, scree_cell_upright(&w->cell, scree_whole_centre(&w->p, order[k]))), order[k]};
    }
    const scree_keyed *sorted = scree_radix_sort(item, item + n, n, c.largest, chunks, count);
#pragma omp parallel for schedule(static) num_threads(chunks->threads)
    for (size_t k = 0; k < n; k++) {
        order[k] = sorted[k].index;
    }
    scree_scratch_back(s, here);
}

// Members of a clump come together and in order; sorting by their common place keeps them so.
static void sort_by_id(const scree_particles *p, uint32_t *order, size_t n) {
    scree_id_index *item = scree_realloc(NULL, 0, (n + 1) * sizeof *item);
    for (size_t k = 0; k < n; k++) {
        item[k] = (scree_id_index){p->id[order[k]], order[k]};
    }
    scree_id_index_sort(item, n);
    for (size_t k = 0; k < n; k++) {
        order[k] = item[k].index;
    }
    scree_free(item);
}

// One function per array, so that the size of its elements is a compile-time constant.
#define SCREE_PERMUTE(name, type, ...)                                                                       \
    static void permute_##name(type *array, const uint32_t *order, size_t n, const scree_chunks *chunks,     \
                               type *room) {                                                                 \
        _Pragma("omp parallel for schedule(static) num_threads(chunks->threads)") for (size_t i = 0; i < n;  \
                                                                                       i++) {                \
            room[i] = array[order[i]];                                                                       \
        }                                                                                                    \
        _Pragma("omp parallel for schedule(static) num_threads(chunks->threads)") for (size_t i = 0; i < n;  \
                                                                                       i++) {                \
            array[i] = room[i];                                                                              \
        }                                                                                                    \
    }
SCREE_ARRAYS(SCREE_PERMUTE)
#undef SCREE_PERMUTE

uint32_t *scree_storage_compact_and_sort(scree_world *w, bool sort, const scree_chunks *chunks,
                                         scree_scratch *s) {
    scree_particles *p = &w->p;
    uint32_t *order = scree_scratch_take(s, (p->n + 1) * sizeof *order);
    const size_t n = find_alive(w, order, chunks, s);
    if (sort && p->body) {
        sort_by_id(p, order, n);
    }
    if (sort && n > 64) {
        sort_by_place(w, order, n, chunks, s);
    }
    int moved = n != p->n;
#pragma omp parallel for schedule(static) num_threads(chunks->threads) reduction(| : moved)
    for (size_t i = 0; i < n; i++) {
        moved |= order[i] != i;
    }
    if (moved) {
        scree_scratch_mark here = scree_scratch_place(s);
        size_t largest = 0;
#define SCREE_MEASURE(name, type, ...)                                                                       \
    largest = sizeof(type) > largest && scree_particles_have(p, SCREE_ARRAY_##name) ? sizeof(type) : largest;
        SCREE_ARRAYS(SCREE_MEASURE)
#undef SCREE_MEASURE
        void *room = scree_scratch_take(s, (n + 1) * largest);
#define SCREE_PERMUTE(name, type, when, flags, ...)                                                          \
    if ((flags)&SCREE_SORTED && scree_particles_have(p, SCREE_ARRAY_##name)) {                               \
        permute_##name(p->name, order, n, chunks, room);                                                     \
    }
        SCREE_ARRAYS(SCREE_PERMUTE)
#undef SCREE_PERMUTE
        scree_scratch_back(s, here);
    }
    p->n = n;
    scree_clear(p->dead, n);
    return order;
}
