// SPDX-License-Identifier: BSD-3-Clause
// Checks before a run: time step, overlaps, meshes, the actual restitution of each material pair. Results are reported as notes
// and warnings, and as errors if the run would be useless.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Chooses world.dt (or checks a given one) by the Rayleigh time and the shortest collision.
bool scree_audit_time_step(scree_world *w, scree_report *r);
// With dt: auto, shortens world.dt if the contacts at the start need a shorter one; a given dt is checked (step_limit/step_limit.h). Returns false,
// with a report, if the run would have too many steps, or must stop there. The touches of walls must be known (wall_contacts/wall_touch.h); the forces
// of all pairs are zero afterwards. Collective.
bool scree_audit_contacts(scree_world *w, scree_report *r);
// Chooses world.skin; world.dt is known.
void scree_audit_skin(scree_world *w, scree_report *r);
// False, with a report, if two particles could touch across two sides of the periodic box at once.
bool scree_audit_box(const scree_world *w, scree_report *r);
// Reports particles, overlaps, restitution and meshes; after the first insertions.
void scree_audit_state(const scree_world *w, scree_report *r);
