// SPDX-License-Identifier: BSD-3-Clause
// Short forms for the tables of keys. Included by the files with such tables only.
#pragma once

#include "keys/key.h"

#define KEYS(table) .key = table, .nkey = sizeof(table) / sizeof(table)[0]
#define ABOVE(low) .bounded = true, .min = low, .max = INFINITY, .above = true
#define FROM(low) .bounded = true, .min = low, .max = INFINITY
#define ABOVE_TO(low, high) .bounded = true, .min = low, .max = high, .above = true
#define WITHIN(low, high) .bounded = true, .min = low, .max = high
#define LIVE .live = true
#define BOOL .type = &scree_switch_type, .choices = "false|true"
#define ONLY(kind) (1u << (kind))
// A number, in this unit unless it has one.
#define IN(default_unit) .type = &scree_number_type, .unit = default_unit
#define TIME IN("s")
#define LENGTH IN("m")
#define NUMBER IN("1")
#define AUTO .fallback = "auto", .word = "auto", .word_value = 0
#define OR_NEVER .word = "never", .word_value = INFINITY
#define POSITION .type = &scree_vector_type, .unit = "m"
#define VELOCITY .type = &scree_vector_type, .unit = "m/s"
#define AXIS .type = &scree_axis_type, .unit = "1"
// Sections of a list, or of a mapping of names, whose structs have a member `place`, or `name` too.
#define ITEMS(type) .size = sizeof(type), .has_place = true, .place_offset = offsetof(type, place)
#define NAMED_ITEMS(type) ITEMS(type), .name_offset = offsetof(type, name)
#define SECTION(s) .type = &scree_section_type, .section = &(s)
