// SPDX-License-Identifier: BSD-3-Clause
// A copy of what output needs of a world, so that files can be written while the world continues. It is a world with the
// particles, counters, poses of walls, and those pairs that act, all in one block of memory that is reused. Data that never
// change during a run (case, meshes) are shared; data that output does not need are NULL.
#pragma once

#include "state/world.h"

enum {
    SCREE_SNAPSHOT_CONTACTS = 1,      // pairs that act
    SCREE_SNAPSHOT_WALL_CONTACTS = 2, // only those with walls
    SCREE_SNAPSHOT_FORCES = 4,        // also their forces
    SCREE_SNAPSHOT_HISTORY = 8        // also their history
};

typedef struct scree_snapshot {
    scree_world world;
    char *block;
    size_t size, used;
} scree_snapshot; // all zero: no snapshot

// Size of a snapshot, bytes. parts: flags from above.
size_t scree_snapshot_size(const scree_world *w, int parts);
// False if there is not enough memory.
bool scree_snapshot_take(scree_snapshot *s, const scree_world *w, int parts);
void scree_snapshot_clear(scree_snapshot *s);
