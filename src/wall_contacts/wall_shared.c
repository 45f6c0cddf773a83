// SPDX-License-Identifier: BSD-3-Clause
#include "wall_contacts/wall_shared.h"
#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "geometry/mesh_touch.h"
#include "geometry/sphere_triangle.h"
#include "laws/list/law_set.h"
#include "pairs/pair_list.h"
#include "pairs/wall_pairs.h"
#include "wall_contacts/corrections.h"
#include <string.h>

// Surfaces that are nearer to each other than this fraction of the particle's radius are one surface. Files of drawn parts agree to
// about a micrometre, and overlaps are of the same size or larger.
static const double NEAR = 1e-3;

// The pairs of one particle with one wall: places first .. end-1 in the incidence.
typedef struct wall_range {
    const scree_wall *wall;
    const scree_pair_block *block;
    uint32_t first, end;
} wall_range;

static size_t pair_at(const scree_pairs *pairs, uint32_t entry) {
    return pairs->incident[entry] >> 1;
}

static scree_wall_touch *touch_of(const scree_pairs *pairs, size_t k) {
    return pairs->touch + (k - pairs->first_wall_pair);
}

static wall_range range_at(const scree_world *w, uint32_t first, uint32_t end) {
    const scree_pair_block *block = scree_pairs_block_of(&w->pairs, pair_at(&w->pairs, first));
    wall_range r = {&w->wall.data[block->wall], block, first, first + 1};
    while (r.end < end && pair_at(&w->pairs, r.end) >= block->first &&
           pair_at(&w->pairs, r.end) < block->first + block->n) {
        r.end++;
    }
    return r;
}

// From the centre of particle i to the point that a contact is with, m.
static scree_vec3 point_of(const scree_world *w, uint32_t i, const scree_wall_touch *t) {
    const scree_vec3 n = vec3(t->nx, t->ny, t->nz);
    if (scree_is_convex(&w->p, i)) {
        const scree_convex body = scree_convex_body(w, i);
        return vec_add_scaled(scree_support_of(&body, n, 0).point, -t->overlap, n);
    }
    return vec_scale(w->p.x[i].r - t->overlap, n);
}

// A triangle of a mesh as seen from a point: corners relative to it, and the square of its distance.
typedef struct seen_triangle {
    scree_vec3 v[3];
    double d2;
} seen_triangle;

static seen_triangle triangle_from(const scree_world *w, const scree_wall *wall, size_t k, scree_vec3 point) {
    const scree_mesh *mesh = wall->surface;
    const uint32_t element = w->pairs.pair[k].b;
    const scree_vec3 own = scree_wall_to_own(wall, vec_add(scree_wall_seen(w, wall, k), point));
    seen_triangle t;
    for (int c = 0; c < 3; c++) {
        t.v[c] = vec_sub(mesh->vertex.data[mesh->triangle.data[element].v[c]], own);
    }
    t.d2 = scree_sphere_triangle(t.v, mesh->normal.data[element]).d2;
    return t;
}

static bool lies_on(const scree_world *w, const wall_range *range, scree_vec3 point, double near) {
    const scree_wall *wall = range->wall;
    for (uint32_t e = range->first; e < range->end; e++) {
        const size_t k = pair_at(&w->pairs, e);
        if (!wall->mesh) {
            scree_vec3 normal;
            return fabs(scree_wall_distance(wall, vec_add(scree_wall_seen(w, wall, k), point), &normal)) <=
                   near;
        }
        if (triangle_from(w, wall, k, point).d2 <= near * near) {
            return true;
        }
    }
    return false;
}

// The largest angle between the edge of a wall, such as the end circle of a cylinder, and a plane on which it counts as lying, rad: for a lid that is a polygon the angle
// is up to 0.025.
static const double RIM = 0.05;

static bool rim_stays_below(const scree_wall *wall, scree_vec3 at, scree_vec3 up) {
    scree_vec3 along, tangent;
    scree_wall_at_rim(wall, at, &along, &tangent);
    return vec_dot(up, along) <= 2.0 * NEAR && fabs(vec_dot(up, tangent)) <= RIM;
}

// Does the wall stay below the plane through the point with this normal? In a trough both walls act, and the edge must still act where the
// sphere leaves the face beside it; otherwise the force would jump.
static bool stays_below(const scree_world *w, const wall_range *range, scree_vec3 point, scree_vec3 up,
                        double near) {
    if (!range->wall->mesh) {
        const scree_vec3 x = scree_wall_seen(w, range->wall, pair_at(&w->pairs, range->first));
        return rim_stays_below(range->wall, vec_add(x, point), up);
    }
    const scree_vec3 own = mat_mul_transposed(&range->wall->now.pose.rotation, up);
    bool below = true;
    for (uint32_t e = range->first; e < range->end; e++) {
        const seen_triangle t = triangle_from(w, range->wall, pair_at(&w->pairs, e), point);
        for (int c = 0; c < 3 && t.d2 <= near * near; c++) {
            below &= vec_dot(own, t.v[c]) <= near + 2.0 * NEAR * vec_norm(t.v[c]);
        }
    }
    return below;
}

// point: from the centre of the particle to that of contact k.
static bool is_face(const scree_world *w, const wall_range *of, size_t k, scree_vec3 point) {
    const uint32_t i = w->pairs.pair[k].a;
    const scree_wall_touch *t = touch_of(&w->pairs, k);
    scree_vec3 x = scree_wall_seen(w, of->wall, k);
    if (scree_is_convex(&w->p, i)) { // the centre of a sphere that touches there
        x = vec_add_scaled(vec_add(x, point), -w->p.x[i].r, vec3(t->nx, t->ny, t->nz));
    }
    return of->wall->mesh ? (t->feature & SCREE_FEATURE_KIND) == SCREE_FEATURE_FACE
                          : !scree_wall_at_rim(of->wall, x, NULL, NULL);
}

// The contact with the wall `other` that replaces contact k of the wall `of`; SIZE_MAX: none does.
static size_t heir_among(const scree_world *w, const wall_range *of, size_t k, const wall_range *other,
                         double r) {
    const scree_pairs *pairs = &w->pairs;
    const scree_wall_touch *t = touch_of(pairs, k);
    const uint32_t i = pairs->pair[k].a;
    const scree_vec3 point = point_of(w, i, t);
    const double near = NEAR * r;
    size_t deepest = SIZE_MAX;
    for (uint32_t e = other->first; e < other->end; e++) {
        const size_t j = pair_at(pairs, e);
        const scree_wall_touch *u = touch_of(pairs, j);
        if (u->overlap == -INFINITY || u->only_bond) {
            continue;
        }
        if (vec_norm2(vec_sub(point_of(w, i, u), point)) <= 4.0 * near * near) {
            const bool old = pairs->touching[k] == 1, old_there = pairs->touching[j] == 1;
            return (old == old_there ? other->wall < of->wall : old_there) ? j : SIZE_MAX;
        }
        deepest = deepest == SIZE_MAX || u->overlap > touch_of(pairs, deepest)->overlap ? j : deepest;
    }
    if (deepest == SIZE_MAX || !(touch_of(pairs, deepest)->overlap > t->overlap) ||
        is_face(w, of, k, point)) {
        return SIZE_MAX;
    }
    const scree_wall_touch *u = touch_of(pairs, deepest);
    const scree_vec3 up = vec3(-u->nx, -u->ny, -u->nz);
    return lies_on(w, other, point, near) && stays_below(w, of, point, up, near) ? deepest : SIZE_MAX;
}

static bool same_laws(const scree_law_set *a, const scree_law_set *b) {
    bool same = a->n == b->n && a->n_history == b->n_history;
    for (int s = 0; same && s < a->n; s++) {
        same = a->step[s].law == b->step[s].law &&
               memcmp(a->step[s].derived, b->step[s].derived, sizeof a->step[s].derived) == 0;
    }
    return same;
}

// Shares the correction of an edge between the remaining contacts.
static void leave_corrections(scree_world *w, const wall_range *range, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    if (!range->wall->mesh) {
        return;
    }
    const scree_mesh_group *g =
        &pairs->group.data[scree_mesh_group_at(pairs, pair_at(pairs, range->first) - pairs->first_wall_pair)];
    scree_correction *list = w->corrections[g->thread].list.data + g->first_correction;
    for (uint32_t i = 0; i < g->corrections; i++) {
        scree_correction *c = &list[i];
        uint32_t left = 0;
        double shares = 0.0;
        for (uint32_t j = 0; j < c->parents; j++) {
            if (c->pair[j] != k) {
                c->pair[left] = c->pair[j];
                c->share[left] = c->share[j];
                shares += c->share[left++];
            }
        }
        for (uint32_t j = 0; left < c->parents && j < left; j++) {
            c->share[j] = shares > 0.0 ? c->share[j] / shares : 1.0 / left;
        }
        c->parents = left;
        scree_correction_divide(w, c);
    }
}

static void leave_out(scree_world *w, const wall_range *range, size_t k, size_t heir) {
    scree_pairs *pairs = &w->pairs;
    const scree_pair_block *block = range->block, *to = scree_pairs_block_of(pairs, heir);
    if (pairs->touching[k] == 1 && pairs->touching[heir] == 0 && !pairs->loss_heat &&
        same_laws(scree_laws_of_block(w, block), scree_laws_of_block(w, to))) {
        memcpy(scree_pair_history(pairs, to, heir), scree_pair_history(pairs, block, k),
               (size_t)block->n_history * sizeof(double));
        pairs->touching[heir] = 1;
    }
    if (pairs->touching[k]) {
        scree_pairs_close(pairs, block, k);
    }
    touch_of(pairs, k)->overlap = -INFINITY;
    touch_of(pairs, k)->feature = SCREE_FEATURE_NONE;
    leave_corrections(w, range, k);
}

// Goes through the contacts in the order of their walls; a contact that is left out cannot replace others.
static void share(scree_world *w, uint32_t i) {
    const scree_pairs *pairs = &w->pairs;
    const uint32_t end = pairs->start[i + 1];
    uint32_t first = pairs->start[i];
    const double r = w->p.x[i].r;
    while (pair_at(pairs, first) < pairs->first_wall_pair) {
        first++;
    }
    for (uint32_t at = first; at < end;) {
        const wall_range of = range_at(w, at, end);
        const int bond = scree_laws_of_block(w, of.block)->bond;
        for (; at < of.end; at++) {
            const size_t k = pair_at(pairs, at);
            const scree_wall_touch *t = touch_of(pairs, k);
            size_t heir = SIZE_MAX;
            if (t->overlap == -INFINITY || t->only_bond || scree_pair_is_bonded(pairs, of.block, k, bond)) {
                continue;
            }
            for (uint32_t from = first; from < end && heir == SIZE_MAX;) {
                const wall_range other = range_at(w, from, end);
                heir = other.first != of.first ? heir_among(w, &of, k, &other, r) : SIZE_MAX;
                from = other.end;
            }
            if (heir != SIZE_MAX) {
                leave_out(w, &of, k, heir);
            }
        }
    }
}

// Does it touch two walls? Most particles that are near several do not.
static bool touches_several(const scree_pairs *pairs, uint32_t i) {
    const scree_pair_block *block = NULL;
    for (uint32_t e = pairs->start[i + 1]; e-- > pairs->start[i];) {
        const size_t k = pair_at(pairs, e);
        if (k < pairs->first_wall_pair) {
            break;
        }
        if (touch_of(pairs, k)->overlap == -INFINITY) {
            continue;
        }
        if (block && !(k >= block->first && k < block->first + block->n)) {
            return true;
        }
        block = block ? block : scree_pairs_block_of(pairs, k);
    }
    return false;
}

void scree_walls_share(scree_world *w) {
    const size_t n = w->pairs.crowded.n;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, n))
    for (size_t c = 0; c < n; c++) {
        if (touches_several(&w->pairs, w->pairs.crowded.data[c])) {
            share(w, w->pairs.crowded.data[c]);
        }
    }
}
