// SPDX-License-Identifier: BSD-3-Clause
// Particle files: particles as text, a line each, columns separated by blanks, commas or semicolons (text/table_lines.h), SI units.
// Columns: x y z r; or id x y z radius, then density, then vx vy vz; or in any order as a line of names says
// ("# radius x y z", or the same without # as the first line of a CSV file). Other # lines and blank lines are skipped.
// Other columns by name only: wx wy wz (spin), material (the name of one of the case), qw qx qy qz (orientation of clumps), and fields of state/fields.h that may be read.
#pragma once

#include "maths/vec.h"
#include "memory/array.h"
#include "state/fields.h"
#include "text/report.h"

typedef struct scree_particle_file_row {
    uint64_t id;           // from 1; numbered in the order of the file if it has none
    scree_vec3 x;          // m
    scree_vec3 v;          // m/s
    double radius;         // m
    double density;        // kg/m3; 0: that of the material
    scree_vec3 w;          // rad/s
    int material;          // in scree_particle_file.material; -1: the file does not say
    int line;              // in the file
    double orientation[4]; // quaternion w, x, y, z, of any length
} scree_particle_file_row;

typedef struct scree_particle_file {
    SCREE_ARRAY(scree_particle_file_row) particle;
    bool has_ids;                           // the file gives them
    bool has_orientation;                   // and orientations
    SCREE_ARRAY(char *) material;           // names
    SCREE_ARRAY(const scree_field *) field; // that the file gives besides
    SCREE_ARRAY(double) value;              // of each of them, particle after particle
} scree_particle_file;

// False on any error, reported as file:line:column; *out is then empty.
bool scree_particle_file_read(const char *path, scree_particle_file *out, scree_report *r);
// Reads particles as scree_particle_file_read does, from a text in memory that ends with a zero.
bool scree_particle_file_read_text(const char *name, const char *text, scree_particle_file *out,
                                   scree_report *r);
void scree_particle_file_clear(scree_particle_file *rows);
