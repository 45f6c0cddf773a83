// SPDX-License-Identifier: BSD-3-Clause
// Finds in what two cases differ, and whether a world may go on from one to the other: in phases, and where a host program sets a key.
#pragma once

#include "case/case.h"
#include "memory/array.h"
#include "text/text_buffer.h"

// Keys that may change, for messages.
#define SCREE_CASE_MAY_CHANGE                                                                                \
    "gravity, contacts, materials, insertion, outlets, probes, what groups do, bonds, ambient, convection, " \
    "radiation and sources of heat, damping, alarms, output, search, and heat, motion, servo, free, "        \
    "movable, material, start, stop, surface_velocity, belt and reference of walls"

typedef struct scree_value {
    char *path, *text;
} scree_value;
typedef SCREE_ARRAY(scree_value) scree_value_list;

// before, after: NULL where there is no such value.
typedef struct scree_difference {
    const char *path, *before, *after;
} scree_difference;

// Values of two cases, and where they differ.
typedef struct scree_comparison {
    scree_value_list before, after;
    SCREE_ARRAY(scree_difference) differ;
} scree_comparison;

scree_comparison scree_case_compare(const scree_case *before, const scree_case *after);
// Compares as scree_case_compare does, but with given values of the first case, which it takes over.
scree_comparison scree_case_compare_values(scree_value_list before, const scree_case *after);
void scree_comparison_clear(scree_comparison *x);
// Adds the text of a value with its numbers, which have 17 digits, in the shortest form; "none" for NULL.
void scree_value_add(scree_text_buffer *t, const char *text);
// Does one concern the laws of contacts, so that forces are computed anew?
bool scree_comparison_has_contacts(const scree_comparison *x, const scree_case *c);

// May the value at that path become another while the world goes on?
bool scree_case_may_change(const scree_case *c, const char *path);
// The key behind "walls.NAME.", NULL if it is another path; *wall: which one.
const char *scree_case_key_of_wall(const scree_case *c, const char *path, size_t *wall);
// Do the two have the same names in the same order? Contacts and counters belong to numbers.
bool scree_case_same_items(const scree_case *a, const scree_case *b);
