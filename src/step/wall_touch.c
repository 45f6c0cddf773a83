// SPDX-License-Identifier: BSD-3-Clause
// Where particles touch walls, before the laws: few contacts, many shapes, so scalar and one by one.
#include "laws/contact.h"
#include "search/rebuild.h"
#include "search/wall_pairs.h"
#include "shape/mesh_touch.h"
#include "step/contacts.h"
#include "step/kernels.h"
#include <omp.h>
#include <string.h>

// Velocity of the wall's surface at a point: rigid motion, and the belt speed along the surface.
static scree_vec3 surface_velocity(const scree_wall *wall, scree_vec3 at, scree_vec3 n) {
    scree_vec3 v = vec_add(wall->velocity, vec_cross(wall->spin, at));
    scree_vec3 belt = mat_mul(&wall->rotation, wall->def->surface_velocity);
    return vec_add(v, vec_add_scaled(belt, -vec_dot(belt, n), n));
}

void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 x, double r, double overlap,
                          scree_vec3 n) {
    scree_vec3 v = surface_velocity(wall, vec_add_scaled(x, r - overlap, n), n);
    *t = (scree_wall_touch){overlap, n.x, n.y, n.z, v.x, v.y, v.z, t->feature, t->image};
}

// How far beyond touch the laws of a class act: contacts once made hold out to neck, a force acts out to field.
typedef struct reaches {
    double neck, field; // m
} reaches;

static reaches reaches_of(const scree_world *w, const scree_pair_class *class) {
    size_t n = w->case_->material.n;
    const scree_law_set *laws = &w->laws[(size_t) class->material[0] * n + (size_t) class->material[1]];
    return (reaches){laws->traits & SCREE_TRAIT_NECK ? laws->reach : 0.0,
                     laws->traits & SCREE_TRAIT_FIELD ? laws->reach : 0.0};
}

// Does a pair at this overlap, touching or not so far, concern the laws? As evaluate in step/kernels.c has it.
static bool is_there(reaches reach, double overlap, uint8_t touching) {
    return overlap > 0.0 || (touching == 1 && overlap > -reach.neck) || overlap > -reach.field;
}

static void touch_simple(scree_world *w, const scree_wall *wall, const scree_pair_class *class) {
    scree_pairs *pairs = &w->pairs;
    const reaches reach = reaches_of(w, class);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, class->n))
    for (size_t k = class->first; k < class->first + class->n; k++) {
        scree_wall_touch *t = pairs->touch + (k - pairs->first_wall_pair);
        const scree_pos *p = w->p.x + pairs->pair[k].a;
        scree_vec3 x = vec3(p->x, p->y, p->z), normal;
        double overlap = p->r - scree_wall_distance(wall, x, &normal);
        if (is_there(reach, overlap, pairs->touching[k])) {
            scree_wall_touch_set(t, wall, x, p->r, overlap, vec_scale(-1.0, normal));
        } else {
            t->overlap = -INFINITY;
            if (pairs->touching[k]) {
                scree_pairs_close(pairs, class, k);
            }
        }
    }
}

// What the handling of one particle on one mesh needs, an item per candidate triangle.
typedef struct slots {
    scree_mesh_contact *contact;
    scree_vec3 *image;
    double (*kept)[SCREE_HISTORY_MAX];
    uint32_t *candidate, *before, *after;
    int32_t *from;
} slots;

enum {
    BYTES_PER_SLOT = sizeof(scree_mesh_contact) + sizeof(scree_vec3) + SCREE_HISTORY_MAX * sizeof(double) +
                     4 * sizeof(uint32_t)
};

// A thread's share of the scratch, a whole number of cache lines.
static size_t scratch_per_thread(const scree_world *w) {
    return (w->pairs.widest * BYTES_PER_SLOT + 63) / 64 * 64;
}

// For all threads, enough until the next list; most meshes are so coarse that it is a few kB.
static void reserve_scratch(scree_world *w) {
    w->touch_scratch =
        scree_regrow(w->touch_scratch, &w->touch_scratch_size, (size_t)w->threads * scratch_per_thread(w), 1);
}

static slots slots_of_thread(const scree_world *w) {
    size_t n = w->pairs.widest;
    slots s;
    s.contact = (scree_mesh_contact *)((char *)w->touch_scratch +
                                       (size_t)omp_get_thread_num() * scratch_per_thread(w));
    s.image = (scree_vec3 *)(s.contact + n);
    s.kept = (double(*)[SCREE_HISTORY_MAX])(s.image + n);
    s.candidate = (uint32_t *)(s.kept + n);
    s.before = s.candidate + n;
    s.after = s.before + n;
    s.from = (int32_t *)(s.after + n);
    return s;
}

// History follows the features: moved between the slots of a group, closed where no contact inherits it. What is beyond
// the neck has none.
static void move_history(scree_pairs *pairs, const scree_pair_class *class, const scree_mesh *mesh,
                         size_t first, size_t n, double neck, slots *s) {
    bool same = true;
    for (size_t k = 0; k < n; k++) {
        const scree_wall_touch *t = pairs->touch + (first + k - pairs->first_wall_pair);
        s->before[k] = pairs->touching[first + k] == 1 ? t->feature : SCREE_FEATURE_NONE;
        s->after[k] = s->contact[k].overlap > -neck ? s->contact[k].feature : SCREE_FEATURE_NONE;
        same &= s->before[k] == s->after[k];
    }
    if (same) {
        return;
    }
    scree_mesh_hand_over(mesh, s->candidate, n, s->before, s->after, s->from);
    size_t nh = (size_t) class->n_history;
    double *history = pairs->history + class->history + (first - class->first) * nh;
    for (size_t k = 0; k < n; k++) {
        memcpy(s->kept[k], history + k * nh, nh * sizeof(double));
    }
    for (size_t k = 0; k < n; k++) {
        if (s->after[k] == SCREE_FEATURE_NONE) {
            if (s->before[k] != SCREE_FEATURE_NONE) {
                scree_pairs_close(pairs, class, first + k);
            }
        } else if (s->from[k] >= 0) {
            memcpy(history + k * nh, s->kept[s->from[k]], nh * sizeof(double));
            pairs->touching[first + k] = 1;
        } else {
            scree_pairs_close(pairs, class, first + k);
        }
    }
}

// One particle and all images of one mesh that it may touch: groups g .. g + groups - 1, pairs first .. first + n - 1.
static void touch_slots(scree_world *w, const scree_wall *wall, const scree_pair_class *class,
                        const scree_mesh_group *g, size_t groups, size_t n, slots *s) {
    scree_pairs *pairs = &w->pairs;
    size_t first = pairs->first_wall_pair + g->first;
    uint32_t i = pairs->pair[first].a;
    bool shifted = false;
    for (size_t group = 0, k = 0; group < groups; group++) {
        scree_vec3 shift = scree_image_shift(w, i, g[group].image);
        shifted |= shift.x != 0.0 || shift.y != 0.0 || shift.z != 0.0;
        shift = mat_mul_transposed(&wall->rotation, shift);
        for (uint32_t member = 0; member < g[group].n; member++, k++) {
            s->candidate[k] = pairs->pair[first + k].b;
            s->image[k] = shift;
        }
    }
    scree_vec3 x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z);
    double r = w->p.x[i].r;
    scree_vec3 local = scree_wall_to_own(wall, x);
    const reaches reach = reaches_of(w, class);
    const double most = reach.neck > reach.field ? reach.neck : reach.field;
    scree_mesh_touch(wall->mesh, local, shifted ? s->image : NULL, r, most, s->candidate, n, s->contact);
    for (size_t k = 0; k < n; k++) {
        s->contact[k].overlap =
            s->contact[k].feature != SCREE_FEATURE_NONE ? s->contact[k].overlap : -INFINITY;
    }
    move_history(pairs, class, wall->mesh, first, n, reach.neck, s);
    for (size_t k = 0; k < n; k++) {
        scree_wall_touch *t = pairs->touch + (first + k - pairs->first_wall_pair);
        bool there = is_there(reach, s->contact[k].overlap, pairs->touching[first + k]);
        t->feature = there ? s->contact[k].feature : SCREE_FEATURE_NONE;
        t->overlap = -INFINITY;
        if (!there && pairs->touching[first + k]) {
            scree_pairs_close(pairs, class, first + k);
        }
        if (there) {
            scree_vec3 seen = shifted ? vec_add(x, mat_mul(&wall->rotation, s->image[k])) : x;
            scree_wall_touch_set(t, wall, seen, r, s->contact[k].overlap,
                                 mat_mul(&wall->rotation, s->contact[k].normal));
        }
    }
}

// The groups of group g's particle; only its first group does the work.
static void touch_group(scree_world *w, const scree_wall *wall, const scree_pair_class *class,
                        const scree_mesh_group *g, const scree_mesh_group *begin,
                        const scree_mesh_group *end) {
    const scree_pair *pair = w->pairs.pair + w->pairs.first_wall_pair;
    uint32_t i = pair[g->first].a;
    if (g > begin && pair[g[-1].first].a == i) {
        return;
    }
    size_t groups = 0, n = 0;
    while (g + groups < end && pair[g[groups].first].a == i) {
        n += g[groups++].n;
    }
    slots s = slots_of_thread(w);
    touch_slots(w, wall, class, g, groups, n, &s);
}

static void touch_mesh(scree_world *w, const scree_wall *wall, const scree_pair_class *class) {
    const scree_pairs *pairs = &w->pairs;
    size_t low = class->first - pairs->first_wall_pair, n = pairs->group.n, begin = 0, end = n;
    while (begin < n && pairs->group.data[begin].first < low) {
        begin++;
    }
    for (end = begin; end < n && pairs->group.data[end].first < low + class->n; end++) {
    }
    const scree_mesh_group *group = pairs->group.data;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, 4 * (end - begin)))
    for (size_t g = begin; g < end; g++) {
        touch_group(w, wall, class, group + g, group + begin, group + end);
    }
}

void scree_wall_touches(scree_world *w) {
    reserve_scratch(w);
    for (size_t c = 0; c < w->pairs.class.n; c++) {
        const scree_pair_class *class = &w->pairs.class.data[c];
        if (class->wall >= 0) {
            const scree_wall *wall = &w->wall.data[class->wall];
            if (wall->mesh) {
                touch_mesh(w, wall, class);
            } else {
                touch_simple(w, wall, class);
            }
        }
    }
}
