// SPDX-License-Identifier: BSD-3-Clause
// Reads the .vtp files that paraview/vtp_file.c writes: the header first, then single arrays when they are asked for, by pread, so that a
// file that is cut off while it is read gives an error and no signal. The arrays have to fill the file without gaps: so a file that is cut off, or whose
// header was changed, is recognised before an array is read. Files of other programs are refused by name, also where ParaView would read them: their
// values may be compressed, encoded or of other types.
#pragma once

#include "memory/array.h"
#include "paraview/vtp_file.h"
#include "text/report.h"

typedef struct scree_vtp_found {
    scree_vtp_section section;
    scree_vtp_type type; // F64, F32, I64 or I32
    char *name, *unit;   // unit "": none
    int components;
    size_t n;    // tuples
    uint64_t at; // of the first value, bytes from the start of the file
} scree_vtp_found;

// Texts of the whole file, such as the names of materials.
typedef struct scree_vtp_names {
    char *name;
    SCREE_ARRAY(char *) text;
} scree_vtp_names;

// The surface of a convex shape, or of a piece of a shape: points of a body of size 1, from the centre of the piece, 3 numbers each, in the directions of an octahedron
// (convex_bodies/surface.h).
typedef struct scree_vtp_surface {
    size_t shape, piece, n_points;
    double *point;
} scree_vtp_surface;

// A file as it was when its header was read.
typedef struct scree_file_sign {
    uint64_t device, inode;
    int64_t size, seconds, nanoseconds; // of the last change
} scree_file_sign;

typedef struct scree_vtp_header {
    char *path; // for messages
    scree_file_sign sign;
    double time;   // s
    bool has_cell; // one that deforms:
    double cell_low[3],
        cell_vectors[9]; // m; its vectors one after the other, 1 along axes that are not periodic
    size_t n_points, n_cells[SCREE_VTP_SECTION_COUNT]; // of the sections Verts, Lines and Polys
    SCREE_ARRAY(scree_vtp_found) array;
    SCREE_ARRAY(scree_vtp_names) names;
    SCREE_ARRAY(scree_vtp_surface) surface;
} scree_vtp_header;

// Opens a file of the open folder, which has to be a plain file and no link; -1: reported, with `path` as its name.
int scree_vtp_open(int folder, const char *file, const char *path, scree_report *r);
// Opens and reads a text of at most 256 MiB, with a zero behind it; free with scree_free. NULL: reported.
char *scree_vtp_read_text(int folder, const char *file, const char *path, size_t *size, scree_file_sign *sign,
                          scree_report *r);
// Reads the header of an open file, or of one in memory. False: reported, and *h is empty.
bool scree_vtp_read_header(scree_vtp_header *h, int file, const char *path, scree_report *r);
void scree_vtp_header_clear(scree_vtp_header *h);
// The array of that name, NULL if there is none.
const scree_vtp_found *scree_vtp_find(const scree_vtp_header *h, scree_vtp_section section, const char *name);
// Reads n * components values of an array. False: reported; the file has been cut off or written anew since its header was read.
bool scree_vtp_read_values(const scree_vtp_header *h, int file, const scree_vtp_found *a, double *value,
                           scree_report *r);
// The same for arrays of whole numbers, which keep all of their bits. False for others too.
bool scree_vtp_read_whole(const scree_vtp_header *h, int file, const scree_vtp_found *a, int64_t *value,
                          scree_report *r);
