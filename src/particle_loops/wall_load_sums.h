// SPDX-License-Identifier: BSD-3-Clause
// Forces of contacts on walls. Included only by kernels.c, once per instruction set.
#pragma once

#include "pairs/surface.h"
#include "pairs/wall_pairs.h"
#include "particle_loops/particle_loops.h"
#include "wall_contacts/wall_loads.h"
#include "wall_motion/wall_drive.h"
#include <string.h>

// The first three numbers of a record of four.
SCREE_LAW vec4d three_of(const double *x) {
    const vec4d zero = {0.0, 0.0, 0.0, 0.0};
    return first_three(*(const vec4d *)x, zero);
}

SCREE_LAW vec4d vec4d_cross(vec4d a, vec4d b) {
    return SCREE_SHUFFLE(a, a, 1, 2, 0, 3) * SCREE_SHUFFLE(b, b, 2, 0, 1, 3) -
           SCREE_SHUFFLE(a, a, 2, 0, 1, 3) * SCREE_SHUFFLE(b, b, 1, 2, 0, 3);
}

// Position of the particle's image that touches across a periodic border.
SCREE_LAW vec4d image_of(const scree_world *w, int wall, size_t k) {
    const scree_vec3 x = scree_wall_seen(w, &w->wall.data[wall], k);
    return (vec4d){x.x, x.y, x.z, 0.0};
}

// Stiffness, dashpot, impedance and number: along a slide each counts once, about an axis by the square of its distance.
SCREE_LAW void add_hardness(const scree_world *w, const scree_wall *wall, size_t k, vec4d at, double mass,
                            scree_wall_load *to) {
    const scree_pair_hardness *h = w->pairs.hardness + (k - w->pairs.first_wall_pair);
    const double m = mass < SCREE_FIXED_MASS ? mass : 0.0;
    const vec4d one = {h->stiffness, h->dashpot, sqrt(h->stiffness * m), 1.0};
    const scree_wall_drive_def *def = &wall->def->drive;
    scree_exact_sum_add(&to->hardness[0], one);
    if (def->turn.n > 0) {
        const scree_vec3 axis = def->turn.data[0].axis,
                         arm = vec_sub(vec3(at[0], at[1], at[2]), scree_wall_drive_pivot(wall)),
                         across = vec_norm2(axis) > 0.0 ? vec_cross(axis, arm) : arm;
        const double square = vec_norm2(across);
        scree_exact_sum_add(&to->hardness[1], one * (vec4d){square, square, square, 1.0});
    }
}

SCREE_LAW void add_wall_load(const scree_world *w, int wall, bool images, bool moving, size_t k,
                             scree_wall_load *loads) {
    const scree_pairs *pairs = &w->pairs;
    const scree_pair pair = pairs->pair[k];
    const scree_pair_force *f = pairs->force + k; // on the particle
    const vec4d x = three_of(&w->p.x[pair.a].x);
    vec4d force = three_of(&f->fx), torque = vec4d_cross(images ? image_of(w, wall, k) : x, force) +
                                             scree_pair_arm(f, w->p.x[pair.a].r) * three_of(&f->cx);
    if (pairs->moment) {
        torque += three_of(&pairs->moment[k].x);
    }
    scree_wall_load *to = &loads[scree_surface_part(w, wall, pair.b).wall];
    const scree_wall *part = &w->wall.data[to - loads];
    const bool driven = scree_wall_is_driven(&part->def->drive);
    if (to->contacts++ == 0) {
        memset(&to->force, 0, sizeof to->force);
        memset(&to->torque, 0, sizeof to->torque);
        if (driven) {
            memset(to->hardness, 0, sizeof to->hardness);
        }
    }
    if (driven) {
        add_hardness(w, part, k, images ? image_of(w, wall, k) : x, w->p.motion[pair.a].v.m, to);
    }
    force[SCREE_POWER_LANE] = moving ? pairs->wall_power[k - pairs->first_wall_pair] : 0.0;
    scree_exact_sum_add(&to->force, -force);
    scree_exact_sum_add(&to->torque, -torque);
}

// Are none of eight pairs touching? Most pairs with meshes are not, so eight can be skipped at once.
SCREE_LAW bool none_of_eight(const uint8_t *touching) {
    uint64_t all;
    memcpy(&all, touching, sizeof all);
    return all == 0;
}

// Adds the forces of pairs first .. last-1 to the sums of a thread.
static void add_wall_loads(const scree_pair_job *job, size_t first, size_t last, scree_wall_load *loads) {
    const scree_world *w = job->world;
    const int wall = job->block->wall;
    const uint8_t *touching = w->pairs.touching;
    const bool *wraps = w->wall.data[wall].mesh ? w->case_->periodic : w->wall.data[wall].wraps,
               images = wraps[0] || wraps[1] || wraps[2], moving = scree_wall_works(&w->wall.data[wall]);
    for (size_t k = first; k < last; k++) {
        k += last - k > 8 && none_of_eight(touching + k) ? 7 : 0;
        if (touching[k]) {
            add_wall_load(w, wall, images, moving, k, loads);
        }
    }
}
