// SPDX-License-Identifier: BSD-3-Clause
// From a case to a world that can step, and its end.
#ifndef SCREE_STEP_SETUP_H
#define SCREE_STEP_SETUP_H

#include "base/report.h"
#include "state/world.h"

// A world without particles; takes the case over. threads 0: OMP_NUM_THREADS, or as many as the machine offers, or
// 1 for each of several ranks.
// isa NULL: the best this processor has. NULL (and reported) when that cannot be.
scree_world *scree_world_create(scree_case *c, int threads, const char *isa, scree_report *r);
void scree_world_destroy(scree_world *w);
// Gives mesh wall k its triangles; holes and the like become warnings.
bool scree_world_set_mesh(scree_world *w, size_t k, const scree_vec3 *corners, size_t n, scree_report *r);
// Puts contact history back once the pair list stands.
typedef void scree_restore(scree_world *w, void *context);

// Brings the memory of the touching contacts back by `ahead` seconds at the present velocities: it is stored extrapolated
// by dt_post, which forces at rest of time do once more. Exact to order 2 where a contact is as stiff as it was.
void scree_history_back(scree_world *w, double ahead);

// After the initial particles, w->began and the initial poses of walls are set: time step, skin, first insertions, forces at
// the start, audit. restore may be NULL.
scree_status scree_world_begin(scree_world *w, scree_restore *restore, void *context, scree_report *r);
// The same for a world whose whole state came from a checkpoint.
scree_status scree_world_continue(scree_world *w, scree_restore *restore, void *context, scree_report *r);

#endif
