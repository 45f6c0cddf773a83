// SPDX-License-Identifier: BSD-3-Clause
#include "search/rebuild.h"
#include "search/grid.h"
#include "search/slack.h"
#include "search/wall_pairs.h"
#include <omp.h>
#include <string.h>

enum { SORT_EVERY = 8 }; // rebuilds between spatial sorts; 176 B per particle move

static void permute(void *array, size_t item, const uint32_t *order, size_t n, char *scratch) {
    const char *from = array;
    for (size_t i = 0; i < n; i++) {
        memcpy(scratch + i * item, from + (size_t)order[i] * item, item);
    }
    memcpy(array, scratch, n * item);
}

// The bodies whose power the ledger needs, see step/contacts.c.
static void list_driven(scree_world *w) {
    w->driven.n = 0;
    for (size_t i = 0; w->has_fixed && i < w->p.n; i++) {
        const scree_vel *v = w->p.v + i;
        const scree_spin *s = w->p.w + i;
        if (v->m == SCREE_FIXED_MASS &&
            (v->x != 0.0 || v->y != 0.0 || v->z != 0.0 || s->x != 0.0 || s->y != 0.0 || s->z != 0.0)) {
            scree_array_push(&w->driven, (uint32_t)i);
        }
    }
}

// Drops the dead, now and then sorts by place. order[new] = old.
static uint32_t *settle_storage(scree_world *w) {
    scree_particles *p = &w->p;
    uint32_t *order = scree_realloc(NULL, 0, (p->n + 1) * sizeof *order);
    size_t n = scree_grid_spatial_order(w, order, w->rebuilds % SORT_EVERY == 0);
    int moved = n != p->n;
    for (size_t i = 0; i < n && !moved; i++) {
        moved = order[i] != i;
    }
    if (moved) {
        char *scratch = scree_realloc(NULL, 0, (n + 1) * sizeof *p->f);
        permute(p->x, sizeof *p->x, order, n, scratch);
        permute(p->v, sizeof *p->v, order, n, scratch);
        permute(p->w, sizeof *p->w, order, n, scratch);
        permute(p->f, sizeof *p->f, order, n, scratch);
        permute(p->id, sizeof *p->id, order, n, scratch);
        scree_free(scratch);
    }
    p->n = n;
    if (n > 0) {
        memset(p->dead, 0, n);
    }
    w->box_low = vec3(INFINITY, INFINITY, INFINITY);
    w->box_high = vec3(-INFINITY, -INFINITY, -INFINITY);
    for (size_t i = 0; i < n; i++) {
        p->built[i] = vec3(p->x[i].x, p->x[i].y, p->x[i].z);
        w->box_low = vec_min(w->box_low, p->built[i]);
        w->box_high = vec_max(w->box_high, p->built[i]);
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].built_rotation = w->wall.data[k].rotation;
        w->wall.data[k].built_shift = w->wall.data[k].shift;
    }
    list_driven(w);
    return order;
}

static scree_pair_class *add_class(scree_world *w, size_t first, size_t n, int wall, int a, int b) {
    scree_pair_class class = {first, n, w->pairs.n_history, 0, wall, {a, b}};
    class.n_history = w->history_columns[(size_t)a * w->case_->material.n + (size_t)b];
    w->pairs.n_history += n * (size_t) class.n_history;
    scree_array_push(&w->pairs.class, class);
    return &w->pairs.class.data[w->pairs.class.n - 1];
}

static void reserve_pairs(scree_pairs *pairs, size_t need, bool moments) {
    if (need > pairs->capacity) {
        size_t capacity = need + need / 4 + 16;
        pairs->pair =
            scree_realloc(pairs->pair, pairs->n * sizeof *pairs->pair, capacity * sizeof *pairs->pair);
        scree_free(pairs->touching);
        scree_free(pairs->force);
        scree_free(pairs->moment);
        pairs->touching = scree_realloc(NULL, 0, capacity);
        pairs->force = scree_realloc(NULL, 0, capacity * sizeof *pairs->force);
        pairs->moment = moments ? scree_realloc(NULL, 0, capacity * sizeof *pairs->moment) : NULL;
        pairs->capacity = capacity;
    }
}

// Puts pairs of one kind together: class by the materials of a and of b, in this order, as a law may treat the two bodies by
// their own materials and radii. Stable, so the order inside a class is that of the particles.
static void sort_into_classes(scree_world *w, scree_pair *raw, size_t n, int wall) {
    scree_pairs *pairs = &w->pairs;
    const scree_spin *spin = w->p.w;
    size_t materials = w->case_->material.n, kinds = wall >= 0 ? materials : materials * materials;
    size_t first = pairs->n;
    reserve_pairs(pairs, first + n, w->has_moments);
    size_t *count = scree_realloc(NULL, 0, (kinds + 1) * sizeof *count);
    memset(count, 0, (kinds + 1) * sizeof *count);
    for (size_t k = 0; k < n; k++) {
        size_t a = spin[raw[k].a].material, b = wall >= 0 ? 0 : spin[raw[k].b].material;
        count[(wall >= 0 ? a : a * materials + b) + 1]++;
    }
    for (size_t c = 0; c < kinds; c++) {
        size_t members = count[c + 1];
        count[c + 1] += count[c];
        if (members > 0) {
            int a = (int)(wall >= 0 ? c : c / materials);
            int b = wall >= 0 ? w->wall.data[wall].def->material : (int)(c % materials);
            add_class(w, first + count[c], members, wall, a, b);
        }
    }
    for (size_t k = 0; k < n; k++) {
        size_t a = spin[raw[k].a].material, b = wall >= 0 ? 0 : spin[raw[k].b].material;
        size_t kind = wall >= 0 ? a : a * materials + b;
        pairs->pair[first + count[kind]++] = raw[k];
    }
    pairs->n = first + n;
    scree_free(count);
}

// Appends pairs of one kind, unless there would be too many; adds them to *found either way.
static void list_pairs(scree_world *w, scree_pair *raw, size_t n, int wall, size_t *found) {
    *found += n;
    if (*found <= w->most_pairs) {
        sort_into_classes(w, raw, n, wall);
    }
}

static void find_particle_pairs(scree_world *w, size_t *found) {
    int threads = w->threads;
    scree_pair_buffer *part = scree_realloc(NULL, 0, (size_t)threads * sizeof *part);
    memset(part, 0, (size_t)threads * sizeof *part);
    const uint64_t *id = w->p.id;
#pragma omp parallel num_threads(threads)
    {
        size_t t = (size_t)omp_get_thread_num();
        size_t share = (size_t)omp_get_num_threads(); // may be fewer than asked for
        size_t first = w->p.n * t / share, last = w->p.n * (t + 1) / share;
        scree_grid_pairs(w->grid, &w->p, first, last, &part[t]);
        size_t kept = 0;
        for (size_t k = 0; k < part[t].n; k++) { // a is the smaller id
            scree_pair q = part[t].data[k];
            part[t].data[kept] = id[q.a] > id[q.b] ? (scree_pair){q.b, q.a} : q;
            kept += !(w->has_fixed && w->p.v[q.a].m == SCREE_FIXED_MASS && w->p.v[q.b].m == SCREE_FIXED_MASS);
        }
        part[t].n = kept; // two fixed bodies make no contact
    }
    for (int t = 1; t < threads; t++) {
        scree_array_reserve(&part[0], part[0].n + part[t].n);
        if (part[t].n > 0) {
            memcpy(part[0].data + part[0].n, part[t].data, part[t].n * sizeof(scree_pair));
        }
        part[0].n += part[t].n;
        scree_array_free(&part[t]);
    }
    list_pairs(w, part[0].data, part[0].n, -1, found);
    scree_array_free(&part[0]);
    scree_free(part);
}

static void find_wall_pairs(scree_world *w, int wall, size_t *found) {
    int threads = w->threads;
    scree_pair_buffer *part = scree_realloc(NULL, 0, (size_t)threads * sizeof *part);
    scree_group_buffer *group = scree_realloc(NULL, 0, (size_t)threads * sizeof *group);
    memset(part, 0, (size_t)threads * sizeof *part);
    memset(group, 0, (size_t)threads * sizeof *group);
#pragma omp parallel num_threads(threads)
    {
        size_t t = (size_t)omp_get_thread_num();
        size_t share = (size_t)omp_get_num_threads(); // may be fewer than asked for
        size_t first = w->p.n * t / share, last = w->p.n * (t + 1) / share;
        scree_wall_pairs(w, wall, first, last, &part[t], &group[t]);
    }
    // Groups must stay whole, so a wall's pairs are classed by material group by group: one pass per material.
    scree_pair_buffer all = {0};
    size_t materials = w->case_->material.n;
    for (size_t m = 0; m < materials; m++) {
        all.n = 0;
        for (int t = 0; t < threads; t++) {
            for (size_t k = 0; k < part[t].n; k++) {
                if (w->p.w[part[t].data[k].a].material == m) {
                    scree_array_push(&all, part[t].data[k]);
                }
            }
        }
        if (all.n > 0) {
            size_t base = w->pairs.n - w->pairs.first_wall_pair, at = 0;
            for (int t = 0; t < threads; t++) {
                for (size_t g = 0; g < group[t].n; g++) {
                    scree_mesh_group q = group[t].data[g];
                    if (w->p.w[part[t].data[q.first].a].material == m) {
                        q.first = (uint32_t)(base + at);
                        at += q.n;
                        scree_array_push(&w->pairs.group, q);
                    }
                }
            }
            list_pairs(w, all.data, all.n, wall, found);
        }
    }
    scree_array_free(&all);
    for (int t = 0; t < threads; t++) {
        scree_array_free(&part[t]);
        scree_array_free(&group[t]);
    }
    scree_free(part);
    scree_free(group);
}

// The groups of one particle on one mesh follow each other.
static size_t widest_of_groups(const scree_pairs *pairs) {
    size_t widest = 0, n = 0;
    for (size_t g = 0; g < pairs->group.n; g++) {
        const scree_mesh_group *q = &pairs->group.data[g];
        const scree_pair *pair = pairs->pair + pairs->first_wall_pair;
        n = q->n + (g > 0 && pair[q[-1].first].a == pair[q->first].a ? n : 0);
        widest = n > widest ? n : widest;
    }
    return widest;
}

// Ascending by partner id; lists are short (a dozen), so insertion.
static void sort_by_partner(const scree_world *w, uint32_t *entry, uint32_t n) {
    const scree_pair *pair = w->pairs.pair;
    const uint64_t *id = w->p.id;
    for (uint32_t k = 1; k < n; k++) {
        uint32_t e = entry[k];
        uint64_t key = id[e & 1 ? pair[e >> 1].a : pair[e >> 1].b];
        uint32_t at = k;
        while (at > 0) {
            uint32_t before = entry[at - 1];
            if (id[before & 1 ? pair[before >> 1].a : pair[before >> 1].b] < key) {
                break;
            }
            entry[at] = before;
            at--;
        }
        entry[at] = e;
    }
}

static void build_incidence(scree_world *w) {
    scree_pairs *pairs = &w->pairs;
    size_t n = w->p.n, nw = pairs->first_wall_pair;
    pairs->start = scree_regrow(pairs->start, &pairs->start_capacity, n + 2, sizeof *pairs->start);
    pairs->incident =
        scree_regrow(pairs->incident, &pairs->incident_capacity, pairs->n + nw + 1, sizeof *pairs->incident);
    uint32_t *start = pairs->start;
    memset(start, 0, (n + 2) * sizeof *start);
    for (size_t k = 0; k < pairs->n; k++) {
        start[pairs->pair[k].a + 2]++;
        if (k < nw) {
            start[pairs->pair[k].b + 2]++;
        }
    }
    for (size_t i = 2; i < n + 2; i++) {
        start[i] += start[i - 1];
    }
    for (size_t k = 0; k < nw; k++) {
        pairs->incident[start[pairs->pair[k].a + 1]++] = (uint32_t)(2 * k);
        pairs->incident[start[pairs->pair[k].b + 1]++] = (uint32_t)(2 * k + 1);
    }
    for (size_t k = nw; k < pairs->n; k++) { // ascending wall and element already
        pairs->incident[start[pairs->pair[k].a + 1]++] = (uint32_t)(2 * k);
    }
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t i = 0; i < n; i++) {
        uint32_t end = start[i];
        while (end < start[i + 1] && (pairs->incident[end] >> 1) < nw) {
            end++;
        }
        sort_by_partner(w, pairs->incident + start[i], end - start[i]);
    }
}

void scree_pairs_close(scree_pairs *pairs, const scree_pair_class *class, size_t k) {
    size_t nh = (size_t) class->n_history;
    pairs->touching[k] = 0;
    pairs->force[k] = (scree_pair_force){0};
    if (pairs->moment) {
        pairs->moment[k] = (scree_pair_moment){0};
    }
    memset(pairs->history + class->history + (k - class->first) * nh, 0, nh * sizeof(double));
}

size_t scree_pairs_find(const scree_pairs *pairs, uint32_t a, uint32_t b) {
    for (uint32_t e = pairs->start[a]; e < pairs->start[a + 1]; e++) {
        size_t k = pairs->incident[e] >> 1;
        if (k < pairs->first_wall_pair &&
            (pairs->incident[e] & 1 ? pairs->pair[k].a : pairs->pair[k].b) == b) {
            return k;
        }
    }
    return SIZE_MAX;
}

const scree_pair_class *scree_pairs_class_of(const scree_pairs *pairs, size_t k) {
    for (size_t c = 0; c < pairs->class.n; c++) {
        const scree_pair_class *class = &pairs->class.data[c];
        if (k >= class->first && k < class->first + class->n) {
            return class;
        }
    }
    return NULL;
}

size_t scree_pairs_find_wall(const scree_pairs *pairs, uint32_t a, int wall, uint32_t element) {
    size_t found =
        SIZE_MAX; // across a periodic border an element may be listed more than once: one that touches first
    for (uint32_t e = pairs->start[a]; e < pairs->start[a + 1]; e++) {
        size_t k = pairs->incident[e] >> 1;
        if (k >= pairs->first_wall_pair && pairs->pair[k].b == element &&
            scree_pairs_class_of(pairs, k)->wall == wall && (found == SIZE_MAX || !pairs->touching[found])) {
            found = k;
        }
    }
    return found;
}

static void carry_class(scree_world *w, const scree_pair_class *class, const uint32_t *order, size_t old_n) {
    scree_pairs *now = &w->pairs, *old = &w->spare;
    size_t nh = (size_t) class->n_history;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t k = class->first; k < class->first + class->n; k++) {
        scree_pair pair = now->pair[k];
        uint32_t a = order[pair.a];
        uint32_t b = class->wall >= 0 ? pair.b : order[pair.b];
        if (a >= old_n || (class->wall < 0 && b >= old_n)) {
            continue; // one of them is new
        }
        size_t was =
            class->wall >= 0 ? scree_pairs_find_wall(old, a, class->wall, b) : scree_pairs_find(old, a, b);
        if (was == SIZE_MAX || !old->touching[was]) {
            continue;
        }
        const scree_pair_class *from = scree_pairs_class_of(old, was);
        now->touching[k] = old->touching[was];
        now->force[k] = old->force[was];
        if (now->moment) {
            now->moment[k] = old->moment[was];
        }
        memcpy(now->history + class->history + (k - class->first) * nh,
               old->history + from->history + (was - from->first) * nh, nh * sizeof(double));
        if (class->wall >= 0) {
            now->touch[k - now->first_wall_pair] = old->touch[was - old->first_wall_pair];
        }
    }
}

static void carry_history(scree_world *w, const uint32_t *order, size_t old_n) {
    scree_pairs *now = &w->pairs;
    memset(now->touching, 0, now->n);
    memset(now->force, 0, now->n * sizeof *now->force);
    if (now->moment) {
        memset(now->moment, 0, now->n * sizeof *now->moment);
    }
    now->history = scree_regrow(now->history, &now->history_capacity, now->n_history + 1, sizeof(double));
    memset(now->history, 0, now->n_history * sizeof(double));
    size_t wall_pairs = now->n - now->first_wall_pair;
    now->touch = scree_regrow(now->touch, &now->touch_capacity, wall_pairs + 1, sizeof *now->touch);
    memset(now->touch, 0, wall_pairs * sizeof *now->touch);
    for (size_t c = 0; c < now->class.n && w->spare.start; c++) {
        carry_class(w, &now->class.data[c], order, old_n);
    }
}

static scree_status too_many_pairs(scree_world *w, size_t found, scree_report *r) {
    scree_report_error(
        r,
        "t = %.9g s, step %llu: %zu pairs of bodies are within reach of each other, at most %zu can "
        "be listed; use a smaller search.skin (it is %.4g m), fewer particles or coarser meshes",
        scree_world_time(w), (unsigned long long)w->step, found, w->most_pairs, w->skin);
    return SCREE_USER_ERROR;
}

scree_status scree_pairs_rebuild(scree_world *w, scree_report *r) {
    scree_pairs old = w->pairs;
    w->pairs = w->spare;
    w->spare = old;
    size_t old_n = w->listed;
    uint32_t *order = settle_storage(w);
    scree_pairs *pairs = &w->pairs;
    pairs->n = pairs->n_history = 0;
    pairs->class.n = pairs->group.n = 0;
    scree_grid_build(w->grid, w);
    size_t found = 0;
    find_particle_pairs(w, &found);
    pairs->first_wall_pair = pairs->n;
    for (size_t k = 0; k < w->wall.n; k++) {
        if (w->wall.data[k].active) {
            find_wall_pairs(w, (int)k, &found);
        }
    }
    bool fits = found <= w->most_pairs;
    if (!fits) { // leaves a list that holds together, if only to be written
        pairs->n = pairs->n_history = pairs->first_wall_pair = 0;
        pairs->class.n = pairs->group.n = 0;
    }
    reserve_pairs(pairs, pairs->n + 1, w->has_moments);
    pairs->widest = widest_of_groups(pairs);
    build_incidence(w);
    carry_history(w, order, old_n);
    scree_free(order);
    w->listed = w->p.n;
    w->list_valid = fits;
    w->rebuilds++;
    scree_slack_begin(w);
    return fits ? SCREE_OK : too_many_pairs(w, found, r);
}

void scree_pairs_clear(scree_pairs *pairs) {
    scree_free(pairs->pair);
    scree_free(pairs->touching);
    scree_free(pairs->force);
    scree_free(pairs->moment);
    scree_free(pairs->history);
    scree_free(pairs->touch);
    scree_free(pairs->start);
    scree_free(pairs->incident);
    scree_array_free(&pairs->class);
    scree_array_free(&pairs->group);
    memset(pairs, 0, sizeof *pairs);
}
