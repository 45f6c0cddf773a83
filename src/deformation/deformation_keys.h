// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "keys/config_read.h"

void scree_check_deformation(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_deformation_of_case(scree_config *g);
