// SPDX-License-Identifier: BSD-3-Clause
// Outlets are regions in which particles are counted, and deleted unless the outlet only counts. Positions are checked at intervals, mostly of
// 1 ms, so that deleted particles cause few new neighbour lists. If particles are fast enough to pass a region between two checks, their
// paths are checked in each step: a particle that has passed is marked, and deleted at the next check. A slower particle can be missed only
// if its path leads through a corner of a region. An outlet with a direction checks all paths.
#pragma once

#include "maths/double_double.h"
#include "state/world.h"

// Is a check of positions due at the world's step?
bool scree_outlets_are_due(const scree_world *w);
// Does the checks that are due. Collective.
void scree_outlets_act(scree_world *w, scree_report *r);
// Checks the paths of the last drift where this is needed. speed: m/s, of the fastest particle of all ranks. Collective.
void scree_outlets_watch(scree_world *w, double speed);
// Counts the particles that have just left the domain through an outlet. Collective.
void scree_outlets_take_lost(scree_world *w);
// Deletes particle i, between two steps or, drifted, after the drift of one; energy: J, sum over the particles removed in this step, double-double, so that it does not depend on the storage order.
void scree_outlet_delete(scree_world *w, size_t i, bool drifted, scree_double_double *energy);
// Sums over the ranks what was deleted.
void scree_outlet_add_ranks(const scree_world *w, uint64_t *count, scree_double_double *mass,
                            scree_double_double *energy);

// What leaves through an outlet in one check: J, kg, and s and s2 of the times that it was in the run.
typedef struct scree_outlet_left {
    uint64_t count;
    scree_double_double mass, energy, inserted, stay[2];
} scree_outlet_left;

// Which particles an outlet takes, and what is counted of each. Both are those of outlet.c.
typedef struct scree_outlet_takes {
    bool (*is_taken)(const scree_world *w, size_t k, size_t i, int how);
    void (*leave)(const scree_world *w, size_t i, scree_outlet_left *left);
    int how;
} scree_outlet_takes;

// Puts the particles that outlet k takes back into the region of its `recycle` (recycle.c). Collective.
void scree_outlet_recycle(scree_world *w, size_t k, const scree_outlet_takes *takes, scree_outlet_left *left,
                          scree_report *r);
