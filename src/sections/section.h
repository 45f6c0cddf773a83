// SPDX-License-Identifier: BSD-3-Clause
// A section of the input, by its table of keys.
#pragma once

#include "keys/config_read.h"

// Key of a section by name, or NULL.
const scree_key *scree_section_find(const scree_section *s, const char *name);
// Sets every default of a section (and of those inside it).
void scree_section_defaults(const scree_section *s, void *base);
// Reads a section into its struct. False: reported.
bool scree_section_read(scree_config *g, const scree_section *s, void *base, const scree_yaml *node,
                        const char *path);
// Emits every value of a section.
void scree_section_write(const scree_value_writer *w, const scree_section *s, const void *base,
                         const char *path);
