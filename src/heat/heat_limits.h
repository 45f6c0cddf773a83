// SPDX-License-Identifier: BSD-3-Clause
// Alarms of heat: a temperature that cannot be, and a time step in which a particle gives away more heat than the difference to its
// surroundings contains. An explicit step keeps temperatures between those around a particle while
//
//   dt < C / (sum of the conductances of its contacts + slope of convection and radiation),
//
// and oscillates beyond. The conductance of a contact is taken from its heat and the difference of the temperatures, so contacts
// between equal temperatures, which cannot show, do not count until they differ. A wall whose mass warms has the same limit.
#pragma once

#include "state/world.h"
#include "text/report.h"

// At every 64th step, and at the start: a look takes as long as a tenth of a step.
bool scree_heat_limits_are_due(const scree_world *w);
// SCREE_BAD_NUMBERS, with the particle and a remedy, where the time step is too long. Collective.
scree_status scree_heat_check_limits(const scree_world *w, scree_report *r);
// Can the temperatures of all walls with a mass be? The same on all ranks. Other walls have no temperature of their own.
bool scree_heat_walls_are_fine(const scree_world *w);
// Reports the wall, or the particle of the smallest id, with a temperature that cannot be. Collective.
scree_status scree_heat_alarm(const scree_world *w, scree_report *r);

// Counts the steps in which a wall of a given power would have to be below 0 K, and warns of the first.
void scree_heat_warn_of_walls(scree_world *w, scree_report *r);

// Returns what a material of particles lacks for the case's heat, and what would be accepted; NULL: it lacks nothing.
const char *scree_heat_lacks(const scree_case *c, size_t material);
// SCREE_USER_ERROR where a particle is of a material that lacks what the case's heat needs: a file, a checkpoint or a host program can
// bring it. At the start and where a case changes. Collective.
scree_status scree_heat_check_materials(scree_world *w, scree_report *r);
// Before a run: warns of walls and sources that will give no heat. Collective.
void scree_heat_audit(scree_world *w, scree_report *r);
