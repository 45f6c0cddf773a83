// SPDX-License-Identifier: BSD-3-Clause
// The largest overlap of all contacts since the start.
#pragma once

#include "parallel/comm.h"

// ratio: overlap / smaller radius. Of equal overlaps the first by step and ids. a: id of a particle; b: id of a particle, or
// the element of a wall.
typedef struct scree_depth {
    double ratio; // 0: none
    uint64_t step, a, b;
    int64_t wall; // -1: b is a particle
} scree_depth;

// Is x the larger overlap of the two, or the earlier of equal ones?
bool scree_depth_is_before(const scree_depth *x, const scree_depth *y);
// The largest of all ranks; collective.
scree_depth scree_depth_of_all(const scree_comm *comm, const scree_depth *own);
