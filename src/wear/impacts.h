// SPDX-License-Identifier: BSD-3-Clause
// Impacts: contacts that begin in a step. Included by the loops over contacts too, so all of it is inline.
#pragma once

#include "access/convex_body.h"
#include "wear/wear_sums.h"

static inline bool scree_impact_begins(const scree_world *w, size_t k) {
    return w->pairs.touching[k] == 1 && w->wear->touched[k] != 1;
}

typedef struct scree_impact {
    double speed, energy; // m/s, at which the surfaces meet; J, m* v^2 / 2
} scree_impact;

// The velocity of particle i at the end of an arm from its centre, m/s.
static inline scree_vec3 scree_impact_velocity(const scree_world *w, uint32_t i, scree_vec3 arm) {
    const scree_velocities *m = &w->p.motion[i];
    return vec_add(vec3(m->v.x, m->v.y, m->v.z), vec_cross(vec3(m->w.x, m->w.y, m->w.z), arm));
}

// Spheres, and members of clumps, touch on the normal through their centre, so their spin does not count. Convex bodies touch beside it.
static inline scree_impact scree_impact_of(const scree_world *w, size_t k) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair pair = pairs->pair[k];
    const scree_vec3 centre = vec3(0.0, 0.0, 0.0);
    const bool convex = scree_is_convex(&w->p, pair.a);
    scree_vec3 d, v;
    double m = w->p.motion[pair.a].v.m;
    if (k >= pairs->first_wall_pair) {
        const scree_wall_touch *t = &pairs->touch[k - pairs->first_wall_pair];
        d = vec3(t->nx, t->ny, t->nz);
        v = vec_sub(
            scree_impact_velocity(w, pair.a, convex ? scree_wall_arm(w, pair.a, d, t->overlap) : centre),
            vec3(t->vx, t->vy, t->vz));
    } else {
        const scree_pos *xa = &w->p.x[pair.a], *xb = &w->p.x[pair.b];
        const scree_vel *b = &w->p.motion[pair.b].v;
        scree_convex_depth deepest = {.arm_a = centre, .arm_b = centre};
        d = scree_nearest_image(&w->cell.period, xb->x - xa->x, xb->y - xa->y, xb->z - xa->z);
        if (convex || scree_is_convex(&w->p, pair.b)) {
            deepest = scree_convex_pair(w, pair.a, pair.b, d, 1);
            d = deepest.n;
        }
        v = vec_sub(scree_impact_velocity(w, pair.a, deepest.arm_a),
                    scree_impact_velocity(w, pair.b, deepest.arm_b));
        m = m == SCREE_FIXED_MASS ? b->m : b->m == SCREE_FIXED_MASS ? m : m * b->m / (m + b->m);
    }
    const double length = vec_norm(d), along = length > 0.0 ? vec_dot(v, d) / length : 0.0,
                 speed = along > 0.0 ? along : 0.0;
    return (scree_impact){speed, m == SCREE_FIXED_MASS ? 0.0 : 0.5 * m * speed * speed};
}

static inline size_t scree_impact_bin(const double *limit, size_t n, double x) {
    size_t k = 0;
    while (k < n && x >= limit[k]) {
        k++;
    }
    return k;
}

// Counts the impact of a wall pair in a record of this rank; returns its energy, J.
static inline double scree_impact_count(const scree_world *w, size_t record, size_t k) {
    const scree_wear_def *def = &w->case_->wear;
    const scree_impact x = scree_impact_of(w, k);
    uint64_t *bin = w->wear->own_bin + record * w->wear->bins;
    w->wear->own[record].impacts++;
    if (def->speed_bins.n > 0) {
        bin[scree_impact_bin(def->speed_bins.data, def->speed_bins.n, x.speed)]++;
    }
    if (def->energy_bins.n > 0) {
        bin[scree_wear_speed_bins(w->case_) +
            scree_impact_bin(def->energy_bins.data, def->energy_bins.n, x.energy)]++;
    }
    return x.energy;
}
