// SPDX-License-Identifier: BSD-3-Clause
// Numbers that went bad: found, named by the particle's id, with what to try. Collective: the worst of all ranks is
// reported, by the rank that has it (and then rank 0, see scree_comm_agree); all return SCREE_BAD_NUMBERS.
#ifndef SCREE_STEP_ALARM_H
#define SCREE_STEP_ALARM_H

#include "base/report.h"
#include "step/contact_rows.h"
#include "step/totals.h"

// A position that is no usable number, of the smallest id.
scree_status scree_alarm_position(const scree_world *w, scree_report *r);
// A particle with a saved field that is no usable number (state/fields.h), of the smallest id, or an energy of the ledger that
// is not finite. It takes a pass over all particles: for when they are written or listed anew.
scree_status scree_alarm_state(const scree_world *w, scree_report *r);
// A particle that has gone through a wall, of the smallest id, or else the deepest contact, relative to the smaller
// radius.
scree_status scree_alarm_overlap(const scree_world *w, scree_report *r);

// Where the largest overlap since the start was: only a warning, the same on all ranks. Collective.
void scree_warn_overlap(const scree_world *w, scree_report *r);
// "0.43 of a radius, of particle 5 and wall 'floor' at t = 0.2 s"; free with scree_free.
char *scree_depth_text(const scree_world *w, const scree_depth *x);
// A loss that falls. What contacts have lost is a running sum, which by the laws of nature only grows: where it falls, in
// the normal, tangential, rolling or twisting sense, contacts have made energy. Beyond alarms.negative_loss of all energy
// there has been (moving, stored, dissipated), which is more than rounding and a sensible time step leave, this is a
// warning, once, then counted in w->losses; with alarms.action: stop an error. Totals are those of all ranks, so is the
// status; rank 0 reports. Falls that no law has made are passed over: where a wall has appeared or vanished, or particles
// held by adhesion were deleted.
scree_status scree_alarm_losses(scree_world *w, const scree_totals *t, scree_report *r);

#endif
