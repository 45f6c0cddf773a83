// SPDX-License-Identifier: BSD-3-Clause
// The data of wear: what a case, a world and each particle have of it, and the lines by which the engine knows it (access/capability.h).
#pragma once

#include "case/case_sources.h"
#include "maths/double_double.h"
#include "maths/exact_sum.h"
#include <math.h>

// A part of space: the triangles of walls in it are summed up.
typedef struct scree_wear_region_def {
    scree_region region; // at the beginning, as the keys are those of a region
    char *name;
    scree_place place;
} scree_wear_region_def;

typedef struct scree_wear_def {
    SCREE_ARRAY(double) speed_bins;  // m/s, limits of the bins, ascending
    SCREE_ARRAY(double) energy_bins; // J
    bool particles;                  // impacts of particles too
    SCREE_ARRAY(scree_wear_region_def) region;
    scree_place place;
} scree_wear_def;

// What is summed for a triangle and a material of particles. The lanes of two exact sums, in this order.
typedef enum scree_wear_value {
    SCREE_WEAR_PUSH_WORK,  // J, lost in the normal direction
    SCREE_WEAR_SLIDE_WORK, // J, of sliding
    SCREE_WEAR_PATH,       // N m, normal force over the sliding distance
    SCREE_WEAR_VOLUME,     // m3
    SCREE_WEAR_PUSH,       // N s, normal force over time
    SCREE_WEAR_SHEAR,      // N s, tangential force over time
    SCREE_WEAR_ENERGY,     // J, of impacts
    SCREE_WEAR_FRONT, // m3, of the volume: worn from the front (mesh/mesh_displace.h), of walls that wear moves
    SCREE_WEAR_VALUES
} scree_wear_value;
enum { SCREE_WEAR_LANES = 4, SCREE_WEAR_SUMS = SCREE_WEAR_VALUES / SCREE_WEAR_LANES };

// The sums with the full powers of the last evaluation, as the ledger has them, and the values after the part that is not yet, or not for good, lost.
typedef struct scree_wear_record {
    scree_exact_sum sum[SCREE_WEAR_SUMS];
    double value[SCREE_WEAR_VALUES];
    uint64_t impacts;
} scree_wear_record;

static inline bool scree_wear_record_is_finite(const void *record) {
    const scree_wear_record *x = (const scree_wear_record *)record; // the header is C++ too
    double sum = 0.0;
    for (int k = 0; k < SCREE_WEAR_VALUES; k++) {
        sum += x->value[k];
    }
    return isfinite(sum);
}

// A vertex of a wall that wear moves, with the volumes, m3, that are still to be taken off around it from the front and from the back;
// a triangle, with the worn volumes that its vertices have got; the whole.
typedef struct scree_wear_vertex {
    scree_vec3 x; // m, in the wall's own frame
    double carried[2];
} scree_wear_vertex;

typedef struct scree_wear_taken {
    double volume[2];
} scree_wear_taken;

typedef struct scree_wear_moved {
    scree_double_double displaced; // m3, volume that the vertices have swept
    uint64_t updates;
    uint64_t limited,
        held; // vertices that the last update moved less than wear asks for, by its limits, or not at all
} scree_wear_moved;

static inline bool scree_wear_vertex_is_finite(const void *vertex) {
    const scree_wear_vertex *x = (const scree_wear_vertex *)vertex;
    return isfinite(x->x.x + x->x.y + x->x.z + x->carried[0] + x->carried[1]);
}

static inline bool scree_wear_taken_is_finite(const void *taken) {
    const scree_wear_taken *x = (const scree_wear_taken *)taken;
    return isfinite(x->volume[0] + x->volume[1]);
}

static inline bool scree_wear_moved_is_finite(const void *moved) {
    return isfinite(scree_double_double_value(&((const scree_wear_moved *)moved)->displaced));
}

static inline bool scree_wear_time_is_finite(const void *time) {
    return isfinite(*(const double *)time) && *(const double *)time >= 0.0;
}

// ---- lines of the engine's lists -------------------------------------------------------------------------------

// Members of scree_case, and which of them own memory.
#define SCREE_WEAR_CASE                                                                                      \
    bool has_wear;                                                                                           \
    scree_wear_def wear;
#define SCREE_WEAR_OWNED                                                                                     \
    OWNS(scree_case, wear.speed_bins), OWNS(scree_case, wear.energy_bins),                                   \
        ITEMS(scree_case, wear.region, ((const owned[]){OWNS(scree_wear_region_def, name), END})),

// This is the row of the capability in the table of the input file.
#define SCREE_WEAR_KEYS                                                                                      \
    {"wear", SECTION(scree_wear_section), AT(wear), .flag = offsetof(scree_case, has_wear)},

#define SCREE_WEAR_WORLD struct scree_wear *wear; /* wear/wear_sums.h; NULL in cases without wear */

#define SCREE_WEAR_SAVED_NUMBERS(X)                                                                          \
    /* s, for which wear has been summed */                                                                  \
    X(double, wear_time, scree_wear_time_is_finite, "its time of wear is not a number")
#define SCREE_WEAR_SAVED_ARRAYS(X)                                                                           \
    /* of all ranks, up to the last output: by wall, triangle and material of particles, wear/wear_sums.h */ \
    X(scree_wear_record, wear_record, scree_wear_record_is_finite, "its wear is not a number")               \
    /* impacts in the bins of these: of speed, then of energy */                                             \
    X(uint64_t, wear_bin, NULL, NULL)                                                                        \
    /* of the walls that wear moves: all vertices, all triangles, and one for each wall */                   \
    X(scree_wear_vertex, wear_vertex, scree_wear_vertex_is_finite,                                           \
      "a vertex of a worn wall has a place that is not a number")                                            \
    X(scree_wear_taken, wear_taken, scree_wear_taken_is_finite, "its wear is not a number")                  \
    X(scree_wear_moved, wear_moved, scree_wear_moved_is_finite, "its wear is not a number")

#define SCREE_WEAR_FIELDS(ARRAY)                                                                             \
    ARRAY(impact_energy, double, c->has_wear && c->wear.particles, SCREE_STATE | SCREE_WRITTEN, "J",         \
          "Sum of the energies of all impacts of the particle.")                                             \
    ARRAY(largest_impact, double, c->has_wear && c->wear.particles, SCREE_STATE | SCREE_WRITTEN, "J",        \
          "Largest energy of an impact of the particle.")
