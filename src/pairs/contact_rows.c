// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/contact_rows.h"
#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "laws/list/law_set.h"
#include "pairs/surface.h"
#include <stdlib.h>

// Overlap that the contact laws see: none without a normal law and where they do not act on bonded bodies, and without that at which such a bond broke
// (laws/bond.h). Nothing is pushed apart, and nothing is wrong, where bonded bodies lie deep in each other without these laws.
static double overlap_seen(const scree_world *w, const scree_pair_block *block, size_t k, double overlap) {
    const scree_law_set *laws = scree_laws_of_block(w, block);
    const double state = laws->bond >= 0 ? scree_pair_history(&w->pairs, block, k)[laws->bond] : 0.0;
    const bool unseen =
        overlap > 0.0 && (!scree_law_set_keeps_apart(laws) || (state > 0.0 && laws->bond_replaces_contact));
    return unseen ? 0.0 : overlap + (state < 0.0 ? state : 0.0);
}

scree_contact_row scree_contact_row_of(const scree_world *w, const scree_pair_block *block, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    scree_pair pair = pairs->pair[k];
    const scree_pos *a = w->p.x + pair.a;
    scree_contact_row row = {.a = w->p.id[pair.a], .wall = block->wall, .pair = k};
    row.centre_a = vec3(a->x, a->y, a->z);
    row.fixed = w->p.motion[pair.a].v.m == SCREE_FIXED_MASS;
    double smaller = scree_thinnest_radius(&w->p, pair.a);
    scree_vec3 arm; // from the centre of a to the contact point
    if (block->wall >= 0) {
        const scree_wall_touch *t = pairs->touch + (k - pairs->first_wall_pair);
        const scree_wall_part part = scree_surface_part(w, block->wall, pair.b);
        row.wall = (int)part.wall;
        row.element = part.element;
        row.normal = vec3(t->nx, t->ny, t->nz);
        row.overlap = t->overlap;
        arm = scree_wall_arm(w, pair.a, row.normal, t->overlap);
        row.centre_b = scree_is_convex(&w->p, pair.a)
                           ? vec_add(row.centre_a, vec_add_scaled(arm, -0.5 * t->overlap, row.normal))
                           : vec_add_scaled(row.centre_a, a->r - t->overlap, row.normal);
    } else {
        const scree_pos *b = w->p.x + pair.b;
        const scree_vec3 d = scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z);
        double distance = vec_norm(d);
        row.b = w->p.id[pair.b];
        row.fixed += w->p.motion[pair.b].v.m == SCREE_FIXED_MASS;
        row.overlap = a->r + b->r - distance;
        row.normal = distance > 0.0 ? vec_scale(1.0 / distance, d) : vec3(1.0, 0.0, 0.0);
        arm = vec_scale(a->r - 0.5 * row.overlap, row.normal);
        if (scree_is_convex(&w->p, pair.a) || scree_is_convex(&w->p, pair.b)) {
            const scree_convex_depth deepest = scree_convex_pair(w, pair.a, pair.b, d, 1);
            row.overlap = deepest.depth, row.normal = deepest.n, arm = deepest.arm_a;
        }
        row.centre_b = vec_add(row.centre_a, d);
        smaller = fmin(scree_thinnest_radius(&w->p, pair.b), smaller);
    }
    row.relative_overlap = overlap_seen(w, block, k, row.overlap) / smaller;
    row.point = vec_add(row.centre_a, arm);
    const scree_pair_force *f = pairs->force + k;
    row.force = vec3(f->fx, f->fy, f->fz);
    row.normal_force = -vec_dot(row.force, row.normal);
    row.heat = f->heat;
    return row;
}

int scree_contact_row_order(const void *x, const void *y) {
    const scree_contact_row *a = x, *b = y;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    if (a->b != b->b) {
        return a->b < b->b ? -1 : 1;
    }
    return a->element < b->element ? -1 : a->element > b->element;
}

scree_contact_row *scree_contact_rows(const scree_world *w, size_t *n) {
    scree_contact_row *rows = scree_realloc(NULL, 0, (w->contacts + 1) * sizeof *rows);
    size_t found = 0;
    scree_contacts c = scree_contacts_of(&w->pairs, SCREE_TOUCHING | SCREE_COUNTED);
    while (found < w->contacts && scree_contacts_next(&c)) {
        rows[found++] = scree_contact_row_of(w, c.block, c.k);
    }
    qsort(rows, found, sizeof *rows, scree_contact_row_order);
    *n = found;
    return rows;
}
