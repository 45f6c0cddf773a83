// SPDX-License-Identifier: BSD-3-Clause
// Sums over the world, for output and the ledger: those of all ranks, to the same bits for any number of ranks and threads, and
// collective.
#ifndef SCREE_STEP_TOTALS_H
#define SCREE_STEP_TOTALS_H

#include "state/world.h"

// Sums over the world. Fixed particles enter none but their own number and that
// of all: they have no mass that a force could move.
typedef struct scree_totals {
    double time;
    uint64_t particles, fixed, contacts, wall_contacts;
    double mass;
    double kinetic, rotational, potential; // J
    // By sense (normal, tangential, rolling, twisting), J: stored in contacts now, and since the start: taken by dashpots,
    // and lost otherwise (plastic work, friction, springs of contacts that ended).
    double elastic[SCREE_MODES], viscous[SCREE_MODES], plastic[SCREE_MODES];
    double wall_work; // J, done by moving walls and fixed particles since the start
    double balance;   // J, kinetic + rotational + potential + stored + lost - wall work - inserted + removed
    double max_overlap;  // of r, 1: overlap / smaller radius
    scree_depth deepest; // the largest since the start
    double max_velocity; // m/s
    double coordination; // contacts with particles per particle that is free
    scree_vec3 momentum;
} scree_totals;

scree_totals scree_world_totals(const scree_world *w);

// Force on each triangle of wall w (N, 3 doubles each), from the last force evaluation.
void scree_wall_triangle_forces(const scree_world *w, int wall, scree_vec3 *force);

#endif
