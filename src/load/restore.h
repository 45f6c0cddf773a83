// SPDX-License-Identifier: BSD-3-Clause
// The contacts of checkpoints, put back once the pair list of their particles stands.
#pragma once

#include "checkpoint/checkpoint.h"

typedef struct scree_restored_file {
    scree_checkpoint file;
    const char *path;
    int *wall;  // of the file -> of the case, -1: gone
    size_t *at; // in the pair list, of each contact; SIZE_MAX: gone, or its laws are others
} scree_restored_file;

typedef struct scree_restoration {
    SCREE_ARRAY(scree_restored_file) files;
    bool new_case; // the first forces are evaluated with dt = 0
    scree_report *report;
} scree_restoration;

// Takes the file over; path must outlive it.
void scree_restoration_keep(scree_world *w, scree_restoration *from, const scree_checkpoint *file,
                            const char *path);
// context: a scree_restoration. With several ranks each contact goes to those that own its particles; all call it.
void scree_restore_contacts(scree_world *w, void *context);
void scree_restoration_clear(scree_restoration *from);
