// SPDX-License-Identifier: BSD-3-Clause
#include "state/snapshot.h"
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, PAGE = 1 << 21 }; // bytes

// Room for n items in the block, and the items; with no block it is only counted.
static void *copy(scree_snapshot *s, const void *from, size_t n, size_t item) {
    size_t at = s->used;
    s->used += (n * item + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!s->block) {
        return NULL;
    }
    if (from && n > 0) {
        memcpy(s->block + at, from, n * item);
    }
    return s->block + at;
}

#define COPY(s, from, n) copy(s, from, n, sizeof *(from))

static void copy_particles(scree_snapshot *s, const scree_world *w) {
    const scree_particles *p = &w->p;
    const bool *periodic = w->case_->periodic, wraps = periodic[0] || periodic[1] || periodic[2];
    s->world.p = (scree_particles){
        .n = p->n,
        .capacity = p->n,
        .x = COPY(s, p->x, p->n),
        .motion = COPY(s, p->motion, p->n),
        .f = COPY(s, p->f, p->n),
        .built = wraps ? COPY(s, p->built, p->n) : NULL,
        .dead = COPY(s, p->dead, p->n),
        .id = COPY(s, p->id, p->n),
    };
}

static bool is_wanted(const scree_pair_class *class, int parts) {
    return parts & SCREE_SNAPSHOT_CONTACTS || (parts & SCREE_SNAPSHOT_WALL_CONTACTS && class->wall >= 0);
}

typedef struct acting {
    size_t pairs, with_walls, history; // how many, and the values that they remember
} acting;

static acting count_acting(const scree_pairs *pairs, int parts) {
    acting all = {0, 0, 0};
    for (size_t c = 0; c < pairs->class.n; c++) {
        const scree_pair_class *class = &pairs->class.data[c];
        size_t n = 0;
        for (size_t k = class->first; is_wanted(class, parts) && k < class->first + class->n; k++) {
            n += pairs->touching[k] != 0;
        }
        all.pairs += n;
        all.with_walls += class->wall >= 0 ? n : 0;
        all.history += parts & SCREE_SNAPSHOT_HISTORY ? n * (size_t) class->n_history : 0;
    }
    return all;
}

// Those of one class, behind the ones copied so far.
static void copy_class(scree_pairs *to, const scree_pairs *from, scree_pair_class *class, int parts) {
    const scree_pair_class old = *class;
    size_t columns = (size_t)old.n_history;
    class->first = to->n;
    class->history = to->n_history;
    for (size_t k = old.first; is_wanted(&old, parts) && k < old.first + old.n; k++) {
        if (!from->touching[k]) {
            continue;
        }
        size_t n = to->n++;
        to->pair[n] = from->pair[k];
        to->touching[n] = from->touching[k];
        if (to->force) {
            to->force[n] = from->force[k];
        }
        if (to->history) {
            memcpy(to->history + to->n_history, from->history + old.history + (k - old.first) * columns,
                   columns * sizeof *to->history);
            to->n_history += columns;
        }
        if (old.wall >= 0) {
            to->touch[n - to->first_wall_pair] = from->touch[k - from->first_wall_pair];
        } else {
            to->first_wall_pair = to->n;
        }
    }
    class->n = to->n - class->first;
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
    to.class.data = COPY(s, from->class.data, from->class.n);
    to.class.n = to.class.capacity = from->class.n;
    for (size_t c = 0; s->block && c < to.class.n; c++) {
        copy_class(&to, from, &to.class.data[c], parts);
    }
    s->world.pairs = to;
}

// Twice the same: first with no block, to count.
static void copy_all(scree_snapshot *s, const scree_world *w, int parts) {
    s->used = 0;
    s->world = *w;
    copy_particles(s, w);
    copy_pairs(s, w, parts);
    s->world.wall.data = COPY(s, w->wall.data, w->wall.n);
    s->world.source.data = COPY(s, w->source.data, w->source.n);
    s->world.outlet.data = COPY(s, w->outlet.data, w->outlet.n);
    memset(&s->world.scratch, 0, sizeof s->world.scratch);
    memset(&s->world.driven, 0, sizeof s->world.driven);
    s->world.threads = 1; // the others are the run's
    s->world.slack = NULL;
    s->world.laws = NULL;
    s->world.sums = NULL;
    s->world.touch_scratch = NULL;
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
        s->block = aligned_alloc(PAGE, room); // not scree_realloc: the run can go on without
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
