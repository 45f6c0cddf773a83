// SPDX-License-Identifier: BSD-3-Clause
// Forces of a state without a step: at the start, and where something was changed between steps.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Computes the forces at the current positions and velocities with a time step of zero: history does not advance.
// all_due: capabilities do all that is due, such as making bonds; false: only what completes the state, such as bonds of agglomerates that were placed.
scree_status scree_forces_at_rest(scree_world *w, bool all_due, scree_report *r);
// Computes the forces under laws that have changed. Contacts store another energy under them: the difference counts as gained by the
// change, not as work.
scree_status scree_contacts_change(scree_world *w, bool all_due, scree_report *r);
// Gives the steps that follow the length that a look at the contacts has asked for (world.wanted_dt). Forces stay, and the ledger takes the halves of powers that
// are summed over the next step by its length. Call between two steps. Collective.
void scree_step_length_follow(scree_world *w);
// Where a capability changes the shapes of walls at the end of this step, has it do so and computes the forces anew.
scree_status scree_walls_reshape(scree_world *w, scree_report *r);
// The forces of a state that was changed between steps; the ledger books what contacts store more. list_valid must be the same on all ranks.
scree_status scree_world_recompute(scree_world *w, scree_report *r);
