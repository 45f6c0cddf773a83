// SPDX-License-Identifier: BSD-3-Clause
// Items divided into consecutive chunks of equal length, for loops in which each chunk writes to a place of its own and the
// results are joined in the order of the chunks: they do not depend on which thread worked on which chunk.
#pragma once

#include <stddef.h>

typedef struct scree_chunks {
    int n, threads;
} scree_chunks;

// Several chunks per thread, so that one slow thread delays the others little.
static inline scree_chunks scree_chunks_of(int threads) {
    return (scree_chunks){threads > 1 ? 4 * threads : 1, threads};
}

// First of `items` that belongs to chunk k; for k = n it is `items`.
static inline size_t scree_chunk_first(const scree_chunks *chunks, size_t items, int k) {
    return items * (size_t)k / (size_t)chunks->n;
}

// On machines with several memory nodes a page is placed close to the core that writes to it first: here each of `threads`
// threads touches an equal part of a new block, which is about the part that it will work on. Blocks below 1 MiB are not touched;
// contents are undefined.
void scree_touch_first(void *block, size_t size, int threads);
