// SPDX-License-Identifier: BSD-3-Clause
// The data of coarse-grained particles: what a case has of them, and the lines by which the engine knows them (access/capability.h).
#pragma once

#include "case/case_materials.h"
#include "case/coarsening.h"

// What of cohesion is kept: the cohesive force over the section of a particle, or over its weight.
typedef enum scree_coarse_cohesion { SCREE_COARSE_STRESS, SCREE_COARSE_BOND_NUMBER } scree_coarse_cohesion;
// What of collisions is kept: their restitution, or the energy that a dilute flow loses in them in a volume and a time.
typedef enum scree_coarse_collisions {
    SCREE_COARSE_RESTITUTION,
    SCREE_COARSE_COOLING
} scree_coarse_collisions;

typedef struct scree_coarse_graining_def {
    double factor;             // diameter of a particle over that of the grains for which it stands, >= 1
    int cohesion, collisions;  // scree_coarse_cohesion, scree_coarse_collisions
    scree_coarse_values value; // what was changed
    scree_pair_def *pair;      // as case.pair, of the grains
    scree_place place;
} scree_coarse_graining_def;

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case, and which of them own memory.
#define SCREE_COARSE_GRAINING_CASE                                                                           \
    bool has_coarse_graining;                                                                                \
    scree_coarse_graining_def coarse_graining;
#define SCREE_COARSE_GRAINING_OWNED                                                                          \
    ITEMS(scree_case, coarse_graining.value, ((const owned[]){OWNS(scree_coarse_value, name), END})),        \
        OWNS(scree_case, coarse_graining.pair),

// This is the row of the capability in the table of the input file.
#define SCREE_COARSE_GRAINING_KEYS                                                                           \
    {"coarse_graining", SECTION(scree_coarse_graining_section), AT(coarse_graining),                         \
     .flag = offsetof(scree_case, has_coarse_graining)},

#define SCREE_COARSE_GRAINING_WORLD
#define SCREE_COARSE_GRAINING_SAVED_NUMBERS(X)
#define SCREE_COARSE_GRAINING_SAVED_ARRAYS(X)
#define SCREE_COARSE_GRAINING_FIELDS(ARRAY)
