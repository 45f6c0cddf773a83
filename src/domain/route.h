// SPDX-License-Identifier: BSD-3-Clause
// Sending by the ids of particles, without a list of all ids on any rank: rank id mod n stores the owner of the particle with
// that id. All calls are collective; without comm they work for a single process.
#ifndef SCREE_DOMAIN_ROUTE_H
#define SCREE_DOMAIN_ROUTE_H

#include "base/comm.h"
#include "base/id_index.h"

typedef SCREE_ARRAY(uint64_t) scree_words;

// One for each rank, empty.
scree_words *scree_words_for_ranks(const scree_comm *c);
// Sends to[k] to rank k, and frees `to`. What comes, this rank's words to itself with it, goes to `in`, by rank; clear it
// with scree_messages_clear.
void scree_words_exchange(scree_comm *c, scree_words *to, scree_messages *in);

typedef struct scree_directory {
    scree_comm *comm;
    scree_id_index *owner; // index: rank; of the ids that are looked up here, ascending
    size_t n;
    uint64_t twice; // smallest id that is owned more than once, the same on all ranks; UINT64_MAX: none
} scree_directory;

// ids: of this rank's particles.
scree_directory scree_directory_create(scree_comm *c, const scree_id_index *own, size_t n);
// Ranks of n particles; -1: there is no such particle.
void scree_directory_find(const scree_directory *d, const uint64_t *id, size_t n, int *rank);
void scree_directory_clear(scree_directory *d);

// Cuts the ids of all ranks: place[k] of them are below cut[k]. own: ids of this rank, ascending; no id is on two ranks,
// and places and cuts are the same on all.
void scree_ids_cut(const scree_comm *c, const scree_id_index *own, size_t n, const uint64_t *place,
                   size_t cuts, uint64_t *cut);

#endif
