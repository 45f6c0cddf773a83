// SPDX-License-Identifier: BSD-3-Clause
// Frames of worlds in memory: of a checkpoint, and of a case that was not run. The world is written as a run writes it, into files in memory, and these are
// read: so such a frame has the same fields as those of a run. The drawback is a copy of the state.
#pragma once

#include "scree/scree.h"
#include "state/world.h"
#include "tools/frames/frame.h"

// What there is beside the frame.
typedef struct scree_frame_origin {
    char *title;        // of the case; "": none, or not known
    scree_vec3 gravity; // m/s2, at that time
    bool
        whole; // false: there are mistakes in the case, or it was not found, and the frame has what could be built
} scree_frame_origin;

// A frame of what the world is now: `kinds` as in scree_frame_files_load. A single process. False: reported, and *frame is empty.
bool scree_frame_of_world(const scree_world *w, unsigned kinds, scree_frame *frame, scree_report *r);
// A frame of the state at which a run of the case would begin: initial particles and walls. Where the particles cannot be placed as the case says, the
// mistakes are reported, and the frame has what was placed. False: reported; not even the walls can be built, and *frame and *origin are empty.
bool scree_frame_of_case(const char *case_path, const scree_changes *changes, unsigned kinds,
                         scree_frame *frame, scree_frame_origin *origin, scree_report *r);
// A frame of a checkpoint. Its case is read too, as walls, contacts and bonds follow from it: case_path, or NULL: what run.json in the folder of the
// checkpoint names. Without a case, which is a warning, the frame has the particles alone. False: reported, and *frame and *origin are empty.
bool scree_frame_of_checkpoint(const char *path, const char *case_path, const scree_changes *changes,
                               unsigned kinds, scree_frame *frame, scree_frame_origin *origin,
                               scree_report *r);
void scree_frame_origin_clear(scree_frame_origin *o);
