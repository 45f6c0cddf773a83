// SPDX-License-Identifier: BSD-3-Clause
// The container of vtp.c and vti.c: one piece of PolyData, or of ImageData, with raw appended data, little endian, 64-bit sizes; or a piece from each
// rank, and a file that lists them.
#pragma once

#include "parallel/comm.h"
#include <stddef.h>
#include <stdint.h>

typedef enum scree_vtp_section {
    SCREE_VTP_POINT_DATA,
    SCREE_VTP_CELL_DATA,
    SCREE_VTP_POINTS,
    SCREE_VTP_VERTS,
    SCREE_VTP_LINES,
    SCREE_VTP_POLYS,
    SCREE_VTP_SECTION_COUNT
} scree_vtp_section;

// Type of an array in memory and in the file.
typedef enum scree_vtp_type {
    SCREE_VTP_F64,     // doubles, written as Float64
    SCREE_VTP_F32,     // doubles, written as Float32
    SCREE_VTP_I64,     // uint64_t
    SCREE_VTP_I32,     // uint32_t
    SCREE_VTP_I64_RAMP // data is NULL; value i is first + step * i
} scree_vtp_type;

typedef struct scree_vtp_array {
    scree_vtp_section section;
    scree_vtp_type type;
    const char *name;
    int components;
    size_t n;         // tuples
    const void *data; // the first tuple
    size_t stride;    // bytes from tuple to tuple
    int64_t first, step;
    const uint32_t *pick; // tuple i is item pick[i] of data; NULL: item i
    const char *unit;     // "m/s"; NULL or "": none
} scree_vtp_array;

// Values, or a list of texts, of the whole file. Without a unit: VTK 9 cannot read one beside values in the header.
typedef struct scree_vtp_fact {
    const char *name;
    const double *value; // `components` for each tuple; NULL: texts
    int components;
    size_t n; // tuples, which are written with seven digits; 0: one with all digits
    const char *const *text;
    size_t n_text;
} scree_vtp_fact;

// A grid of cells along the axes, whose places need no arrays.
typedef struct scree_vtp_image {
    int n[3];
    scree_vec3 origin, spacing; // m
} scree_vtp_image;

typedef struct scree_vtp_piece {
    double time;                  // s
    const scree_vtp_image *image; // NULL: points, with cells between them
    size_t n_points, n_verts, n_lines, n_polys;
    const scree_vtp_array *array; // arrays of a section need not be consecutive
    size_t n_arrays;
    const scree_vtp_fact *fact; // besides the time
    size_t n_facts;
} scree_vtp_piece;

bool scree_vtp_file_write(const scree_vtp_piece *piece, const char *path, scree_report *r);

// Writes the piece of this rank for path (x.pvtp): x_0000.vtp, x_0001.vtp, ...; rank 0 also writes x.pvtp. All pieces have the
// same arrays, of any length. A single process writes one piece, to path. Not collective.
bool scree_vtp_file_write_pieces(const scree_comm *c, const scree_vtp_piece *piece, const char *path,
                                 scree_report *r);
