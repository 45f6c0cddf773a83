// SPDX-License-Identifier: BSD-3-Clause
// The vibrations of one body among its contacts, and the longest step with which they are stable.
//
// With forces from positions and from the velocity v(t + dt/2) + dt/2 a(t), a step x'' = -w^2 x - r x' is
//   x(n+1) - 2 x(n) + x(n-1) + (w dt)^2 x(n) + r dt/2 (3 x(n) - 4 x(n-1) + x(n-2)) = 0,
// whose roots stay in the unit circle (Jury's conditions) up to (w dt)^2 + 4 r dt = 4, where one of them is -1; with velocities of the
// half step up to (w dt)^2 + 2 r dt = 4. An eigenvector of many bodies with stiffness K, dashpots C and masses M satisfies this equation with
// the quotients x*Kx/x*Mx and x*Cx/x*Mx, so the motion is stable while dt^2 K + 4 dt C < 4 M. Each contact is a sum of squares of the
// displacements of its two bodies, and (a + b)^2 <= (1 + t) a^2 + (1 + 1/t) b^2 for any positive t. So all vibrations are stable if those of
// each body alone are, with each contact counted 1 + t or 1 + 1/t times, and once if the other body does not move. A good choice of t is the
// ratio of two sums: that over the contacts of the other body and that over those of this body, each with all neighbours at rest. The bound is exact for two spheres,
// for a body between walls and for regular packings, in which neighbours move against each other; random beds were found to be stable up to 1.3 times of it.
#pragma once

#include "access/capability.h"
#include "maths/rigid.h"
#include "stability/hardness.h"

// s, for the square w^2 of an angular frequency and the rate r at which dashpots reduce the velocity, 1/s: with the damping ratio z = r / 2w
// it is (sqrt(1 + 4 z^2) - 2 z) 2 / w, with velocities of the half step (sqrt(1 + z^2) - z) 2 / w.
double scree_longest_step(scree_integrator integrator, double square, double rate);

// A body: mass, kg, and its principal moments of inertia, kg m2, in its frame.
typedef struct scree_inertia {
    double mass;
    scree_vec3 moments;
    scree_mat3 frame; // from the principal axes to the laboratory
} scree_inertia;

scree_inertia scree_inertia_of_sphere(double mass, double radius);

// A contact of the body: normal, from its centre of mass to the contact point (m), and how often it counts.
typedef struct scree_contact_arm {
    scree_vec3 n, arm;
    double count;
    const scree_hardness *hardness;
} scree_contact_arm;

// Stiffness and dashpots of the contacts added so far, for the three displacements and rotations, each times the root of mass or moment.
typedef struct scree_vibration {
    double stiffness[6][6], dashpot[6][6];
} scree_vibration;

void scree_vibration_add(scree_vibration *v, const scree_inertia *body, const scree_contact_arm *c);
// Adds what holds the body besides its contacts.
void scree_vibration_add_hold(scree_vibration *v, const scree_inertia *body, const scree_hold *hold);
// An upper bound of the sum dt^2 stiffness + 4 dt dashpot that a contact adds to any vibration; with the half step 2 dt instead of 4 dt.
double scree_vibration_most(scree_integrator integrator, double dt, const scree_inertia *body,
                            const scree_contact_arm *c);
// The same for what holds the body besides its contacts.
double scree_vibration_most_of_hold(scree_integrator integrator, double dt, const scree_inertia *body,
                                    const scree_hold *hold);
// An approximation of the largest sum dt^2 stiffness + 4 dt dashpot of any vibration.
double scree_vibration_strongest(const scree_vibration *v, scree_integrator integrator, double dt);
// The longest stable step, s, if it is below `below`, otherwise infinity; shape: the vibration that becomes unstable.
double scree_vibration_limit(const scree_vibration *v, scree_integrator integrator, double below,
                             double shape[6]);

// What holds a body besides its contacts, where a scree_mode names what limits.
enum { SCREE_MODE_OF_HOLD = SCREE_MODES };
// The contributions of springs and dashpots to a vibration, by mode.
typedef struct scree_vibration_parts {
    double springs[SCREE_MODES + 1], dashpots[SCREE_MODES + 1];
} scree_vibration_parts;

// Adds the contributions of one contact at a step dt.
void scree_vibration_parts_add(scree_vibration_parts *parts, scree_integrator integrator, double dt,
                               const scree_inertia *body, const scree_contact_arm *c, const double shape[6]);

void scree_vibration_parts_add_hold(scree_vibration_parts *parts, scree_integrator integrator, double dt,
                                    const scree_inertia *body, const scree_hold *hold, const double shape[6]);

// The largest contribution. mode: scree_mode or SCREE_MODE_OF_HOLD; damped 1: of its dashpots, 0: of its springs; turns 1: the body rotates more than it moves.
typedef struct scree_vibration_cause {
    uint64_t mode, damped, turns;
} scree_vibration_cause;
scree_vibration_cause scree_vibration_cause_of(const scree_vibration_parts *parts, const double shape[6]);
// Writes a text such as "rotation against the dashpots of the tangential mode".
void scree_vibration_cause_text(const scree_vibration_cause *cause, char *text, size_t size);

// Rounds a time step down to two significant digits, as a person would write it, so that rounding errors of mathematical functions do not
// change it.
double scree_time_step_rounded(double dt);
