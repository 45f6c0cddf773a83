// SPDX-License-Identifier: BSD-3-Clause
#include "base/scratch.h"
#include "base/array.h"
#include <assert.h>
#include <stdbool.h>

void scree_scratch_begin(scree_scratch *s, void *lent, size_t size) {
    s->lent = lent;
    s->lent_size = lent ? size : 0;
    s->used = 0;
    s->taken = 0;
    s->most = 0;
}

void *scree_scratch_take(scree_scratch *s, size_t size) {
    size = (size / 64 + 1) * 64; // even nothing has an address of its own
    if (size <= s->lent_size - s->used) {
        void *there = s->lent + s->used;
        s->used += size;
        return there;
    }
    assert(s->taken < SCREE_SCRATCH_BLOCKS);
    int k = s->taken++;
    s->most = s->taken > s->most ? s->taken : s->most;
    s->block[k] = scree_regrow(s->block[k], &s->capacity[k], size, 1);
    return s->block[k];
}

static void free_from(scree_scratch *s, int first) {
    bool any = false;
    for (int k = first; k < SCREE_SCRATCH_BLOCKS; k++) {
        any |= s->block[k] != NULL;
        scree_free(s->block[k]);
        s->block[k] = NULL;
        s->capacity[k] = 0;
    }
    if (any) {
        scree_give_back();
    }
}

void scree_scratch_end(scree_scratch *s, size_t next_lent_size) {
    free_from(s, next_lent_size > s->lent_size + s->lent_size / 2 ? 0 : s->most);
    scree_scratch_begin(s, NULL, 0);
}

void scree_scratch_clear(scree_scratch *s) {
    free_from(s, 0);
}
