// SPDX-License-Identifier: BSD-3-Clause
// The two halves of velocity Verlet over all particles, in threads.
#ifndef SCREE_STEP_INTEGRATE_H
#define SCREE_STEP_INTEGRATE_H

#include "state/world.h"

typedef struct scree_drift {
    double speed; // of the fastest particle, m/s
    int lost;     // particles outside the domain
    int bad;      // a position is not a number
} scree_drift;

scree_drift scree_integrate_first(scree_world *w);
void scree_sum_and_integrate(scree_world *w);

#endif
