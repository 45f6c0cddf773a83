// SPDX-License-Identifier: BSD-3-Clause
// Geometry of contacts with walls, before the laws. There are few contacts and many shapes, so the code is scalar.
#include "step/wall_touch.h"
#include "laws/contact.h"
#include "search/rebuild.h"
#include "search/wall_pairs.h"
#include "shape/mesh_history.h"
#include "state/contact_iterator.h"
#include "step/contacts.h"
#include "step/corrections.h"
#include "step/kernels.h"
#include <omp.h>
#include <string.h>

// Velocity of the wall's surface at a point, m/s: rigid motion plus surface_velocity along the surface.
static scree_vec3 surface_velocity(const scree_wall *wall, scree_vec3 at, scree_vec3 n) {
    scree_vec3 v = vec_add(wall->now.velocity, vec_cross(wall->now.spin, at));
    scree_vec3 belt = mat_mul(&wall->now.pose.rotation, wall->def->surface_velocity);
    return vec_add(v, vec_add_scaled(belt, -vec_dot(belt, n), n));
}

void scree_wall_touch_set(scree_wall_touch *t, const scree_wall *wall, scree_vec3 x, double r, double overlap,
                          scree_vec3 n) {
    scree_vec3 v = surface_velocity(wall, vec_add_scaled(x, r - overlap, n), n);
    *t = (scree_wall_touch){overlap, n.x, n.y, n.z, v.x, v.y, v.z, t->feature, t->image};
}

// Distances beyond touch up to which the laws of a block act: formed contacts hold up to neck, a field acts up to field.
typedef struct reaches {
    double neck, field; // m
} reaches;

static reaches reaches_of(const scree_world *w, const scree_pair_block *block) {
    size_t n = w->case_->material.n;
    const scree_law_set *laws = &w->laws[(size_t)block->material[0] * n + (size_t)block->material[1]];
    return (reaches){laws->traits & SCREE_TRAIT_NECK ? laws->reach : 0.0,
                     laws->traits & SCREE_TRAIT_FIELD ? laws->reach : 0.0};
}

// Are laws evaluated for a pair with this overlap and state? The same rule as find_touching_wall in step/touching.h.
static bool is_there(reaches reach, double overlap, uint8_t touching) {
    return overlap > 0.0 || (touching == 1 && overlap > -reach.neck) || overlap > -reach.field;
}

static void touch_simple(scree_world *w, const scree_wall *wall, const scree_pair_block *block) {
    scree_pairs *pairs = &w->pairs;
    const reaches reach = reaches_of(w, block);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, block->n))
    for (size_t k = block->first; k < block->first + block->n; k++) {
        scree_wall_touch *t = pairs->touch + (k - pairs->first_wall_pair);
        const scree_pos *p = w->p.x + pairs->pair[k].a;
        scree_vec3 x = vec3(p->x, p->y, p->z), normal;
        double overlap = p->r - scree_wall_distance(wall, x, &normal);
        if (is_there(reach, overlap, pairs->touching[k])) {
            scree_wall_touch_set(t, wall, x, p->r, overlap, vec_scale(-1.0, normal));
        } else {
            t->overlap = -INFINITY;
            if (pairs->touching[k]) {
                scree_pairs_close(pairs, block, k);
            }
        }
    }
}

// Working arrays for one particle on one mesh, one element per candidate triangle.
typedef struct slots {
    scree_mesh_contact *contact;
    scree_vec3 *image;
    double (*kept)[SCREE_HISTORY_MAX];
    uint32_t *candidate, *before, *after;
    int32_t *from, *fresh;
} slots;

enum {
    BYTES_PER_SLOT = sizeof(scree_mesh_contact) + sizeof(scree_vec3) + SCREE_HISTORY_MAX * sizeof(double) +
                     5 * sizeof(uint32_t)
};

// A thread's share of the scratch, a whole number of cache lines.
static size_t scratch_per_thread(const scree_world *w) {
    return (w->pairs.widest * BYTES_PER_SLOT + 63) / 64 * 64;
}

void scree_wall_touches_free(scree_world *w) {
    for (int k = 0; w->corrections && k < w->threads; k++) {
        scree_mesh_work_clear(&w->corrections[k].work);
        scree_array_free(&w->corrections[k].list);
    }
    scree_free(w->corrections);
    scree_free(w->touch_scratch);
}

// Reserves memory for all threads until the next list; a few kB for most meshes.
static void reserve_scratch(scree_world *w) {
    const size_t threads = (size_t)w->threads;
    if (!w->corrections) {
        w->corrections = scree_realloc(NULL, 0, threads * sizeof *w->corrections);
        memset(w->corrections, 0, threads * sizeof *w->corrections);
    }
    for (size_t k = 0; k < threads; k++) {
        w->corrections[k].list.n = 0;
    }
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
    s.fresh = s.from + n;
    return s;
}

// A new contact with a face that a correction connects to a contact which continues is on the same surface: it starts with a
// copy of that contact's history.
static void copy_from_neighbours(const scree_mesh_work *work, double neck, size_t n, slots *s) {
    for (size_t i = 0; i < work->correction.n; i++) {
        const scree_mesh_correction *c = &work->correction.data[i];
        int32_t source = -1;
        for (uint32_t j = 0; c->overlap > -neck && source < 0 && j < c->parents; j++) {
            source = s->after[c->parent[j]] != SCREE_FEATURE_NONE ? s->from[c->parent[j]] : -1;
        }
        for (uint32_t j = 0; source >= 0 && j < c->parents; j++) {
            const size_t k = c->parent[j];
            s->fresh[k] = k < n && s->after[k] != SCREE_FEATURE_NONE && s->from[k] < 0 ? source : s->fresh[k];
        }
    }
    for (size_t k = 0; k < n; k++) {
        s->from[k] = s->from[k] < 0 ? s->fresh[k] : s->from[k];
    }
}

// History follows the features: it is moved between the slots of a group, and cleared if no contact takes it over. Contacts
// beyond the neck have none.
static void move_history(scree_pairs *pairs, const scree_pair_block *block, const scree_mesh *mesh,
                         const scree_mesh_work *work, size_t first, size_t n, double neck, slots *s) {
    bool same = true;
    for (size_t k = 0; k < n; k++) {
        const scree_wall_touch *t = pairs->touch + (first + k - pairs->first_wall_pair);
        s->before[k] = pairs->touching[first + k] == 1 ? t->feature : SCREE_FEATURE_NONE;
        s->after[k] = s->contact[k].overlap > -neck ? s->contact[k].feature : SCREE_FEATURE_NONE;
        s->fresh[k] = -1;
        same &= s->before[k] == s->after[k];
    }
    if (same) {
        return;
    }
    scree_mesh_history_move(mesh, s->candidate, n, s->before, s->after, s->from);
    copy_from_neighbours(work, neck, n, s);
    size_t nh = (size_t)block->n_history;
    double *history = scree_pair_history(pairs, block, first);
    for (size_t k = 0; k < n; k++) {
        memcpy(s->kept[k], history + k * nh, nh * sizeof(double));
    }
    for (size_t k = 0; k < n; k++) {
        if (s->after[k] == SCREE_FEATURE_NONE) {
            if (s->before[k] != SCREE_FEATURE_NONE) {
                scree_pairs_close(pairs, block, first + k);
            }
        } else if (s->from[k] >= 0) {
            memcpy(history + k * nh, s->kept[s->from[k]], nh * sizeof(double));
            pairs->touching[first + k] = 1;
        } else {
            scree_pairs_close(pairs, block, first + k);
        }
    }
}

// A particle and its pairs on one mesh.
typedef struct toucher {
    const scree_wall *wall;
    const scree_pair_block *block;
    size_t first; // pair
    uint32_t particle;
    scree_vec3 x;
    double r;
    reaches reach;
    bool shifted; // some of its images touch
} toucher;

static scree_vec3 seen_in(const toucher *t, const slots *s, size_t k) {
    return t->shifted ? vec_add(t->x, mat_mul(&t->wall->now.pose.rotation, s->image[k])) : t->x;
}

// Stores a correction for the laws, with the histories from before this step.
static void keep_correction(const scree_pairs *pairs, const toucher *t, const slots *s,
                            const scree_mesh_correction *from, scree_corrections *to) {
    scree_correction c = {.count = from->count, .particle = t->particle, .touching = 2, .fresh = 1.0};
    const size_t nh = (size_t)t->block->n_history;
    double shares = 0.0;
    for (uint32_t j = 0; j < from->parents; j++) {
        const size_t pair = t->first + from->parent[j];
        if (pairs->touch[pair - pairs->first_wall_pair].overlap == -INFINITY) {
            continue; // it has ended beyond touch
        }
        c.pair[c.parents] = (uint32_t)pair;
        c.share[c.parents++] = from->share[j];
        shares += from->share[j];
        c.fresh = pairs->touching[pair] == 1 ? 0.0 : c.fresh;
    }
    c.touching = from->overlap > 0.0 || (c.fresh == 0.0 && from->overlap > -t->reach.neck) ? 1 : 2;
    if (!(shares > 0.0) || (c.touching == 2 && !(from->overlap > -t->reach.field))) {
        return;
    }
    for (uint32_t j = 0; j < c.parents; j++) {
        const double *h = scree_pair_history(pairs, t->block, c.pair[j]);
        c.share[j] /= shares;
        for (size_t k = 0; c.touching == 1 && k < nh; k++) {
            c.h[k] += c.share[j] * h[k];
        }
    }
    scree_wall_touch_set(&c.touch, t->wall, seen_in(t, s, from->slot), t->r, from->overlap,
                         mat_mul(&t->wall->now.pose.rotation, from->normal));
    scree_array_push(&to->list, c);
}

static void touch_slot(scree_pairs *pairs, const toucher *t, const slots *s, size_t k) {
    scree_wall_touch *touch = pairs->touch + (t->first + k - pairs->first_wall_pair);
    const scree_mesh_contact *c = &s->contact[k];
    const bool there = is_there(t->reach, c->overlap, pairs->touching[t->first + k]);
    touch->feature = there ? c->feature : SCREE_FEATURE_NONE;
    touch->overlap = -INFINITY;
    if (!there && pairs->touching[t->first + k]) {
        scree_pairs_close(pairs, t->block, t->first + k);
    }
    if (there) {
        scree_wall_touch_set(touch, t->wall, seen_in(t, s, k), t->r, c->overlap,
                             mat_mul(&t->wall->now.pose.rotation, c->normal));
    }
}

// One particle and all images of one mesh that it may touch: groups g .. g + groups - 1, pairs first .. first + n - 1.
static void touch_slots(scree_world *w, const scree_wall *wall, const scree_pair_block *block,
                        scree_mesh_group *g, size_t groups, size_t n, slots *s) {
    scree_pairs *pairs = &w->pairs;
    size_t first = pairs->first_wall_pair + g->first;
    uint32_t i = pairs->pair[first].a;
    bool shifted = false;
    for (size_t group = 0, k = 0; group < groups; group++) {
        scree_vec3 shift = scree_image_shift(w, i, g[group].image);
        shifted |= shift.x != 0.0 || shift.y != 0.0 || shift.z != 0.0;
        shift = mat_mul_transposed(&wall->now.pose.rotation, shift);
        for (uint32_t member = 0; member < g[group].n; member++, k++) {
            s->candidate[k] = pairs->pair[first + k].b;
            s->image[k] = shift;
        }
    }
    const toucher t = {.wall = wall,
                       .block = block,
                       .first = first,
                       .particle = i,
                       .x = vec3(w->p.x[i].x, w->p.x[i].y, w->p.x[i].z),
                       .r = w->p.x[i].r,
                       .reach = reaches_of(w, block),
                       .shifted = shifted};
    scree_corrections *mine = &w->corrections[omp_get_thread_num()];
    const double most = t.reach.neck > t.reach.field ? t.reach.neck : t.reach.field;
    scree_mesh_touch(wall->surface, scree_wall_to_own(wall, t.x), shifted ? s->image : NULL, t.r, most,
                     s->candidate, n, &mine->work, s->contact);
    for (size_t k = 0; k < n; k++) {
        s->contact[k].overlap =
            s->contact[k].feature != SCREE_FEATURE_NONE ? s->contact[k].overlap : -INFINITY;
    }
    move_history(pairs, block, wall->surface, &mine->work, first, n, t.reach.neck, s);
    for (size_t k = 0; k < n; k++) {
        touch_slot(pairs, &t, s, k);
    }
    for (size_t group = 0; group < groups; group++) {
        g[group].corrections = 0;
    }
    g->thread = (uint32_t)omp_get_thread_num();
    g->first_correction = (uint32_t)mine->list.n;
    for (size_t k = 0; k < mine->work.correction.n; k++) {
        keep_correction(pairs, &t, s, &mine->work.correction.data[k], mine);
    }
    g->corrections = (uint32_t)mine->list.n - g->first_correction;
}

// The groups of group g's particle; only its first group does the work.
static void touch_group(scree_world *w, const scree_wall *wall, const scree_pair_block *block,
                        scree_mesh_group *g, const scree_mesh_group *begin, const scree_mesh_group *end) {
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
    touch_slots(w, wall, block, g, groups, n, &s);
}

static void touch_mesh(scree_world *w, const scree_wall *wall, const scree_pair_block *block) {
    const scree_pairs *pairs = &w->pairs;
    size_t low = block->first - pairs->first_wall_pair, n = pairs->group.n, begin = 0, end = n;
    while (begin < n && pairs->group.data[begin].first < low) {
        begin++;
    }
    for (end = begin; end < n && pairs->group.data[end].first < low + block->n; end++) {
    }
    scree_mesh_group *group = pairs->group.data;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, 4 * (end - begin)))
    for (size_t g = begin; g < end; g++) {
        touch_group(w, wall, block, group + g, group + begin, group + end);
    }
}

void scree_wall_touches(scree_world *w) {
    reserve_scratch(w);
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        if (block->wall >= 0) {
            const scree_wall *wall = &w->wall.data[block->wall];
            if (wall->mesh) {
                touch_mesh(w, wall, block);
            } else {
                touch_simple(w, wall, block);
            }
        }
    }
}
