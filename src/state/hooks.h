// SPDX-License-Identifier: BSD-3-Clause
// Callbacks in each step, for example a driver that moves a wall by the force on it, a force field, a probe. Each is called at
// one of three places of every step, in the order in which they were added, but those that are `early` first; step/step.c shows the places.
//
//   place           complete by then                         what may be changed there
//   before forces   positions; poses of walls; velocities    velocities and spins of particles, as the forces of this step
//                   as the forces will see them              are to see them (fixed particles keep them); pose and velocity
//                                                            of walls that have `moves` set
//   after forces    force and torque on every wall; if       p.f of free particles: what is added there acts in the second
//                   particles are needed also the sums p.f   half kick of this step and in the first of the next
//   after the step  everything                               velocities and spins, p.f (as above); positions too, if
//                                                            list_valid is set to false
//
// If nothing else happens between two steps, the second half of a step and the first half of the next are done in one pass
// over the particles, together with the sum of their forces. A hook after forces or after the step that sets needs_particles
// prevents this. One that does not must neither read nor change particles: their positions may already belong to the next
// step. Before forces particles are always complete.
//
// Hooks after forces are also called for the forces at the start of a run, with world.dt = 0. Hooks are not part of the case:
// a resumed run needs them added again. With several ranks each rank calls its own hooks for its own particles; walls must be
// changed equally on all ranks. The ledger does not contain the work of hooks on particles; if a hook sets a fixed particle
// in motion, it sets list_valid to false, so that the power of that particle is counted. To end the run a hook sets
// stop_wanted.
#pragma once

#include <stdbool.h>

struct scree_world;

typedef enum scree_hook_place { SCREE_BEFORE_FORCES, SCREE_AFTER_FORCES, SCREE_AFTER_STEP } scree_hook_place;

typedef void scree_hook_call(struct scree_world *w, void *context);

typedef struct scree_hook {
    scree_hook_place place;
    scree_hook_call *call;
    void *context;
    bool needs_particles;
    bool early; // runs before those that are not, in whatever order they are added
} scree_hook;

// To be called between steps, not by a hook.
void scree_hook_add(struct scree_world *w, scree_hook hook);
// Removes the first hook with this place, function and context; false if there is none.
bool scree_hook_remove(struct scree_world *w, scree_hook_place place, scree_hook_call *call, void *context);

void scree_hooks_run(struct scree_world *w, scree_hook_place place);
// Does any hook at this place need the particles?
bool scree_hooks_need_particles(const struct scree_world *w, scree_hook_place place);
