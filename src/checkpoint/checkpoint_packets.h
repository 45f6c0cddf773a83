// SPDX-License-Identifier: BSD-3-Clause
// The particles of a rank as a checkpoint wants them: by id, each with the contacts that it writes, in a packet of words:
// its columns, then for each contact its columns and its history (checkpoint/checkpoint_format.h).
#pragma once

#include "domain/route.h"
#include "memory/id_index.h"
#include "state/world.h"

typedef struct scree_packets {
    const scree_world *world;
    scree_id_index *particle; // storage indices of the living, ascending by id
    size_t n;
    uint32_t *first; // of the contacts of each particle in storage, and one more
    struct scree_packet_contact *contact;
    size_t columns; // of a particle
} scree_packets;

scree_packets scree_packets_create(const scree_world *w);
void scree_packets_clear(scree_packets *q);
// Appends the packet of the particle stored at i.
void scree_packets_put(const scree_packets *q, uint32_t i, scree_words *to);
// Words of a packet, of which `history` are history. columns: of a particle.
size_t scree_packet_size(const uint64_t *packet, size_t columns, size_t *history);
