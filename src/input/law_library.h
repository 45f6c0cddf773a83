// SPDX-License-Identifier: BSD-3-Clause
// Laws of the user's own, from a shared library made with laws/user_laws.h.
#pragma once

#include "keys/key.h"
#include <stdbool.h>

// Whether a case may load libraries, which then run their code: scree_allow_libraries, or SCREE_ALLOW_LIBRARIES=1.
bool scree_law_libraries_allowed(void);
// Loads the library and makes its laws known, for the rest of the process; a library that is there already changes
// nothing. NULL, or what is wrong and what would be accepted: "is no ..."; free with scree_free. Does not ask whether it
// is allowed.
char *scree_law_library_load(const char *path);

extern const scree_value_type
    scree_laws_type; // SCREE_ARRAY of char *, files of libraries whose laws become known
