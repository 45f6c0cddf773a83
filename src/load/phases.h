// SPDX-License-Identifier: BSD-3-Clause
// Phases of a run. Each has a case of its own, the file with the changes of the phases so far (changes/phase_changes.h), and a world made
// from it, which goes on from the checkpoint with which the phase before ended: a change of phase is a resume with another case.
// A run that is stopped and resumed there therefore has the same bits.
#pragma once

#include "changes/phase_changes.h"
#include "checkpoint/checkpoint.h"
#include "state/world.h"
#include "text/report.h"

// Whether one time step fits all phases, for the particles at the start; sets w->dt_most. These functions do nothing to a case without phases.
bool scree_phases_check(scree_world *w, scree_report *r);
// The world stands at the start of the first phase.
scree_status scree_phases_begin(scree_world *w, scree_report *r);

// The world was resumed; its phases may wait for other values or longer than before.
scree_status scree_phases_resume(scree_world *w, scree_report *r);

// Whether the state is looked at after that step.
bool scree_phase_is_due(const scree_world *w, uint64_t step);
// Looks at it, if due: w->phase.over. Collective.
void scree_phase_look(scree_world *w, scree_report *r);
// Step with which the last phase ends at the latest.
uint64_t scree_phases_end(const scree_world *w);
bool scree_phase_is_last(const scree_world *w);

// A world without particles for the phase that the checkpoint belongs to, in place of w, which is destroyed; w itself if it is of that
// phase. NULL: reported, and w is as it was.
scree_world *scree_phase_of(scree_world *w, const scree_checkpoint *file, int threads, const char *isa,
                            scree_report *r);
// The world at the start of the next phase, from the checkpoint with which the present one has ended, in place of w, which is destroyed.
// NULL: reported, and w is as it was.
scree_world *scree_phase_next(scree_world *w, const char *path, int threads, const char *isa,
                              scree_report *r);
