// SPDX-License-Identifier: BSD-3-Clause
#include "insertion/agglomerate.h"
#include "domain/domain.h"
#include "insertion/spots.h"

static scree_particle member_of(const scree_world *w, const scree_body *b, size_t k) {
    const scree_member m = scree_body_member(w, b, k);
    return (scree_particle){.x = m.at,
                            .v = vec_add(b->v, vec_cross(b->w, vec_sub(m.at, b->x))),
                            .w = b->w,
                            .radius = m.radius,
                            .density = w->case_->material.data[b->material].density,
                            .material = b->material,
                            .id = b->id + k,
                            .source = b->source,
                            .agglomerate = b->id,
                            .temperature = b->temperature,
                            .fixed = b->fixed};
}

static bool is_here(const scree_world *w, scree_vec3 x) {
    const int rank = scree_comm_rank(w->comm);
    return w->domain ? scree_partition_owner(w->domain->partition,
                                             scree_cell_rest(&w->cell, scree_cell_wrap(&w->cell, x))) == rank
                     : rank == 0;
}

void scree_agglomerate_add(scree_world *w, const scree_body *b) {
    for (size_t k = 0; k < scree_spots_members(w, b); k++) {
        const scree_particle q = member_of(w, b, k);
        if (is_here(w, q.x)) {
            scree_particle_add(w, &q);
        }
    }
    w->list_valid = false;
    w->has_fixed |= b->fixed;
    scree_array_push(&w->placed, ((scree_placed){b->id, b->shape, b->fixed, b->size}));
}

double scree_agglomerate_mass(const scree_world *w, const scree_body *b) {
    double mass = 0.0;
    for (size_t k = 0; k < scree_spots_members(w, b); k++) {
        const scree_particle q = member_of(w, b, k);
        mass += scree_particle_mass(q.radius, q.density);
    }
    return mass;
}

double scree_agglomerate_energy(const scree_world *w, const scree_body *b) {
    double energy = 0.0;
    for (size_t k = 0; k < scree_spots_members(w, b) && !b->fixed; k++) {
        const scree_particle q = member_of(w, b, k);
        const double m = scree_particle_mass(q.radius, q.density), r = q.radius;
        energy += 0.5 * m * vec_norm2(q.v) + 0.2 * m * (r * r) * vec_norm2(q.w) -
                  m * vec_dot(w->gravity, scree_cell_wrap(&w->cell, q.x));
    }
    return energy;
}
