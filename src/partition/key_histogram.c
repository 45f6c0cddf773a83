// SPDX-License-Identifier: BSD-3-Clause
#include "partition/key_histogram.h"
#include "memory/radix.h"
#include <string.h>

// Two passes, as the radix sort has keys of 32 bits.
scree_key_count *scree_key_counts_sorted(scree_key_count *x, size_t n) {
    const scree_chunks one = scree_chunks_of(1);
    const int half = (3 * SCREE_CURVE_LEVELS + 1) / 2;
    const uint32_t mask = (1u << half) - 1;
    scree_keyed *item = scree_realloc(NULL, 0, 2 * n * sizeof *item), *spare = item + n;
    uint32_t *count = scree_realloc(NULL, 0, SCREE_RADIX * sizeof *count);
    for (size_t k = 0; k < n; k++) {
        item[k] = (scree_keyed){(uint32_t)x[k].key & mask, (uint32_t)k};
    }
    scree_keyed *at = scree_radix_sort(item, spare, n, mask, &one, count);
    for (size_t k = 0; k < n; k++) {
        at[k].key = (uint32_t)(x[at[k].index].key >> half);
    }
    at = scree_radix_sort(at, at == item ? spare : item, n, mask, &one, count);
    scree_key_count *y = scree_realloc(NULL, 0, n * sizeof *y);
    for (size_t k = 0; k < n; k++) {
        y[k] = x[at[k].index];
    }
    scree_free(count);
    scree_free(item);
    scree_free(x);
    return y;
}

scree_key_count *scree_key_counts_merged(const scree_key_count *x, size_t n, int level, size_t *total) {
    const uint64_t mask = ~(((uint64_t)1 << 3 * (SCREE_CURVE_LEVELS - level)) - 1);
    scree_key_count *y = scree_realloc(NULL, 0, n * sizeof *y);
    size_t m = 0;
    for (size_t k = 0; k < n; k++) {
        if (m == 0 || y[m - 1].key != (x[k].key & mask)) {
            y[m++] = (scree_key_count){.key = x[k].key & mask};
        }
        y[m - 1].weight += x[k].weight;
        y[m - 1].n += x[k].n;
    }
    *total = m;
    return y;
}

size_t scree_key_counts_find(const scree_key_count *x, size_t n, uint64_t key) {
    size_t k;
    scree_bisect(k, n, x[k].key < key);
    return k;
}

scree_key_count *scree_key_counts_route(scree_comm *c, const scree_borders *to, scree_key_count *x, size_t n,
                                        size_t *total) {
    scree_messages out = {0}, in = {0};
    size_t kept = 0, kept_at = 0;
    for (size_t k = 0; k < n;) {
        const int owner = scree_borders_owner(to, x[k].key);
        const size_t end = k + scree_key_counts_find(x + k, n - k, to->first[owner + 1]);
        if (owner == to->rank) {
            kept = end - k;
            kept_at = k;
        } else {
            scree_message message = {owner, x + k, (end - k) * sizeof *x};
            scree_array_push(&out, message);
        }
        k = end;
    }
    scree_comm_exchange(c, &out, &in);
    *total = kept;
    for (size_t k = 0; k < in.n; k++) {
        *total += in.data[k].size / sizeof *x;
    }
    scree_key_count *all = scree_realloc(NULL, 0, *total * sizeof *all);
    memcpy(all, x + kept_at, kept * sizeof *all);
    for (size_t k = 0; k < in.n; k++) {
        memcpy(all + kept, in.data[k].data, in.data[k].size);
        kept += in.data[k].size / sizeof *all;
    }
    scree_free(x);
    scree_array_free(&out);
    scree_messages_clear(&in);
    return scree_key_counts_sorted(all, *total);
}
