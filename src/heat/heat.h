// SPDX-License-Identifier: BSD-3-Clause
// Temperatures of particles (world.p.temperature), in cases with heat. In each step, after the forces:
//
//   T(t + dt) = T(t) + dt / (m c) (heat of the contacts + of the sources + convection + radiation) + what contacts made / (m c)
//
// an explicit Euler step, with positions of t + dt and temperatures of t. It is stable and keeps temperatures between those of the
// neighbours while dt < m c / sum of the conductances (heat/heat_limits.h). A clump has one temperature, that of its first member, and
// the heat of all members. Fixed particles keep theirs.
//
// Walls (scree_wall_heat_def): heat laws are linear in the difference of the temperatures, so a wall pair is evaluated with a
// difference of 1 K and stores its conductance G; scree_heat_walls then makes heat of it, G (Tw - T). Insulated: none. Of a given
// power: from the one temperature that gives it, Tw = (P + sum G T) / sum G. A wall with a mass follows as particles do. Sums over the
// contacts of a wall are exact, as they decide on temperatures.
//
// Every joule is booked (scree_heat_ledger): change of sum m c T = made + walls + sources + ambient + exchanged.
#pragma once

#include "access/capability.h"
#include "access/column.h"
#include "text/report.h"

// The functions that the engine calls (access/capability.h). If another step follows at once and only contacts warm particles, the temperatures
// step in the pass that sums the forces (world.warms_on), with the same bits: a step of workload A50 takes 8 % less, with heat of friction 15 %.
extern const scree_capability scree_heat_capability;
// Heat from the walls, when all contacts are evaluated. Collective.
void scree_heat_walls(scree_world *w, scree_report *r);
// After such a pass: books what contacts of this rank's particles made of losses in it, J. Collective.
void scree_heat_book_losses(scree_world *w, scree_double_double made);
// Thermal energy, J. Collective.
double scree_heat_thermal(const scree_world *w);

// Can it be a temperature, K?
static inline bool scree_heat_can_be(double temperature) {
    return temperature > 0.0 && temperature < 1e100;
}

// Heat capacity of particle or clump i, J/K.
static inline double scree_heat_capacity(const scree_world *w, size_t i) {
    const scree_velocities *m = &w->p.motion[i];
    return m->v.m * w->case_->material.data[m->w.material].heat_capacity;
}

// Returns the heat capacity, J/K, of a wall whose mass warms.
static inline double scree_heat_capacity_of_wall(const scree_world *w, const scree_wall *wall) {
    return wall->def->heat.mass * w->case_->material.data[wall->def->material].heat_capacity;
}

// Collective.
scree_heat_totals scree_heat_totals_of(const scree_world *w);

// The columns of the series of cases with heat: of the particles, and of each wall.
extern const scree_column_table scree_heat_columns, scree_heat_wall_columns;
