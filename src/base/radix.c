// SPDX-License-Identifier: BSD-3-Clause
#include "base/radix.h"
#include <string.h>

// Counts per part become the places of each part's first item of each digit.
static void places_of_counts(uint32_t *count, int parts, uint32_t digits) {
    uint32_t at = 0;
    for (uint32_t d = 0; d < digits; d++) {
        for (int p = 0; p < parts; p++) {
            uint32_t n = count[(size_t)p * SCREE_RADIX + d];
            count[(size_t)p * SCREE_RADIX + d] = at;
            at += n;
        }
    }
}

static void pass(const scree_keyed *from, scree_keyed *to, size_t n, int shift, int bits,
                 const scree_parts *parts, uint32_t *count) {
    const uint32_t digits = 1u << bits, mask = digits - 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(parts->threads)
    for (int p = 0; p < parts->n; p++) {
        uint32_t *mine = count + (size_t)p * SCREE_RADIX;
        size_t first = scree_part_first(parts, n, p), last = scree_part_first(parts, n, p + 1);
        memset(mine, 0, digits * sizeof *mine);
        for (size_t k = first; k < last; k++) {
            mine[from[k].key >> shift & mask]++;
        }
    }
    places_of_counts(count, parts->n, digits);
#pragma omp parallel for schedule(dynamic, 1) num_threads(parts->threads)
    for (int p = 0; p < parts->n; p++) {
        uint32_t *mine = count + (size_t)p * SCREE_RADIX;
        size_t first = scree_part_first(parts, n, p), last = scree_part_first(parts, n, p + 1);
        for (size_t k = first; k < last; k++) {
            to[mine[from[k].key >> shift & mask]++] = from[k];
        }
    }
}

scree_keyed *scree_radix_sort(scree_keyed *item, scree_keyed *spare, size_t n, uint32_t largest,
                              const scree_parts *parts, uint32_t *count) {
    const scree_parts few = {parts->threads, parts->threads}; // as their counts are added up one by one
    int width = 0;
    while (width < 32 && largest >> width) {
        width++;
    }
    int passes = (width + 10) / 11;
    for (int k = 0, shift = 0; k < passes; k++) {
        int bits = (width - shift + passes - k - 1) / (passes - k); // of about equal widths
        pass(item, spare, n, shift, bits, &few, count);
        scree_keyed *swap = item;
        item = spare;
        spare = swap;
        shift += bits;
    }
    return item;
}
