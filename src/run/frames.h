// SPDX-License-Identifier: BSD-3-Clause
// The files of one time of a run: ParaView files and checkpoints. A single process writes them in the background, one frame at
// a time: the next waits until this one is on the disk, so that they need the memory of one copy of the world only, and files
// come in the order of their steps. Before a checkpoint gets its name the disk has all that was written before it: the pictures,
// series.csv, and the folder's list. Several ranks write together and at once: then all calls are collective, and all ranks
// return the same result.
#pragma once

#include "output/files_to_sync.h"
#include "output/out_folder.h"
#include "parallel/background.h"
#include "parallel/comm.h"
#include "run/snapshot.h"

// The parts that a frame has.
enum { SCREE_FRAME_VTK = 1, SCREE_FRAME_CSV = 2, SCREE_FRAME_CHECKPOINT = 4, SCREE_FRAME_FIELDS = 8 };

typedef struct scree_frames {
    scree_comm *comm;
    const char *out;          // folder
    scree_out_folder *folder; // whose list names the files; NULL: there is none
    uint64_t case_hash;
    uint64_t first; // step of the run
    // While a frame is being written these three belong to the writer.
    uint64_t checkpoint_at; // step of the last one
    bool stopped_between; // the checkpoint resumed from was not due: it is there because the run was stopped
    scree_files_to_sync files_to_sync; // pictures of this rank
    scree_background background;
    scree_snapshot snapshot;
    struct scree_frame { // what is due, and the world it is made from: the run's own or a copy of it
        const scree_world *w;
        int what;
    } frame;
} scree_frames;

// True on all ranks or on none: whether it is on each. *r of rank 0 gets what is wrong on another.
bool scree_frames_all(const scree_comm *c, bool ok, scree_report *r);

// Writes a frame of the world as it is now; the files may be there later only, and what fails shows later.
bool scree_frames_put(scree_frames *f, scree_world *w, int what, scree_report *r);
// A checkpoint of the world as it is now is on the disk on return.
bool scree_frames_checkpoint(scree_frames *f, scree_world *w, scree_report *r);
// Waits for what is under way, false if it failed; does nothing unless it is over, with `if_over`.
bool scree_frames_wait(scree_frames *f, bool if_over, scree_report *r);
// Writes what is left to look at when numbers became infinite or no numbers.
void scree_frames_failed_state(scree_frames *f, const scree_world *w, scree_report *r);
void scree_frames_clear(scree_frames *f);
