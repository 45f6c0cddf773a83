// SPDX-License-Identifier: BSD-3-Clause
// A world distributed over several ranks. Each owns the particles in its subdomain (partition.h) and has copies of the
// particles of other ranks that are near it, the ghosts. When a neighbour list is built, particles go to their owners with
// their contacts (migrate.c) and ghosts are chosen (ghosts.c); in the steps between, ghosts get the positions and velocities
// from their owners (halo.c). Contacts between ranks are evaluated by both from the same bits, so no forces are sent back.
//
// Ghosts are complete up to a gap of skin + reach + shell. Pairs that are not even ghosts of each other approach by no more
// than twice the longest displacement of any particle, so the shell is chosen such that this never requires a new list
// before the skin does (skin/skin_check.h).
#pragma once

#include "access/history_transfer.h"
#include "partition/partition.h"

// A rank that has ghosts of this rank's particles, or the reverse.
typedef struct scree_neighbour_rank {
    int rank;
    size_t first_sent, n_sent;         // in scree_domain.sent
    size_t first_received, n_received; // among the ghosts
} scree_neighbour_rank;

typedef struct scree_domain {
    scree_partition *partition;
    SCREE_ARRAY(scree_neighbour_rank) neighbour; // by rank
    SCREE_ARRAY(uint32_t) sent;                  // storage indices of the particles that are ghosts elsewhere
    uint64_t *ghost_id; // of the current list; new particles overwrite the ghosts before the next list
    size_t ghost_id_capacity;
    double shell;   // m, see above
    bool under_way; // ghosts are being updated
    bool fresh;     // ghosts are up to date
    SCREE_ARRAY(scree_link) link;
    char *send_buffer, *receive_buffer;
    size_t send_capacity, receive_capacity;
    // Largest work of a rank / mean, from the listed contacts: at the last list; largest value of all lists with about a
    // thousand particles or more per rank; just after the last balance (0: not yet known).
    double imbalance, worst_imbalance, balanced_to;
    double most_work, all_work;  // sums over the lists: largest work times the number of ranks; total work
    uint64_t balances, migrated; // number of balances, and of particles that have changed their owner
} scree_domain;

// First partition: equal parts of the box, m; collective. Until the first list the rank that has a particle owns it.
void scree_domain_create(scree_world *w, scree_vec3 low, scree_vec3 high);
void scree_domain_destroy(scree_world *w);

// Id of a particle or ghost of the current neighbour list.
static inline uint64_t scree_listed_id(const scree_world *w, uint32_t i) {
    return !w->domain || i < w->listed ? w->p.id[i] : w->domain->ghost_id[i - w->listed];
}

// Makes a new partition if the work is uneven; then sets owner[i], the rank to which particle i must be sent. Collective.
void scree_domain_owners(scree_world *w, int *owner);
