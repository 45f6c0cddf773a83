// SPDX-License-Identifier: BSD-3-Clause
#include "domain/route.h"
#include <string.h>

scree_words *scree_words_for_ranks(const scree_comm *c) {
    const size_t size = (size_t)scree_comm_size(c) * sizeof(scree_words);
    scree_words *words = scree_zeros(size);
    return words;
}

void scree_words_exchange(scree_comm *c, scree_words *to, scree_messages *in) {
    const int rank = scree_comm_rank(c), size = scree_comm_size(c);
    scree_messages out = {0};
    for (int k = 0; k < size; k++) {
        if (k != rank && to[k].n > 0) {
            scree_array_push(&out, (scree_message){k, to[k].data, to[k].n * sizeof *to[k].data});
        }
    }
    scree_comm_exchange(c, &out, in);
    scree_messages_clear(&out);
    if (to[rank].n > 0) { // inserted among the others, sorted by rank
        size_t at = in->n;
        scree_array_resize(in, in->n + 1);
        for (; at > 0 && in->data[at - 1].rank > rank; at--) {
            in->data[at] = in->data[at - 1];
        }
        in->data[at] = (scree_message){rank, to[rank].data, to[rank].n * sizeof *to[rank].data};
    }
    scree_free(to);
}

static int keeper(const scree_comm *c, uint64_t id) {
    return (int)(id % (uint64_t)scree_comm_size(c));
}

scree_directory scree_directory_create(scree_comm *c, const scree_id_index *own, size_t n) {
    scree_directory d = {.comm = c};
    scree_words *to = scree_words_for_ranks(c);
    for (size_t k = 0; k < n; k++) {
        scree_array_push(&to[keeper(c, own[k].id)], own[k].id);
    }
    scree_messages in = {0};
    scree_words_exchange(c, to, &in);
    for (size_t k = 0; k < in.n; k++) {
        d.n += in.data[k].size / sizeof(uint64_t);
    }
    d.owner = scree_realloc(NULL, 0, d.n * sizeof *d.owner);
    d.n = 0;
    for (size_t k = 0; k < in.n; k++) {
        const uint64_t *id = in.data[k].data;
        for (size_t i = 0; i < in.data[k].size / sizeof *id; i++) {
            d.owner[d.n++] = (scree_id_index){id[i], (uint32_t)in.data[k].rank};
        }
    }
    scree_messages_clear(&in);
    scree_id_index_sort(d.owner, d.n);
    d.twice = UINT64_MAX;
    for (size_t k = d.n; k-- > 1;) {
        d.twice = d.owner[k].id == d.owner[k - 1].id ? d.owner[k].id : d.twice;
    }
    d.twice = ~scree_comm_most(c, ~d.twice);
    return d;
}

void scree_directory_find(const scree_directory *d, const uint64_t *id, size_t n, int *rank) {
    scree_comm *c = d->comm;
    scree_words *ask = scree_words_for_ranks(c), *answer = scree_words_for_ranks(c);
    scree_messages in = {0}, back = {0};
    for (size_t k = 0; k < n; k++) {
        scree_array_push(&ask[keeper(c, id[k])], id[k]);
    }
    scree_words_exchange(c, ask, &in);
    for (size_t k = 0; k < in.n; k++) {
        const uint64_t *asked = in.data[k].data;
        scree_words *to = &answer[in.data[k].rank];
        for (size_t i = 0; i < in.data[k].size / sizeof *asked; i++) {
            const size_t at = scree_id_index_below(d->owner, d->n, asked[i]);
            const bool known = at < d->n && d->owner[at].id == asked[i];
            scree_array_push(to, known ? d->owner[at].index : UINT64_MAX);
        }
    }
    scree_messages_clear(&in);
    scree_words_exchange(c, answer, &back);
    // Each rank answers in the order of the questions.
    const uint64_t **next = scree_realloc(NULL, 0, (size_t)scree_comm_size(c) * sizeof *next);
    for (size_t k = 0; k < back.n; k++) {
        next[back.data[k].rank] = back.data[k].data;
    }
    for (size_t k = 0; k < n; k++) {
        const uint64_t owner = *next[keeper(c, id[k])]++;
        rank[k] = owner == UINT64_MAX ? -1 : (int)owner;
    }
    scree_free(next);
    scree_messages_clear(&back);
}

void scree_directory_clear(scree_directory *d) {
    scree_free(d->owner);
    *d = (scree_directory){.comm = NULL};
}

// Bisection of each cut; only counts are sent.
void scree_ids_cut(const scree_comm *c, const scree_id_index *own, size_t n, const uint64_t *place,
                   size_t cuts, uint64_t *cut) {
    const uint64_t most = scree_comm_most(c, n > 0 ? own[n - 1].id : 0);
    uint64_t *low = scree_realloc(NULL, 0, 3 * cuts * sizeof *low), *high = low + cuts, *below = high + cuts;
    for (size_t k = 0; k < cuts; k++) {
        low[k] = 0;
        high[k] = most + 1;
    }
    for (bool open = cuts > 0; open;) {
        for (size_t k = 0; k < cuts; k++) {
            below[k] = scree_id_index_below(own, n, low[k] + (high[k] - low[k]) / 2);
        }
        scree_comm_add(c, below, cuts);
        open = false;
        for (size_t k = 0; k < cuts; k++) {
            const uint64_t middle = low[k] + (high[k] - low[k]) / 2;
            if (low[k] < high[k] && below[k] < place[k]) {
                low[k] = middle + 1;
            } else {
                high[k] = low[k] < high[k] ? middle : high[k];
            }
            open |= low[k] < high[k];
        }
    }
    memcpy(cut, low, cuts * sizeof *cut);
    scree_free(low);
}
