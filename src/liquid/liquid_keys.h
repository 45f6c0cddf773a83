// SPDX-License-Identifier: BSD-3-Clause
// The keys of liquid, and the rules between them and the rest of a case.
#pragma once

#include "keys/config_read.h"
#include "state/world.h"

extern const scree_section scree_liquid_section; // liquid

void scree_check_liquid(scree_config *g, void *base, const scree_yaml *node, const char *path);
// These check liquid against the rest of the case; the second needs the laws of all pairs.
void scree_check_liquid_of_case(scree_config *g);
void scree_check_liquid_of_pairs(scree_config *g);
// Changes the counted unit to that of coarse-grained particles.
void scree_liquid_coarsen(scree_config *g);
// Warns of liquid that does nothing.
void scree_liquid_audit(scree_world *w, scree_report *r);
