// SPDX-License-Identifier: BSD-3-Clause
// Names in arrays of structs that have a member `name`.
#pragma once

#include <stddef.h>

// Index of the struct with this name in a SCREE_ARRAY, the last one of several; -1: there is none.
#define scree_names_find(list, wanted)                                                                       \
    ((list).n > 0 ? scree_names_find_(&(list).data->name, sizeof *(list).data, (list).n, (wanted)) : -1)
int scree_names_find_(char *const *first, size_t stride, size_t n, const char *wanted);
