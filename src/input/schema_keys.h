// SPDX-License-Identifier: BSD-3-Clause
// Short forms for the tables of keys. Included by schema*.c only.
#ifndef SCREE_INPUT_SCHEMA_KEYS_H
#define SCREE_INPUT_SCHEMA_KEYS_H

#define KEYS(table) .key = table, .nkey = sizeof(table) / sizeof(table)[0]
#define ABOVE(low) .bounded = true, .min = low, .max = INFINITY, .above = true
#define FROM(low) .bounded = true, .min = low, .max = INFINITY
#define ABOVE_TO(low, high) .bounded = true, .min = low, .max = high, .above = true
#define WITHIN(low, high) .bounded = true, .min = low, .max = high
#define BOOL .type = SCREE_KEY_SWITCH, .choices = "false|true"
#define ONLY(kind) (1u << (kind))
#define TIME .type = SCREE_KEY_NUMBER, .unit = "s"
#define LENGTH .type = SCREE_KEY_NUMBER, .unit = "m"
#define NUMBER .type = SCREE_KEY_NUMBER, .unit = "1"
#define POSITION .type = SCREE_KEY_VECTOR, .unit = "m"
#define VELOCITY .type = SCREE_KEY_VECTOR, .unit = "m/s"
#define AXIS .type = SCREE_KEY_AXIS, .unit = "1"
#define SECTION(s) .type = SCREE_KEY_SECTION, .section = &(s)

#endif
