// SPDX-License-Identifier: BSD-3-Clause
// The data of heat: what a case, a world and each particle have of it, and the lines by which the engine knows them (access/capability.h).
#pragma once

#include "case/case_sources.h"
#include "maths/double_double.h"
#include <math.h>

// Heats particles from `start` to `stop`.
typedef struct scree_heat_source_def {
    scree_place place;
    scree_selection which;
    double power;       // W for each particle, or W/m3
    bool by_volume;     // power is W/m3
    double start, stop; // s
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

// Heat since the start, J, of all ranks. Thermal energy is the sum of m c T over the free particles.
typedef struct scree_heat_ledger {
    double start;              // thermal energy at the start
    double before;             // the same before an exchange that is under way
    scree_double_double made;  // by losses in contacts
    scree_double_double walls; // from walls and fixed particles into the others, less what was made for them
    scree_double_double sources; // of heat.sources
    scree_double_double ambient; // by convection and radiation
    scree_double_double
        exchanged; // of particles that came, less that of those that left, and by changes from outside
} scree_heat_ledger;

// Totals of cases with heat besides their ledger (heat/heat.h), as last measured.
typedef struct scree_heat_totals {
    double thermal;                       // J, change since the start
    double made, walls, sources, ambient; // J, since the start: see scree_heat_ledger
    double exchanged;                     // J, brought by particles that came, less that of those that left
    double balance;                       // J, thermal less all of these
    double mean, deviation, lowest, highest; // K, of the free particles, by heat capacity; 0 without any
} scree_heat_totals;

static inline bool scree_heat_ledger_is_finite(const void *ledger) {
    const scree_heat_ledger *l = (const scree_heat_ledger *)ledger; // the header is C++ too
    const scree_double_double *sum[] = {&l->made, &l->walls, &l->sources, &l->ambient, &l->exchanged};
    bool all = true;
    for (size_t k = 0; k < sizeof sum / sizeof *sum; k++) {
        all &= isfinite(sum[k]->high + sum[k]->low + l->start + l->before);
    }
    return all;
}

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case, and which of them own memory.
#define SCREE_HEAT_CASE                                                                                      \
    bool has_heat;                                                                                           \
    scree_heat_def heat;
#define SCREE_HEAT_OWNED                                                                                     \
    ITEMS(scree_case, heat.source,                                                                           \
          ((const owned[]){OWNS(scree_heat_source_def, which.from), OWNS(scree_heat_source_def, which.ids),  \
                           END})),

// This is the row of the capability in the table of the input file.
#define SCREE_HEAT_KEYS                                                                                      \
    {"heat", LIVE, SECTION(scree_heat_section), AT(heat), .flag = offsetof(scree_case, has_heat)},

// Members of scree_world.
#define SCREE_HEAT_WORLD                                                                                     \
    bool conducts; /* some law set has a heat law */                                                         \
    bool warms_on; /* the step of the temperatures is part of the sum of the forces, heat/heat.h */          \
    SCREE_ARRAY(double) heat_capacity; /* J/(kg K) of each material, for that */                             \
    scree_heat_totals heat;            /* when last measured */

#define SCREE_HEAT_SAVED_NUMBERS(X)                                                                          \
    X(scree_heat_ledger, heat_ledger, scree_heat_ledger_is_finite, "its heat is not a number")
#define SCREE_HEAT_SAVED_ARRAYS(X)

#define SCREE_HEAT_FIELDS(ARRAY)                                                                             \
    ARRAY(temperature, double, scree_case_has_heat(c),                                                       \
          SCREE_STATE | SCREE_EACH_STEP | SCREE_WRITTEN | SCREE_READ | SCREE_POSITIVE | SCREE_SET, "K",      \
          "Temperature; all members of a clump have that of the clump.")                                     \
    ARRAY(temperature_class, uint64_t, c->copies > 0, SCREE_STATE | SCREE_WRITTEN, "",                       \
          "Class of temperature by which its material's tables are taken, from 0, the coldest.")
