// SPDX-License-Identifier: BSD-3-Clause
#include "search/neighbours.h"
#include "access/convex_body.h"
#include "access/temperature_class.h"
#include "convex/apart.h"
#include "search/cell_query.h"
#include "skin/turns.h"
#include <string.h>

typedef int32_t vec4i __attribute__((vector_size(16), aligned(4)));

enum { RANKED = 256 }; // number of neighbours up to which rank_sort is faster than heap_sort

// Sorts by counting for each key how many are smaller: no branch depends on the data.
static void rank_sort(int32_t *key, size_t n, const uint32_t *from, uint32_t *to) {
    int32_t rank[RANKED + 4];
    const size_t lanes = (n + 3) & ~(size_t)3;
    for (size_t k = n; k < lanes; k++) {
        key[k] = INT32_MAX;
    }
    for (size_t k = 0; k < lanes; k += 4) {
        const vec4i mine = *(const vec4i *)(key + k);
        vec4i below = {0, 0, 0, 0};
        for (size_t j = 0; j < n; j++) {
            below -= mine > key[j];
        }
        *(vec4i *)(rank + k) = below;
    }
    for (size_t k = 0; k < n; k++) {
        to[rank[k]] = from[k];
    }
}

static void sift(const uint64_t *id, uint32_t *heap, size_t root, size_t n) {
    const uint32_t item = heap[root];
    for (size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
        child += child + 1 < n && id[heap[child + 1]] > id[heap[child]];
        if (id[heap[child]] <= id[item]) {
            break;
        }
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = item;
}

static void heap_sort(const uint64_t *id, uint32_t *index, size_t n) {
    for (size_t root = n / 2; root-- > 0;) {
        sift(id, index, root, n);
    }
    for (size_t last = n; last-- > 1;) {
        const uint32_t largest = index[0];
        index[0] = index[last];
        index[last] = largest;
        sift(id, index, 0, last);
    }
}

// Sorts by id; returns how many ids are below that of particle i.
static uint32_t sort_by_id(const uint64_t *id, uint32_t i, const uint32_t *from, size_t n, uint32_t *to) {
    int32_t key[RANKED + 4]; // ids minus the id of i
    uint32_t below = 0;
    bool wide = n > RANKED;
    for (size_t k = 0; k < n; k++) {
        const int64_t above = (int64_t)(id[from[k]] - id[i]);
        below += above < 0;
        wide |= above != (int32_t)above;
        key[k < RANKED ? k : 0] = (int32_t)above;
    }
    if (wide) {
        memcpy(to, from, n * sizeof *to);
        heap_sort(id, to, n);
    } else {
        rank_sort(key, n, from, to);
    }
    return below;
}

// Room for n more neighbours.
static uint32_t *room_for(scree_chunk_neighbours *chunk, size_t n) {
    if (chunk->n + n > chunk->capacity) {
        const size_t capacity = chunk->n + n + chunk->capacity / 2;
        uint32_t *fresh = scree_realloc(NULL, 0, capacity * sizeof *fresh);
        memcpy(fresh, chunk->neighbour, chunk->n * sizeof *fresh);
        if (chunk->own) {
            scree_free(chunk->neighbour);
        }
        chunk->neighbour = fresh;
        chunk->capacity = capacity;
        chunk->own = true;
    }
    return chunk->neighbour + chunk->n;
}

// Neighbours of finer levels. A coarse particle has many of them, in long rows of cells, so it is faster to search from the
// coarse to the fine particles than the other way round.
static void find_finer(const scree_world *w, const scree_grid *grid, scree_neighbours *q, int k) {
    const scree_particles *p = &w->p;
    const size_t first = scree_chunk_first(&q->chunks, q->all, k),
                 last = scree_chunk_first(&q->chunks, q->all, k + 1);
    scree_index_buffer near = {0};
    for (size_t i = first; i < last; i++) {
        const int level = scree_grid_level_of(grid, p->x[i].r);
        if (level + 1 < grid->n_levels) {
            scree_grid_near(grid, p, (uint32_t)i, level + 1, grid->n_levels, &near);
            for (size_t m = 0; m < near.n; m++) {
                scree_array_push(&q->chunk[k].finer, (scree_keyed){near.data[m], (uint32_t)i});
            }
        }
    }
    scree_array_free(&near);
}

// The pairs found by all chunks, sorted by the finer particle.
static const scree_keyed *by_finer(scree_neighbours *q, scree_scratch *s, size_t *n) {
    *n = 0;
    for (int k = 0; k < q->chunks.n; k++) {
        *n += q->chunk[k].finer.n;
    }
    scree_keyed *item = scree_scratch_take(s, 2 * (*n + 1) * sizeof *item), *to = item;
    uint32_t *count = scree_scratch_take(s, (size_t)q->chunks.threads * SCREE_RADIX * sizeof *count);
    for (int k = 0; k < q->chunks.n; k++) {
        scree_copy(to, q->chunk[k].finer.data, q->chunk[k].finer.n * sizeof *to);
        to += q->chunk[k].finer.n;
    }
    return scree_radix_sort(item, item + *n, *n, (uint32_t)q->all, &q->chunks, count);
}

// First of the sorted items that belongs to particle i or a later one.
static size_t item_from(const scree_keyed *item, size_t n, size_t i) {
    size_t k;
    scree_bisect(k, n, item[k].key < i);
    return k;
}

// Members of one body never touch.
static void drop_own_body(const scree_particles *p, size_t i, scree_index_buffer *near) {
    size_t kept = 0;
    for (size_t m = 0; m < near->n && p->body[i] > 0; m++) {
        near->data[kept] = near->data[m];
        kept += p->body[near->data[m]] != p->body[i];
    }
    near->n = p->body[i] > 0 ? kept : near->n;
}

// There are no contacts between fixed particles.
static void drop_fixed(const scree_particles *p, size_t i, scree_index_buffer *near) {
    size_t kept = 0;
    for (size_t m = 0; m < near->n && p->motion[i].v.m == SCREE_FIXED_MASS; m++) {
        near->data[kept] = near->data[m];
        kept += p->motion[near->data[m]].v.m != SCREE_FIXED_MASS;
    }
    near->n = p->motion[i].v.m == SCREE_FIXED_MASS ? kept : near->n;
}

// The spheres around convex bodies overlap, or nearly so. Pairs of which the bodies themselves are farther apart than the skin are left out; both bodies have to
// decide alike, and on all ranks, so that of the smaller id is always the first one.
static void drop_apart(const scree_world *w, size_t i, double gap, scree_index_buffer *near) {
    const scree_particles *p = &w->p;
    const scree_convex own = scree_convex_body(w, i);
    const bool convex = scree_is_convex(p, i);
    size_t kept = 0;
    for (size_t m = 0; m < near->n; m++) {
        const uint32_t j = near->data[m];
        bool apart = false;
        if (convex || scree_is_convex(p, j)) {
            const scree_convex other = scree_convex_body(w, j);
            const bool first = p->id[i] < p->id[j];
            const scree_pos *a = &p->x[first ? i : j], *b = &p->x[first ? j : i];
            const scree_vec3 d = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
            apart = scree_convex_are_apart(first ? &own : &other, first ? &other : &own, d, gap);
        }
        near->data[kept] = j;
        kept += !apart;
    }
    near->n = kept;
}

// The rank that owns a ghost has its full list: here only neighbours of larger id that this rank owns are kept.
static void drop_foreign(const scree_neighbours *q, const uint64_t *id, size_t i, scree_index_buffer *near) {
    size_t kept = 0;
    for (size_t m = 0; m < near->n; m++) {
        near->data[kept] = near->data[m];
        kept += near->data[m] < q->owned && id[near->data[m]] > id[i];
    }
    near->n = kept;
}

// Counts the pairs that belong to particle i, by kind.
static void count_pairs(const scree_neighbours *q, scree_chunk_neighbours *chunk, size_t i,
                        const uint32_t *neighbour, size_t n) {
    if (q->zones == 1 && q->materials == 1) {
        chunk->pairs[0] += n;
        return;
    }
    for (size_t m = 0; m < n; m++) {
        const uint32_t b = neighbour[m];
        chunk->pairs[scree_kind(q, scree_zone_of(q, i, b), scree_material_of(q, i),
                                scree_material_of(q, b))]++;
    }
}

static void find_chunk(const scree_world *w, const scree_grid *grid, const scree_wall_extent *extent,
                       uint32_t *list, const scree_keyed *coarser, size_t n_coarser, scree_neighbours *q,
                       int k) {
    const scree_particles *p = &w->p;
    scree_chunk_neighbours *chunk = &q->chunk[k];
    const size_t first = scree_chunk_first(&q->chunks, q->all, k),
                 last = scree_chunk_first(&q->chunks, q->all, k + 1);
    scree_index_buffer near = {0};
    size_t coarse = item_from(coarser, n_coarser, first), fine = 0;
    const bool tight = scree_list_is_tight(w);
    for (size_t i = first; i < last; i++) {
        const int level = scree_grid_level_of(grid, p->x[i].r);
        scree_grid_near(grid, p, (uint32_t)i, level, level + 1, &near);
        for (; fine < chunk->finer.n && chunk->finer.data[fine].index == i; fine++) {
            scree_array_push(&near, chunk->finer.data[fine].key);
        }
        for (; coarse < n_coarser && coarser[coarse].key == i; coarse++) {
            scree_array_push(&near, coarser[coarse].index);
        }
        if (w->has_fixed) {
            drop_fixed(p, i, &near);
        }
        if (p->body) {
            drop_own_body(p, i, &near);
        }
        if (i >= q->owned) {
            drop_foreign(q, p->id, i, &near);
        }
        if (tight) {
            chunk->tested += near.n;
            drop_apart(w, i, w->skin + w->reach, &near);
        }
        uint32_t *sorted = room_for(chunk, near.n);
        const uint32_t below = sort_by_id(p->id, (uint32_t)i, near.data, near.n, sorted);
        q->n[i] = (uint32_t)near.n;
        q->below[i] = below;
        chunk->n += near.n;
        count_pairs(q, chunk, i, sorted + below, near.n - below);
    }
    scree_array_free(&near);
    scree_wall_near(w, extent, list, first < q->owned ? first : q->owned, last < q->owned ? last : q->owned,
                    &chunk->hit, &chunk->group);
    for (size_t h = 0; h < chunk->hit.n; h++) {
        const scree_wall_hit *hit = &chunk->hit.data[h];
        const size_t kind = scree_kind_of_wall(q, hit->wall, scree_material_of(q, hit->particle));
        chunk->pairs[kind]++;
        chunk->groups[kind] += w->wall.data[hit->wall].mesh &&
                               (h == 0 || hit->group != hit[-1].group || !w->wall.data[hit[-1].wall].mesh);
    }
}

// Particles have the laws of their material, or of their class of it.
static void set_materials(const scree_world *w, scree_neighbours *q, scree_scratch *s) {
    if (!w->p.temperature_class) {
        q->material = q->all > 0 ? (const char *)&w->p.motion[0].w.material : NULL;
        q->stride = sizeof *w->p.motion;
        return;
    }
    uint32_t *material = scree_scratch_take(s, (q->all + 1) * sizeof *material);
    for (size_t i = 0; i < q->all; i++) {
        material[i] = scree_law_material(w, i);
    }
    q->material = (const char *)material;
    q->stride = sizeof *material;
}

scree_neighbours scree_neighbours_find(const scree_world *w, const scree_grid *grid, uint32_t *n,
                                       size_t guess, const scree_chunks *chunks, scree_scratch *s) {
    const size_t walls = w->wall.n, materials = w->case_->material.n > 0 ? w->case_->material.n : 1;
    const size_t all = scree_particles_all(&w->p), zones = w->p.ghosts > 0 ? 3 : 1;
    scree_neighbours q = {.chunks = *chunks,
                          .n = n,
                          .owned = w->p.n,
                          .all = all,
                          .kinds = (zones * materials + walls) * materials,
                          .materials = materials,
                          .zones = zones,
                          .below = scree_scratch_take(s, (all + 1) * sizeof *q.below),
                          .own = scree_scratch_take(s, (all + 1) * sizeof *q.own)};
    set_materials(w, &q, s);
    q.chunk = scree_scratch_take(s, (size_t)chunks->n * sizeof *q.chunk);
    scree_wall_extent *extent = scree_scratch_take(s, (walls + 1) * sizeof *extent);
    uint32_t *list = scree_scratch_take(s, (size_t)chunks->n * walls * sizeof *list);
    size_t *counts = scree_scratch_take(s, 2 * (size_t)chunks->n * q.kinds * sizeof *counts);
    const size_t room = guess / (size_t)chunks->n + 256;
    uint32_t *neighbour = scree_scratch_take(s, (size_t)chunks->n * room * sizeof *neighbour);
    for (int k = 0; k < chunks->n; k++) {
        q.chunk[k] = (scree_chunk_neighbours){.neighbour = neighbour + (size_t)k * room,
                                              .capacity = room,
                                              .pairs = counts + 2 * (size_t)k * q.kinds,
                                              .groups = counts + (2 * (size_t)k + 1) * q.kinds};
    }
    memset(counts, 0, 2 * (size_t)chunks->n * q.kinds * sizeof *counts);
    q.crowd = scree_crowd_find(w, grid, chunks);
    if (q.crowd.count > 0) {
        return q;
    }
    scree_wall_extents(w, extent);
    const scree_keyed *coarser = NULL;
    size_t n_coarser = 0;
    if (grid->n_levels > 1) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
        for (int k = 0; k < chunks->n; k++) {
            find_finer(w, grid, &q, k);
        }
        coarser = by_finer(&q, s, &n_coarser);
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
    for (int k = 0; k < chunks->n; k++) {
        find_chunk(w, grid, extent, list + (size_t)k * walls, coarser, n_coarser, &q, k);
    }
    return q;
}

void scree_neighbours_clear(scree_neighbours *q) {
    for (int k = 0; k < q->chunks.n; k++) {
        scree_chunk_neighbours *chunk = &q->chunk[k];
        if (chunk->own) {
            scree_free(chunk->neighbour);
        }
        scree_array_free(&chunk->finer);
        scree_array_free(&chunk->hit);
        scree_array_free(&chunk->group);
    }
}
