// SPDX-License-Identifier: BSD-3-Clause
// scree view: a page in the browser that shows the folder of a run, also while it goes on, or a case before it is run.
#pragma once

#include "scree/scree.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct scree_view_options {
    int port, other_port; // 0: any that is free; of a tunnel from another machine, 0: none
    size_t most;          // spheres that are shown at a time, at most
    bool waits;           // the folder may be made later
    int until; // serves until this descriptor becomes readable or is closed at its other end; -1: none
    const volatile int *stop;                       // or until this is not 0
    void (*ready)(void *user, const char *address); // called once the page can be opened
    void *user;
} scree_view_options;

// Any port, 250 000 spheres.
scree_view_options scree_view_options_default(void);
// Serves until it is stopped. False: reported.
bool scree_view_folder(const char *folder, const scree_view_options *o, scree_report *r);
// The same for a case that is not run: its walls and initial particles, and what a check says of it.
bool scree_view_case(const char *path, const scree_changes *changes, const scree_view_options *o,
                     scree_report *r);
