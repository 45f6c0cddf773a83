// SPDX-License-Identifier: BSD-3-Clause
// Adding particles to the world's arrays.
#ifndef SCREE_STATE_PARTICLE_H
#define SCREE_STATE_PARTICLE_H

#include "base/id_index.h"
#include "state/world.h"

typedef struct scree_particle {
    scree_vec3 x, v, w; // m, m/s, rad/s
    double radius, density;
    uint32_t material;
    uint64_t id;
    bool fixed; // keeps v and w whatever acts on it
#define SCREE_MEMBER(name, type, ...) type name;
    SCREE_OWN_FIELDS(SCREE_MEMBER)
#undef SCREE_MEMBER
} scree_particle;

// Storage indices of the living particles, ascending by id; free with scree_free.
scree_id_index *scree_particles_by_id(const scree_particles *p, size_t *n);
// The same, the ghosts among them.
scree_id_index *scree_particles_and_ghosts_by_id(const scree_particles *p, size_t *n);
// Storage index of `id` in such a list, or UINT32_MAX.
uint32_t scree_particle_find(const scree_id_index *list, size_t n, uint64_t id);
// Which arrays are of no use in a case: scree_particles.absent.
uint64_t scree_particles_absent(const scree_case *c);
// B per particle, of all arrays.
size_t scree_particles_bytes(const scree_particles *p);
void scree_particles_reserve(scree_particles *p, size_t need);
// Everything that both have of a particle: `from`'s k becomes `to`'s i.
void scree_particles_copy(const scree_particles *to, size_t i, const scree_particles *from, size_t k);
// All that is stored of particle i becomes 0.
void scree_particles_blank(const scree_particles *p, size_t i);
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
