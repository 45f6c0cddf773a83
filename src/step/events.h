// SPDX-License-Identifier: BSD-3-Clause
// Events between steps, at times that depend only on the case: insertion, outlets, walls that appear and disappear.
// Insertion and outlets use the state at the start of a step; walls are those of the time of its forces, the end of the step.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Insertion and outlets that are due at the world's step. SCREE_INTERRUPTED: world.watch wanted to stop during a fill. The world is then of no use until it is
// brought back to a state of before (load/load_state.h).
scree_status scree_events(scree_world *w, scree_report *r);
// Is a fill due at the world's step, which may take minutes?
bool scree_fills_are_due(const scree_world *w);
// Is anything due?
bool scree_events_due(const scree_world *w);
// How the next step will disturb contacts.
scree_disturbance scree_disturbance_due(const scree_world *w);
// Activates the walls that exist at the world's time; the neighbour list becomes invalid if that changes.
void scree_update_active_walls(scree_world *w);
// Deletes particles outside the domain, or reports them as an error if the case says so.
scree_status scree_remove_lost(scree_world *w, scree_report *r);
