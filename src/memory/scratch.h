// SPDX-License-Identifier: BSD-3-Clause
// Scratch memory that is taken and released like a stack: first from a block provided by the caller, usually an array whose
// contents are not needed at that time, and when that is full from blocks of its own.
#pragma once

#include <stddef.h>

enum { SCREE_SCRATCH_BLOCKS = 32 };

typedef struct scree_scratch {
    char *provided;
    size_t provided_size;
    size_t used; // of the provided block, B
    int taken;   // own blocks in use
    int most;    // largest number of them in use since the beginning
    void *block[SCREE_SCRATCH_BLOCKS];
    size_t capacity[SCREE_SCRATCH_BLOCKS];
} scree_scratch;

typedef struct scree_scratch_mark {
    size_t used;
    int taken;
} scree_scratch_mark;

// Nothing is taken yet. provided may be NULL and must be 64-byte aligned.
void scree_scratch_begin(scree_scratch *s, void *provided, size_t size);
// 64-byte aligned, contents undefined. Not by several threads at once.
void *scree_scratch_take(scree_scratch *s, size_t size);
static inline scree_scratch_mark scree_scratch_place(const scree_scratch *s) {
    return (scree_scratch_mark){s->used, s->taken};
}
// Releases everything taken since the mark.
static inline void scree_scratch_back(scree_scratch *s, scree_scratch_mark mark) {
    s->used = mark.used;
    s->taken = mark.taken;
}
// Releases everything; own blocks are kept for the next time.
void scree_scratch_end(scree_scratch *s);
// To be called before the end: frees own blocks that were not used this time, and all of them if the next provided block is
// much larger.
void scree_scratch_shrink(scree_scratch *s, size_t next_size);
void scree_scratch_clear(scree_scratch *s);
