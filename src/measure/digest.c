// SPDX-License-Identifier: BSD-3-Clause
#include "measure/digest.h"
#include "access/contact_iterator.h"
#include "domain/domain.h"
#include "laws/contact.h"
#include <string.h>

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

// Appends the values of a field as 64-bit words; a 32-bit value becomes one word.
static size_t add_words(const scree_field *field, const void *values, uint64_t *to) {
    for (int c = 0; c < field->components; c++) {
        if (field->type == SCREE_U32) {
            to[c] = ((const uint32_t *)values)[c];
        } else {
            memcpy(&to[c], (const char *)values + 8 * c, sizeof to[c]);
        }
    }
    return (size_t)field->components;
}

// Do programs put any load on particle i? A world whose loads are all zero has the digest of one that has no loads.
static bool is_loaded(const scree_world *w, size_t i) {
    bool any = false;
    for (int k = 0; k < SCREE_FIELD_COUNT && w->case_->external; k++) {
        const scree_field *field = &scree_field_table[k];
        const double *x = field->flags & SCREE_LOAD ? scree_field_of(&w->p, field, i) : NULL;
        for (int c = 0; x && c < field->components; c++) {
            any |= x[c] != 0.0;
        }
    }
    return any;
}

static scree_hash hash_particle(const scree_world *w, size_t i) {
#define SCREE_FIELD(name, array, offset, type, count, ...) +(sizeof(type) + 7) / 8 * (count)
    enum { MOST = 0 SCREE_FIELDS };
#undef SCREE_FIELD
    uint64_t words[1 + MOST] = {w->p.id[i]};
    size_t n = 1;
    const bool loaded = is_loaded(w, i);
    for (int k = 0; k < SCREE_FIELD_COUNT; k++) {
        const scree_field *field = &scree_field_table[k];
        const bool counts = field->flags & SCREE_HASHED && (loaded || !(field->flags & SCREE_LOAD));
        const void *values = counts ? scree_field_of(&w->p, field, i) : NULL;
        n += values ? add_words(field, values, words + n) : 0;
    }
    return scree_hash_words(words, n, 1);
}

static scree_hash hash_contact(const scree_world *w, const scree_pair_block *block, size_t k) {
    enum { HEAD = 4, MOST = SCREE_HISTORY_MAX };
    scree_pair pair = w->pairs.pair[k];
    uint64_t words[HEAD + MOST] = {w->p.id[pair.a], block->wall >= 0 ? 0 : scree_listed_id(w, pair.b),
                                   (uint64_t)(block->wall + 1), block->wall >= 0 ? pair.b : 0};
    size_t nh = (size_t)block->n_history;
    memcpy(words + HEAD, scree_pair_history(&w->pairs, block, k), nh * sizeof *words);
    return scree_hash_words(words, HEAD + nh, 2);
}

// All of its state before the power; that of the drive only if it has one.
static scree_hash hash_wall(const scree_world *w, size_t k) {
    enum {
        TO_DRIVE = offsetof(scree_wall_state, drive),
        FROM_DRIVE = TO_DRIVE + sizeof(scree_wall_drive_state),
        END = offsetof(scree_wall_state, power)
    };
    const char *state = (const char *)&w->wall.data[k].now;
    uint64_t words[1 + END / sizeof(uint64_t)] = {k};
    char *to = (char *)(words + 1);
    const size_t head = scree_wall_is_driven(&w->wall.data[k].def->drive) ? FROM_DRIVE : TO_DRIVE;
    memcpy(to, state, head);
    memcpy(to + head, state + FROM_DRIVE, END - FROM_DRIVE);
    scree_hash sum = scree_hash_words(words, 1 + (head + END - FROM_DRIVE) / sizeof *words, 3);
    if (scree_case_has_heat(w->case_)) {
        sum = scree_hash_add(
            sum, scree_hash_words(&(uint64_t){bits(w->wall.data[k].now.temperature)}, 1, 5000 + k));
    }
    if (w->case_->copies > 0) {
        sum = scree_hash_add(sum, scree_hash_words(&w->wall.data[k].now.temperature_class, 1, 6000 + k));
    }
    const scree_wall_corner_list *corner = &w->wall.data[k].corner;
    for (size_t i = 0; i < corner->n; i++) {
        sum = scree_hash_add(sum, scree_hash_bytes(&corner->data[i], sizeof corner->data[i], 4 + k));
    }
    return sum;
}

scree_hash scree_world_digest(const scree_world *w) {
    scree_hash sum = {0, 0};
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i]) {
            sum = scree_hash_add(sum, hash_particle(w, i));
        }
    }
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_COUNTED);
    while (scree_contacts_next(&c)) {
        sum = scree_hash_add(sum, hash_contact(w, c.block, c.k));
    }
    uint64_t all[] = {sum.a, sum.b}, head[] = {w->step, bits(w->dt)};
    scree_comm_add(w->comm, all, 2);
    sum = scree_hash_add((scree_hash){all[0], all[1]}, scree_hash_words(head, 2, 0));
    if (w->cell.deforms) {
        const scree_deformation *d = &w->deformation;
        sum = scree_hash_add(sum, scree_hash_bytes(d, offsetof(scree_deformation, strain), 7000));
    }
    for (size_t k = 0; k < w->wear_vertex.n; k++) { // the same on all ranks
        const scree_wear_vertex *v = &w->wear_vertex.data[k];
        sum = scree_hash_add(sum, scree_hash_bytes(v, sizeof *v, 8000 + k));
    }
    for (size_t k = 0; k < w->wall.n; k++) { // the same on all ranks
        sum = scree_hash_add(sum, hash_wall(w, k));
    }
    return sum;
}
