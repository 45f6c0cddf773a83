// SPDX-License-Identifier: BSD-3-Clause
// The two halves of velocity Verlet over all particles, in threads.
#pragma once

#include "state/world.h"

// Results of a drift over all particles.
typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    double turn;  // m, the longest way of a point of a body about the centre of its member, by its turn
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

struct scree_integration {
    scree_drift drift; // of the next step, if world.next_drift_done
};

// First half kick and drift of a step, unless already done (world.next_drift_done).
scree_drift scree_integrate_first(scree_world *w);
// Sums of the contact forces, hooks, second half kick; with may_fuse also the first half kick and drift of the next step, unless a
// hook needs the particles in between.
void scree_integrate_second(scree_world *w, bool may_fuse);
