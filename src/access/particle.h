// SPDX-License-Identifier: BSD-3-Clause
// Adding particles to the world's arrays.
#pragma once

#include "memory/id_index.h"
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

// Storage indices of particles that are not removed, ascending by id; free with scree_free.
scree_id_index *scree_particles_by_id(const scree_particles *p, size_t *n);
// Also lists the ghosts, which scree_particles_by_id leaves out.
scree_id_index *scree_particles_and_ghosts_by_id(const scree_particles *p, size_t *n);
// Storage index of `id` in such a list, or UINT32_MAX.
uint32_t scree_particle_find(const scree_id_index *list, size_t n, uint64_t id);
// The arrays that a case does not use: scree_particles.absent.
uint64_t scree_particles_absent(const scree_case *c);
// Bytes per particle, of all arrays.
size_t scree_particles_bytes(const scree_particles *p);
void scree_particles_reserve(scree_particles *p, size_t need);
// Gives the particles and ghosts the arrays that such a case has (scree_particles_absent), new ones full of zeros.
void scree_particles_widen(scree_particles *p, uint64_t absent);
// Copies particle k of `from` to particle i of `to`, for all arrays that both have.
void scree_particles_copy(const scree_particles *to, size_t i, const scree_particles *from, size_t k);
// Sets all fields of particle i to 0.
void scree_particles_blank(const scree_particles *p, size_t i);
// Box around the centres of particles that are not removed; if there are none, low = infinity and high = -infinity.
void scree_particles_box(const scree_particles *p, scree_vec3 *low, scree_vec3 *high);
// Is it a member of a clump?
static inline bool scree_is_member(const scree_particles *p, size_t i) {
    return p->body && p->body[i] > 0;
}
// Does it stand for a whole: a sphere alone, or the first member of a clump? Sums over whole particles skip the others.
static inline bool scree_is_first(const scree_particles *p, size_t i) {
    return !scree_is_member(p, i) || p->body[i] == p->id[i];
}
// Row i is the first member of a clump: these return its shape, the attitude of its principal axes, and its
// principal moments of inertia, kg m2. A fixed clump has equal moments, so that it keeps its spin.
static inline const scree_shape *scree_body_shape(const scree_world *w, size_t i) {
    return &w->case_->shape.data[w->p.shape[i]].shape;
}
static inline scree_quaternion scree_body_attitude_of(const scree_particles *p, size_t i) {
    return (scree_quaternion){p->turn_w[i], p->turn[i].x, p->turn[i].y, p->turn[i].z};
}
static inline scree_vec3 scree_body_moments(const scree_world *w, size_t i) {
    const double m = w->p.motion[i].v.m, fixed = SCREE_FIXED_MOMENT;
    return m < SCREE_FIXED_MASS
               ? vec_scale(m * (w->p.size[i] * w->p.size[i]), scree_body_shape(w, i)->moments)
               : vec3(fixed, fixed, fixed);
}
// Rows of the whole that begins at row i.
static inline size_t scree_whole_rows(const scree_world *w, size_t i) {
    return scree_is_member(&w->p, i) ? scree_body_shape(w, i)->member.n : 1;
}
// Velocity of the place below; kinetic energy of rotation, J, of a whole.
static inline scree_vec3 scree_particle_velocity(const scree_particles *p, size_t i) {
    const scree_vel *v = &p->motion[i].v;
    return scree_is_member(p, i) ? p->body_velocity[i] : vec3(v->x, v->y, v->z);
}
// With which row i moved in the last drift, of a step dt: forces see a velocity that is ahead of it by half a kick, but that of members.
static inline scree_vec3 scree_drift_velocity(const scree_world *w, size_t i, double dt) {
    const scree_vel *v = &w->p.motion[i].v;
    const scree_wrench *f = &w->p.f[i];
    const bool seen = w->case_->integrator == SCREE_VERLET && !scree_is_member(&w->p, i);
    const double half_kick = seen ? 0.5 * dt * scree_mobility(v->m) / v->m : 0.0;
    return vec3(v->x - half_kick * f->fx, v->y - half_kick * f->fy, v->z - half_kick * f->fz);
}
// Returns the spin, rad/s, with which a sphere turned in the last drift; row i must not be a member of a clump.
static inline scree_vec3 scree_drift_spin(const scree_world *w, size_t i, double dt) {
    const scree_velocities *u = &w->p.motion[i];
    const scree_wrench *f = &w->p.f[i];
    const double r = w->p.x[i].r,
                 half_kick = w->case_->integrator == SCREE_VERLET
                                 ? 0.5 * dt * scree_mobility(u->v.m) / (0.4 * u->v.m * (r * r))
                                 : 0.0;
    return vec3(u->w.x - half_kick * f->tx, u->w.y - half_kick * f->ty, u->w.z - half_kick * f->tz);
}
double scree_particle_rotational(const scree_world *w, size_t i);
// The place by which rows are sorted and given to ranks: the centre of a sphere, or of the clump that the row belongs to.
static inline scree_vec3 scree_whole_centre(const scree_particles *p, size_t i) {
    return scree_is_member(p, i) ? p->centre[i] : vec3(p->x[i].x, p->x[i].y, p->x[i].z);
}
// Returns the place that it would have if no periodic axis had moved it back; the potential energy is a function of this place.
static inline scree_vec3 scree_particle_path(const scree_world *w, size_t i) {
    const scree_vec3 x = scree_whole_centre(&w->p, i);
    const double *length = w->cell.period.length;
    if (!w->p.crossed) {
        return x;
    }
    const scree_vec3 n = w->p.crossed[i];
    return vec3(x.x + n.x * length[0], x.y + n.y * length[1], x.z + n.z * length[2]);
}
// From there to its own centre.
static inline scree_vec3 scree_particle_arm(const scree_world *w, size_t i) {
    const scree_pos *x = &w->p.x[i];
    const scree_vec3 whole = scree_whole_centre(&w->p, i);
    return scree_is_member(&w->p, i)
               ? scree_nearest_image(&w->cell.period, x->x - whole.x, x->y - whole.y, x->z - whole.z)
               : vec3(0.0, 0.0, 0.0);
}
// Mass of a sphere, kg.
double scree_particle_mass(double radius, double density);
// Film of a new particle of this mass that comes from this entry, m3, in a case with liquid.
double scree_new_film(const scree_case *c, uint64_t source, double mass);
// Appends a particle on which only gravity acts; the neighbour list becomes invalid.
void scree_particle_add(scree_world *w, const scree_particle *particle);
// Kinetic and potential energy, J; 0 of a fixed particle. That of a clump is that of its first member.
double scree_particle_energy(const scree_world *w, size_t i);
// Returns the energy that it would have with this velocity, m/s, and this energy of rotation, J.
double scree_particle_energy_at(const scree_world *w, size_t i, scree_vec3 v, double rotational);
// J, of a sphere that spins so, or a clump whose angular momentum, kg m2/s, is `spin`.
double scree_particle_rotational_at(const scree_world *w, size_t i, scree_vec3 spin);
// Makes particle i a fixed one, which no force accelerates. Forces on it are still summed, without gravity.
void scree_particle_fix(scree_world *w, size_t i);
void scree_particles_clear(scree_particles *p);
