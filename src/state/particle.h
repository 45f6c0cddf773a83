// SPDX-License-Identifier: BSD-3-Clause
// Adding particles to the world's arrays.
#ifndef SCREE_STATE_PARTICLE_H
#define SCREE_STATE_PARTICLE_H

#include "state/world.h"

typedef struct scree_particle {
    scree_vec3 x, v, w; // m, m/s, rad/s
    double radius, density;
    uint32_t material;
    uint64_t id;
} scree_particle;

// The place inside the periodic box that x stands for; x itself, bit for bit, where it is inside already.
scree_vec3 scree_wrap_into_box(const scree_case *c, scree_vec3 x);
void scree_particles_reserve(scree_particles *p, size_t need);
// Appends a particle at rest under gravity alone; the pair list is out of date afterwards.
void scree_particle_add(scree_world *w, const scree_particle *particle);
void scree_particles_clear(scree_particles *p);

#endif
