// SPDX-License-Identifier: BSD-3-Clause
// The checks before a run: time step, overlaps, meshes, the restitution each pair will really show. Findings go to the
// report as notes and warnings; what makes a run pointless is an error.
#ifndef SCREE_STEP_AUDIT_H
#define SCREE_STEP_AUDIT_H

#include "base/report.h"
#include "state/world.h"

// Chooses world.dt (or checks the one given) against the Rayleigh time and the stiffest contact.
bool scree_audit_time_step(scree_world *w, scree_report *r);
// Chooses world.skin; world.dt is known.
void scree_audit_skin(scree_world *w, scree_report *r);
// False (and reported) when two particles could meet through two sides of the periodic box at once.
bool scree_audit_box(const scree_world *w, scree_report *r);
// Particles, overlaps, restitution, meshes, after the first insertions.
void scree_audit_state(const scree_world *w, scree_report *r);

#endif
