// SPDX-License-Identifier: BSD-3-Clause
#define SCREE_RADIX_ITEM scree_keyed
#define SCREE_RADIX_KEY key
#include "memory/radix.inc"

scree_keyed *scree_radix_sort(scree_keyed *item, scree_keyed *spare, size_t n, uint32_t largest,
                              const scree_chunks *chunks, uint32_t *count) {
    int width = 0;
    while (width < 32 && largest >> width) {
        width++;
    }
    return sort_items(item, spare, n, width, chunks->threads, count);
}
