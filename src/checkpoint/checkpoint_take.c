// SPDX-License-Identifier: BSD-3-Clause
// Takes what a checkpoint holds straight from the world: for states that are kept in memory.

#include "access/particle.h"
#include "bonds/bonds.h"
#include "checkpoint/checkpoint_format.h"
#include "checkpoint/checkpoint_packets.h"

static void take_walls(const scree_world *w, scree_checkpoint *to) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        scree_array_push(&to->wall_name, scree_strdup(wall->def->name));
        scree_array_push(&to->wall, wall->now);
        scree_array_push(&to->n_corners, wall->corner.n);
        scree_array_append(&to->corner, wall->corner.data, wall->corner.n);
    }
}

static void take_contact(const uint64_t *word, uint64_t a, scree_checkpoint *to) {
    const scree_checkpoint_contact c = scree_checkpoint_contact_of(word, a, to->history.n);
    scree_array_push(&to->contact, c);
    scree_array_append(&to->history, word + SCREE_CONTACT_COLUMNS, c.n_history);
}

// Takes the particles and contacts of this rank, ordered by id.
static void take_particles(const scree_world *w, scree_checkpoint *to) {
    scree_packets own = scree_packets_create(w);
    scree_words packet = {0};
    to->p.threads = w->p.threads;
    to->p.absent = w->p.absent;
    scree_particles_reserve(&to->p, own.n);
    for (size_t k = 0; k < own.n; k++) {
        packet.n = 0;
        scree_packets_put(&own, own.particle[k].index, &packet);
        const uint64_t *word = packet.data + own.columns;
        scree_particles_blank(&to->p, k);
        to->p.id[k] = packet.data[0];
        scree_fields_unpack(&to->p, k, SCREE_SAVED, (const char *)(packet.data + 1));
        for (uint64_t n = packet.data[own.columns - 1]; n > 0; n--) {
            take_contact(word, packet.data[0], to);
            word += SCREE_CONTACT_COLUMNS + (word[SCREE_CONTACT_FEATURE] >> 32);
        }
        to->p.n++;
    }
    scree_array_free(&packet);
    scree_packets_clear(&own);
}

scree_saved_numbers scree_saved_numbers_of(const scree_world *w) {
    scree_saved_numbers now;
#define SCREE_TAKE(type, name, ...) now.name = w->name;
    SCREE_SAVED_NUMBERS(SCREE_TAKE)
#undef SCREE_TAKE
    now.deepest = scree_depth_of_all(w->comm, &w->deepest);
    now.longest_bond = scree_bonds_longest(w);
    return now;
}

void scree_checkpoint_take(const scree_world *w, uint64_t case_hash, scree_checkpoint *out) {
    const scree_case *c = w->case_;
    const scree_saved_numbers now = scree_saved_numbers_of(w);
    *out = (scree_checkpoint){.case_hash = case_hash};
#define SCREE_TAKE(type, name, ...) out->name = now.name;
    SCREE_SAVED_NUMBERS(SCREE_TAKE)
#undef SCREE_TAKE
#define SCREE_TAKE(type, name, ...) scree_array_copy(&out->name, &w->name);
    SCREE_SAVED_ARRAYS(SCREE_TAKE)
#undef SCREE_TAKE
    const size_t n = scree_case_named(c);
    for (size_t k = 0; k < n; k++) {
        scree_array_push(&out->material_name, scree_strdup(c->material.data[k].name));
    }
    for (size_t k = 0; k < c->shape.n; k++) {
        scree_array_push(&out->shape_name, scree_strdup(c->shape.data[k].name));
    }
    for (size_t k = 0; k < n * n; k++) {
        scree_array_push(&out->laws, scree_checkpoint_laws(scree_case_named_pair(c, k)));
    }
    take_walls(w, out);
    take_particles(w, out);
}
