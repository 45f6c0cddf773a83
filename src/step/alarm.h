// SPDX-License-Identifier: BSD-3-Clause
// Numbers that went bad: found, named by the particle's id, with what to try. Collective: the worst of all ranks is
// reported, by the rank that has it (and then rank 0, see scree_comm_agree); all return SCREE_BAD_NUMBERS.
#ifndef SCREE_STEP_ALARM_H
#define SCREE_STEP_ALARM_H

#include "base/report.h"
#include "state/world.h"

// A position that is no usable number, of the smallest id.
scree_status scree_alarm_position(const scree_world *w, scree_report *r);
// A particle that has gone through a wall, of the smallest id, or else the deepest contact, relative to the smaller
// radius.
scree_status scree_alarm_overlap(const scree_world *w, scree_report *r);

// Where the largest overlap since the start was: only a warning, the same on all ranks. Collective.
void scree_warn_overlap(const scree_world *w, scree_report *r);
// "0.43 of a radius, of particle 5 and wall 'floor' at t = 0.2 s"; free with scree_free.
char *scree_depth_text(const scree_world *w, const scree_depth *x);

#endif
