// SPDX-License-Identifier: BSD-3-Clause
// With dt: auto the time step follows the limit of the present contacts (step_limit.h): down at once where a look finds it beyond the share of the limit that
// the start of a run takes, up slowly where looks find room, never beyond the step of the start. The first look comes after a few steps. As long as nothing
// changes the next one is twice as far; it comes sooner where the limit comes nearer, and at once where contacts form, overlaps grow beyond all before, or
// bonds are made or break. When to look, and which step follows, are functions of the saved state (scree_step_watch in state/records.h), the same on all ranks.
#pragma once

#include "step_limit/step_limit.h"

// Does the time step of this run follow the contacts?
bool scree_step_watch_is_on(const scree_world *w);
// Call when the time step of the start is chosen, and where a phase or a program has changed the case.
void scree_step_watch_begin(scree_world *w);
void scree_step_watch_renew(scree_world *w);
// From now on the step grows no more beyond the present one.
void scree_step_watch_bound(scree_world *w);
// Is a look due at this step?
bool scree_step_watch_due(const scree_world *w);
// Looks. With dt: auto it sets w->wanted_dt where the step changes, and the caller changes it between two steps (scree_step_length_follow). With a given time
// step that is beyond the limit, and with dt: auto where it cannot go further down, it warns once and counts in w->alarms.step_looks, or, with alarms.action:
// stop, reports an error. started: see scree_step_limit_now. Collective.
scree_status scree_step_watch_look(scree_world *w, bool started, scree_report *r);
// Call when the forces of a step are known: brings the next look nearer if contacts have formed, bonds have broken, or capabilities have made bonds
// (is_stiffened). Collective.
void scree_step_watch_contacts(scree_world *w, bool is_stiffened);
