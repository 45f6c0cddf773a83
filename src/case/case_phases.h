// SPDX-License-Identifier: BSD-3-Clause
// Phases and variables of a case.
#pragma once

#include "case/case_region.h"
#include "memory/array.h"
#include "text/units.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum scree_until_kind {
    SCREE_UNTIL_TIME,
    SCREE_UNTIL_ABOVE, // `value` is above the limit, ...
    SCREE_UNTIL_BELOW,
    SCREE_UNTIL_RISES, // has risen by that much since the start of the phase
    SCREE_UNTIL_FALLS,
    SCREE_UNTIL_STEADY // the means of `steady` do not change by more than the limit
} scree_until_kind;

// A part of a run, which ends after a time or when a state is reached. What it changes of the case is in the file only
// (changes/phase_changes.h): a case is what holds in one phase.
typedef struct scree_phase_def {
    char *name;
    scree_until_kind kind;
    double duration;            // s; of a state: the longest wait for it
    char *value;                // a column of the series, or kinetic_per_particle
    scree_quantity limit;       // in the column's unit; steady: a share of the mean if it has no unit
    SCREE_ARRAY(char *) steady; // such values
    double hold;                // s, for which the state must last
    double every;               // s between looks at the state; 0: 100 steps
    scree_place place;
} scree_phase_def;

// A value that the file gives a name, for the record of the run: what used it is in the other fields.
typedef struct scree_variable_def {
    char *name;
    char *text; // a number in SI with its unit, or a text
} scree_variable_def;

// A variable that nothing has used, for a warning.
typedef struct scree_unused_variable {
    char *name;
    scree_place place;
} scree_unused_variable;
