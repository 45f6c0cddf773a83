// SPDX-License-Identifier: BSD-3-Clause
// Heat of a case.
#pragma once

#include "case/case_sources.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Heats the particles that fit everything that is given, from `start` to `stop`.
typedef struct scree_heat_source_def {
    scree_place place;
    bool has_region;
    scree_region region;
    int material;                    // -1: any
    char *from;                      // name of an insertion; NULL: any
    int source;                      // its index; -1: any
    SCREE_ARRAY(scree_id_range) ids; // none: all
    double power;                    // W for each particle, or W/m3
    bool by_volume;                  // power is W/m3
    double start, stop;              // s
} scree_heat_source_def;

typedef struct scree_heat_def {
    double temperature; // K, of particles for which nothing else says it
    double ambient;     // K; 0: not given
    double convection;  // W/(m2 K)
    bool radiation;
    double friction; // 1, share of what contacts lose that warms the two bodies
    SCREE_ARRAY(scree_heat_source_def) source;
    scree_place place;
} scree_heat_def;
