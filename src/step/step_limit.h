// SPDX-License-Identifier: BSD-3-Clause
// The longest time step for the contacts that there are now: of each sphere and clump, by the bound of step/vibration.h with the stiffness
// and the dashpots of its contacts (step/hardness.h). A look takes as long as some steps, so a run looks every 2048 steps. Its result has
// the same bits for any number of threads and ranks. The bound is of the motion about the present state: a step beyond it makes
// vibrations grow while these contacts last and stick.
#ifndef SCREE_STEP_STEP_LIMIT_H
#define SCREE_STEP_STEP_LIMIT_H

#include "base/report.h"
#include "step/vibration.h"

typedef struct scree_step_limit {
    double dt;             // s; INFINITY: none below what was asked for
    uint64_t id, contacts; // of the body that limits: its particle, or first member; contacts
    scree_vec3 x;          // m, of its centre
    scree_vibration_cause cause;
} scree_step_limit;

// dt: auto takes this share of the limit of the contacts at the start.
#define SCREE_SHARE_OF_LIMIT 0.9

// The shortest limit of all bodies if it is below `below`, s. started: the pairs know whether they touch; else all that overlap count,
// and walls must have been asked (step/wall_touch.h). share: of what neighbours that move could add, 1 for the bound. Between the search for
// contacts and the forces, whose memory it uses. Collective.
scree_step_limit scree_step_limit_now(scree_world *w, double below, bool started, double share);

bool scree_step_limit_due(const scree_world *w);
// Warns once, and counts in w->step_looks, or with alarms.action: stop is an error, where the time step is beyond the limit. Collective.
scree_status scree_step_limit_look(scree_world *w, bool started, scree_report *r);

#endif
