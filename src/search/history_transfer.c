// SPDX-License-Identifier: BSD-3-Clause
#include "search/history_transfer.h"
#include "access/contact_iterator.h"
#include "domain/domain.h"
#include "laws/list/law_set.h"
#include "pairs/pair_list.h"
#include "pairs/wall_pairs.h"
#include <string.h>

// The block of pair k: found from the materials where both particles belong to this rank, which is fastest. The records of
// ghosts may have been overwritten, and walls have none: then it is searched by the index of the pair; so it is where particles may be of
// another class of temperature since the list was made.
static const scree_pair_block *block_of_pair(const scree_world *w, const uint32_t *block_of, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair pair = pairs->pair[k];
    if (w->p.temperature_class || k >= pairs->first_wall_pair || pair.a >= w->listed || pair.b >= w->listed) {
        return scree_pairs_block_of(pairs, k);
    }
    const size_t materials = w->case_->material.n;
    return &pairs->block.data[block_of[materials == 1 ? 0
                                                      : w->p.motion[pair.a].w.material * materials +
                                                            w->p.motion[pair.b].w.material]];
}

// First pair of a block whose particle is i or later: pairs of a block are in the order of their particles.
static size_t pair_from(const scree_pairs *pairs, const scree_pair_block *block, size_t i) {
    size_t k;
    scree_bisect(k, block->n, pairs->pair[block->first + k].a < i);
    return block->first + k;
}

// Pairs that belong to particles before i: an upper bound for the contacts that they keep.
static size_t pairs_before(const scree_pairs *pairs, size_t i) {
    size_t n = 0;
    for (size_t c = 0; c < pairs->block.n; c++) {
        n += pair_from(pairs, &pairs->block.data[c], i) - pairs->block.data[c].first;
    }
    return n;
}

// Is a contact kept with b too, although the neighbour a has the smaller id? Yes where one of them is or will be a ghost.
static bool is_for_both(const scree_world *w, const int *owner, uint32_t a, uint32_t b) {
    const int own = scree_comm_rank(w->comm);
    return owner && (a >= w->listed || owner[a] != own || owner[b] != own);
}

// Contacts of the particles first .. last-1 from row `at` on; returns the row after them. Pairs within the field of a
// law that do not touch have no history.
static size_t copy_contacts(const scree_world *w, const int *owner, const uint32_t *block_of, size_t first,
                            size_t last, size_t at, scree_history_transfer *transfer) {
    const scree_pairs *pairs = &w->pairs;
    const size_t columns = transfer->columns, walls = pairs->first_wall_pair;
    for (size_t i = first; i < last; i++) {
        transfer->start[i] = (uint32_t)at;
        uint32_t e = pairs->start[i];
        const uint32_t end = pairs->start[i + 1];
        while (!owner && e < end && pairs->incident[e] & 1) { // pairs that belong to the neighbour come first
            e++;
        }
        for (; e < end; e++) {
            const size_t k = pairs->incident[e] >> 1;
            const bool second = pairs->incident[e] & 1;
            if (second && !is_for_both(w, owner, pairs->pair[k].a, (uint32_t)i)) {
                continue;
            }
            const scree_pair_block *block = block_of_pair(w, block_of, k);
            const size_t nh = (size_t)block->n_history;
            const double *history = scree_pair_history(pairs, block, k);
            double *row = transfer->row + at * columns;
            for (size_t c = 0; c < nh; c++) {
                row[c] = history[c];
            }
            if (k < walls) {
                transfer->key[at] = scree_listed_id(w, second ? pairs->pair[k].a : pairs->pair[k].b);
            } else {
                transfer->key[at] = scree_history_transfer_wall_key(block->wall, pairs->pair[k].b);
                if (transfer->features) {
                    row[columns - 1] = pairs->touch[k - walls].feature; // exact
                }
                if (transfer->images) {
                    row[columns - 2] = scree_image_now(w, block->wall, k);
                }
            }
            at += pairs->touching[k] == 1; // otherwise the next one overwrites it
        }
    }
    return at;
}

scree_history_transfer scree_history_transfer_keep(const scree_world *w, const int *owner,
                                                   const scree_chunks *chunks, scree_scratch *s) {
    const scree_pairs *pairs = &w->pairs;
    const size_t materials = w->case_->material.n, n = pairs->start ? w->listed : 0;
    scree_history_transfer transfer = {.n = n,
                                       .start = scree_scratch_take(s, (n + 1) * sizeof *transfer.start)};
    uint32_t *block_of = scree_scratch_take(s, (materials * materials + 1) * sizeof *block_of);
    for (size_t k = 0; k < materials * materials; k++) {
        const size_t columns = (size_t)w->laws[k].n_history;
        transfer.columns = columns > transfer.columns ? columns : transfer.columns;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        transfer.features |= w->wall.data[k].mesh != NULL;
    }
    transfer.images = transfer.features && scree_cell_periodic_axes(&w->cell) > 0;
    transfer.columns += (size_t)transfer.features + (size_t)transfer.images;
    // a contact without history keeps that it touches
    transfer.columns = transfer.columns > 0 ? transfer.columns : 1;
    for (size_t c = 0; c < pairs->block.n; c++) {
        const scree_pair_block *block = &pairs->block.data[c];
        if (block->wall < 0 && block->zone == SCREE_ZONE_LOCAL) {
            block_of[(size_t)block->material[0] * materials + (size_t)block->material[1]] = (uint32_t)c;
        }
    }
    // For each chunk its number of pairs and one end mark; with several ranks a pair may be kept twice.
    const size_t rows = (owner && n > 0 ? pairs->start[n] : pairs->n) + (size_t)chunks->n;
    transfer.start[n] = (uint32_t)rows;
    transfer.key = scree_scratch_take(s, (rows + 1) * sizeof *transfer.key);
    transfer.row = scree_scratch_take(s, (rows + 1) * transfer.columns * sizeof *transfer.row);
    double *none = scree_scratch_take(s, (transfer.columns + 1) * sizeof *none);
    memset(none, 0, (transfer.columns + 1) * sizeof *none);
    transfer.none = none;
#pragma omp parallel for schedule(dynamic, 1) num_threads(chunks->threads)
    for (int k = 0; k < chunks->n; k++) {
        const size_t first = scree_chunk_first(chunks, n, k), last = scree_chunk_first(chunks, n, k + 1);
        const size_t before = (owner && n > 0 ? pairs->start[first] : pairs_before(pairs, first)) + (size_t)k;
        const size_t end = copy_contacts(w, owner, block_of, first, last, before, &transfer);
        transfer.key[end] = UINT64_MAX; // the contacts of the last particle end here
    }
    return transfer;
}
