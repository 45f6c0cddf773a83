// SPDX-License-Identifier: BSD-3-Clause
// The keys of force fields.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_force_fields_section;
// The rules between them and the rest of a case.
void scree_check_force_fields(scree_config *g);
// Changes charges and ranges to those of coarse-grained particles, or reports that no rule holds.
void scree_force_fields_coarsen(scree_config *g);
