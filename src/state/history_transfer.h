// SPDX-License-Identifier: BSD-3-Clause
// The data that a rebuild of the neighbour list must preserve: the history of touching contacts, stored by particle and
// neighbour while the list, the storage, the numbers of the pairs and the owners of the particles change.
#ifndef SCREE_STATE_HISTORY_TRANSFER_H
#define SCREE_STATE_HISTORY_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A particle keeps its contacts with neighbours of larger id and with walls, ascending by key: the neighbour's id, or see
// scree_history_transfer_wall_key. Those with neighbours of smaller id come first where these are ghosts, or where one of the two goes
// to another rank: then a ghost may need them.
typedef struct scree_history_transfer {
    size_t n;        // particles of the old list
    uint32_t *start; // per particle and one more; NULL: there was no list
    uint64_t *key;   // UINT64_MAX ends those of a particle too
    double *row;     // columns per contact: history, in the last ones what follows
    size_t columns;
    bool features; // with meshes, last: the feature
    bool images; // in a periodic box with meshes, before it: the image that touches, see search/wall_pairs.h
    const double *none; // the row of a pair that did not touch
} scree_history_transfer;

// Of a wall: larger than the id of any particle, in the order of walls and elements.
static inline uint64_t scree_history_transfer_wall_key(int wall, uint32_t element) {
    return (uint64_t)1 << 63 | (uint64_t)(uint32_t)wall << 32 | element;
}

// Row of the contact of this key among those from *at on, which moves past those of smaller keys: for keys that ascend.
static inline const double *scree_history_transfer_next(const scree_history_transfer *carry, uint32_t *at,
                                                        uint32_t end, uint64_t key) {
    while (*at < end && carry->key[*at] < key) {
        (*at)++;
    }
    const bool found = (*at < end) & (carry->key[*at] == key); // the key after the last one is readable
    const double *row = carry->row + *at * carry->columns;
    return found ? row : carry->none;
}

// Row of the contact of this key and image: across a periodic border an element of a wall may be listed more than once.
static inline const double *scree_history_transfer_find(const scree_history_transfer *carry, uint32_t at,
                                                        uint32_t end, uint64_t key, uint32_t image) {
    while (at < end && carry->key[at] != UINT64_MAX &&
           !(carry->key[at] == key &&
             (!carry->images || carry->row[(at + 1) * carry->columns - 2] == (double)image))) {
        at++;
    }
    return at < end && carry->key[at] == key ? carry->row + at * carry->columns : carry->none;
}

#endif
