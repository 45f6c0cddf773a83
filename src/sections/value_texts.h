// SPDX-License-Identifier: BSD-3-Clause
// Names of files as parts of other values.
#pragma once

#include "keys/config_read.h"

// Returns the path of the readable file that is named, free with scree_free; NULL: reported.
char *scree_value_find_file(scree_config *g, const scree_key *key, const scree_yaml *node, const char *path);
