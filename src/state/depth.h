// SPDX-License-Identifier: BSD-3-Clause
// The largest overlap that any contact has had.
#ifndef SCREE_STATE_DEPTH_H
#define SCREE_STATE_DEPTH_H

#include "base/comm.h"

// The largest overlap over the smaller radius that any contact has had, of equals the first by step and ids. b: a
// particle's id, or the element of a wall.
typedef struct scree_depth {
    double ratio; // 0: none
    uint64_t step, a, b;
    int64_t wall; // -1: b is a particle
} scree_depth;

// Is x the larger overlap of the two, or the earlier of equal ones?
bool scree_depth_is_before(const scree_depth *x, const scree_depth *y);
// That of all ranks, from theirs; collective.
scree_depth scree_depth_of_all(const scree_comm *comm, const scree_depth *own);

#endif
