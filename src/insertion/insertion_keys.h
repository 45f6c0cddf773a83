// SPDX-License-Identifier: BSD-3-Clause
// The keys of particles that are there at the start or inserted.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_particles_section; // one of `particles`
extern const scree_section scree_insertion_section; // one of `insertion`

// Rules of sections: distributions of sizes, and sources.
void scree_check_normal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_lognormal(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_particles(scree_config *g, void *base, const scree_yaml *node, const char *path);
void scree_check_insertion(scree_config *g, void *base, const scree_yaml *node, const char *path);
