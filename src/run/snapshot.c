// SPDX-License-Identifier: BSD-3-Clause
#include "run/snapshot.h"
#include "access/contact_iterator.h"
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, PAGE = 1 << 21 }; // bytes

// Reserves n items in the block and copies them there; without a block only the size is counted.
static void *copy(scree_snapshot *s, const void *from, size_t n, size_t item) {
    size_t at = s->used;
    s->used += (n * item + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!s->block) {
        return NULL;
    }
    scree_copy(s->block + at, from, from ? n * item : 0);
    return s->block + at;
}

#define COPY(s, from, n) copy(s, from, n, sizeof *(from))

static void copy_particles(scree_snapshot *s, const scree_world *w) {
    const scree_particles *p = &w->p;
    scree_particles to = {.n = p->n, .capacity = p->n, .absent = p->absent};
#define SCREE_COPY(name, type, when, flags, ...)                                                             \
    if ((flags)&SCREE_COPIED && scree_particles_have(p, SCREE_ARRAY_##name)) {                               \
        to.name = COPY(s, p->name, p->n);                                                                    \
    }
    SCREE_ARRAYS(SCREE_COPY)
#undef SCREE_COPY
    to.list_x = scree_cell_periodic_axes(&w->cell) > 0 ? COPY(s, p->list_x, p->n)
                                                       : NULL; // needed for the image that a contact is with
    s->world.p = to;
}

static int wanted_contacts(int parts) {
    return parts & SCREE_SNAPSHOT_CONTACTS        ? SCREE_ACTING
           : parts & SCREE_SNAPSHOT_WALL_CONTACTS ? SCREE_ACTING | SCREE_OF_WALLS
                                                  : 0;
}

typedef struct acting {
    size_t pairs, with_walls, history; // numbers of pairs, and of history values
} acting;

static acting count_acting(const scree_pairs *pairs, int parts) {
    acting all = {0, 0, 0};
    for (scree_contacts c = scree_contacts_of(pairs, wanted_contacts(parts)); scree_contacts_next(&c);) {
        all.pairs++;
        all.with_walls += c.block->wall >= 0;
        all.history += parts & SCREE_SNAPSHOT_HISTORY ? (size_t)c.block->n_history : 0;
    }
    return all;
}

// Appends the pairs of one block.
static void copy_block(scree_pairs *to, const scree_pairs *from, size_t number, int parts) {
    scree_pair_block *block = &to->block.data[number];
    const size_t columns = (size_t)block->n_history;
    block->first = to->n;
    block->history = to->n_history;
    scree_contacts c = scree_contacts_in(from, number, wanted_contacts(parts));
    while (scree_contacts_next(&c)) {
        const size_t n = to->n++, k = c.k;
        to->pair[n] = from->pair[k];
        to->touching[n] = from->touching[k];
        if (to->force) {
            to->force[n] = from->force[k];
        }
        if (to->history) {
            memcpy(to->history + to->n_history, scree_pair_history(from, c.block, k),
                   columns * sizeof *to->history);
            to->n_history += columns;
        }
        if (block->wall >= 0) {
            to->touch[n - to->first_wall_pair] = from->touch[k - from->first_wall_pair];
        } else {
            to->first_wall_pair = to->n;
        }
    }
    block->n = to->n - block->first;
}

static void copy_pairs(scree_snapshot *s, const scree_world *w, int parts) {
    const scree_pairs *from = &w->pairs;
    const acting count = count_acting(from, parts);
    const size_t n = count.pairs;
    scree_pairs to = {.capacity = n};
    to.pair = copy(s, NULL, n, sizeof *to.pair);
    to.touching = copy(s, NULL, n, sizeof *to.touching);
    to.touch = copy(s, NULL, count.with_walls, sizeof *to.touch);
    to.force = parts & SCREE_SNAPSHOT_FORCES ? copy(s, NULL, n, sizeof *to.force) : NULL;
    to.history = parts & SCREE_SNAPSHOT_HISTORY ? copy(s, NULL, count.history, sizeof *to.history) : NULL;
    to.block.data = COPY(s, from->block.data, from->block.n);
    to.block.n = to.block.capacity = from->block.n;
    for (size_t c = 0; s->block && c < to.block.n; c++) {
        copy_block(&to, from, c, parts);
    }
    s->world.pairs = to;
}

// Called twice: first without a block, to count.
static void copy_all(scree_snapshot *s, const scree_world *w, int parts) {
    s->used = 0;
    s->world = *w;
    copy_particles(s, w);
    copy_pairs(s, w, parts);
    s->world.wall.data = COPY(s, w->wall.data, w->wall.n);
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_corner_list *corner = &w->wall.data[k].corner;
        scree_wall_corner *copied = COPY(s, corner->data, corner->n);
        if (s->block) {
            s->world.wall.data[k].corner.data = copied;
        }
    }
#define SCREE_COPY(type, name, ...) s->world.name.data = COPY(s, w->name.data, w->name.n);
    SCREE_SAVED_ARRAYS(SCREE_COPY)
#undef SCREE_COPY
    memset(&s->world.scratch, 0, sizeof s->world.scratch);
    memset(&s->world.driven, 0, sizeof s->world.driven);
    memset(&s->world.hook, 0, sizeof s->world.hook);
    s->world.integration = NULL;
    s->world.threads = 1; // the other threads are used by the run
    s->world.team = scree_team_create(1, true, NULL);
    s->world.skin_check = NULL;
    s->world.contact_scratch = NULL;
    s->world.wall_load = NULL;
    s->world.crossing = NULL;
    s->world.corrections = NULL;
}

size_t scree_snapshot_size(const scree_world *w, int parts) {
    scree_snapshot counted = {.block = NULL};
    copy_all(&counted, w, parts);
    return counted.used;
}

bool scree_snapshot_take(scree_snapshot *s, const scree_world *w, int parts) {
    size_t size = scree_snapshot_size(w, parts);
    if (size > s->size || !s->block) {
        scree_snapshot_clear(s);
        size_t room = (size + size / 8 + PAGE) / PAGE * PAGE;
        s->block = aligned_alloc(PAGE, room); // not scree_realloc: the run can continue without a snapshot
        s->size = s->block ? room : 0;
    }
    if (s->block) {
        copy_all(s, w, parts);
    }
    return s->block != NULL;
}

void scree_snapshot_clear(scree_snapshot *s) {
    free(s->block);
    *s = (scree_snapshot){.block = NULL};
}
