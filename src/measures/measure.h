// SPDX-License-Identifier: BSD-3-Clause
// A measure is a number, or a few, that says how particles are arranged: an angle of repose, an index of mixing. Each is one row, in a file of this room, and one
// line in the list below. The keys of the input, columns of the series, values that phases wait for, Python, help and the page of measures work from it.
#pragma once

#include "access/column.h"
#include "measures/arrangement.h"
#include "text/report.h"

struct scree_config;

// Rows of a table that a measure gives besides its numbers, such as a distribution: row by row.
typedef SCREE_ARRAY(double) scree_measure_rows;

typedef struct scree_measure {
    const char *doc;    // sentences: what it is, as an equation where there is one
    const char *source; // paper and equation
    const char *cost;   // what it takes, and what it needs of memory
    bool contacts;      // it needs contacts and their forces
    bool forces;        // it needs the forces on particles
    bool motion;        // it needs masses, velocities and the places of contacts
    bool world;         // it needs a world: what happened before, or walls
    // It remembers what happened (measures/memory.h). follow: called after each step, the same on all ranks; NULL: nothing is to be done then.
    bool remembers;
    void (*follow)(const scree_world *w, const scree_measure_def *d, scree_measure_memory *m);
    bool needs_region;          // without a region it means nothing
    scree_column_table value;   // its numbers, as columns: SCREE_MEASURED(k) is where they are
    const scree_column *column; // of its table; NULL: it has none
    size_t n_columns;
    // Computes it; collective. Numbers that do not exist are NAN, and out->lacks says why. rows: NULL if the table is not wanted.
    void (*evaluate)(const scree_arrangement *a, const scree_measure_def *d, scree_measured *out,
                     scree_measure_rows *rows);
} scree_measure;

enum { SCREE_MEASURE_COLUMNS = 8 }; // at most, of a table

#define SCREE_MEASURED(k) SCREE_COLUMN_OF(scree_measured, value[k])

// All measures.
#define SCREE_MEASURES(X)                                                                                    \
    X(unbalanced_force)                                                                                      \
    X(coordination)                                                                                          \
    X(height)                                                                                                \
    X(angle_of_repose)                                                                                       \
    X(mixing)                                                                                                \
    X(packing)                                                                                               \
    X(packing_profile)                                                                                       \
    X(fabric)                                                                                                \
    X(stress)                                                                                                \
    X(inertial_number)                                                                                       \
    X(contact_forces) X(radial_distribution) X(fragment_sizes) X(drum) X(mass_flow) X(residence_time)

#define SCREE_MEASURE_KIND(name) SCREE_MEASURE_##name,
enum { SCREE_MEASURES(SCREE_MEASURE_KIND) SCREE_MEASURE_KINDS };
#define SCREE_MEASURE_ROW(name) extern const scree_measure scree_measure_##name;
SCREE_MEASURES(SCREE_MEASURE_ROW)

// Does the place belong to the region of the measure?
bool scree_measure_has(const scree_arrangement *a, const scree_measure_def *d, scree_vec3 x);
// Rows of free wholes whose centre is in the region, ghosts too; free with scree_free.
bool *scree_measure_rows_in(const scree_arrangement *a, const scree_measure_def *d);
// The direction against gravity, or the one that was given; z where there is neither.
scree_vec3 scree_measure_up(const scree_arrangement *a, const scree_measure_def *d);
// Gives the reason why there is no number, and makes all numbers NAN.
void scree_measure_lacks(scree_measured *out, const char *why);
// The same of a reason that passes as the run goes on.
void scree_measure_waits(scree_measured *out, const char *why);
