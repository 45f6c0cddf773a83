// SPDX-License-Identifier: BSD-3-Clause
#include "domain/migrate.h"
#include "access/particle.h"
#include "domain/domain.h"
#include <string.h>

// A particle is sent as: its fields, its number of contacts, and for each contact a key and a row.

typedef struct leaver {
    int to;
    uint32_t i;
} leaver;
typedef SCREE_ARRAY(leaver) leavers;

static int by_destination(const void *a, const void *b) {
    const leaver *x = a, *y = b;
    return x->to != y->to ? (x->to < y->to ? -1 : 1) : x->i < y->i ? -1 : x->i > y->i;
}

// The particles that leave, sorted by the rank they are sent to.
static leavers leavers_of(const scree_world *w, const int *owner) {
    leavers all = {0};
    const int own = scree_comm_rank(w->comm);
    for (size_t i = 0; i < w->p.n; i++) {
        if (owner[i] != own) {
            scree_array_push(&all, (leaver){owner[i], (uint32_t)i});
        }
    }
    scree_array_sort(&all, by_destination);
    return all;
}

static size_t contacts_of(const scree_history_transfer *transfer, size_t i) {
    size_t n = 0;
    for (size_t k = i < transfer->n ? transfer->start[i] : 0;
         i < transfer->n && k < transfer->start[i + 1] && transfer->key[k] != UINT64_MAX; k++) {
        n++;
    }
    return n;
}

static char *pack(const scree_world *w, const scree_history_transfer *transfer, size_t i, char *to) {
    const size_t row = transfer->columns * sizeof *transfer->row;
    const uint64_t contacts = contacts_of(transfer, i);
    to = scree_fields_pack(&w->p, i, SCREE_MIGRATED, to);
    memcpy(to, &contacts, sizeof contacts);
    to += sizeof contacts;
    for (size_t k = 0; k < contacts; k++) {
        memcpy(to, transfer->key + transfer->start[i] + k, sizeof *transfer->key);
        to += sizeof *transfer->key;
        memcpy(to, transfer->row + (transfer->start[i] + k) * transfer->columns, row);
        to += row;
    }
    return to;
}

static scree_messages write_messages(const scree_world *w, const leavers *all,
                                     const scree_history_transfer *transfer) {
    scree_messages out = {0};
    const size_t per_particle = scree_fields_size(&w->p, SCREE_MIGRATED) + sizeof(uint64_t),
                 per_contact = sizeof *transfer->key + transfer->columns * sizeof *transfer->row;
    for (size_t k = 0, end; k < all->n; k = end) {
        size_t size = 0;
        for (end = k; end < all->n && all->data[end].to == all->data[k].to; end++) {
            size += per_particle + contacts_of(transfer, all->data[end].i) * per_contact;
        }
        scree_message message = {all->data[k].to, scree_realloc(NULL, 0, size), size};
        char *at = message.data;
        for (size_t m = k; m < end; m++) {
            at = pack(w, transfer, all->data[m].i, at);
        }
        scree_array_push(&out, message);
    }
    return out;
}

// Number of particles that arrive, and of their contacts. fields: size of the fields of a particle, bytes.
static size_t count_arrivals(const scree_messages *in, size_t fields, size_t per_contact, size_t *contacts) {
    size_t n = 0;
    *contacts = 0;
    for (size_t k = 0; k < in->n; k++) {
        for (size_t at = fields; at < in->data[k].size; n++) {
            uint64_t own;
            memcpy(&own, (char *)in->data[k].data + at, sizeof own);
            at += sizeof own + own * per_contact + fields;
            *contacts += own;
        }
    }
    return n;
}

// Reads the fields of a new particle; returns the end.
static const char *add_arrival(scree_particles *p, const char *at) {
    const size_t i = p->n++;
    scree_particles_blank(p, i);
    at = scree_fields_unpack(p, i, SCREE_MIGRATED, at);
    p->list_x[i] = vec3(p->x[i].x, p->x[i].y, p->x[i].z);
    return at;
}

static void read_messages(scree_world *w, const scree_messages *in, scree_history_transfer *arrived) {
    const size_t columns = arrived->columns;
    size_t contacts, row = 0;
    arrived->n = count_arrivals(in, scree_fields_size(&w->p, SCREE_MIGRATED), (1 + columns) * 8, &contacts);
    arrived->start = scree_realloc(NULL, 0, (arrived->n + 1) * sizeof *arrived->start);
    arrived->key = scree_realloc(NULL, 0, (contacts + 1) * sizeof *arrived->key);
    arrived->row = scree_realloc(NULL, 0, (contacts + 1) * columns * sizeof *arrived->row);
    scree_particles_reserve(&w->p, w->p.n + arrived->n);
    size_t who = 0;
    for (size_t k = 0; k < in->n; k++) {
        const char *at = in->data[k].data, *end = at + in->data[k].size;
        while (at < end) {
            at = add_arrival(&w->p, at);
            uint64_t own;
            memcpy(&own, at, sizeof own);
            at += sizeof own;
            arrived->start[who++] = (uint32_t)row;
            for (size_t c = 0; c < own; c++, row++) {
                memcpy(arrived->key + row, at, 8);
                memcpy(arrived->row + row * columns, at + 8, 8 * columns);
                at += 8 * (1 + columns);
            }
        }
    }
    arrived->start[who] = (uint32_t)row;
    arrived->key[row] = UINT64_MAX;
}

void scree_migrate(scree_world *w, const int *owner, const scree_history_transfer *transfer,
                   scree_history_transfer *arrived) {
    leavers all = leavers_of(w, owner);
    scree_messages out = write_messages(w, &all, transfer), in = {0};
    for (size_t k = 0; k < all.n; k++) {
        w->p.dead[all.data[k].i] = 1;
    }
    w->domain->migrated += all.n;
    scree_comm_exchange(w->comm, &out, &in);
    *arrived = (scree_history_transfer){.columns = transfer->columns,
                                        .features = transfer->features,
                                        .images = transfer->images,
                                        .none = transfer->none};
    read_messages(w, &in, arrived);
    scree_messages_clear(&out);
    scree_messages_clear(&in);
    scree_array_free(&all);
}

void scree_arrivals_clear(scree_history_transfer *arrived) {
    scree_free(arrived->start);
    scree_free(arrived->key);
    scree_free(arrived->row);
    *arrived = (scree_history_transfer){0};
}
