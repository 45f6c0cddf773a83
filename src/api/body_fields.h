// SPDX-License-Identifier: BSD-3-Clause
// Fields of bodies that no array stores: a view of one has a table of its own, which is computed when it is opened. What was changed in it goes to the
// state when the view is closed.
#pragma once

#include "state/world.h"
#include "text/report.h"

typedef struct scree_body_field {
    const char *name, *unit, *sentence;
    int components;
    bool writable;
} scree_body_field;

// Number k of the fields that the world has, from 0; NULL after the last one.
const scree_body_field *scree_body_field_of(const scree_world *w, int k);
// NULL: there is none of this name, in any world.
const scree_body_field *scree_body_field_named(const char *name);
// A value for each component of each row of this rank, and behind them the same values again, by which changes are known; free with scree_free.
double *scree_body_field_table(const scree_world *w, const scree_body_field *f);
// Gives the bodies the rows of such a table that were changed. SCREE_USER_ERROR, reported, with nothing changed: some cannot be.
scree_status scree_body_field_apply(scree_world *w, const scree_body_field *f, const double *table,
                                    scree_report *r);
// False, and reported: a body cannot be given these numbers.
bool scree_body_field_check(const scree_body_field *f, size_t n, const double *value, scree_report *r);
// False, and reported: the quaternion (turn_w, turn) of a clump has no direction.
bool scree_body_turns_usable(const scree_world *w, scree_report *r);
