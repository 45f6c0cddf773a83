// SPDX-License-Identifier: BSD-3-Clause
#include "base/numbered.h"
#include "base/array.h"
#include <stdbool.h>
#include <string.h>

enum { BITS = 11, DIGITS = 1 << BITS };

static void pass(const scree_numbered *from, scree_numbered *to, size_t n, int shift) {
    size_t place[DIGITS] = {0}, at = 0;
    for (size_t k = 0; k < n; k++) {
        place[from[k].id >> shift & (DIGITS - 1)]++;
    }
    for (int d = 0; d < DIGITS; d++) {
        const size_t count = place[d];
        place[d] = at;
        at += count;
    }
    for (size_t k = 0; k < n; k++) {
        to[place[from[k].id >> shift & (DIGITS - 1)]++] = from[k];
    }
}

void scree_numbered_sort(scree_numbered *item, size_t n) {
    uint64_t differ = 0; // bits that are not the same in all ids
    bool sorted = true;
    for (size_t k = 1; k < n; k++) {
        differ |= item[k].id ^ item[0].id;
        sorted &= item[k - 1].id <= item[k].id;
    }
    if (sorted) {
        return;
    }
    scree_numbered *spare = scree_realloc(NULL, 0, n * sizeof *spare), *from = item, *to = spare;
    for (int shift = 0; shift < 64 && differ >> shift; shift += BITS) {
        if (differ >> shift & (DIGITS - 1)) {
            pass(from, to, n, shift);
            scree_numbered *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != item) {
        memcpy(item, from, n * sizeof *item);
    }
    scree_free(spare);
}

size_t scree_numbered_below(const scree_numbered *item, size_t n, uint64_t id) {
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (item[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
