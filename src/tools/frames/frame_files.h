// SPDX-License-Identifier: BSD-3-Clause
// The times of which a run has written files for ParaView, in its folder. The lists name.pvd in it say which files there are; they are read again while the
// run goes on. Nothing is ever written there. Names in the lists are not trusted: only plain files of the same folder are opened. The drawback of
// reading the lists alone: files that are in none, such as those of a run that was killed while it wrote its lists, are not seen.
#pragma once

#include "tools/frames/frame.h"

typedef struct scree_frame_entry {
    double time; // s
    char *file;
} scree_frame_entry;

// The list of the files of one kind, or of one wall: by time.
typedef struct scree_frame_list {
    scree_frame_kind kind;
    char *name; // as in scree_frame_set
    char *file; // "particles.pvd", "wall_lid.pvd"
    scree_file_sign sign;
    SCREE_ARRAY(scree_frame_entry) entry;
} scree_frame_list;

typedef struct scree_frame_time {
    double time;   // s
    uint64_t step; // as the name of its file says; SCREE_FRAME_NO_STEP: it says nothing
} scree_frame_time;

typedef struct scree_frame_files {
    char *folder;
    int descriptor;
    SCREE_ARRAY(scree_frame_list) list; // particles, bodies, contacts, bonds, then walls by name
    SCREE_ARRAY(scree_frame_time)
    frame; // by time: all times at which there is a file of particles, or else of anything
} scree_frame_files;

// Opens the folder of a run and reads its lists. False: reported; there is no such folder, it has no frames, or a list is damaged.
bool scree_frame_files_open(scree_frame_files *f, const char *folder, scree_report *r);
// Opens the folder of a run that may not have written a frame yet.
bool scree_frame_files_watch(scree_frame_files *f, const char *folder, scree_report *r);
// Reads those lists again that were changed. *changed: whether there was one. The last time is held back for up to two seconds while its
// walls are still to be written. False: reported, and all is as before.
bool scree_frame_files_refresh(scree_frame_files *f, bool *changed, scree_report *r);
void scree_frame_files_close(scree_frame_files *f);

// Number of the frame that is nearest to a time; there has to be one.
size_t scree_frame_files_at(const scree_frame_files *f, double time);
// Reads frame k: `kinds` has the bit 1 << kind of each scree_frame_kind that is wanted. What was not written is not in it, such as contacts, or a wall
// that is gone. False: reported, and *frame is empty.
bool scree_frame_files_load(const scree_frame_files *f, size_t k, unsigned kinds, scree_frame *frame,
                            scree_report *r);
