// SPDX-License-Identifier: BSD-3-Clause
#include "memory/id_index.h"
#include "memory/array.h"
#include <stdbool.h>

#define SCREE_RADIX_ITEM scree_id_index
#define SCREE_RADIX_KEY id
#include "memory/radix.inc"

void scree_id_index_sort(scree_id_index *item, size_t n) {
    uint64_t differ = 0; // bits that differ between ids
    bool sorted = true;
    for (size_t k = 1; k < n; k++) {
        differ |= item[k].id ^ item[0].id;
        sorted &= item[k - 1].id <= item[k].id;
    }
    if (sorted) {
        return;
    }
    int width = 0;
    while (width < 64 && differ >> width) {
        width++;
    }
    uint32_t count[SCREE_RADIX];
    scree_id_index *spare = scree_realloc(NULL, 0, n * sizeof *spare),
                   *result = sort_items(item, spare, n, width, 1, count);
    if (result != item) {
        memcpy(item, result, n * sizeof *item);
    }
    scree_free(spare);
}

size_t scree_id_index_below(const scree_id_index *item, size_t n, uint64_t id) {
    size_t k;
    scree_bisect(k, n, item[k].id < id);
    return k;
}
