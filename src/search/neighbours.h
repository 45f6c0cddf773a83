// SPDX-License-Identifier: BSD-3-Clause
// Neighbour search: for each particle its neighbours, in the order in which its forces are summed; chunk by chunk.
#pragma once

#include "memory/radix.h"
#include "pairs/wall_pairs.h"
#include "search/crowd.h"
#include "search/grid.h"
#include <string.h>

// The neighbours of one chunk of the particles.
typedef struct scree_chunk_neighbours {
    uint32_t *neighbour; // by particle, ascending by id; storage indices
    size_t n, capacity;
    size_t tested;                  // pairs of which the distance of the bodies was found
    bool own;                       // neighbour was allocated separately, not in the scratch
    SCREE_ARRAY(scree_keyed) finer; // pairs of a neighbour of a finer level and a particle, by particle
    scree_wall_hits hit;
    scree_group_buffer group;
    size_t *pairs, *groups; // by kind: first their number, later the index of the next one
} scree_chunk_neighbours;

// Kinds of pairs: zone and materials of a and b; then wall and material of the particle. Of a ghost's pairs, only those are
// here that belong to it (it has the smaller id) and whose other particle is owned by this rank.
typedef struct scree_neighbours {
    scree_chunks chunks;
    scree_chunk_neighbours *chunk;
    uint32_t *n, *below; // per particle: neighbours, and how many of them have smaller ids
    uint32_t *own;     // filled by rebuild.c: with one material, the first pair that belongs to the particle
    size_t owned, all; // particles; all: with ghosts
    size_t kinds, materials, zones;
    // By particle, at a distance of `stride` bytes: the material whose laws it has.
    const char *material;
    size_t stride;
    scree_crowd crowd; // where one is found nothing else is
} scree_neighbours;

static inline size_t scree_material_of(const scree_neighbours *q, size_t i) {
    uint32_t material;
    memcpy(&material, q->material + i * q->stride, sizeof material);
    return material;
}

static inline scree_zone scree_zone_of(const scree_neighbours *q, size_t a, size_t b) {
    return a >= q->owned ? SCREE_ZONE_REMOTE : b >= q->owned ? SCREE_ZONE_HALO : SCREE_ZONE_LOCAL;
}
// A pair belongs to the particle with the smaller id; a and b are their materials, in this order.
static inline size_t scree_kind(const scree_neighbours *q, scree_zone zone, size_t a, size_t b) {
    return ((size_t)zone * q->materials + a) * q->materials + b;
}
static inline size_t scree_kind_of_wall(const scree_neighbours *q, size_t wall, size_t a) {
    return (q->zones * q->materials + wall) * q->materials + a;
}

// n: array with one element per particle. guess: expected total number of neighbours; if there are more, memory is reallocated.
scree_neighbours scree_neighbours_find(const scree_world *w, const scree_grid *grid, uint32_t *n,
                                       size_t guess, const scree_chunks *chunks, scree_scratch *s);
void scree_neighbours_clear(scree_neighbours *q);
