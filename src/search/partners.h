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

// Kinds of pairs: zone and materials of a and b; then wall and material of the particle. Ghosts have no pairs but those
// that belong to them with owned particles.
typedef struct scree_partners {
    scree_parts parts;
    scree_part_partners *part;
    uint32_t *n, *below; // per particle: partners, and how many of them have smaller ids
    uint32_t *own; // to be filled: with one material, the first pair of its zone that belongs to the particle
    size_t owned, all; // particles; all: with ghosts
    size_t kinds, materials, zones;
} scree_partners;

static inline scree_zone scree_zone_of(const scree_partners *q, size_t a, size_t b) {
    return a >= q->owned ? SCREE_ZONE_BEYOND : b >= q->owned ? SCREE_ZONE_BORDER : SCREE_ZONE_OWN;
}
// A pair belongs to the particle with the smaller id; a and b are their materials, in this order.
static inline size_t scree_kind(const scree_partners *q, scree_zone zone, size_t a, size_t b) {
    return ((size_t)zone * q->materials + a) * q->materials + b;
}
static inline size_t scree_kind_of_wall(const scree_partners *q, size_t wall, size_t a) {
    return (q->zones * q->materials + wall) * q->materials + a;
}

// n: room for a number per particle. guess: partners that there may be in all, exceeded at the cost of time.
scree_partners scree_partners_find(const scree_world *w, const scree_grid *grid, uint32_t *n, size_t guess,
                                   const scree_parts *parts, scree_scratch *s);
void scree_partners_clear(scree_partners *q);

#endif
