// SPDX-License-Identifier: BSD-3-Clause
// A capability for the tests, as a user would write one: particles carry water, which dries and lifts them while it is there, and bridges of liquid
// hold particles that are apart.
#pragma once

#include "case/case_materials.h"

typedef struct scree_drying_def {
    double rate;   // 1/s, share of a particle's water that dries
    double lift;   // N/kg, upward force for the water of a particle
    double bridge; // N/m, spring between the surfaces of two particles
    double range;  // m, the gap up to which it holds
    scree_place place;
} scree_drying_def;

#define SCREE_DRYING_CASE                                                                                    \
    bool has_drying;                                                                                         \
    scree_drying_def drying;
#define SCREE_DRYING_OWNED
#define SCREE_DRYING_KEYS                                                                                    \
    {"drying",                                                                                               \
     LIVE,                                                                                                   \
     SECTION(scree_drying_section),                                                                          \
     .doc = "Water of particles, which dries.",                                                              \
     AT(drying),                                                                                             \
     .flag = offsetof(scree_case, has_drying)},
#define SCREE_DRYING_WORLD double water; /* kg, of all particles, when last measured */
#define SCREE_DRYING_SAVED_NUMBERS(X)                                                                        \
    /* kg, since the start */                                                                                \
    X(double, dried, is_from_0, "what has dried is not a mass")                                              \
    /* W, of lift and bridges, when they acted last */                                                       \
    X(double, pull_power, is_finite, "the power of lift and bridges is not a number")
#define SCREE_DRYING_SAVED_ARRAYS(X)
#define SCREE_DRYING_FIELDS(ARRAY)                                                                           \
    ARRAY(water, double, c->has_drying, SCREE_STATE | SCREE_WRITTEN | SCREE_READ, "kg",                      \
          "Water of the particle.")
