// SPDX-License-Identifier: BSD-3-Clause
// Iterates over the pairs of the list, in its order, for everything but the hot loops:
//
//     for (scree_contacts c = scree_contacts_of(pairs, SCREE_TOUCHING | SCREE_COUNTED); scree_contacts_next(&c);) {
//         ... c.block->wall ... pairs->pair[c.k] ... scree_pair_history(pairs, c.block, c.k) ...
//     }
#pragma once

#include "state/world.h"

// Which pairs: with these states (scree_pairs.touching) ...
enum {
    SCREE_APART = 1 << 0,
    SCREE_TOUCHING = 1 << 1,
    SCREE_WITHIN_FIELD = 1 << 2,
    SCREE_ACTING = SCREE_TOUCHING | SCREE_WITHIN_FIELD,
    SCREE_LISTED = SCREE_APART | SCREE_ACTING,
    // ... and only if
    SCREE_COUNTED = 1 << 3,      // this rank counts the pair: a is one of its own particles
    SCREE_OF_PARTICLES = 1 << 4, // both bodies are particles
    SCREE_OF_WALLS = 1 << 5      // the second body is a wall
};

typedef struct scree_contacts {
    const scree_pairs *pairs;
    int which;
    size_t next_block, end_block, next, end;
    const scree_pair_block *block; // of the current pair
    size_t k;                      // the current pair
} scree_contacts;

// The pairs of all blocks, before the first one.
static inline scree_contacts scree_contacts_of(const scree_pairs *pairs, int which) {
    return (scree_contacts){pairs, which, 0, pairs->block.n, 0, 0, NULL, 0};
}

// The pairs of one block, before the first one.
static inline scree_contacts scree_contacts_in(const scree_pairs *pairs, size_t block, int which) {
    return (scree_contacts){pairs, which, block, block + 1, 0, 0, NULL, 0};
}

static inline bool scree_contacts_has_block(int which, const scree_pair_block *block) {
    return which & SCREE_LISTED && !(which & SCREE_COUNTED && block->zone == SCREE_ZONE_REMOTE) &&
           !(which & SCREE_OF_PARTICLES && block->wall >= 0) && !(which & SCREE_OF_WALLS && block->wall < 0);
}

// Goes to the next pair; false after the last one.
static inline bool scree_contacts_next(scree_contacts *c) {
    for (;;) {
        while (c->next < c->end) {
            c->k = c->next++;
            if (c->which & 1 << c->pairs->touching[c->k]) {
                return true;
            }
        }
        if (c->next_block == c->end_block) {
            return false;
        }
        c->block = &c->pairs->block.data[c->next_block++];
        c->next = c->block->first;
        c->end = c->next + (scree_contacts_has_block(c->which, c->block) ? c->block->n : 0);
    }
}

// History of pair k of a block: block->n_history numbers.
static inline double *scree_pair_history(const scree_pairs *pairs, const scree_pair_block *block, size_t k) {
    return pairs->history + block->history + (k - block->first) * (size_t)block->n_history;
}

// Has the pair a bond? column: of the bond's state in the history (laws/bond.h), -1: the pair's laws make none.
static inline bool scree_pair_is_bonded(const scree_pairs *pairs, const scree_pair_block *block, size_t k,
                                        int column) {
    return column >= 0 && scree_pair_history(pairs, block, k)[column] > 0.0;
}
