// SPDX-License-Identifier: BSD-3-Clause
// Sorting by 32-bit keys on several threads; the result is the same for any number of threads.
#pragma once

#include "memory/chunks.h"
#include <stdint.h>

typedef struct scree_keyed {
    uint32_t key, index;
} scree_keyed;

enum { SCREE_RADIX = 1 << 11 };

// Sorts n < 2^32 items by key, stable; no key is above `largest`. spare: memory for n items; count: for SCREE_RADIX
// elements per thread. Returns item or spare, the one that contains the result.
scree_keyed *scree_radix_sort(scree_keyed *item, scree_keyed *spare, size_t n, uint32_t largest,
                              const scree_chunks *chunks, uint32_t *count);

// For items first .. last-1 of n items sorted by keys below `keys`: start[key] becomes the first item with that key or a larger
// one. The call with the last item sets all remaining elements, including start[keys] = n.
static inline void scree_radix_starts(const scree_keyed *sorted, size_t n, size_t keys, size_t first,
                                      size_t last, uint32_t *start) {
    size_t key = first > 0 ? (size_t)sorted[first - 1].key + 1 : 0;
    for (size_t k = first; k < last; k++) {
        while (key <= sorted[k].key) {
            start[key++] = (uint32_t)k;
        }
    }
    while (first < last && last == n && key <= keys) {
        start[key++] = (uint32_t)n;
    }
}
