// SPDX-License-Identifier: BSD-3-Clause
// What the page shows: the folder of a run, of which files are read and nothing is written, or a case that was set up in memory.
#pragma once

#include "maths/vec.h"
#include "text/text_buffer.h"
#include "tools/frames/frame_files.h"

typedef struct scree_source {
    char *folder; // NULL: a case
    scree_frame_files files;
    bool is_open;              // the folder
    char *problem;             // why it cannot be read at present; NULL: it can
    unsigned version;          // another number: what was known of earlier frames may have changed
    scree_frame frame;         // of a case, the only one; of a folder, the particles and clumps of frame `at`
    size_t at;                 // SIZE_MAX: none has been read
    char *record;              // of a case: as run.json; else NULL
    SCREE_ARRAY(char *) field; // of particles, by number
    scree_vec3 origin;         // near all that there is
    bool has_origin;
    const char *case_path; // of a case
    const scree_changes *changes;
    int64_t case_time[3]; // of the case's file when it was read: seconds, nanoseconds, bytes
} scree_source;

// waits: the folder may be made later. False: reported.
bool scree_source_open(scree_source *s, const char *folder, bool waits, scree_report *r);
// A case before it is run; it is read again when its file changes. The path and the changes have to stay. False: reported; not even its walls can be built.
bool scree_source_open_case(scree_source *s, const char *path, const scree_changes *changes, scree_report *r);
void scree_source_close(scree_source *s);
// Reads again what has changed in the folder, or the case.
void scree_source_refresh(scree_source *s);
size_t scree_source_frames(const scree_source *s);
double scree_source_time(const scree_source *s, size_t k);
// The walls by number, and the lists of links; NULL: there is none of that number.
const char *scree_source_wall(const scree_source *s, size_t wall);
const char *scree_source_links(const scree_source *s, size_t links, scree_frame_kind *kind);
// The particles of frame k; NULL: reported. Valid until the next call.
const scree_frame *scree_source_particles(scree_source *s, size_t k, scree_report *r);
// Reads the things of one kind in frame k; *own is to be cleared after use. NULL: reported.
const scree_frame *scree_source_things(scree_source *s, size_t k, scree_frame_kind kind, scree_frame *own,
                                       scree_report *r);
// Up to `most` bytes of a file of the folder from a place on; free with scree_free. *size: of the whole file. NULL: there is none.
char *scree_source_bytes(const scree_source *s, const char *file, size_t from, size_t most, size_t *n,
                         size_t *size);
// What changes when the files do: in JSON.
void scree_source_state(const scree_source *s, scree_text_buffer *t);
