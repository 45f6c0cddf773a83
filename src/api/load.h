// SPDX-License-Identifier: BSD-3-Clause
// Loads a world from files: the case, its meshes, particle files and checkpoints.
#ifndef SCREE_API_LOAD_H
#define SCREE_API_LOAD_H

#include "base/report.h"
#include "checkpoint/checkpoint.h"
#include "input/phase_changes.h"
#include "state/world.h"

// Reads the case and everything it names. NULL on any error.
scree_world *scree_load_case(const char *case_path, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r);
// The same in one of its phases (input/phase_changes.h). What depends on all phases is taken from `known`, a case of another one.
scree_world *scree_load_phase(const scree_case *known, const scree_changes *changes,
                              const scree_phase_times *times, int threads, const char *isa, scree_report *r);
// Of a case that is given as text: `name` stands for its path in messages, and relative files are looked for in its folder.
scree_world *scree_load_text(const char *name, const char *text, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r);
// Gives a world that takes the place of w what is of the run and does not follow from case and state: ranks, counters, times.
void scree_load_carry(const scree_world *w, scree_world *fresh);
// Brings the world to t = 0: ready to step.
scree_status scree_load_start(scree_world *w, scree_report *r);
// Brings the world to the state of a checkpoint of the same case.
scree_status scree_load_resume(scree_world *w, const char *checkpoint_path, scree_report *r);
// The same of one that has been read from `path`; takes it over.
scree_status scree_load_continue(scree_world *w, scree_checkpoint *taken, const char *path, scree_report *r);
// Brings a world that has been stepped to a state of its own, taken before (scree_checkpoint_take), or read from `path`. The file stays as it
// is. A failure leaves a world that cannot be stepped.
scree_status scree_load_back(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r);
// Brings the world of a phase to the state with which the phase before, whose world is given, ended; contacts as in scree_world_change.
scree_status scree_load_change(scree_world *w, scree_checkpoint *taken, const char *path, bool contacts,
                               const scree_world *before, scree_report *r);
// Returns the part of a value of the case on which the state depends; NULL: the value may be another one when a run is resumed.
const char *scree_load_counts(const char *path, const char *text);
// Hash of everything in the case and its meshes that the state depends on (not end time, output, threads).
uint64_t scree_load_case_hash(const scree_world *w);

#endif
