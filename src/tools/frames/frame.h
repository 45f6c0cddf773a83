// SPDX-License-Identifier: BSD-3-Clause
// What a run has written of one time, for pictures: places, sizes and ids are in memory, other values are read by name when they are asked
// for. A frame comes from the files of a run (tools/frames/frame_files.h), or from a world in memory (tools/frames/frame_world.h).
#pragma once

#include "tools/frames/vtp_read.h"

typedef enum scree_frame_kind {
    SCREE_FRAME_PARTICLES,
    SCREE_FRAME_BODIES, // centres of clumps
    SCREE_FRAME_CONTACTS,
    SCREE_FRAME_BONDS,
    SCREE_FRAME_WALL // one set for each wall that there is at this time
} scree_frame_kind;

// A field of a set. The places are no field.
typedef struct scree_frame_field {
    char *name, *unit; // "": none
    int components;
} scree_frame_field;

typedef struct scree_frame_file {
    char *name;     // in the folder
    int descriptor; // of a file in memory; -1: it is in the folder
    scree_vtp_header header;
} scree_frame_file;

// Things of one kind.
typedef struct scree_frame_set {
    scree_frame_kind kind;
    char *name; // "particles", "bodies", "contacts", "bonds", or the name of the wall
    size_t n;   // particles, clumps, contacts, bonds, triangles
    // m: particles and clumps, the centre of each: 3 numbers; contacts and bonds, both ends: 6; walls, the corners of each triangle: 9.
    double *place;
    double *radius; // of particles, m; NULL for others
    uint64_t *id;   // of particles and clumps; NULL for others
    uint32_t *
        cell; // of walls: the cell of each triangle, as a cell of four corners is two triangles; NULL for others
    size_t n_cells; // of walls
    SCREE_ARRAY(scree_frame_field) field;
    SCREE_ARRAY(scree_frame_file) file; // several: a piece from each rank
} scree_frame_set;

typedef struct scree_frame {
    double time;    // s
    uint64_t step;  // SCREE_FRAME_NO_STEP: not known
    char *folder;   // for messages
    int descriptor; // of the folder; -1: everything is in memory
    SCREE_ARRAY(scree_frame_set) set;
} scree_frame;

#define SCREE_FRAME_NO_STEP UINT64_MAX

// A frame without sets: of the folder with that descriptor, which is duplicated, or (-1) of files in memory.
void scree_frame_begin(scree_frame *f, double time, uint64_t step, const char *folder, int descriptor);
// Reads a file into a new set of the frame. descriptor: of a file in memory, which the frame closes; -1: `file` is a name in the folder. False: reported,
// and the frame is as before.
bool scree_frame_add(scree_frame *f, scree_frame_kind kind, const char *name, const char *file,
                     int descriptor, scree_report *r);
void scree_frame_clear(scree_frame *f);
// Whether a name out of a file is that of a file in the same folder, and no path out of it.
bool scree_frame_plain_name(const char *name);

// The first set of this kind, and of this name unless it is NULL; NULL: there is none.
const scree_frame_set *scree_frame_find(const scree_frame *f, scree_frame_kind kind, const char *name);
// Number of a field of the set; -1: it has none of that name.
int scree_frame_field_number(const scree_frame_set *s, const char *name);
// Reads a field: components numbers for each of its things, of a wall for each of its triangles. Ids beyond 2^53 are rounded. Numbers may be NaN.
// Free with scree_free. NULL: reported, with the fields that there are.
double *scree_frame_values(const scree_frame *f, const scree_frame_set *s, const char *name, int *components,
                           scree_report *r);
// Names that the numbers of a field stand for: "materials", "sources", "group_names", "shapes"; NULL: it has none. They belong to the frame.
const scree_vtp_names *scree_frame_names(const scree_frame_set *s, const char *name);
