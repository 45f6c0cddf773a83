// SPDX-License-Identifier: BSD-3-Clause
// Sorting by 32-bit keys on many threads, the result the same for any number of them.
#ifndef SCREE_BASE_RADIX_H
#define SCREE_BASE_RADIX_H

#include "base/chunks.h"
#include <stdint.h>

typedef struct scree_keyed {
    uint32_t key, index;
} scree_keyed;

enum { SCREE_RADIX = 1 << 11 };

// Sorts n < 2^32 items by key, stable; no key is above `largest`. spare: room for n more; count: for SCREE_RADIX per
// thread. Returns item or spare, whichever holds the result.
scree_keyed *scree_radix_sort(scree_keyed *item, scree_keyed *spare, size_t n, uint32_t largest,
                              const scree_chunks *chunks, uint32_t *count);

// Of n items sorted by keys below `keys`, those first .. last-1: start[key] becomes the first item of that key or a larger
// one. Whoever has the last item fills in all that is left, start[keys] = n too.
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

#endif
