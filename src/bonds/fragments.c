// SPDX-License-Identifier: BSD-3-Clause
#include "bonds/fragments.h"
#include "access/contact_iterator.h"
#include "access/particle.h"
#include "laws/list/law_set.h"
#include "maths/math.h"
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    uint64_t a, b; // ids
} edge;
typedef SCREE_ARRAY(edge) edge_list;

// Bonds that this rank counts, and its members of clumps with the first one.
static void list_edges(const scree_world *w, edge_list *list) {
    const scree_particles *p = &w->p;
    const int which = w->has_bonds ? SCREE_TOUCHING | SCREE_COUNTED | SCREE_OF_PARTICLES : 0;
    scree_contacts c = scree_contacts_of(&w->pairs, which);
    while (scree_contacts_next(&c)) {
        const scree_pair pair = w->pairs.pair[c.k];
        const bool holds =
            scree_pair_is_bonded(&w->pairs, c.block, c.k, scree_laws_of_block(w, c.block)->bond) &&
            !scree_laws_of_block(w, c.block)->wet;
        if (holds && !p->dead[pair.a] && !(pair.b < p->n && p->dead[pair.b])) {
            scree_array_push(list, ((edge){p->id[pair.a], p->id[pair.b]}));
        }
    }
    for (size_t i = 0; i < p->n; i++) {
        if (!p->dead[i] && !scree_is_first(p, i)) {
            scree_array_push(list, ((edge){p->body[i], p->id[i]}));
        }
    }
}

static int by_id(const void *x, const void *y) {
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static size_t find_body(const scree_fragment_map *map, uint64_t id) {
    size_t k;
    scree_bisect(k, map->n, map->data[k].id < id);
    return k;
}

uint64_t scree_fragment_of(const scree_fragment_map *map, uint64_t id) {
    const size_t k = find_body(map, id);
    return k < map->n && map->data[k].id == id ? map->data[k].fragment : id;
}

// The nodes, each a set of its own: `fragment` is the place of the parent.
static void make_nodes(const edge *edges, size_t n, scree_fragment_map *map) {
    uint64_t *end = scree_realloc(NULL, 0, (2 * n + 1) * sizeof *end);
    for (size_t k = 0; k < n; k++) {
        end[2 * k] = edges[k].a;
        end[2 * k + 1] = edges[k].b;
    }
    scree_sort(end, 2 * n, sizeof *end, by_id);
    for (size_t k = 0; k < 2 * n; k++) {
        if (k == 0 || end[k] != end[k - 1]) {
            const scree_fragment_node node = {end[k], map->n};
            scree_array_push(map, node);
        }
    }
    scree_free(end);
}

// The parent of all; paths become shorter on the way.
static size_t root_of(scree_fragment_map *map, size_t k) {
    while (map->data[k].fragment != k) {
        map->data[k].fragment = map->data[map->data[k].fragment].fragment;
        k = map->data[k].fragment;
    }
    return k;
}

void scree_fragments_map(const scree_world *w, scree_fragment_map *map) {
    edge_list own = {0};
    size_t size;
    list_edges(w, &own);
    edge *all = scree_comm_share(w->comm, own.data, own.n * sizeof *own.data, &size);
    const size_t n = size / sizeof *all;
    map->n = 0;
    make_nodes(all, n, map);
    for (size_t k = 0; k < n; k++) { // the smaller place is the parent: the root has the smallest id
        const size_t a = root_of(map, find_body(map, all[k].a)), b = root_of(map, find_body(map, all[k].b));
        map->data[a > b ? a : b].fragment = a > b ? b : a;
    }
    for (size_t k = 0; k < map->n; k++) { // parents come before
        const size_t parent = map->data[k].fragment;
        map->data[k].fragment = parent == k ? map->data[k].id : map->data[parent].fragment;
    }
    scree_free(all);
    scree_array_free(&own);
}

void scree_fragments_label(scree_world *w) {
    if (!scree_particles_have(&w->p, SCREE_ARRAY_fragment)) {
        return;
    }
    scree_fragment_map map = {0};
    scree_fragments_map(w, &map);
    for (size_t i = 0; i < w->p.n; i++) {
        w->p.fragment[i] = scree_fragment_of(&map, w->p.id[i]);
    }
    scree_array_free(&map);
}

// ---- their masses ----------------------------------------------------------------------------------------------

// A particle of a fragment.
typedef struct part {
    uint64_t fragment, id;
    double mass, volume; // kg, m3; 0 of fixed ones, and of members of clumps but the first
    scree_vec3 x, v;     // m, m/s
} part;
typedef SCREE_ARRAY(part) part_list;

static double mass_of(const scree_particles *p, size_t i) {
    return scree_is_first(p, i) && p->motion[i].v.m < SCREE_FIXED_MASS ? p->motion[i].v.m : 0.0;
}

static double volume_of(const scree_particles *p, size_t i) {
    return mass_of(p, i) > 0.0 ? scree_sphere_volume(scree_is_member(p, i) ? 0.5 * p->size[i] : p->x[i].r)
                               : 0.0;
}

static part part_of(const scree_world *w, size_t i, uint64_t fragment) {
    return (part){.fragment = fragment,
                  .id = w->p.id[i],
                  .mass = mass_of(&w->p, i),
                  .volume = volume_of(&w->p, i),
                  .x = scree_whole_centre(&w->p, i),
                  .v = scree_particle_velocity(&w->p, i)};
}

static int by_fragment(const void *x, const void *y) {
    const part *a = x, *b = y;
    if (a->fragment != b->fragment) {
        return a->fragment < b->fragment ? -1 : 1;
    }
    return (a->id > b->id) - (a->id < b->id);
}

static void sort_parts(part *list, size_t n) {
    scree_sort(list, n, sizeof *list, by_fragment);
}

void scree_fragments_measure(scree_world *w, scree_report *r) {
    (void)r;
    if (!w->case_->shows_bonds) {
        return;
    }
    scree_fragment_map map = {0};
    part_list own = {0};
    double largest = 0.0;
    uint64_t alone = 0;
    size_t size;
    scree_fragments_map(w, &map);
    for (size_t i = 0; i < w->p.n; i++) {
        const size_t k = find_body(&map, w->p.id[i]);
        if (w->p.dead[i]) {
            continue;
        }
        if (k < map.n && map.data[k].id == w->p.id[i]) {
            scree_array_push(&own, part_of(w, i, map.data[k].fragment));
        } else {
            largest = fmax(largest, mass_of(&w->p, i));
            alone++;
        }
    }
    scree_comm_max(w->comm, &largest, 1);
    scree_comm_add(w->comm, &alone, 1);
    part *all = scree_comm_share(w->comm, own.data, own.n * sizeof *own.data, &size);
    const size_t n = size / sizeof *all;
    sort_parts(all, n);
    w->fragments = (scree_fragments_now){.count = alone};
    double mass = 0.0;
    for (size_t k = 0; k < n; k++) {
        const bool first = k == 0 || all[k].fragment != all[k - 1].fragment;
        mass = first ? all[k].mass : mass + all[k].mass;
        w->fragments.count += first;
        largest = fmax(largest, mass);
    }
    w->fragments.largest = largest;
    scree_free(all);
    scree_array_free(&own);
    scree_array_free(&map);
}

// One fragment, of n parts.
static scree_fragment add_up(const scree_world *w, const part *p, size_t n) {
    scree_fragment f = {.id = p->fragment, .particles = n};
    bool light = true;
    for (size_t k = 0; k < n; k++) {
        f.mass += p[k].mass;
        f.volume += p[k].volume;
        light &= p[k].mass == 0.0;
    }
    double sum = 0.0;
    scree_vec3 arm = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < n; k++) {
        const double m = light ? 1.0 : p[k].mass;
        const scree_vec3 d =
            scree_nearest_image(&w->cell.period, p[k].x.x - p->x.x, p[k].x.y - p->x.y, p[k].x.z - p->x.z);
        sum += m;
        arm = vec_add_scaled(arm, m, d);
        f.v = vec_add_scaled(f.v, m, p[k].v);
    }
    f.x = scree_cell_wrap(&w->cell, vec_add_scaled(p->x, 1.0 / sum, arm));
    f.v = vec_scale(1.0 / sum, f.v);
    return f;
}

scree_fragment *scree_fragments_list(const scree_world *w, size_t *n) {
    scree_fragment_map map = {0};
    part_list own = {0};
    size_t size = 0;
    scree_fragments_map(w, &map);
    for (size_t i = 0; i < w->p.n; i++) {
        if (!w->p.dead[i]) {
            scree_array_push(&own, part_of(w, i, scree_fragment_of(&map, w->p.id[i])));
        }
    }
    part *all = scree_comm_gather(w->comm, own.data, own.n * sizeof *own.data, &size);
    const size_t parts = all ? size / sizeof *all : 0;
    scree_fragment *list = all ? scree_realloc(NULL, 0, (parts + 1) * sizeof *list) : NULL;
    *n = 0;
    sort_parts(all, parts);
    for (size_t first = 0, last; first < parts; first = last) {
        for (last = first + 1; last < parts && all[last].fragment == all[first].fragment; last++) {
        }
        list[(*n)++] = add_up(w, all + first, last - first);
    }
    scree_free(all);
    scree_array_free(&own);
    scree_array_free(&map);
    return list;
}
