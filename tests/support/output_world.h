// SPDX-License-Identifier: BSD-3-Clause
// A small artificial world for tests of output files: not computed by the engine; all numbers are different.
#pragma once

#include "access/particle.h"
#include "laws/list/registry.h"
#include <string.h>

// Two triangles, the unit square in the plane z = 0.
static inline scree_mesh *output_mesh(void) {
    static const scree_vec3 corner[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    scree_mesh *m = scree_realloc(NULL, 0, sizeof *m);
    *m = (scree_mesh){0};
    for (int i = 0; i < 4; i++) {
        scree_array_push(&m->vertex, corner[i]);
    }
    scree_array_push(&m->triangle, (scree_triangle){.v = {0, 1, 2}});
    scree_array_push(&m->triangle, (scree_triangle){.v = {0, 2, 3}});
    return m;
}

static inline void output_walls(scree_world *w) {
    scree_case *c = w->case_;
    scree_array_push(&c->wall, (scree_wall_def){.name = scree_strdup("chute"), .kind = SCREE_WALL_MESH});
    scree_array_push(&c->wall, (scree_wall_def){.name = scree_strdup("floor, \"wet\""), .axis = {0, 0, 1}});
    scree_array_push(&c->wall, (scree_wall_def){.name = scree_strdup("drum"),
                                                .kind = SCREE_WALL_CYLINDER,
                                                .axis = {1, 0, 0},
                                                .radius = 2,
                                                .length = INFINITY});
    for (size_t i = 0; i < c->wall.n; i++) {
        scree_wall wall = {.def = &c->wall.data[i], .active = true};
        wall.now.pose = (scree_pose){{{0, -1, 0, 1, 0, 0, 0, 0, 1}}, vec3(10, 0, 0)};
        wall.now.velocity = vec3(0, 0, 3);
        wall.now.spin = vec3(0, 0, 2);
        wall.now.force = vec3(1 + (double)i, 0.1, -7);
        wall.mesh = i == 0 ? output_mesh() : NULL;
        scree_array_push(&w->wall, wall);
    }
}

static inline void output_particles(scree_world *w, size_t n) {
    scree_particles *p = &w->p;
    scree_particles_reserve(p, n);
    p->n = n;
    for (size_t i = 0; i < n; i++) {
        double d = (double)i;
        scree_particles_blank(p, i);
        p->x[i] = (scree_pos){d + 0.1, d / 3, -d, 0.01 + d};
        p->motion[i].v = (scree_vel){1 + d, 2 + d, 3 + d, 0.5 + d};
        p->motion[i].w = (scree_spin){4 + d, 5 + d, 6 + d, (uint32_t)(i % 2), (uint32_t)(i * 5)};
        p->f[i] = (scree_wrench){7 + d, 8 + d, 9 + d, 10 + d, 11 + d, 12 + d};
        p->id[i] = n - i; // not the storage order
    }
    w->next_id = n + 1;
}

// Particle pairs (3 history columns), then pairs with wall 0 (2 columns); every second one touches.
static inline void output_pairs(scree_world *w) {
    scree_pairs *q = &w->pairs;
    size_t n = w->p.n > 0 ? w->p.n - 1 : 0, n_wall = w->p.n;
    q->n = q->capacity = n + n_wall;
    q->pair = scree_realloc(NULL, 0, q->n * sizeof *q->pair);
    q->touching = scree_realloc(NULL, 0, q->n);
    q->n_history = 3 * n + 2 * n_wall;
    q->history = scree_realloc(NULL, 0, q->n_history * sizeof *q->history);
    q->touch = scree_realloc(NULL, 0, n_wall * sizeof *q->touch);
    q->first_wall_pair = n;
    for (size_t i = 0; i < q->n; i++) {
        q->pair[i] = i < n ? (scree_pair){(uint32_t)i + 1, (uint32_t)i}
                           : (scree_pair){(uint32_t)(i - n), (uint32_t)(i - n) % 2};
        q->touching[i] = i % 2 == 0;
    }
    for (size_t i = 0; i < q->n_history; i++) {
        q->history[i] = 0.1 * (double)i;
    }
    for (size_t i = 0; i < n_wall; i++) {
        q->touch[i] = (scree_wall_touch){.feature = (uint32_t)i + 70};
    }
    scree_array_push(&q->block, (scree_pair_block){0, n, 0, 3, -1, SCREE_ZONE_LOCAL, {0, 1}, {0.0, 0.0}});
    scree_array_push(&q->block,
                     (scree_pair_block){n, n_wall, 3 * n, 2, 0, SCREE_ZONE_LOCAL, {0, 1}, {0.0, 0.0}});
}

static inline scree_world *output_world(size_t n) {
    scree_world *w = scree_realloc(NULL, 0, sizeof *w);
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    *w = (scree_world){
        .case_ = c, .dt = 1.0 / 3e5, .step = 12345, .began = 1.5, .lost = 3, .events_done = 12344};
    *c = (scree_case){.title = NULL};
    scree_array_push(&c->material, (scree_material_def){.name = scree_strdup("glass")});
    scree_array_push(&c->material, (scree_material_def){.name = scree_strdup("a longer name")});
    c->pair = scree_realloc(NULL, 0, 4 * sizeof *c->pair);
    for (int k = 0; k < 4; k++) {
        c->pair[k] = (scree_pair_def){0};
        for (int slot = 0; slot < SCREE_SLOT_COUNT; slot++) {
            c->pair[k].law[slot] = -1;
        }
        c->pair[k].law[SCREE_TANGENTIAL] = scree_law_find(SCREE_TANGENTIAL, "mindlin");
        c->pair[k].law[SCREE_ROLLING] = k == 3 ? scree_law_find(SCREE_ROLLING, "epsd") : -1;
    }
    scree_array_push(&c->source, (scree_source_def){.name = scree_strdup("hopper")});
    scree_array_push(&w->source,
                     (scree_source){.inserted = 400, .mass = 0.25, .tries = 977, .rate_warned = true});
    scree_array_push(&c->outlet, (scree_outlet_def){.name = scree_strdup("left")});
    scree_array_push(&c->outlet, (scree_outlet_def){.name = scree_strdup("right")});
    w->p.absent = scree_particles_absent(c);
    scree_array_push(&w->outlet, (scree_outlet){11, 0.1});
    scree_array_push(&w->outlet, (scree_outlet){22, 0.2});
    w->contacts = 17;
    w->ledger = (scree_ledger){.work = {1.5, 2.5, 3.5}, .viscous = {4.5}, .wall_work = 5.5, .inserted = 6.5};
    w->deepest = (scree_depth){0.125, 77, 3, 1, 2};
    output_walls(w);
    output_particles(w, n);
    output_pairs(w);
    return w;
}

static inline void output_world_destroy(scree_world *w) {
    scree_case *c = w->case_;
    for (size_t i = 0; i < c->wall.n; i++) {
        scree_free(c->wall.data[i].name);
    }
    for (size_t i = 0; i < c->material.n; i++) {
        scree_free(c->material.data[i].name);
    }
    for (size_t i = 0; i < c->source.n; i++) {
        scree_free(c->source.data[i].name);
    }
    for (size_t i = 0; i < c->outlet.n; i++) {
        scree_free(c->outlet.data[i].name);
    }
    for (size_t i = 0; i < w->wall.n; i++) {
        if (w->wall.data[i].mesh) {
            scree_array_free(&w->wall.data[i].mesh->vertex);
            scree_array_free(&w->wall.data[i].mesh->triangle);
            scree_free(w->wall.data[i].mesh);
        }
    }
    scree_array_free(&c->wall);
    scree_array_free(&c->material);
    scree_array_free(&c->source);
    scree_array_free(&c->outlet);
    scree_array_free(&w->wall);
    scree_array_free(&w->source);
    scree_array_free(&w->outlet);
    scree_array_free(&w->pairs.block);
    scree_particles_clear(&w->p);
    void *blocks[] = {w->pairs.pair, w->pairs.touching, w->pairs.history, w->pairs.touch, c->pair, c, w};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        scree_free(blocks[i]);
    }
}
