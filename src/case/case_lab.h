// SPDX-License-Identifier: BSD-3-Clause
// The contact lab of a case.
#pragma once

#include "case/case_materials.h"
#include "maths/vec.h"
#include "memory/array.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scree_lab_body {
    int material;
    double radius; // m
} scree_lab_body;

// A single contact, for `scree law`: body a against body b or a flat wall.
typedef struct scree_lab_def {
    scree_lab_body a, b;
    bool has_b;
    int wall;              // material of the wall; -1: none
    double speed;          // m/s, of a relative to b
    double angle;          // rad, between the speed and the normal
    scree_vec3 spin[2];    // rad/s, of a and b
    double dt;             // s; 0: automatic
    double gap;            // m, 0: automatic
    int steps_per_contact; // for automatic dt
    double longest;        // s, longest duration of a collision; 0: automatic
    double volume;         // m3, of a liquid bridge; 0: a thousandth of R^3
    double bonded; // m, gap of the surfaces when they were bonded, negative: overlap; infinity: not bonded
    scree_place place;
} scree_lab_def;
