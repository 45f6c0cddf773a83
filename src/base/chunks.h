// SPDX-License-Identifier: BSD-3-Clause
// Items divided into consecutive chunks of equal length, for loops in which each chunk writes to a place of its own and the results
// are joined in the order of the chunks: they do not depend on which thread worked on which chunk.
#ifndef SCREE_BASE_CHUNKS_H
#define SCREE_BASE_CHUNKS_H

#include <stddef.h>

typedef struct scree_chunks {
    int n, threads;
} scree_chunks;

// Several chunks per thread, so that one slow thread delays the others little.
static inline scree_chunks scree_chunks_of(int threads) {
    return (scree_chunks){threads > 1 ? 4 * threads : 1, threads};
}

// First of `items` that belongs to part k; that of part n is `items`.
static inline size_t scree_chunk_first(const scree_chunks *chunks, size_t items, int k) {
    return items * (size_t)k / (size_t)chunks->n;
}

// The first to touch a page of a fresh block has it placed near its core, where memory is not the same distance from all:
// `threads` threads touch an equal part each, as static loops deal them out. Blocks below 1 MiB are left alone; contents are
// undefined.
void scree_touch_first(void *block, size_t size, int threads);

#endif
