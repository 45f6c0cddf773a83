// SPDX-License-Identifier: BSD-3-Clause
// The keys of `bonds`, and the rules between them and the rest of a case.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_bonds_section; // one of `bonds`

void scree_check_bond(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Checks all entries of `bonds`; needs contacts and walls.
void scree_check_bonds(scree_config *g);
