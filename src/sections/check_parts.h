// SPDX-License-Identifier: BSD-3-Clause
// Rules that several sections share.
#pragma once

#include "keys/config_read.h"

// Refuses the corners of a box, the keys `min` and `max` of node, where one is not above the other.
void scree_check_corners(scree_config *g, scree_vec3 min, scree_vec3 max, const scree_yaml *node,
                         const char *path);
// Refuses a stop that is not after the start.
void scree_check_span(scree_config *g, double start, double stop, const scree_yaml *node, const char *path);
// Returns the index of the source with that name, -1 if `from` is NULL; reports a name that no source has. Sources are read before.
int scree_check_from(scree_config *g, const char *from, const scree_yaml *node, const char *path);
