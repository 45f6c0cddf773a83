// SPDX-License-Identifier: BSD-3-Clause
// Sending by the ids of particles, without a list of all ids on any rank: rank id mod n stores the owner of the particle with
// that id. All calls are collective; without comm they work for a single process.
#pragma once

#include "memory/id_index.h"
#include "parallel/comm.h"

typedef SCREE_ARRAY(uint64_t) scree_words;

// An empty list of words for each rank.
scree_words *scree_words_for_ranks(const scree_comm *c);
// Sends to[k] to rank k, and frees `to`. Received words, including those of this rank to itself, are in `in`, by rank; clear it
// with scree_messages_clear.
void scree_words_exchange(scree_comm *c, scree_words *to, scree_messages *in);

typedef struct scree_directory {
    scree_comm *comm;
    scree_id_index *owner; // index: the owner's rank; for the ids stored on this rank, ascending
    size_t n;
    uint64_t twice; // smallest id that two particles have, the same on all ranks; UINT64_MAX: none
} scree_directory;

// ids: of this rank's particles.
scree_directory scree_directory_create(scree_comm *c, const scree_id_index *own, size_t n);
// Ranks of n particles; -1: there is no such particle.
void scree_directory_find(const scree_directory *d, const uint64_t *id, size_t n, int *rank);
void scree_directory_clear(scree_directory *d);

// Finds ids cut[k] such that place[k] ids of all ranks are below. own: ids of this rank, ascending. No id may be on two ranks;
// place must be, and cut will be, the same on all ranks.
void scree_ids_cut(const scree_comm *c, const scree_id_index *own, size_t n, const uint64_t *place,
                   size_t cuts, uint64_t *cut);
