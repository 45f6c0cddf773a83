// SPDX-License-Identifier: BSD-3-Clause
#include "checkpoint/checkpoint_packets.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "checkpoint/checkpoint_format.h"
#include "domain/domain.h"
#include "pairs/wall_pairs.h"
#include <stdlib.h>
#include <string.h>

typedef struct scree_packet_contact {
    uint64_t key; // the order of the neighbours
    uint32_t pair, block;
} scree_packet_contact;

// Partners by id, then walls by number and element.
static uint64_t key_of(const scree_world *w, const scree_pair_block *block, scree_pair pair) {
    return block->wall < 0 ? scree_listed_id(w, pair.b)
                           : (uint64_t)1 << 63 | (uint64_t)block->wall << 32 | pair.b;
}

// Contacts with one element across several periodic borders are ordered as its images, which is the order of the pairs.
static int by_key(const void *a, const void *b) {
    const scree_packet_contact *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->pair > y->pair) - (x->pair < y->pair);
}

// The next pair that touches, that this rank counts, and whose second body still exists.
static bool next_written(const scree_world *w, scree_contacts *c) {
    while (scree_contacts_next(c)) {
        if (c->block->wall >= 0 || c->block->zone == SCREE_ZONE_HALO || !w->p.dead[w->pairs.pair[c->k].b]) {
            return true;
        }
    }
    return false;
}

static void sort_contacts(scree_packet_contact *contact, size_t n) {
    bool sorted = true;
    for (size_t k = 1; k < n; k++) {
        sorted &= by_key(&contact[k - 1], &contact[k]) < 0;
    }
    if (!sorted) {
        qsort(contact, n, sizeof *contact, by_key);
    }
}

static void list_contacts(scree_packets *q) {
    const scree_world *w = q->world;
    const scree_pairs *pairs = &w->pairs;
    const size_t n = w->p.n;
    uint32_t *first = scree_zeros((n + 2) * sizeof *first);
    const scree_contacts all = scree_contacts_of(pairs, SCREE_TOUCHING | SCREE_COUNTED);
    for (scree_contacts c = all; next_written(w, &c);) {
        first[pairs->pair[c.k].a + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++) {
        first[i] += first[i - 1];
    }
    q->contact = scree_realloc(NULL, 0, first[n + 1] * sizeof *q->contact);
    for (scree_contacts c = all; next_written(w, &c);) {
        const scree_pair pair =
            pairs->pair[c.k]; // first[a + 1] moves on to where the contacts of a + 1 begin
        q->contact[first[pair.a + 1]++] = (scree_packet_contact){key_of(w, c.block, pair), (uint32_t)c.k,
                                                                 (uint32_t)(c.block - pairs->block.data)};
    }
    q->first = first;
    for (size_t i = 0; i < n; i++) {
        sort_contacts(q->contact + first[i], first[i + 1] - first[i]);
    }
}

scree_packets scree_packets_create(const scree_world *w) {
    scree_packets q = {.world = w, .columns = scree_checkpoint_columns(&w->p)};
    q.particle = scree_particles_by_id(&w->p, &q.n);
    list_contacts(&q);
    return q;
}

void scree_packets_clear(scree_packets *q) {
    scree_free(q->particle);
    scree_free(q->first);
    scree_free(q->contact);
    *q = (scree_packets){.world = NULL};
}

static uint64_t *put_contact(const scree_world *w, const scree_packet_contact *contact, uint64_t *to) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair_block *block = &pairs->block.data[contact->block];
    const scree_pair pair = pairs->pair[contact->pair];
    const uint32_t columns = (uint32_t)block->n_history;
    const bool wall = block->wall >= 0;
    to[SCREE_CONTACT_PARTNER] =
        wall ? scree_image_now(w, block->wall, contact->pair) : scree_listed_id(w, pair.b);
    to[SCREE_CONTACT_WALL] = scree_checkpoint_join((uint32_t)block->wall, wall ? pair.b : 0);
    to[SCREE_CONTACT_FEATURE] = scree_checkpoint_join(
        wall ? pairs->touch[contact->pair - pairs->first_wall_pair].feature : 0, columns);
    const scree_case *c = w->case_;
    to[SCREE_CONTACT_MATERIALS] = // of the file: the laws of classes are the same
        scree_checkpoint_join((uint32_t)scree_case_base(c, (size_t)block->material[0]),
                              (uint32_t)scree_case_base(c, (size_t)block->material[1]));
    to += SCREE_CONTACT_COLUMNS;
    if (columns > 0) {
        memcpy(to, scree_pair_history(pairs, block, contact->pair), columns * sizeof *to);
    }
    return to + columns;
}

// A fixed body's force is 0 or -0, as bodies that do not touch it are in the list or not.
static void put_wrench(const scree_wrench *f, uint64_t *to) {
    const scree_wrench positive = {f->fx + 0.0, f->fy + 0.0, f->fz + 0.0,
                                   f->tx + 0.0, f->ty + 0.0, f->tz + 0.0};
    memcpy(to, &positive, sizeof positive);
}

void scree_packets_put(const scree_packets *q, uint32_t i, scree_words *to) {
    const scree_particles *p = &q->world->p;
    const scree_packet_contact *contact = q->contact + q->first[i], *end = q->contact + q->first[i + 1];
    size_t size = q->columns;
    for (const scree_packet_contact *k = contact; k < end; k++) {
        size += SCREE_CONTACT_COLUMNS + (size_t)q->world->pairs.block.data[k->block].n_history;
    }
    scree_array_reserve(to, to->n + size);
    uint64_t *word = to->data + to->n;
    to->n += size;
    word[0] = p->id[i];
    scree_fields_pack(p, i, SCREE_SAVED, (char *)(word + 1));
    put_wrench(&p->f[i], word + 1 + scree_fields_size_before(p, SCREE_FIELD_force, SCREE_SAVED) / 8);
    word[q->columns - 1] = (uint64_t)(end - contact);
    word += q->columns;
    for (; contact < end; contact++) {
        word = put_contact(q->world, contact, word);
    }
}

size_t scree_packet_size(const uint64_t *packet, size_t columns, size_t *history) {
    const uint64_t *word = packet + columns;
    *history = 0;
    for (uint64_t k = 0; k < packet[columns - 1]; k++) {
        const size_t own = word[SCREE_CONTACT_FEATURE] >> 32;
        *history += own;
        word += SCREE_CONTACT_COLUMNS + own;
    }
    return (size_t)(word - packet);
}
