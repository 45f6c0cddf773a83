// SPDX-License-Identifier: BSD-3-Clause
// The keys of wear, and rules between them and the rest of a case.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_wear_section;
extern const scree_section scree_wear_shape_section; // displaced_by_wear of a wall
void scree_check_wear_shape(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wear(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Between sections: before, and after the laws of all pairs are known.
void scree_check_wear_of_case(scree_config *g);
void scree_check_wear_of_pairs(scree_config *g);
// Changes the bins to those of coarse-grained particles.
void scree_wear_coarsen(scree_config *g);
