// SPDX-License-Identifier: BSD-3-Clause
// Packs: particles as text, a line each, columns separated by blanks or commas, SI units.
// Columns: x y z r; or id x y z radius, then density, then vx vy vz; or in any order as a line of names says
// ("# radius x y z", or the same without # as the first line of a CSV file). Other # lines and blank lines are skipped.
#ifndef SCREE_IO_PACK_H
#define SCREE_IO_PACK_H

#include "base/array.h"
#include "base/report.h"
#include "base/vec.h"

typedef struct scree_pack_particle {
    uint64_t id;    // from 1; numbered in the order of the file if it has none
    scree_vec3 x;   // m
    scree_vec3 v;   // m/s
    double radius;  // m
    double density; // kg/m3; 0: that of the material
} scree_pack_particle;

typedef struct scree_pack {
    SCREE_ARRAY(scree_pack_particle) particle;
    bool has_ids; // the file gives them
} scree_pack;

// False on any error, reported as file:line:column; *out is then empty.
bool scree_pack_read(const char *path, scree_pack *out, scree_report *r);
// The same from memory (zero-terminated).
bool scree_pack_read_text(const char *name, const char *text, scree_pack *out, scree_report *r);
void scree_pack_clear(scree_pack *pack);

#endif
