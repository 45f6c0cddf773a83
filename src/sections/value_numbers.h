// SPDX-License-Identifier: BSD-3-Clause
// Numbers as parts of other values.
#pragma once

#include "keys/config_read.h"

// Reads a number in the unit and the bounds of the key, SI. False: reported.
bool scree_value_quantity(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path,
                          double *value);
