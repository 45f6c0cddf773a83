// SPDX-License-Identifier: BSD-3-Clause
// Makes a world from files: the case and its meshes, without particles.
#pragma once

#include "changes/phase_changes.h"
#include "state/world.h"
#include "text/report.h"

// Reads the case and everything it names. NULL on any error.
scree_world *scree_load_case(const char *case_path, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r);
// Makes the world of one of the phases of a case (changes/phase_changes.h). What depends on all phases is taken from `known`, a case of another one.
scree_world *scree_load_phase(const scree_case *known, const scree_changes *changes,
                              const scree_phase_times *times, int threads, const char *isa, scree_report *r);
// Makes the world of a case that is given as text: `name` stands for its path in messages, and relative files are looked for in its folder.
scree_world *scree_load_text(const char *name, const char *text, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r);
// Gives a world that takes the place of w what is of the run and does not follow from case and state: ranks, counters, times.
void scree_load_continue_run(const scree_world *w, scree_world *fresh);
