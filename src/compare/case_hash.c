// SPDX-License-Identifier: BSD-3-Clause
#include "compare/case_hash.h"
#include "input/config.h"
#include "memory/hash.h"
#include "wear/wear_shape.h"
#include <string.h>

const char *scree_case_hash_counts(const char *path, const char *text) {
    static const char *const free_to_change[] = {"output", "time.end",  "title", "search",
                                                 "alarms", "variables", "phases"};
    for (size_t k = 0; k < sizeof free_to_change / sizeof *free_to_change; k++) {
        if (strncmp(path, free_to_change[k], strlen(free_to_change[k])) == 0) {
            return NULL;
        }
    }
    const char *key = strrchr(path, '.'), *slash = strrchr(text, '/');
    const bool library = strncmp(path, "laws[", 5) == 0,
               file = key && (strcmp(key, ".file") == 0 || strcmp(key, ".checkpoint") == 0);
    return slash && (library || file) ? slash + 1 : text; // its folder is told from where the run is started
}

static void hash_value(void *context, const char *path, const char *value) {
    scree_hash *sum = context;
    const char *text = scree_case_hash_counts(path, value);
    if (!text) {
        return;
    }
    scree_hash one = scree_hash_bytes(path, strlen(path), 3),
               two = scree_hash_bytes(text, strlen(text), one.a);
    *sum = scree_hash_add(*sum, two);
}

// Values of formulas depend on variables, which the texts name only.
static scree_hash hash_of_table(const scree_time_table *t, uint64_t seed) {
    scree_hash sum = scree_hash_bytes(t->time.data, t->time.n * sizeof *t->time.data, seed);
    sum =
        scree_hash_add(sum, scree_hash_bytes(t->vector.data, t->vector.n * sizeof *t->vector.data, seed + 1));
    return scree_hash_add(sum, scree_hash_bytes(t->angle.data, t->angle.n * sizeof *t->angle.data, seed + 2));
}

// The mesh as it was given, without what changes where wear moves it.
static scree_hash hash_of_moved_mesh(const scree_world *w, size_t wall) {
    const scree_mesh *m = w->wall.data[wall].mesh;
    const scree_mesh_shape *given = w->wear ? scree_wear_given(w, wall) : NULL; // NULL: nothing has moved yet
    scree_hash sum = scree_hash_bytes(given ? given->given.data : m->vertex.data,
                                      m->vertex.n * sizeof *m->vertex.data, 10 + wall);
    for (size_t i = 0; i < m->triangle.n; i++) {
        const uint64_t words[] = {wall, i, m->triangle.data[i].v[0], m->triangle.data[i].v[1],
                                  m->triangle.data[i].v[2]};
        sum = scree_hash_add(sum, scree_hash_words(words, sizeof words / sizeof *words, 11));
    }
    return sum;
}

uint64_t scree_case_hash(const scree_world *w) {
    scree_hash sum = {0, 0};
    scree_case_each_value(w->case_, hash_value, &sum);
    for (size_t k = 0; k < w->wall.n; k++) { // a mesh that was edited is another case
        const scree_mesh *m = w->wall.data[k].mesh;
        if (m && w->wall.data[k].def->displaced) {
            sum = scree_hash_add(sum, hash_of_moved_mesh(w, k));
        } else if (m) {
            sum = scree_hash_add(
                sum, scree_hash_bytes(m->vertex.data, m->vertex.n * sizeof *m->vertex.data, 10 + k));
            sum = scree_hash_add(
                sum, scree_hash_bytes(m->triangle.data, m->triangle.n * sizeof *m->triangle.data, 11 + k));
        }
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        for (size_t i = 0; i < w->wall.data[k].def->motion.n; i++) {
            const scree_motion *m = &w->wall.data[k].def->motion.data[i];
            if (m->kind == SCREE_MOTION_FORMULA) {
                sum = scree_hash_add(sum, hash_of_table(&m->table, 1000 + 100 * k + 3 * i));
            }
        }
    }
    for (size_t k = 0; k < w->case_->shape.n; k++) { // as a file of members
        const scree_shape_def *s = &w->case_->shape.data[k];
        if (s->file) {
            sum = scree_hash_add(
                sum, scree_hash_bytes(s->member.data, s->member.n * sizeof *s->member.data, 700 + k));
        }
    }
    for (size_t k = 0; k < w->case_->bond.n; k++) {
        const scree_bond_def *def = &w->case_->bond.data[k];
        sum = scree_hash_add(sum,
                             scree_hash_bytes(def->pair.data, def->pair.n * sizeof *def->pair.data, 800 + k));
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_drive_def *d = &w->wall.data[k].def->drive;
        for (size_t i = 0; i < d->slide.n + d->turn.n; i++) {
            const scree_freedom_def *f = i < d->slide.n ? &d->slide.data[i] : &d->turn.data[i - d->slide.n];
            if (f->has_factor && f->factor_kind == SCREE_MOTION_FORMULA) {
                sum = scree_hash_add(sum, hash_of_table(&f->factor, 100000 + 100 * k + 3 * i));
            }
        }
    }
    if (w->case_->gravity_kind == SCREE_MOTION_FORMULA) {
        sum = scree_hash_add(sum, hash_of_table(&w->case_->gravity_table, 500));
    }
    return sum.a ^ sum.b;
}
