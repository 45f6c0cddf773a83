// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain.h"
#include "state/particle.h"
#include <stdlib.h>
#include <string.h>

// What goes with a particle; its contacts follow, a key and a row each.
typedef struct traveller {
    scree_pos x;
    scree_vel v;
    scree_spin w;
    scree_wrench f;
    uint64_t id, contacts;
} traveller;

typedef struct leaver {
    int to;
    uint32_t i;
} leaver;
typedef SCREE_ARRAY(leaver) leavers;

static int by_destination(const void *a, const void *b) {
    const leaver *x = a, *y = b;
    return x->to != y->to ? (x->to < y->to ? -1 : 1) : x->i < y->i ? -1 : x->i > y->i;
}

// In the order of the ranks they go to.
static leavers leavers_of(const scree_world *w, const int *owner) {
    leavers all = {0};
    const int own = scree_comm_rank(w->comm);
    for (size_t i = 0; i < w->p.n; i++) {
        if (owner[i] != own) {
            scree_array_push(&all, (leaver){owner[i], (uint32_t)i});
        }
    }
    if (all.n > 1) {
        qsort(all.data, all.n, sizeof *all.data, by_destination);
    }
    return all;
}

static size_t contacts_of(const scree_carry *carry, size_t i) {
    size_t n = 0;
    for (size_t k = i < carry->n ? carry->start[i] : 0;
         i < carry->n && k < carry->start[i + 1] && carry->key[k] != UINT64_MAX; k++) {
        n++;
    }
    return n;
}

static char *pack(const scree_world *w, const scree_carry *carry, size_t i, char *to) {
    const scree_particles *p = &w->p;
    const size_t row = carry->columns * sizeof *carry->row;
    const traveller t = {p->x[i], p->motion[i].v, p->motion[i].w, p->f[i], p->id[i], contacts_of(carry, i)};
    memcpy(to, &t, sizeof t);
    to += sizeof t;
    for (size_t k = 0; k < t.contacts; k++) {
        memcpy(to, carry->key + carry->start[i] + k, sizeof *carry->key);
        to += sizeof *carry->key;
        memcpy(to, carry->row + (carry->start[i] + k) * carry->columns, row);
        to += row;
    }
    return to;
}

static scree_letters write_letters(const scree_world *w, const leavers *all, const scree_carry *carry) {
    scree_letters out = {0};
    const size_t per_contact = sizeof *carry->key + carry->columns * sizeof *carry->row;
    for (size_t k = 0, end; k < all->n; k = end) {
        size_t size = 0;
        for (end = k; end < all->n && all->data[end].to == all->data[k].to; end++) {
            size += sizeof(traveller) + contacts_of(carry, all->data[end].i) * per_contact;
        }
        scree_letter letter = {all->data[k].to, scree_realloc(NULL, 0, size), size};
        char *at = letter.data;
        for (size_t m = k; m < end; m++) {
            at = pack(w, carry, all->data[m].i, at);
        }
        scree_array_push(&out, letter);
    }
    return out;
}

// How many come, and how many contacts they have.
static size_t count_arrivals(const scree_letters *in, size_t per_contact, size_t *contacts) {
    size_t n = 0;
    *contacts = 0;
    for (size_t k = 0; k < in->n; k++) {
        for (size_t at = 0; at < in->data[k].size; n++) {
            traveller t;
            memcpy(&t, (char *)in->data[k].data + at, sizeof t);
            at += sizeof t + t.contacts * per_contact;
            *contacts += t.contacts;
        }
    }
    return n;
}

static void settle_in(scree_world *w, const traveller *t) {
    scree_particles *p = &w->p;
    const size_t i = p->n++;
    p->x[i] = t->x;
    p->motion[i].v = t->v;
    p->motion[i].w = t->w;
    p->f[i] = t->f;
    p->id[i] = t->id;
    p->built[i] = vec3(t->x.x, t->x.y, t->x.z);
    p->dead[i] = 0;
}

static void read_letters(scree_world *w, const scree_letters *in, scree_carry *arrived) {
    const size_t columns = arrived->columns;
    size_t contacts, row = 0;
    arrived->n = count_arrivals(in, (1 + columns) * 8, &contacts);
    arrived->start = scree_realloc(NULL, 0, (arrived->n + 1) * sizeof *arrived->start);
    arrived->key = scree_realloc(NULL, 0, (contacts + 1) * sizeof *arrived->key);
    arrived->row = scree_realloc(NULL, 0, (contacts + 1) * columns * sizeof *arrived->row);
    scree_particles_reserve(&w->p, w->p.n + arrived->n);
    size_t who = 0;
    for (size_t k = 0; k < in->n; k++) {
        const char *at = in->data[k].data, *end = at + in->data[k].size;
        while (at < end) {
            traveller t;
            memcpy(&t, at, sizeof t);
            at += sizeof t;
            settle_in(w, &t);
            arrived->start[who++] = (uint32_t)row;
            for (size_t c = 0; c < t.contacts; c++, row++) {
                memcpy(arrived->key + row, at, 8);
                memcpy(arrived->row + row * columns, at + 8, 8 * columns);
                at += 8 * (1 + columns);
            }
        }
    }
    arrived->start[who] = (uint32_t)row;
    arrived->key[row] = UINT64_MAX;
}

void scree_migrate(scree_world *w, const int *owner, const scree_carry *carry, scree_carry *arrived) {
    leavers all = leavers_of(w, owner);
    scree_letters out = write_letters(w, &all, carry), in = {0};
    for (size_t k = 0; k < all.n; k++) {
        w->p.dead[all.data[k].i] = 1;
    }
    w->domain->migrated += all.n;
    scree_comm_exchange(w->comm, &out, &in);
    *arrived = (scree_carry){
        .columns = carry->columns, .features = carry->features, .images = carry->images, .none = carry->none};
    read_letters(w, &in, arrived);
    scree_letters_clear(&out);
    scree_letters_clear(&in);
    scree_array_free(&all);
}

void scree_arrivals_clear(scree_carry *arrived) {
    scree_free(arrived->start);
    scree_free(arrived->key);
    scree_free(arrived->row);
    *arrived = (scree_carry){0};
}
