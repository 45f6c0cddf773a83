// SPDX-License-Identifier: BSD-3-Clause
#include "search/neighbours.h"
#include "search/cell_query.h"
#include <string.h>

typedef int32_t four __attribute__((vector_size(16), aligned(4)));

enum { RANKED = 256 }; // neighbours up to which counting is faster than comparing and swapping

// Ascending by key, each at the place of how many are smaller: no branch depends on the order.
static void rank_sort(int32_t *key, size_t n, const uint32_t *from, uint32_t *to) {
    int32_t rank[RANKED + 4];
    const size_t lanes = (n + 3) & ~(size_t)3;
    for (size_t k = n; k < lanes; k++) {
        key[k] = INT32_MAX;
    }
    for (size_t k = 0; k < lanes; k += 4) {
        const four mine = *(const four *)(key + k);
        four below = {0, 0, 0, 0};
        for (size_t j = 0; j < n; j++) {
            below -= mine > key[j];
        }
        *(four *)(rank + k) = below;
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
    int32_t key[RANKED + 4]; // how far the ids are above that of i
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
static uint32_t *room_for(scree_chunk_neighbours *part, size_t n) {
    if (part->n + n > part->capacity) {
        const size_t capacity = part->n + n + part->capacity / 2;
        uint32_t *fresh = scree_realloc(NULL, 0, capacity * sizeof *fresh);
        memcpy(fresh, part->neighbour, part->n * sizeof *fresh);
        if (part->own) {
            scree_free(part->neighbour);
        }
        part->neighbour = fresh;
        part->capacity = capacity;
        part->own = true;
    }
    return part->neighbour + part->n;
}

// Partners of finer levels: many of them are near a coarse particle in rows that are worth the while, so that they need
// not look for the coarse ones themselves.
static void find_finer(const scree_world *w, const scree_grid *grid, scree_neighbours *q, int k) {
    const scree_particles *p = &w->p;
    const size_t first = scree_chunk_first(&q->parts, q->all, k),
                 last = scree_chunk_first(&q->parts, q->all, k + 1);
    scree_index_buffer near = {0};
    for (size_t i = first; i < last; i++) {
        const int level = scree_grid_level_of(grid, p->x[i].r);
        if (level + 1 < grid->n_levels) {
            scree_grid_near(grid, p, (uint32_t)i, level + 1, grid->n_levels, &near);
            for (size_t m = 0; m < near.n; m++) {
                scree_array_push(&q->part[k].finer, (scree_keyed){near.data[m], (uint32_t)i});
            }
        }
    }
    scree_array_free(&near);
}

// The pairs found by all parts, sorted by the finer particle.
static const scree_keyed *by_finer(scree_neighbours *q, scree_scratch *s, size_t *n) {
    *n = 0;
    for (int k = 0; k < q->parts.n; k++) {
        *n += q->part[k].finer.n;
    }
    scree_keyed *item = scree_scratch_take(s, 2 * (*n + 1) * sizeof *item), *to = item;
    uint32_t *count = scree_scratch_take(s, (size_t)q->parts.threads * SCREE_RADIX * sizeof *count);
    for (int k = 0; k < q->parts.n; k++) {
        if (q->part[k].finer.n > 0) {
            memcpy(to, q->part[k].finer.data, q->part[k].finer.n * sizeof *to);
            to += q->part[k].finer.n;
        }
    }
    return scree_radix_sort(item, item + *n, *n, (uint32_t)q->all, &q->parts, count);
}

// First of the sorted items that belongs to particle i or a later one.
static size_t item_from(const scree_keyed *item, size_t n, size_t i) {
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (item[middle].key < i) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Two fixed bodies make no contact.
static void drop_fixed(const scree_particles *p, size_t i, scree_index_buffer *near) {
    size_t kept = 0;
    for (size_t m = 0; m < near->n && p->motion[i].v.m == SCREE_FIXED_MASS; m++) {
        near->data[kept] = near->data[m];
        kept += p->motion[near->data[m]].v.m != SCREE_FIXED_MASS;
    }
    near->n = p->motion[i].v.m == SCREE_FIXED_MASS ? kept : near->n;
}

// A ghost has its full list on the rank that owns it: here it keeps only the owned neighbours of larger id.
static void drop_foreign(const scree_neighbours *q, const uint64_t *id, size_t i, scree_index_buffer *near) {
    size_t kept = 0;
    for (size_t m = 0; m < near->n; m++) {
        near->data[kept] = near->data[m];
        kept += near->data[m] < q->owned && id[near->data[m]] > id[i];
    }
    near->n = kept;
}

// Pairs that belong to particle i by their kind.
static void count_pairs(const scree_world *w, const scree_neighbours *q, scree_chunk_neighbours *part,
                        size_t i, const uint32_t *neighbour, size_t n) {
    const scree_particles *p = &w->p;
    if (q->zones == 1 && q->materials == 1) {
        part->pairs[0] += n;
        return;
    }
    for (size_t m = 0; m < n; m++) {
        const uint32_t b = neighbour[m];
        part->pairs[scree_kind(q, scree_zone_of(q, i, b), p->motion[i].w.material,
                               p->motion[b].w.material)]++;
    }
}

static void find_part(const scree_world *w, const scree_grid *grid, const scree_wall_extent *extent,
                      uint32_t *list, const scree_keyed *coarser, size_t n_coarser, scree_neighbours *q,
                      int k) {
    const scree_particles *p = &w->p;
    scree_chunk_neighbours *part = &q->part[k];
    const size_t first = scree_chunk_first(&q->parts, q->all, k),
                 last = scree_chunk_first(&q->parts, q->all, k + 1);
    scree_index_buffer near = {0};
    size_t coarse = item_from(coarser, n_coarser, first), fine = 0;
    memset(part->pairs, 0, q->kinds * sizeof *part->pairs);
    memset(part->groups, 0, q->kinds * sizeof *part->groups);
    for (size_t i = first; i < last; i++) {
        const int level = scree_grid_level_of(grid, p->x[i].r);
        scree_grid_near(grid, p, (uint32_t)i, level, level + 1, &near);
        for (; fine < part->finer.n && part->finer.data[fine].index == i; fine++) {
            scree_array_push(&near, part->finer.data[fine].key);
        }
        for (; coarse < n_coarser && coarser[coarse].key == i; coarse++) {
            scree_array_push(&near, coarser[coarse].index);
        }
        if (w->has_fixed) {
            drop_fixed(p, i, &near);
        }
        if (i >= q->owned) {
            drop_foreign(q, p->id, i, &near);
        }
        uint32_t *sorted = room_for(part, near.n);
        const uint32_t below = sort_by_id(p->id, (uint32_t)i, near.data, near.n, sorted);
        q->n[i] = (uint32_t)near.n;
        q->below[i] = below;
        part->n += near.n;
        count_pairs(w, q, part, i, sorted + below, near.n - below);
    }
    scree_array_free(&near);
    scree_wall_near(w, extent, list, first < q->owned ? first : q->owned, last < q->owned ? last : q->owned,
                    &part->hit, &part->group);
    for (size_t h = 0; h < part->hit.n; h++) {
        const scree_wall_hit *hit = &part->hit.data[h];
        const size_t kind = scree_kind_of_wall(q, hit->wall, p->motion[hit->particle].w.material);
        part->pairs[kind]++;
        part->groups[kind] += w->wall.data[hit->wall].mesh &&
                              (h == 0 || hit->group != hit[-1].group || !w->wall.data[hit[-1].wall].mesh);
    }
}

scree_neighbours scree_neighbours_find(const scree_world *w, const scree_grid *grid, uint32_t *n,
                                       size_t guess, const scree_chunks *parts, scree_scratch *s) {
    const size_t walls = w->wall.n, materials = w->case_->material.n > 0 ? w->case_->material.n : 1;
    const size_t all = scree_particles_all(&w->p), zones = w->p.ghosts > 0 ? 3 : 1;
    scree_neighbours q = {.parts = *parts,
                          .n = n,
                          .owned = w->p.n,
                          .all = all,
                          .kinds = (zones * materials + walls) * materials,
                          .materials = materials,
                          .zones = zones,
                          .below = scree_scratch_take(s, (all + 1) * sizeof *q.below),
                          .own = scree_scratch_take(s, (all + 1) * sizeof *q.own)};
    q.part = scree_scratch_take(s, (size_t)parts->n * sizeof *q.part);
    scree_wall_extent *extent = scree_scratch_take(s, (walls + 1) * sizeof *extent);
    uint32_t *list = scree_scratch_take(s, (size_t)parts->n * walls * sizeof *list);
    size_t *counts = scree_scratch_take(s, 2 * (size_t)parts->n * q.kinds * sizeof *counts);
    const size_t room = guess / (size_t)parts->n + 256;
    uint32_t *neighbour = scree_scratch_take(s, (size_t)parts->n * room * sizeof *neighbour);
    for (int k = 0; k < parts->n; k++) {
        q.part[k] = (scree_chunk_neighbours){.neighbour = neighbour + (size_t)k * room,
                                             .capacity = room,
                                             .pairs = counts + 2 * (size_t)k * q.kinds,
                                             .groups = counts + (2 * (size_t)k + 1) * q.kinds};
    }
    scree_wall_extents(w, extent);
    const scree_keyed *coarser = NULL;
    size_t n_coarser = 0;
    if (grid->n_levels > 1) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(parts->threads)
        for (int k = 0; k < parts->n; k++) {
            find_finer(w, grid, &q, k);
        }
        coarser = by_finer(&q, s, &n_coarser);
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(parts->threads)
    for (int k = 0; k < parts->n; k++) {
        find_part(w, grid, extent, list + (size_t)k * walls, coarser, n_coarser, &q, k);
    }
    return q;
}

void scree_neighbours_clear(scree_neighbours *q) {
    for (int k = 0; k < q->parts.n; k++) {
        scree_chunk_neighbours *part = &q->part[k];
        if (part->own) {
            scree_free(part->neighbour);
        }
        scree_array_free(&part->finer);
        scree_array_free(&part->hit);
        scree_array_free(&part->group);
    }
}
