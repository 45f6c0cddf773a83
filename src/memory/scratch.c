// SPDX-License-Identifier: BSD-3-Clause
#include "memory/scratch.h"
#include "memory/array.h"
#include <assert.h>

enum { WORTH_GIVING_BACK = 1 << 20 }; // bytes; smaller is not worth it, as malloc_trim scans all freed memory

void scree_scratch_begin(scree_scratch *s, void *provided, size_t size) {
    s->provided = provided;
    s->provided_size = provided ? size : 0;
    s->used = 0;
    s->taken = 0;
    s->most = 0;
}

void *scree_scratch_take(scree_scratch *s, size_t size) {
    size = (size / 64 + 1) * 64; // every allocation has a different address, even one of size 0
    if (size <= s->provided_size - s->used) {
        void *there = s->provided + s->used;
        s->used += size;
        return there;
    }
    assert(s->taken < SCREE_SCRATCH_BLOCKS);
    int k = s->taken++;
    s->most = s->taken > s->most ? s->taken : s->most;
    s->block[k] = scree_regrow(s->block[k], &s->capacity[k], size, 1);
    return s->block[k];
}

static size_t free_from(scree_scratch *s, int first) {
    size_t freed = 0;
    for (int k = first; k < SCREE_SCRATCH_BLOCKS; k++) {
        scree_free(s->block[k]);
        freed += s->capacity[k];
        s->block[k] = NULL;
        s->capacity[k] = 0;
    }
    return freed;
}

void scree_scratch_shrink(scree_scratch *s, size_t next_size) {
    const size_t freed = free_from(s, next_size > s->provided_size + s->provided_size / 2 ? 0 : s->most);
    if (freed >= WORTH_GIVING_BACK) {
        scree_give_back();
    }
}

void scree_scratch_end(scree_scratch *s) {
    scree_scratch_begin(s, NULL, 0);
}

void scree_scratch_clear(scree_scratch *s) {
    free_from(s, 0);
}
