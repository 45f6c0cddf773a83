// SPDX-License-Identifier: BSD-3-Clause
// Clumps: rigid bodies whose members, spheres or convex bodies, are particles. The members of a body lie in consecutive rows, in the order of their ids, which
// are consecutive too; storage, ranks and checkpoints keep them together, as a row is sorted and owned by the place of its body's
// centre (scree_whole_centre). Contacts see members only. The first member also holds the state of the body: velocity, angular
// momentum, attitude (state/fields.h). In every step the forces on the members are gathered in their order, the body is integrated
// by velocity Verlet, its rotation by scree_rigid_turn (maths/rigid.h), and the members follow.
#pragma once

#include "access/particle.h"

// A body to be placed.
typedef struct scree_body {
    int shape;
    double size;               // m
    double mass;               // kg; 0: of a sphere of this size and of the material
    scree_vec3 x, v, w;        // m, m/s, rad/s
    scree_quaternion attitude; // of its principal axes
    uint32_t material;
    uint64_t id, source; // id of the first member
    bool fixed;
    double temperature; // K; 0: heat.temperature
} scree_body;

static inline bool scree_has_bodies(const scree_world *w) {
    return scree_case_has_clumps(w->case_);
}

// How a source turns its clumps.
scree_quaternion scree_body_turn(const scree_source_def *source);
// Attitude of a shape that is turned by this from the frame in which it was given.
scree_quaternion scree_body_attitude(const scree_world *w, int shape, scree_quaternion turn);
double scree_body_mass(const scree_world *w, const scree_body *body);
// Place and radius of member k.
scree_member scree_body_member(const scree_world *w, const scree_body *body, size_t k);
void scree_body_add(scree_world *w, const scree_body *body);
// Returns the energy that placing it adds, J.
double scree_body_energy_of(const scree_world *w, const scree_body *body);

// The clump whose first member is row i. Between steps:
// Gives its centre and its turning these velocities, m/s and rad/s, and places its members.
void scree_body_move(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin);
// The same of one that the list knows as moving.
void scree_body_move_on(scree_world *w, size_t i, scree_vec3 v, scree_vec3 spin);
// Places its members after its centre, attitude, velocity or momentum was changed.
void scree_body_settle(scree_world *w, size_t i);
// Gives its members what follows from its centre, attitude, momentum and size, and the mass of the first, after they were changed.
void scree_body_follow(scree_world *w, size_t i);
// Are its members where it has them, of their size, and moving with it, up to rounding?
bool scree_body_is_whole(const scree_world *w, size_t i);
// Multiplies its size by a factor; velocities stay. Masses are the caller's.
void scree_body_scale(scree_world *w, size_t i, double factor);

// The load on a clump when all forces are summed, and its motion half a time step before.
typedef struct scree_body_load {
    scree_vec3 force, torque; // N, with its weight; N m, about its centre
    scree_vec3 v, momentum;   // m/s, kg m2/s
    double mass;
} scree_body_load;
scree_body_load scree_body_load_of(const scree_world *w, size_t i);
// Adds a force at its centre and a torque.
void scree_body_push(scree_world *w, size_t i, scree_vec3 force, scree_vec3 torque);
// Its spin for an angular momentum.
scree_vec3 scree_body_spin(const scree_world *w, size_t i, scree_vec3 momentum);

// The bound of a thread's rows: moved up to where no body is cut.
size_t scree_body_bound(const scree_world *w, size_t i);
// A clump as outputs show it.
typedef struct scree_body_row {
    uint64_t id, shape, members;
    uint32_t material; // of its first member
    double size, mass; // m, kg; mass 0 of a fixed one
    scree_vec3 x, v;   // m, m/s, of the centre
    // From the frame in which the shape was given to the laboratory: w, x, y, z.
    double orientation[4];
    scree_vec3 spin, momentum; // rad/s, kg m2/s
    // m, of a convex body, along the axes of that frame, of a polyhedron along its principal axes; 0 of a clump
    scree_vec3 half_axes;
} scree_body_row;
// Returns the clumps of this rank, ascending by id; free with scree_free.
scree_body_row *scree_body_rows(const scree_world *w, size_t *n);

// False (and reported) if some members are not those of this case's shapes.
bool scree_bodies_fit(const scree_world *w, const char *path, scree_report *r);
// Warns of shapes that may be mistakes.
void scree_bodies_warn(const scree_world *w, scree_report *r);
