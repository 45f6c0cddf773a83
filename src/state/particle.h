// SPDX-License-Identifier: BSD-3-Clause
// Adding particles to the world's arrays.
#ifndef SCREE_STATE_PARTICLE_H
#define SCREE_STATE_PARTICLE_H

#include "base/numbered.h"
#include "state/world.h"

typedef struct scree_particle {
    scree_vec3 x, v, w; // m, m/s, rad/s
    double radius, density;
    uint32_t material;
    uint64_t id;
    bool fixed; // keeps v and w whatever acts on it
} scree_particle;

// Storage indices of the living particles, ascending by id; free with scree_free.
scree_numbered *scree_particles_by_id(const scree_particles *p, size_t *n);
// The same, the ghosts among them.
scree_numbered *scree_particles_and_ghosts_by_id(const scree_particles *p, size_t *n);
// Storage index of `id` in such a list, or UINT32_MAX.
uint32_t scree_particle_find(const scree_numbered *list, size_t n, uint64_t id);
// The place inside the periodic box that x stands for; x itself, bit for bit, where it is inside already.
scree_vec3 scree_wrap_into_box(const scree_case *c, scree_vec3 x);
void scree_particles_reserve(scree_particles *p, size_t need);
// Box around the centres of the living; where there are none, low = infinity and high = -infinity.
void scree_particles_box(const scree_particles *p, scree_vec3 *low, scree_vec3 *high);
// kg, of a sphere.
double scree_particle_mass(double radius, double density);
// Appends a particle at rest under gravity alone; the pair list is out of date afterwards.
void scree_particle_add(scree_world *w, const scree_particle *particle);
// From now on no force moves particle i; what acts on it is still summed, gravity left out.
void scree_particle_fix(scree_world *w, size_t i);
void scree_particles_clear(scree_particles *p);

#endif
