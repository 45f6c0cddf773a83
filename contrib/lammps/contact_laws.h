// SPDX-License-Identifier: BSD-3-Clause
// The contact laws and walls of a scree case for programs that keep the particles themselves: geometry, laws and forces
// are the engine's own code, so equal bodies get the engine's forces bit for bit. C as well as C++; SI units.
#ifndef CONTRIB_LAMMPS_CONTACT_LAWS_H
#define CONTRIB_LAMMPS_CONTACT_LAWS_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct contact_laws contact_laws;

// A sphere; x, v and w point to three numbers each. A body that nothing moves has the mass contact_laws_fixed_mass().
typedef struct contact_body {
    const double *x, *v, *w; // m, m/s, rad/s
    double r, m;             // m, kg
    int material;
} contact_body;

// What the caller keeps of a contact: its own two numbers for the bodies, handed back with the load, and the memory, all
// zero at first. memory: contact_laws_columns() numbers.
typedef struct contact_place {
    int i, j;
    double *memory;
    unsigned char *touching; // 1 or 0
} contact_place;

// N and N m; body b gets minus the force.
typedef struct contact_load {
    double force[3], torque_a[3], torque_b[3];
} contact_load;

typedef void contact_sink(void *user, int i, int j, const contact_load *load);

// How far beyond touch the laws of two materials act: contacts once made hold out to neck, a force acts out to field.
typedef struct contact_range {
    double neck, field; // m
} contact_range;

// Reads a case file; NULL on any error. Messages of any kind go to the report.
contact_laws *contact_laws_open(const char *case_path, scree_report *report);
// Frees it; NULL is allowed.
void contact_laws_close(contact_laws *laws);
// Number of values that a contact of any two materials remembers at most.
int contact_laws_columns(const contact_laws *laws);
// Name of material k, k >= 0; NULL behind the last.
const char *contact_laws_material(const contact_laws *laws, int k);
// Name of wall k, k >= 0; NULL behind the last.
const char *contact_laws_wall(const contact_laws *laws, int k);
// Is wall k a plane, a cylinder or a sphere? Walls of triangles are not supported here.
int contact_laws_wall_is_simple(const contact_laws *laws, int k);
// The range between materials a and b for effective radii up to r_eff, m.
contact_range contact_laws_range(const contact_laws *laws, int a, int b, double r_eff);
double contact_laws_fixed_mass(void);

// Begins an evaluation. step: the time step, s. elapsed: s since the evaluation before, during which the present velocities held; memory
// advances by that. trial: contacts that exist keep their memory as it is. The sink is called before contact_laws_end returns.
void contact_laws_begin(contact_laws *laws, double step, double elapsed, int trial, contact_sink *sink,
                        void *user);
// The bodies a and b touch or, with far, are apart but within the field. a is the one with the smaller id.
void contact_laws_add(contact_laws *laws, const contact_body *a, const contact_body *b, int far,
                      contact_place place);
// Evaluates the sphere against wall k where the wall is in its range; else forgets what is in place.
void contact_laws_add_wall(contact_laws *laws, const contact_body *a, int k, contact_place place);
// The bodies have come apart: forgets.
void contact_laws_forget(const contact_laws *laws, contact_place place);
void contact_laws_end(contact_laws *laws);
// Puts all walls where they are at time step * dt; those that are not there then touch nothing. elapsed: as for
// contact_laws_begin; what the walls have moved since the call before belongs to that time.
void contact_laws_move_walls(contact_laws *laws, uint64_t step, double dt, double elapsed);

#ifdef __cplusplus
}
#endif

#endif
