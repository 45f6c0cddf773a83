// SPDX-License-Identifier: BSD-3-Clause
// Bonds of a case.
#pragma once

#include "case/case_sources.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes bonds between bodies that are close enough, at a time or again and again (bonds/bonds.h).
typedef struct scree_bond_def {
    char *name;
    double start, stop; // s
    double every;       // s between times from start to stop; 0: only at the start
    double gap;         // m between the surfaces, up to which bodies are bonded; 0: those that touch
    // Which: both bodies fit everything that is given.
    bool has_region; // centres of particles
    scree_region region;
    int material[2];                 // -1: any
    SCREE_ARRAY(scree_id_range) ids; // none: all
    char *file;                      // pairs of ids; NULL: by distance
    SCREE_ARRAY(uint64_t) pair;      // of the file: id, id, ...
    bool particles;                  // particles with each other
    SCREE_ARRAY(char *) wall_name;   // particles with these walls
    SCREE_ARRAY(int) wall;           // their indices
    double weibull;                  // modulus of the scatter of the strengths; 0: none
    uint64_t seed;                   // of the scatter; 0: that of the case
    scree_place place;
} scree_bond_def;
