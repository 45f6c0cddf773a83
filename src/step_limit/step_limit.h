// SPDX-License-Identifier: BSD-3-Clause
// The longest time step for the present contacts of each sphere and clump, by the bound of stability/vibration.h with the stiffness and the
// dashpots of the contacts (stability/hardness.h), and what capabilities add to them (access/capability.h). A check takes as long as several steps, so a run with a given
// time step makes one every 2048 steps; with dt: auto the step follows what it finds (step_watch.h). Its result has
// the same bits for any number of threads and ranks. The bound is for small motion about the present state: with a longer step vibrations
// grow as long as these contacts exist and do not slide.
#pragma once

#include "stability/vibration.h"
#include "text/report.h"

typedef struct scree_step_limit {
    double dt;             // s; INFINITY: none below what was asked for
    uint64_t id, contacts; // of the body that limits: its particle, or first member; contacts
    scree_vec3 x;          // m, of its centre
    scree_vibration_cause cause;
} scree_step_limit;

// dt: auto takes this share of the limit of the contacts at the start.
#define SCREE_SHARE_OF_LIMIT 0.9

// The shortest limit of all bodies if it is below `below`, s. started: the touching flags of pairs are set; otherwise all pairs that overlap
// count, and the touches of walls must be known (wall_contacts/wall_touch.h). share: the fraction that is taken of the largest effect of moving
// neighbours, 1 for the bound. It is called between the search for contacts and the forces, because it uses the memory of the forces. Collective.
scree_step_limit scree_step_limit_now(scree_world *w, double below, bool started, double share);

// Writes for what the step is too long: "the 3 contacts of particle 5", or "what holds particle 5 besides its 3 contacts".
void scree_step_limit_text(const scree_step_limit *l, char *text, size_t size);
