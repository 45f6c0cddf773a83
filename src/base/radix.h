// SPDX-License-Identifier: BSD-3-Clause
// Sorting by 32-bit keys on many threads, the result the same for any number of them.
#ifndef SCREE_BASE_RADIX_H
#define SCREE_BASE_RADIX_H

#include "base/parts.h"
#include <stdint.h>

typedef struct scree_keyed {
    uint32_t key, index;
} scree_keyed;

enum { SCREE_RADIX = 1 << 11 };

// Sorts n < 2^32 items by key, stable; no key is above `largest`. spare: room for n more; count: for SCREE_RADIX per
// thread. Returns item or spare, whichever holds the result.
scree_keyed *scree_radix_sort(scree_keyed *item, scree_keyed *spare, size_t n, uint32_t largest,
                              const scree_parts *parts, uint32_t *count);

#endif
