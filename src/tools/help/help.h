// SPDX-License-Identifier: BSD-3-Clause
// Help on keys and laws, from the tables that the parser reads.
#pragma once

#include "laws/list/registry.h"

// NULL: the sections. "walls": the whole section. "walls.motion.velocity", "velocity": all keys that end like this. "hertz":
// the law. Returns NULL if nothing has this name. Free with scree_free.
char *scree_help_key(const char *key_path);
// Everything about the laws of this name; NULL if there is none. Free with scree_free.
char *scree_help_law(const char *name);
// Nearest known key or law name, or NULL.
const char *scree_help_nearest(const char *key_path);
