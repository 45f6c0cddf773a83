// SPDX-License-Identifier: BSD-3-Clause
// Columns: numbers of the world, or of a thing in it that has a name, such as a wall. A room of src has a table of its columns, and
// measure/columns.c has the list of all tables. The series, values in C and Python, help, the page of columns and plots work from it.
#pragma once

#include "state/world.h"

typedef enum scree_column_type {
    SCREE_COLUMN_NUMBER, // double
    SCREE_COLUMN_COUNT,  // uint64_t
    SCREE_COLUMN_EXACT   // scree_double_double
} scree_column_type;

typedef struct scree_column scree_column;

// Which column, of which thing in which world: a wall, ...; of the world, its scree_totals, which `has` may not read.
typedef struct scree_column_item {
    const scree_world *w;
    const void *of;
    const scree_column *column;
} scree_column_item;

struct scree_column {
    const char *name, *unit; // "1": it has no unit
    const char *doc;         // one sentence; NULL: that of the column before is for this one too
    const char *when;        // words for `has`; NULL: always
    // Whether a run has it, by the case alone: the same in all rows, and asked before capabilities have data in the world. NULL: always.
    bool (*has)(const scree_column_item *c);
    // Its value: what this returns; NULL: a member.
    double (*value)(const scree_column_item *c);
    size_t at; // of the member, in *of, or in *w if in_world
    bool in_world;
    scree_column_type type;
    int k;          // for `has` and `value`, whose comments say what they are: a component, ...
    unsigned bits;  // likewise
    bool open;      // programs may ask for its value also where the series does not have it
    bool lacks;     // it is NaN where it has no number
    bool of_stored; // it needs the energy that contacts store, and is NaN after a step that has not summed it
    // Per second since the row before, of the column that is two places before it. Only series have it.
    bool is_rate;
};

// The member that is the value of a column: of what the column belongs to, or of the world.
#define SCREE_COLUMN_OF(STRUCT, MEMBER)                                                                      \
    .at = offsetof(STRUCT, MEMBER), .type = _Generic(((STRUCT *)0)->MEMBER,                                  \
                                    double: SCREE_COLUMN_NUMBER,                                             \
                                    uint64_t: SCREE_COLUMN_COUNT,                                            \
                                    scree_double_double: SCREE_COLUMN_EXACT)
#define SCREE_COLUMN_OF_WORLD(MEMBER) SCREE_COLUMN_OF(scree_world, MEMBER), .in_world = true

typedef struct scree_column_table {
    const char *when; // words for `has`; NULL: always
    bool (*has)(const scree_case *c);
    const scree_column *column;
    size_t n;
    bool sums; // they are sums that SCREE_AT_MEASURE brings up to date, although others of the kind are not
} scree_column_table;

#define SCREE_COLUMNS(LIST) .column = (LIST), .n = sizeof(LIST) / sizeof *(LIST)
