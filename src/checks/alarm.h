// SPDX-License-Identifier: BSD-3-Clause
// Checks for states that cannot be right; the report names the particle by its id and a remedy. Collective: the worst finding
// of all ranks is reported by the rank that has it (and then by rank 0, see scree_comm_agree); all ranks return
// SCREE_BAD_NUMBERS.
#pragma once

#include "measure/totals.h"
#include "pairs/contact_rows.h"
#include "text/report.h"

// Reports a position that is not a usable number; of several, the one of the smallest id.
scree_status scree_alarm_position(const scree_world *w, scree_report *r);
// Reports the particle of smallest id that has a saved field with an unusable number (state/fields.h), or an energy of the ledger or a value of
// a wall that is not finite. This takes a pass over all particles, so it is done only before output and with new neighbour lists.
scree_status scree_alarm_state(const scree_world *w, scree_report *r);
// Reports a particle that has gone through a wall (of several, the one of the smallest id), or else the deepest contact
// relative to the smaller radius.
scree_status scree_alarm_overlap(const scree_world *w, scree_report *r);

// Warns of the largest overlap since the start. Collective; the same text on all ranks.
void scree_warn_overlap(const scree_world *w, scree_report *r);
// Counts contacts of convex bodies whose deepest point was not found in this step, and warns of the first.
void scree_warn_unfinished(scree_world *w, uint64_t now, scree_report *r);
// "0.43 of a radius, of particle 5 and wall 'floor' at t = 0.2 s"; free with scree_free.
char *scree_depth_text(const scree_world *w, const scree_depth *x);
// Checks that losses do not decrease. The energy that contacts have lost is a running sum, which physically can only grow. If
// it decreases in a mode (normal, tangential, rolling, twisting), contacts have created energy. A decrease of more than
// alarms.negative_loss times the largest energy so far (kinetic, stored, dissipated), which is more than the error from
// rounding and a sensible time step, gives one warning and is then counted in w->alarms.losses; with alarms.action: stop it is an
// error. t: totals of all ranks; the status is the same on all ranks, and rank 0 reports. Decreases that are not due to laws
// are ignored: when a wall has appeared or disappeared, or particles held by adhesion were deleted.
scree_status scree_alarm_losses(scree_world *w, const scree_totals *t, scree_report *r);
