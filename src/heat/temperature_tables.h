// SPDX-License-Identifier: BSD-3-Clause
// Parameters of materials that depend on temperature: their tables and the classes of materials made of them.
#pragma once

#include "keys/config_read.h"

// The value of a table of a material for a parameter of a law, at a temperature. False: reported.
bool scree_thermal_table_of_own(scree_config *g, scree_own_value *own, const scree_param_desc *p,
                                double temperature, double *value);
// Parameters of laws in the section of the tables: keeps them as they are read (scree_section.other), and writes them.
scree_other_key scree_temperature_tables_take(scree_config *g, const scree_yaml *key, const scree_yaml *value,
                                              const char *path);
void scree_temperature_tables_write(const scree_value_writer *w, const void *base, const char *path);
// Refuse a material with a value and a table of the same parameter, or with none of them; and tables by themselves.
void scree_check_material(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_temperature_tables(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Checks the tables of all materials together, and makes the copies of the materials for their classes.
void scree_config_make_classes(scree_config *g);
// Call after the pairs are read: notes which tables some pair uses.
void scree_config_end_classes(scree_config *g);
// Temperature for which a material is a class, K.
double scree_config_class_temperature(const scree_case *c, size_t material);
