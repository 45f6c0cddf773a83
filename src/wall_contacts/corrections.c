// SPDX-License-Identifier: BSD-3-Clause
#include "wall_contacts/corrections.h"
#include "access/convex_body.h"

// Squared lengths below which directions count as one, and a remainder as none; volume of three unit vectors in a plane.
static const double same = 1e-24, none = 1e-24, flat = 1e-9;

// A direction as a sum of some of the normals n, times parts.
typedef struct division {
    uint32_t n, which[3];
    double part[3], rest2; // squared length of the remainder
} division;

// The parts of the normals of d in `along`, those of the nearest sum of them. False: they have no such parts.
static bool solve(const scree_vec3 *n, scree_vec3 along, division *d) {
    const scree_vec3 a = n[d->which[0]], b = n[d->which[d->n > 1 ? 1 : 0]], c = n[d->which[d->n > 2 ? 2 : 0]],
                     across = vec_cross(a, b);
    const double size2 = vec_norm2(across), volume = vec_dot(across, c);
    if (d->n == 1) {
        d->part[0] = vec_dot(along, a);
    } else if (d->n == 2) {
        d->part[0] = vec_dot(vec_cross(along, b), across) / size2;
        d->part[1] = vec_dot(vec_cross(a, along), across) / size2;
    } else {
        d->part[0] = vec_dot(along, vec_cross(b, c)) / volume;
        d->part[1] = vec_dot(a, vec_cross(along, c)) / volume;
        d->part[2] = vec_dot(across, along) / volume;
    }
    bool fits = d->n == 1 || (d->n == 2 ? size2 > same : fabs(volume) > flat);
    scree_vec3 rest = along;
    for (uint32_t j = 0; j < d->n; j++) {
        fits &= d->part[j] >= 0.0;
        rest = vec_add_scaled(rest, -d->part[j], n[d->which[j]]);
    }
    d->rest2 = vec_norm2(rest);
    return fits;
}

// Divides `along` among one, two or three of the `all` normals, as few as leave the least remainder.
static division divide(const scree_vec3 *n, uint32_t all, scree_vec3 along) {
    division best = {.n = 0, .rest2 = vec_norm2(along)};
    for (uint32_t size = 1; size <= 3 && size <= all && best.rest2 > none; size++) {
        for (uint32_t set = 1; set < 1u << all; set++) {
            division d = {.n = 0};
            for (uint32_t j = 0; j < all && (uint32_t)__builtin_popcount(set) == size; j++) {
                if (set >> j & 1) {
                    d.which[d.n++] = j;
                }
            }
            if (d.n == size && solve(n, along, &d) && d.rest2 < best.rest2) {
                best = d;
            }
        }
    }
    return best;
}

void scree_correction_divide(const scree_world *w, scree_correction *c) {
    scree_vec3 n[SCREE_CORRECTION_PARENTS];
    for (uint32_t j = 0; j < c->parents; j++) {
        const scree_wall_touch *t = &w->pairs.touch[c->pair[j] - w->pairs.first_wall_pair];
        n[j] = vec3(t->nx, t->ny, t->nz);
        c->part[j] = 0.0;
    }
    const scree_vec3 own = vec3(c->touch.nx, c->touch.ny, c->touch.nz), along = vec_scale(c->slope, own);
    const division d = divide(n, c->parents, along);
    const bool convex = scree_is_convex(&w->p, c->particle);
    c->rest = along;
    c->turn = convex ? vec_cross(scree_wall_arm(w, c->particle, own, c->touch.overlap), along)
                     : vec3(0.0, 0.0, 0.0);
    for (uint32_t j = 0; j < d.n; j++) {
        const uint32_t k = d.which[j];
        const double part = d.part[j];
        c->part[k] = part;
        c->rest = vec_add_scaled(c->rest, -part, n[k]);
        if (convex) {
            const double overlap = w->pairs.touch[c->pair[k] - w->pairs.first_wall_pair].overlap;
            c->turn = vec_add_scaled(c->turn, -part,
                                     vec_cross(scree_wall_arm(w, c->particle, n[k], overlap), n[k]));
        }
    }
}
