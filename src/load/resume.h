// SPDX-License-Identifier: BSD-3-Clause
// Which checkpoint a run goes on from: the latest in its folder that is whole. A later one that is damaged or cannot be read
// is said in a warning, and kept under a name that no run uses, with ".damaged" at its end: the run will write one of its step
// again. What is not damage is an error, as another choice may be meant: a file of another step than its name says (somebody
// has copied it), of another case, or of another format.
#pragma once

#include "state/world.h"
#include "text/report.h"

// How a world is made (scree_load_case).
typedef struct scree_resume_options {
    int threads;
    const char *isa;
    bool strict; // a damaged checkpoint is an error
} scree_resume_options;

// Brings the world to the state of that checkpoint in the folder `out`; that of a later phase takes its place. Where nothing can be
// resumed from, no file of the run is changed. All ranks call it; rank 0 looks into the folder and renames.
scree_status scree_resume(scree_world **world, const char *out, const scree_resume_options *o,
                          scree_report *r);
