// SPDX-License-Identifier: BSD-3-Clause
// The keys `library` and `softened` of materials.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_softened_section;

// The rules of one of `materials`, after its values that are not given were taken from the library.
void scree_check_library_material(scree_config *g, void *base, const scree_yaml *node, const char *path);
// Finds a parameter of a law in the library's pair of two materials, and notes that it is used. False: the library has none.
bool scree_library_pair_value(scree_config *g, int i, int j, const scree_param_desc *p, double *value);
// What an error about a missing parameter of a pair says where both materials are from the library, which has no such value of theirs; "" elsewhere. The caller frees it.
char *scree_library_pair_lacks(const scree_config *g, int i, int j, const char *name);
// Emits what a material has from the library, with the sources.
void scree_library_write(const scree_value_writer *w, const void *base, const char *path);
