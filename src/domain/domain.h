// SPDX-License-Identifier: BSD-3-Clause
// A world distributed over several ranks. Each owns the particles in its subdomain (partition.h) and has copies of the
// particles of other ranks that are near it, the ghosts. When a neighbour list is built, particles go to their owners with their
// contacts (migrate.c) and ghosts are chosen (ghosts.c); in the steps between, ghosts get the positions and velocities from
// their owners (halo.c). Contacts between ranks are evaluated by both from the same bits, so no forces are sent back.
//
// Ghosts are complete up to a gap of skin + reach + shell. Pairs that are not even ghosts of each other approach by no more
// than twice the longest displacement of any particle, so the shell is chosen such that this never requires a new list
// before the skin does (search/skin_check.h).
#ifndef SCREE_DOMAIN_DOMAIN_H
#define SCREE_DOMAIN_DOMAIN_H

#include "domain/partition.h"
#include "state/history_transfer.h"

// A rank with ghosts of ours, or we of its.
typedef struct scree_neighbour_rank {
    int rank;
    size_t first_sent, n_sent;         // in scree_domain.sent
    size_t first_received, n_received; // among the ghosts
} scree_neighbour_rank;

typedef struct scree_domain {
    scree_partition *partition;
    SCREE_ARRAY(scree_neighbour_rank) neighbour; // by rank
    SCREE_ARRAY(uint32_t) sent;                  // storage indices of the particles that are ghosts elsewhere
    uint64_t *ghost_id; // of the list in force: new particles are stored over the ghosts before the next one
    size_t ghost_id_capacity;
    double shell;   // m, see above
    bool under_way; // a refreshment of the ghosts
    bool fresh;     // the ghosts are those of this step
    SCREE_ARRAY(scree_link) link;
    char *send_buffer, *receive_buffer;
    size_t send_capacity, receive_capacity;
    // Work of the rank with the most over the mean of all, from the contacts listed: at the last list; the worst at any
    // list with a thousand particles or so for each rank; right after the last balance (0: not known yet).
    double imbalance, worst_imbalance, balanced_to;
    double most_work, all_work;  // sums over the lists: of the rank with the most, times the ranks; of all
    uint64_t balances, migrated; // how often, how many particles have changed their owner
} scree_domain;

// Cuts the box, m, in equal parts, to begin with; collective. Whoever has a particle owns it until the first
// list.
void scree_domain_create(scree_world *w, scree_vec3 low, scree_vec3 high);
void scree_domain_destroy(scree_world *w);

// Id of a particle or a ghost of the pair list in force.
static inline uint64_t scree_listed_id(const scree_world *w, uint32_t i) {
    return !w->domain || i < w->listed ? w->p.id[i] : w->domain->ghost_id[i - w->listed];
}

// Moves the borders if the work is dealt out badly; then owner[i] is the rank that each particle goes to. Collective.
void scree_domain_owners(scree_world *w, int *owner);
#endif
