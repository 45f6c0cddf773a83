// SPDX-License-Identifier: BSD-3-Clause
// Consecutive shares of equal cost: each thread goes through all items, and takes those whose middle is in its share.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct scree_share {
    uint64_t all, before;     // what all items cost, 0 only if there are none, and those before the next one
    uint64_t thread, threads; // number of this thread; all * threads must be less than 2^64
} scree_share;

// Is the next item, which costs so much, in this share?
static inline bool scree_share_takes(scree_share *s, uint64_t cost) {
    const uint64_t middle = s->before + cost / 2;
    s->before += cost;
    return middle * s->threads / s->all == s->thread;
}
