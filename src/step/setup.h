// SPDX-License-Identifier: BSD-3-Clause
// Creates a world from a case, and destroys it.
#pragma once

#include "state/world.h"
#include "text/report.h"

// A world without particles; it becomes the owner of the case. threads 0: OMP_NUM_THREADS, or as many as the machine has, or 1
// if there are several ranks. isa NULL: the best of this processor. Returns NULL, with a report, if that is not possible.
scree_world *scree_world_create(scree_case *c, int threads, const char *isa, scree_report *r);
void scree_world_destroy(scree_world *w);
// Sets the triangles of mesh wall k; warns of defects such as holes.
bool scree_world_set_mesh(scree_world *w, size_t k, const scree_vec3 *corners, size_t n, scree_report *r);
// Restores contact history; called when the neighbour list has been built.
typedef void scree_restore(scree_world *w, void *context);

// Prepares the first step: time step, skin, first insertions, initial forces, audit. The initial particles, w->began and the
// initial poses of walls must be set. restore may be NULL.
scree_status scree_world_begin(scree_world *w, scree_restore *restore, void *context, scree_report *r);
// Prepares the first step of a world whose complete state was read from a checkpoint.
scree_status scree_world_continue(scree_world *w, scree_restore *restore, void *context, scree_report *r);
// Prepares the next step of a world that goes back to a state, which has been set completely; its neighbour list is forgotten.
scree_status scree_world_revert(scree_world *w, scree_restore *restore, void *context, scree_report *r);

// This is what the ledger needs of the phase before.
typedef struct scree_world_before {
    scree_vec3 gravity; // m/s2
    double walls;       // J, scree_wall_drives_account
    double
        potential; // J, of particles; the new case may lack the field `crossed`, without which it is another one
} scree_world_before;

// scree_world_continue for a world whose state was read from the checkpoint with which the phase before ended. contacts: laws or materials are
// others than in that phase: forces are computed anew. The ledger books what this does to the energy.
scree_status scree_world_change(scree_world *w, bool contacts, const scree_world_before *before,
                                scree_restore *restore, void *context, scree_report *r);
