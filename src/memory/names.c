// SPDX-License-Identifier: BSD-3-Clause
#include "memory/names.h"
#include <string.h>

int scree_names_find_(char *const *first, size_t stride, size_t n, const char *wanted) {
    int found = -1;
    for (size_t k = 0; wanted && k < n; k++) {
        const char *name;
        memcpy(&name, (const char *)first + k * stride, sizeof name);
        found = name && strcmp(name, wanted) == 0 ? (int)k : found;
    }
    return found;
}
