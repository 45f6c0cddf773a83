// SPDX-License-Identifier: BSD-3-Clause
// Parameters of laws as keys of the input: in entries of contacts and in materials.
#pragma once

#include "keys/config_read.h"

// The parameter as the parser sees it: a number or a word, stored as a double at offset 0.
scree_key scree_key_of_param(const scree_param_desc *p);
// Whether any law has such a parameter; the first one's table row.
const scree_param_desc *scree_law_keys_find(const char *name);
// The first one of that name that a law mixes of two materials; NULL: it belongs to pairs.
const scree_param_desc *scree_law_keys_find_mixed(const char *name);
// Keeps the value of a key as one that the newest material gives for the parameter of a law, of that name. False: no law has one.
bool scree_law_keys_keep(scree_config *g, const scree_yaml *key, const scree_yaml *value, bool is_table);
// The default of a parameter as a text, for help.
void scree_law_keys_default(const scree_param_desc *p, char text[32]);
