// SPDX-License-Identifier: BSD-3-Clause
// The keys of gravity that changes with time.
#include "files/read_time_table.h"
#include "keys/complain.h"
#include "particles/particle_keys.h"
#include "sections/key_tables.h"

static void check_gravity(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_case *c = base;
    const char *key = c->gravity_kind == SCREE_MOTION_TABLE ? "table" : "formula";
    const scree_yaml *below = node->item.data[scree_yaml_find(node, key)];
    scree_time_table *table = &c->gravity_table;
    if (scree_time_table_make(g, table, "m/s2", below, path, key) && table->angle.n > 0) {
        scree_config_error(g, below->place, "%s.%s: gravity has no angle; accepted: x, y and z", path, key);
    } else if (table->vector.n > 0) {
        c->gravity = table->vector.data[0];
    }
}

#define FORMULA .type = &scree_text_type
#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key gravity_table_keys[] = {
    {"times", .type = &scree_numbers_type, .unit = "s", .required = true, .unless = "file",
     .doc = "Times, ascending from 0.", AT(gravity_table.time)},
    {"values", .type = &scree_points_type, .unit = "m/s2", .doc = "Gravity at each time.",
     AT(gravity_table.vector)},
    {"file", .type = &scree_file_type,
     .doc = "Text file with a line for each time, instead of values here: time x y z, in SI units.",
     AT(gravity_table.file)},
    {"smooth", BOOL, .fallback = "false", .doc = "A cubic between the times instead of straight lines.",
     AT(gravity_table.smooth)},
    {"repeat", BOOL, .fallback = "false", .doc = "Begin again after the last time.",
     AT(gravity_table.repeat)},
};
static const scree_section gravity_table_section = {.doc = "Gravity at given times, linear in between.",
                                                    KEYS(gravity_table_keys)};
static const scree_key gravity_formula_keys[] = {
    {"x", FORMULA, .doc = "Gravity along x: a formula of `time`.", AT(gravity_table.formula[0])},
    {"y", FORMULA, .doc = "Gravity along y.", AT(gravity_table.formula[1])},
    {"z", FORMULA, .doc = "Gravity along z.", AT(gravity_table.formula[2])},
    {"duration", TIME, ABOVE(0), .required = true, .doc = "After it gravity stays.",
     AT(gravity_table.duration)},
    {"every", TIME, ABOVE(0), AUTO,
     .doc = "Time between values of the formulas, a cubic in between; auto: 1 ms, at least 100 values.",
     AT(gravity_table.every)},
    {"repeat", BOOL, .fallback = "false", .doc = "Begin again after the duration.", AT(gravity_table.repeat)},
};
static const scree_section gravity_formula_section = {.doc = "Gravity as formulas of time.",
                                                      KEYS(gravity_formula_keys)};
static const scree_key gravity_keys[] = {
    {"table", SECTION(gravity_table_section), .variant = true, .kind = SCREE_MOTION_TABLE,
     .doc = "Gravity at given times."},
    {"formula", SECTION(gravity_formula_section), .variant = true, .kind = SCREE_MOTION_FORMULA},
};
#undef AT
const scree_section scree_gravity_section = {
    .doc = "Gravity that changes with time, for a box that is tilted or shaken, in its own frame.",
    KEYS(gravity_keys),
    .kind_offset = offsetof(scree_case, gravity_kind),
    .check = check_gravity};
