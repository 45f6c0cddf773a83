// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of a section, which one key alone cannot say. The tables of keys name them.
#pragma once

#include "sections/check_parts.h"

void scree_check_case(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_domain(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lab(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_until(scree_config *g, void *base, const scree_yaml *node, const char *path);
scree_other_key scree_until_other(scree_config *g, const scree_yaml *key, const scree_yaml *value,
                                  const char *path);
