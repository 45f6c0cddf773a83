// SPDX-License-Identifier: BSD-3-Clause
// scree view: a page in the browser that shows the folder of a run, also while it goes on.
#pragma once

#include "tools/frames/frame.h"

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
// The same for one frame, which is taken over, and a text in the form of run.json, too.
bool scree_view_frame(scree_frame *frame, char *record, const scree_view_options *o, scree_report *r);
