// SPDX-License-Identifier: BSD-3-Clause
// What output needs of a world, copied: files are made from it while the world steps on. A world of its own with the
// particles, counters, poses of the walls and, of the pair list, those that act; all in one block that is used again.
// What never changes during a run (case, meshes) is shared; what output has no use for is NULL.
#ifndef SCREE_STATE_SNAPSHOT_H
#define SCREE_STATE_SNAPSHOT_H

#include "state/world.h"

enum {
    SCREE_SNAPSHOT_CONTACTS = 1,      // pairs that act
    SCREE_SNAPSHOT_WALL_CONTACTS = 2, // those with walls
    SCREE_SNAPSHOT_FORCES = 4,        // and what they do
    SCREE_SNAPSHOT_HISTORY = 8        // and remember
};

typedef struct scree_snapshot {
    scree_world world;
    char *block;
    size_t size, used;
} scree_snapshot; // all zero: none

// Bytes that it would take.
size_t scree_snapshot_size(const scree_world *w, int parts);
// False where there is no memory for it.
bool scree_snapshot_take(scree_snapshot *s, const scree_world *w, int parts);
void scree_snapshot_clear(scree_snapshot *s);

#endif
