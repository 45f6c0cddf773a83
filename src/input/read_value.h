// SPDX-License-Identifier: BSD-3-Clause
// One value of the input, YAML text or a short list of texts, to a field of the case.
#ifndef SCREE_INPUT_READ_VALUE_H
#define SCREE_INPUT_READ_VALUE_H

#include "input/config_read.h"

// One value that is no section or list. False: reported.
bool scree_config_value(scree_config *g, const scree_key *key, void *base, const scree_yaml *node,
                        const char *path);
// Index of the material called that, or -1: reported.
int scree_config_material(scree_config *g, const scree_yaml *node, const char *path);
// The rows of a table by temperature.
bool scree_thermal_table_read(scree_config *g, const scree_key *key, scree_thermal_table *curve,
                              const scree_yaml *node, const char *path);

#endif
