// SPDX-License-Identifier: BSD-3-Clause
// Sums over the world for output and the ledger. Over all ranks, with the same bits for any number of ranks and threads;
// collective.
#pragma once

#include "state/world.h"

// Fixed particles are counted in `particles` and `fixed`, but in none of the other sums: they have no mass.
typedef struct scree_totals {
    double time;
    uint64_t particles, fixed, contacts, wall_contacts;
    double mass;
    double kinetic, rotational, potential; // J
    // By mode (normal, tangential, rolling, twisting), J: now stored in contacts; since the start: dissipated by dashpots, and
    // lost otherwise (plastic work, friction, springs of contacts that ended), without that of broken bonds.
    double elastic[SCREE_MODES], viscous[SCREE_MODES], plastic[SCREE_MODES];
    double damped;  // J, lost by numerical damping since the start
    double changed; // J, gained where a phase changed laws or gravity, by growth, and where wear moved walls
    double loaded;  // J, work of the forces and torques of groups
    double broken[SCREE_MODES]; // J, by the mode that broke them what bonds that broke had stored
    double wall_work;           // J, done by moving walls and fixed particles since the start
    // J, of free walls: their energy now; since the start: what they were given, and what they lost in dampers and at stops.
    double walls_energy, walls_gained, walls_lost;
    // J, kinetic + rotational + potential + stored + lost + damped - wall work - loaded - inserted + removed - changed, and of free walls
    // energy + work on particles + lost - gained, and of force fields stored + lost - work - exchanged
    double balance;
    double max_overlap;  // of r, 1: overlap / smaller radius
    scree_depth deepest; // the largest since the start
    double max_velocity; // m/s
    double coordination; // contacts with particles per free particle
    scree_vec3 momentum;
} scree_totals;

scree_totals scree_world_totals(const scree_world *w);

// Force on each triangle of wall w (N, 3 doubles each), from the last force evaluation.
void scree_wall_triangle_forces(const scree_world *w, int wall, scree_vec3 *force);
