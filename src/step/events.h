// SPDX-License-Identifier: BSD-3-Clause
// What happens between steps, at times that depend on the case alone: insertion, outlets, walls that come and go.
// Insertion and outlets see the state at the start of a step; walls are those of the time at which its forces act.
#ifndef SCREE_STEP_EVENTS_H
#define SCREE_STEP_EVENTS_H

#include "base/report.h"
#include "state/world.h"

// Does everything due at the world's step but the coming and going of walls.
scree_status scree_events(scree_world *w, scree_report *r);
// Would it do anything?
bool scree_events_due(const scree_world *w);
// Walls present at the world's time; the pair list is out of date if that changed.
void scree_gate_walls(scree_world *w);
// Deletes (or, if the case says so, complains of) particles outside the domain.
scree_status scree_remove_lost(scree_world *w, scree_report *r);
// Step at which time t is reached.
uint64_t scree_step_of(const scree_world *w, double t);

#endif
