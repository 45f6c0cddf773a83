// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/pair_list.h"
#include "access/contact_iterator.h"
#include "access/loss_heat.h"
#include <string.h>

void scree_pairs_clear_apart(scree_world *w, size_t n) {
    scree_pairs *pairs = &w->pairs;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, n))
    for (size_t k = 0; k < n; k++) {
        if (!pairs->touching[k]) {
            pairs->force[k] = (scree_pair_force){0};
        }
    }
}

void scree_pairs_end_flows(const scree_pairs *pairs, size_t k) {
    pairs->force[k].heat = 0.0;
    for (int c = 0; c < SCREE_CHANNEL_COUNT; c++) {
        if (pairs->channel[c]) {
            pairs->channel[c][k] = 0.0;
        }
    }
}

void scree_pairs_close(scree_pairs *pairs, const scree_pair_block *block, size_t k) {
    if (pairs->loss_heat && block->n_history > 0) {
        const double *before = scree_loss_columns(pairs, block, k);
        scree_loss_heat_store(pairs, block, k, scree_loss_heat_of(pairs, before, 0.0, 0.0));
    }
    scree_pairs_end(pairs, block, k);
}

void scree_pairs_end(scree_pairs *pairs, const scree_pair_block *block, size_t k) {
    pairs->touching[k] = 0;
    pairs->force[k] = (scree_pair_force){0};
    if (pairs->moment) {
        pairs->moment[k] = (scree_pair_moment){0};
    }
    scree_pairs_end_flows(pairs, k);
    memset(scree_pair_history(pairs, block, k), 0, (size_t)block->n_history * sizeof(double));
}

size_t scree_pairs_find(const scree_pairs *pairs, uint32_t a, uint32_t b) {
    for (uint32_t e = pairs->start[a]; e < pairs->start[a + 1]; e++) {
        size_t k = pairs->incident[e] >> 1;
        if (k < pairs->first_wall_pair &&
            (pairs->incident[e] & 1 ? pairs->pair[k].a : pairs->pair[k].b) == b) {
            return k;
        }
    }
    return SIZE_MAX;
}

const scree_pair_block *scree_pairs_block_of(const scree_pairs *pairs, size_t k) {
    const scree_pair_block *block = pairs->block.data; // they ascend, and none is empty
    size_t b;
    scree_bisect(b, pairs->block.n, block[b].first + block[b].n <= k);
    return b < pairs->block.n && block[b].first <= k ? &block[b] : NULL;
}

size_t scree_pairs_find_wall(const scree_pairs *pairs, uint32_t a, int wall, uint32_t element,
                             uint32_t image) {
    size_t found = SIZE_MAX;
    for (uint32_t e = pairs->start[a]; e < pairs->start[a + 1]; e++) {
        size_t k = pairs->incident[e] >> 1;
        if (k >= pairs->first_wall_pair && pairs->pair[k].b == element &&
            scree_pairs_block_of(pairs, k)->wall == wall &&
            (found == SIZE_MAX || pairs->touch[k - pairs->first_wall_pair].image == image)) {
            found = k;
        }
    }
    return found;
}
