// SPDX-License-Identifier: BSD-3-Clause
// The data that a rebuild of the neighbour list must preserve: the history of touching contacts, stored by particle and
// neighbour while the list, the storage, the numbers of the pairs and the owners of the particles change.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A particle keeps its contacts with neighbours of larger id and with walls, ascending by key: the neighbour's id, or
// scree_history_transfer_wall_key. Contacts with neighbours of smaller id are kept too, before the others, if the neighbour is
// a ghost or one of the two moves to another rank: a ghost may need them.
typedef struct scree_history_transfer {
    size_t n;        // particles of the old list
    uint32_t *start; // per particle and one more; NULL: there was no old list
    uint64_t *key;   // UINT64_MAX also marks the end of a particle's contacts
    double *row;     // per contact `columns` values: the history, and the last ones as follows
    size_t columns;
    bool features; // with meshes, the last column: the feature of the mesh
    bool images;   // in a periodic box with meshes, the column before: the code of the image that touches
    const double *none; // the row of a pair that did not touch
} scree_history_transfer;

// Key of a wall's element: larger than the id of any particle, ascending by wall and element.
static inline uint64_t scree_history_transfer_wall_key(int wall, uint32_t element) {
    return (uint64_t)1 << 63 | (uint64_t)(uint32_t)wall << 32 | element;
}

// Row of the contact with this key, searched from *at on. Advances *at past smaller keys, so it must be called with ascending
// keys.
static inline const double *scree_history_transfer_next(const scree_history_transfer *transfer, uint32_t *at,
                                                        uint32_t end, uint64_t key) {
    while (*at < end && transfer->key[*at] < key) {
        (*at)++;
    }
    // key[*at] may be read even if *at == end
    const bool found = (*at < end) & (transfer->key[*at] == key);
    const double *row = transfer->row + *at * transfer->columns;
    return found ? row : transfer->none;
}

// Row of the contact with this key and image: across a periodic border an element of a wall may be listed more than once.
static inline const double *scree_history_transfer_find(const scree_history_transfer *transfer, uint32_t at,
                                                        uint32_t end, uint64_t key, uint32_t image) {
    while (at < end && transfer->key[at] != UINT64_MAX &&
           !(transfer->key[at] == key &&
             (!transfer->images || transfer->row[(at + 1) * transfer->columns - 2] == (double)image))) {
        at++;
    }
    return at < end && transfer->key[at] == key ? transfer->row + at * transfer->columns : transfer->none;
}
