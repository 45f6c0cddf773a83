// SPDX-License-Identifier: BSD-3-Clause
#include "load/restore.h"
#include "access/contact_iterator.h"
#include "access/loss_heat.h"
#include "access/particle.h"
#include "domain/route.h"
#include "memory/names.h"
#include "pairs/pair_list.h"
#include <string.h>

void scree_restoration_keep(scree_world *w, scree_restoration *from, const scree_checkpoint *file,
                            const char *path) {
    scree_restored_file one = {.file = *file, .path = path};
    w->longest_bond = fmax(w->longest_bond, file->longest_bond);
    one.wall = scree_realloc(NULL, 0, (file->wall_name.n + 1) * sizeof *one.wall);
    for (size_t k = 0; k < file->wall_name.n; k++) {
        one.wall[k] = scree_names_find(w->case_->wall, file->wall_name.data[k]);
    }
    scree_array_push(&from->files, one);
}

void scree_restoration_clear(scree_restoration *from) {
    for (size_t k = 0; k < from->files.n; k++) {
        scree_checkpoint_clear(&from->files.data[k].file);
        scree_free(from->files.data[k].wall);
        scree_free(from->files.data[k].at);
    }
    scree_array_free(&from->files);
}

// A contact's columns and history, for the ranks that own one of its particles.
static void send_contact(const scree_checkpoint *file, const scree_checkpoint_contact *c, scree_words *to) {
    enum { COLUMNS = sizeof *c / sizeof *to->data };
    scree_array_append(to, c, COLUMNS);
    if (c->n_history > 0) {
        scree_array_append(to, file->history.data + c->history, c->n_history);
    }
}

static void receive_contacts(scree_checkpoint *file, const scree_messages *in) {
    file->contact.n = file->history.n = 0;
    for (size_t k = 0; k < in->n; k++) {
        const uint64_t *at = in->data[k].data, *end = at + in->data[k].size / sizeof *at;
        while (at < end) {
            scree_checkpoint_contact c;
            memcpy(&c, at, sizeof c);
            at += sizeof c / sizeof *at;
            c.history = file->history.n;
            scree_array_push(&file->contact, c);
            scree_array_append(&file->history, at, c.n_history);
            at += c.n_history;
        }
    }
}

// Contacts go from the rank that read them to those that own their particles: each of these may list the pair.
static void route_contacts(const scree_world *w, const scree_directory *owners, scree_checkpoint *file) {
    const size_t n = file->contact.n;
    uint64_t *id = scree_realloc(NULL, 0, 2 * n * sizeof *id);
    int *rank = scree_realloc(NULL, 0, 2 * n * sizeof *rank);
    for (size_t k = 0; k < n; k++) {
        const scree_checkpoint_contact *c = &file->contact.data[k];
        id[2 * k] = c->a;
        id[2 * k + 1] = c->wall < 0 ? c->b : c->a;
    }
    scree_directory_find(owners, id, 2 * n, rank);
    scree_words *to = scree_words_for_ranks(w->comm);
    for (size_t k = 0; k < n; k++) {
        const int a = rank[2 * k], b = rank[2 * k + 1];
        if (a >= 0) {
            send_contact(file, &file->contact.data[k], &to[a]);
        }
        if (b >= 0 && b != a) {
            send_contact(file, &file->contact.data[k], &to[b]);
        }
    }
    scree_messages in = {0};
    scree_words_exchange(w->comm, to, &in);
    receive_contacts(file, &in);
    scree_messages_clear(&in);
    scree_free(id);
    scree_free(rank);
}

// known: particles and ghosts.
static size_t place_of_contact(const scree_world *w, const scree_restored_file *from,
                               const scree_checkpoint_contact *c, const scree_id_index *known, size_t n) {
    uint32_t a = scree_particle_find(known, n, c->a),
             b = c->wall < 0 ? scree_particle_find(known, n, c->b) : c->element;
    int wall = c->wall < 0 ? -1 : from->wall[c->wall];
    if (a == UINT32_MAX || (c->wall < 0 && b == UINT32_MAX) || (c->wall >= 0 && wall < 0)) {
        return SIZE_MAX;
    }
    if (wall >= 0) {
        return scree_pairs_find_wall(&w->pairs, a, wall, b, (uint32_t)c->b);
    }
    const bool ghost = a >= w->p.n; // a pair is found through the one that is owned
    return ghost ? scree_pairs_find(&w->pairs, b, a) : scree_pairs_find(&w->pairs, a, b);
}

// Contacts with the history of other laws: their number, and one pair of the laws, the same pair on every rank.
typedef struct other_laws {
    uint64_t contacts;
    double laws; // number of the pair of materials then and now, the smallest
} other_laws;

// laws: per pair of the case's materials.
static void report_other_laws(const scree_world *w, const scree_restored_file *from, other_laws *others,
                              char **laws, scree_report *r) {
    const size_t materials = scree_case_named(w->case_);
    scree_comm_add(w->comm, &others->contacts, 1);
    scree_comm_min(w->comm, &others->laws, 1);
    if (others->contacts > 0) {
        const size_t pair = (size_t)others->laws;
        scree_report_warning(
            r, "%s: %llu contacts begin without their history, which is that of other laws ('%s', here '%s')",
            from->path, (unsigned long long)others->contacts,
            from->file.laws.data[pair / (materials * materials)], laws[pair % (materials * materials)]);
    }
}

enum { DIRECTION_COLUMNS = 3 }; // scree_law_set.direction

// The columns of a contact's history after those of its laws: the direction of convex bodies, and the heat of friction.
typedef struct other_columns {
    int direction, loss;
} other_columns;

static other_columns other_columns_of(const scree_world *w, int n_history) {
    other_columns own = {.direction = scree_case_has_convex(w->case_) ? DIRECTION_COLUMNS : 0};
    own.loss = scree_case_warms_contacts(w->case_) && n_history > own.direction ? SCREE_MADE_OF_HISTORY : 0;
    return own;
}

// Gives contact c, of the same laws, the columns of its pair in this case. Those that the checkpoint lacks are zero: the search for the deepest point then begins as at
// first touch, and the evaluation of the forces at the start of a case sets those of the heat. Returns whether it lacks a direction.
static bool fit_columns(const scree_world *w, scree_restored_file *from, size_t c, int n_history) {
    scree_checkpoint *file = &from->file;
    scree_checkpoint_contact *contact = &file->contact.data[c];
    const other_columns here = other_columns_of(w, n_history);
    const int of_laws = n_history - here.direction - here.loss, more = (int)contact->n_history - of_laws;
    const other_columns there = {.direction = more >= DIRECTION_COLUMNS ? DIRECTION_COLUMNS : 0,
                                 .loss = more == SCREE_MADE_OF_HISTORY ||
                                                 more == DIRECTION_COLUMNS + SCREE_MADE_OF_HISTORY
                                             ? SCREE_MADE_OF_HISTORY
                                             : 0};
    const bool fits = more == there.direction + there.loss,
               equal = here.direction == there.direction && here.loss == there.loss;
    if (!fits || equal) {
        return false;
    }
    const size_t old = contact->history, new = file->history.n;
    scree_array_resize(&file->history, new + (size_t)n_history);
    double *to = file->history.data + new;
    const double *given = file->history.data + old;
    memset(to, 0, (size_t)n_history * sizeof *to);
    memcpy(to, given, (size_t)of_laws * sizeof *to);
    memcpy(to + of_laws, given + of_laws, (size_t)(here.direction ? there.direction : 0) * sizeof *to);
    memcpy(to + of_laws + here.direction, given + of_laws + there.direction,
           (size_t)(here.loss ? there.loss : 0) * sizeof *to);
    contact->history = new;
    contact->n_history = (uint32_t)n_history;
    return here.direction > there.direction;
}

// Is one of the bodies of a contact, none of which is a wall, convex? known: particles and ghosts.
static bool is_of_convex_body(const scree_world *w, const scree_checkpoint_contact *c,
                              const scree_id_index *known, size_t n) {
    const uint32_t a = scree_particle_find(known, n, c->a), b = scree_particle_find(known, n, c->b);
    return w->p.form[a].exponent != 0.0 || w->p.form[b].exponent != 0.0;
}

static void report_without_direction(const scree_world *w, const scree_restored_file *from, uint64_t contacts,
                                     scree_report *r) {
    scree_comm_add(w->comm, &contacts, 1);
    if (contacts > 0) {
        scree_report_warning(r,
                             "%s: it has no direction (direction_x, direction_y and direction_z of the "
                             "history) for %llu contacts of "
                             "convex bodies; their deepest points are searched as at first touch, so results "
                             "differ in their last "
                             "digits from those of a run that was not interrupted",
                             from->path, (unsigned long long)contacts);
    }
}

// Finds the contacts in the pair list; says so once if the laws they have now cannot go on with their history. laws: per
// pair of the case's materials.
static void place_contacts(const scree_world *w, scree_restored_file *from, char **laws, scree_report *r) {
    size_t n, materials = scree_case_named(w->case_);
    other_laws others = {0, INFINITY};
    uint64_t without_direction = 0;
    scree_id_index *known = scree_particles_and_ghosts_by_id(&w->p, &n);
    const scree_checkpoint *file = &from->file;
    from->at = scree_realloc(NULL, 0, (file->contact.n + 1) * sizeof *from->at);
    for (size_t k = 0; k < file->contact.n; k++) {
        const scree_checkpoint_contact *c = &file->contact.data[k];
        size_t at = place_of_contact(w, from, c, known, n);
        if (at != SIZE_MAX) {
            const scree_pair_block *block = scree_pairs_block_of(&w->pairs, at);
            const size_t then = c->material[0] * file->material_name.n + c->material[1],
                         now = scree_case_base_pair(w->case_, block->material);
            const bool same = strcmp(file->laws.data[then], laws[now]) == 0;
            if (same && fit_columns(w, from, k, block->n_history) && c->wall < 0) {
                without_direction += block->zone != SCREE_ZONE_REMOTE && is_of_convex_body(w, c, known, n);
            }
            if (!same || block->n_history != (int)c->n_history) {
                at = SIZE_MAX;
                if (c->n_history > 0 && block->zone != SCREE_ZONE_REMOTE) {
                    const double pair = (double)(then * materials * materials + now);
                    others.contacts++;
                    others.laws = pair < others.laws ? pair : others.laws;
                }
            }
        }
        from->at[k] = at;
    }
    scree_free(known);
    report_other_laws(w, from, &others, laws, r);
    report_without_direction(w, from, without_direction, r);
}

static void put_contacts(scree_world *w, const scree_restored_file *from) {
    scree_pairs *pairs = &w->pairs;
    for (size_t k = 0; k < from->file.contact.n; k++) {
        const scree_checkpoint_contact *c = &from->file.contact.data[k];
        size_t at = from->at[k];
        if (at == SIZE_MAX) {
            continue;
        }
        const scree_pair_block *block = scree_pairs_block_of(pairs, at);
        pairs->touching[at] = 1;
        if (c->n_history > 0) {
            memcpy(scree_pair_history(pairs, block, at), from->file.history.data + c->history,
                   c->n_history * sizeof(double));
        }
        if (block->wall >= 0) {
            pairs->touch[at - pairs->first_wall_pair].feature = c->feature;
        }
        w->contacts += block->zone != SCREE_ZONE_REMOTE;
    }
}

void scree_restore_contacts(scree_world *w, void *context) {
    scree_restoration *from = context;
    const size_t n = scree_case_named(w->case_) * scree_case_named(w->case_);
    char **laws = scree_realloc(NULL, 0, (n + 1) * sizeof *laws);
    for (size_t k = 0; k < n; k++) {
        laws[k] = scree_checkpoint_laws(scree_case_named_pair(w->case_, k));
    }
    scree_directory owners = {.comm = NULL};
    if (w->comm) {
        size_t particles;
        scree_id_index *own = scree_particles_by_id(&w->p, &particles);
        owners = scree_directory_create(w->comm, own, particles);
        scree_free(own);
    }
    for (size_t k = 0; k < from->files.n; k++) {
        scree_restored_file *one = &from->files.data[k];
        if (w->comm) {
            route_contacts(w, &owners, &one->file);
        }
        place_contacts(w, one, laws, from->report);
    }
    w->contacts = 0;
    for (size_t k = 0; k < from->files.n; k++) {
        put_contacts(w, &from->files.data[k]);
    }
    scree_directory_clear(&owners);
    for (size_t k = 0; k < n; k++) {
        scree_free(laws[k]);
    }
    scree_free(laws);
}
