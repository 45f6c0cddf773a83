// SPDX-License-Identifier: BSD-3-Clause
// A contact whose overlap is more than a radius stops every run, as alarms.overlap_limit is at most 1. Bodies of one size class whose centres are in one cube with half the
// radius of the smallest as its side have such contacts, all with all. So cells with many particles are divided into such cubes, which takes a time in proportion to the number of particles,
// whatever the size of the cells. A heap at one place lies in up to eight cubes, so one of 8 * MANY bodies is always found. Fewer are left to the alarm.
// Of a convex body the sphere about its centre counts that is within it.
#include "search/crowd.h"
#include "access/convex_body.h"
#include "laws/list/law_set.h"
#include "search/cell_query.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 25 }; // bodies in a cube

// A particle and its cube.
typedef struct place {
    uint64_t cube;
    uint32_t particle;
} place;

typedef struct search {
    const scree_world *w;
    const scree_grid *grid;
    size_t most;  // particles of MANY bodies
    double share; // scree_share_within
    double least; // least radius of a sphere that is within a particle, over the radius of its own
} search;

// The most particles of a body, and the thinnest one.
static search search_of(const scree_world *w, const scree_grid *grid) {
    search s = {w, grid, 1, scree_share_within(w->case_), 1.0};
    for (size_t k = 0; k < w->case_->shape.n; k++) {
        const scree_shape *shape = &w->case_->shape.data[k].shape;
        s.most = shape->member.n > s.most ? shape->member.n : s.most;
        for (size_t m = 0; m < shape->piece.n; m++) {
            s.least = fmin(s.least, shape->piece.data[m].least / shape->member.data[m].radius);
        }
    }
    s.most *= MANY;
    return s;
}

// Do all laws keep bodies apart? A bond that replaces the contact does not.
static bool all_keep_apart(const scree_world *w) {
    const size_t n = w->case_->material.n;
    bool all = true;
    for (size_t k = 0; k < n * n && all; k++) {
        all = scree_law_set_keeps_apart(&w->laws[k]) && !w->laws[k].bond_replaces_contact;
    }
    return all;
}

static bool is_fixed(const search *s, size_t i) {
    return s->w->p.motion[i].v.m == SCREE_FIXED_MASS;
}

// Can there be a contact of i and j, and is its overlap more than twice the effective radius?
static bool is_deep(const search *s, size_t i, size_t j) {
    const scree_particles *p = &s->w->p;
    const bool own = i == j || (p->body && p->body[i] > 0 && p->body[j] == p->body[i]);
    const scree_vec3 d = scree_nearest_image(&s->grid->cell.period, p->x[j].x - p->x[i].x,
                                             p->x[j].y - p->x[i].y, p->x[j].z - p->x[i].z);
    const double a = scree_radius_within(p, i, s->share), b = scree_radius_within(p, j, s->share);
    return !own && !(is_fixed(s, i) && is_fixed(s, j)) && a + b - vec_norm(d) > 2.0 * a * b / (a + b);
}

// Side of the cubes of a level. In the last one there may be particles that are smaller than half its largest.
static double side_of(const search *s, int level) {
    const scree_grid *grid = s->grid;
    const double half = 0.5 * grid->level[level].r_max;
    const bool last = level == grid->n_levels - 1;
    return 0.5 * s->least * (last || half < grid->r_min ? grid->r_min : half);
}

static uint64_t cube_of(const scree_pos *x, double side) {
    const double at[3] = {floor(x->x / side) + 0.0, floor(x->y / side) + 0.0, floor(x->z / side) + 0.0};
    uint64_t part[3];
    memcpy(part, at, sizeof part);
    return part[0] * 0x9e3779b97f4a7c15U ^ part[1] * 0xc2b2ae3d27d4eb4fU ^ part[2] * 0x165667b19e3779f9U;
}

static int by_cube(const void *one, const void *other) {
    const place *a = one, *b = other;
    return a->cube != b->cube ? (a->cube > b->cube) - (a->cube < b->cube)
                              : (a->particle > b->particle) - (a->particle < b->particle);
}

// The first of the particles of a cube that more than `most` others of it overlap by more than a radius; SIZE_MAX if there is none.
static size_t first_of_crowd(const search *s, const place *in, size_t size) {
    for (size_t k = 0; k < size && size > s->most; k++) {
        size_t deep = 0;
        for (size_t m = 0; m < size && deep <= s->most && !is_fixed(s, in[k].particle); m++) {
            deep += is_deep(s, in[k].particle, in[m].particle);
        }
        if (deep > s->most) {
            return in[k].particle;
        }
    }
    return SIZE_MAX;
}

// A particle of a crowd among the particles of a cell; SIZE_MAX if there is none.
static size_t crowd_of_cell(const search *s, size_t cell, double side) {
    const scree_grid *grid = s->grid;
    const size_t n = grid->start[cell + 1] - grid->start[cell];
    const uint32_t *item = grid->item + grid->start[cell];
    place *in = scree_realloc(NULL, 0, n * sizeof *in);
    for (size_t k = 0; k < n; k++) {
        in[k] = (place){cube_of(s->w->p.x + item[k], side), item[k]};
    }
    qsort(in, n, sizeof *in, by_cube);
    size_t found = SIZE_MAX;
    for (size_t first = 0, next; first < n && found == SIZE_MAX; first = next) {
        for (next = first; next < n && in[next].cube == in[first].cube;) {
            next++;
        }
        found = first_of_crowd(s, in + first, next - first);
    }
    scree_free(in);
    return found;
}

// A particle of a crowd of a level, that of the first such cell; SIZE_MAX if there is none.
static size_t crowd_of_level(const search *s, int level, const scree_chunks *chunks) {
    const scree_grid_level *g = &s->grid->level[level];
    const size_t first = g->first_cell, last = first + (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
    const uint32_t *start = s->grid->start;
    const double side = side_of(s, level);
    size_t crowded = SIZE_MAX;
#pragma omp parallel for schedule(dynamic, 4096) num_threads(chunks->threads) reduction(min : crowded)
    for (size_t cell = first; cell < last; cell++) {
        if (start[cell + 1] - start[cell] > s->most && crowded == SIZE_MAX &&
            crowd_of_cell(s, cell, side) != SIZE_MAX) {
            crowded = cell;
        }
    }
    return crowded == SIZE_MAX ? SIZE_MAX : crowd_of_cell(s, crowded, side);
}

scree_crowd scree_crowd_find(const scree_world *w, const scree_grid *grid, const scree_chunks *chunks) {
    const search s = search_of(w, grid);
    scree_crowd crowd = {0};
    for (int l = 0; l < grid->n_levels && crowd.count == 0; l++) {
        const size_t i = crowd_of_level(&s, l, chunks);
        if (i != SIZE_MAX && all_keep_apart(w)) {
            scree_index_buffer near = {0};
            scree_grid_near(grid, &w->p, (uint32_t)i, l, l + 1, &near);
            crowd.particle = i;
            for (size_t m = 0; m < near.n; m++) {
                if (is_deep(&s, i, near.data[m])) {
                    const bool first = crowd.count++ == 0 || w->p.id[near.data[m]] < w->p.id[crowd.other];
                    crowd.other = first ? near.data[m] : crowd.other;
                }
            }
            scree_array_free(&near);
        }
    }
    return crowd;
}
