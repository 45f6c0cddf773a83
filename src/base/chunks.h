// SPDX-License-Identifier: BSD-3-Clause
// Items cut into consecutive parts of equal length, for loops that write by part and are joined in the order of the
// parts: what comes out does not depend on which thread took which part.
#ifndef SCREE_BASE_CHUNKS_H
#define SCREE_BASE_CHUNKS_H

#include <stddef.h>

typedef struct scree_chunks {
    int n, threads;
} scree_chunks;

// A few parts per thread, so that a thread that is held up is not waited for.
static inline scree_chunks scree_chunks_of(int threads) {
    return (scree_chunks){threads > 1 ? 4 * threads : 1, threads};
}

// First of `items` that belongs to part k; that of part n is `items`.
static inline size_t scree_chunk_first(const scree_chunks *parts, size_t items, int k) {
    return items * (size_t)k / (size_t)parts->n;
}

// The first to touch a page of a fresh block has it placed near its core, where memory is not the same distance from all:
// `threads` threads touch an equal part each, as static loops deal them out. Blocks below 1 MiB are left alone; contents are
// undefined.
void scree_touch_first(void *block, size_t size, int threads);

#endif
