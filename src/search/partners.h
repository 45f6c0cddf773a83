// SPDX-License-Identifier: BSD-3-Clause
// Who is near whom: for each particle its partners in the order in which its forces are summed, found part by part.
#ifndef SCREE_SEARCH_PARTNERS_H
#define SCREE_SEARCH_PARTNERS_H

#include "base/radix.h"
#include "search/grid.h"
#include "search/wall_pairs.h"

// What one part of the particles has near it.
typedef struct scree_part_partners {
    uint32_t *partner; // by particle, ascending by id; storage indices
    size_t n, capacity;
    bool own;                       // partner is a block of its own, not of the scratch
    SCREE_ARRAY(scree_keyed) finer; // pairs of a partner of a finer level and a particle, by particle
    scree_wall_hits hit;
    scree_group_buffer group;
    size_t *pairs, *groups; // by kind: how many, then the place of the next
} scree_part_partners;

// Kinds of pairs: materials of a and b; then wall and material of the particle.
typedef struct scree_partners {
    scree_parts parts;
    scree_part_partners *part;
    uint32_t *n, *below; // per particle: partners, and how many of them have smaller ids
    uint32_t *own;       // to be filled: with one material, the first pair that belongs to the particle
    size_t kinds, materials;
} scree_partners;

// A pair belongs to the particle with the smaller id; a and b are their materials, in this order.
static inline size_t scree_kind(const scree_partners *q, size_t a, size_t b) {
    return a * q->materials + b;
}
static inline size_t scree_kind_of_wall(const scree_partners *q, size_t wall, size_t a) {
    return (q->materials + wall) * q->materials + a;
}

// n: room for a number per particle. guess: partners that there may be in all, exceeded at the cost of time.
scree_partners scree_partners_find(const scree_world *w, const scree_grid *grid, uint32_t *n, size_t guess,
                                   const scree_parts *parts, scree_scratch *s);
void scree_partners_clear(scree_partners *q);

#endif
