// SPDX-License-Identifier: BSD-3-Clause
// All columns of a run, from the tables of the rooms (access/column.h).
#pragma once

#include "access/column.h"
#include "capabilities/list.h"
#include "measure/totals.h"
#include "text/text_buffer.h"

// A kind of thing that has columns.
typedef struct scree_column_kind {
    const char *name; // "wall"; "": the world
    const char *doc;  // what it is, for help
    // Name of thing i, and what its columns are of; NULL: there is no such thing.
    const char *(*thing)(const scree_world *w, const scree_totals *t, size_t i, const void **of);
    // The table of the columns of one thing, where not all things of the kind have the same ones; NULL: they do.
    const scree_column_table *(*table_of)(const scree_world *w, size_t i);
    bool sums;  // over particles or contacts, for which scree_columns_measure is due
    bool lacks; // its values may be nan: there is no such particle yet, or it has left
    const scree_column_table *table;
    size_t
        capability; // offset of the table of this kind in scree_capability; 0: capabilities have no columns of this kind
} scree_column_kind;

enum { SCREE_COLUMN_KINDS = 9 };
extern const scree_column_kind scree_column_kinds[SCREE_COLUMN_KINDS];
// Table k of a kind, from 0, which is its own, to SCREE_CAPABILITY_COUNT; it may be empty.
const scree_column_table *scree_column_table_of(const scree_column_kind *kind, int k);

// A column of a run. Its name is "kinetic", or "lid fz" with an owner.
typedef struct scree_run_column {
    const scree_column *column;
    const scree_column_kind *kind;
    const char *owner; // "": the world
    size_t thing;      // which of its kind has it, from 0
    bool sums;         // over particles or contacts, for which scree_columns_measure is due
    double value;      // of a rate 0; NaN until scree_columns_evaluate has set it
} scree_run_column;
typedef SCREE_ARRAY(scree_run_column) scree_run_columns;

// Measures what columns show and steps do not keep. Collective.
scree_totals scree_columns_measure(scree_world *w);
// All columns, those of the series or those that programs may ask for, in the order of the series, without values: it reads the case alone, so it
// may be called before a run begins. Free with scree_array_free.
void scree_columns_list(const scree_world *w, bool of_series, scree_run_columns *list);
// Sets the values of n columns of the list. t: what scree_columns_measure has returned; NULL where no column is a sum of the world.
void scree_columns_evaluate(const scree_world *w, const scree_totals *t, scree_run_column *column, size_t n);
// Adds "lid fz" to a text.
void scree_columns_add_name(scree_text_buffer *t, const scree_run_column *c);
// The column that is called so among some, the last one if there are several; NULL: there is none.
scree_run_column *scree_columns_find(scree_run_column *column, size_t count, const char *name);
// Sets *value to what the column `name`, of those that programs may ask for, would show now; returns its unit, NULL: no such column. Collective for a sum.
const char *scree_columns_value(scree_world *w, const char *name, double *value);
// Whether the column `name` is NaN now because the last step has not summed the energy that contacts store.
bool scree_columns_lack(const scree_world *w, const char *name);
// Whether it is a sum over particles or contacts; those of outlets and sources are not, and of walls those of wear are.
bool scree_columns_is_sum(const scree_world *w, const char *name);

// Rows of a series.
typedef struct scree_column_rows {
    scree_run_column *column; // what the columns are, not their values
    size_t n_columns, n;      // n: rows
    double *value;            // of column k in row i: value[k * n + i]
} scree_column_rows;
