// SPDX-License-Identifier: BSD-3-Clause
// Laws of the user's own, from a shared library made with laws/user_laws.h.
#ifndef SCREE_INPUT_LAW_LIBRARY_H
#define SCREE_INPUT_LAW_LIBRARY_H

// Loads the library and makes its laws known, for the rest of the process; a library that is there already changes
// nothing. NULL, or what is wrong and what would be accepted: "is no ..."; free with scree_free.
char *scree_law_library_load(const char *path);

#endif
