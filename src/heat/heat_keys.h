// SPDX-License-Identifier: BSD-3-Clause
// The keys of heat, and the rules between them and the rest of a case.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_heat_section;        // heat
extern const scree_section scree_wall_heat_section;   // heat of a wall
extern const scree_section scree_temperature_section; // temperature_tables of a material

void scree_check_heat_source(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_heat(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_wall_heat(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Refuses temperatures in the tables of the output of a case without heat.
void scree_check_csv(scree_config *g, void *base, const scree_yaml *node, const char *path);
// These check heat against the rest of the case; the second needs the laws of all pairs.
void scree_check_heat_of_case(scree_config *g);
void scree_check_heat_of_pairs(scree_config *g);
void scree_heat_coarsen(scree_config *g);
