// SPDX-License-Identifier: BSD-3-Clause
// Cells that deform: periodic cells under strain rates and stresses that are imposed.
//
// What is at x moves with the cell at L (x - centre), with the velocity gradient L, which is upper triangular. The velocity of a particle that is stored, c, is
// relative to that. The equations are those of SLLOD (Evans and Morriss, Statistical Mechanics of Nonequilibrium Liquids, 2008, 6.3):
//
//   dx/dt = c + L (x - centre),   dc/dt = F / m - L c,   dH/dt = L H
//
// with the vectors of the cell as columns of H. In a steady simple shear they are Newton's equations with Lees and Edwards' borders. Two particles at
// the displacement d from a to b meet at c_a - c_b - L d, wherever their images are, so nothing needs to be done at a border. A step:
//
//   c += dt/2 F/m;  c = Q c;  x += dt/2 c;  x = E x, H = E H;  x += dt/2 c;  forces;  c = Q c;  c += dt/2 F/m
//
// with Cayley's approximations E of exp(dt L) and Q of exp(-dt/2 L). Energy: d/dt (sum of m c c / 2) + power of the contacts = V sigma : L, exactly,
// with the stress V sigma = sum of f d - sum of m c c; this power is the work of the cell in the ledger.
//
// A stress is reached by a cell with inertia and a dashpot (control.c), which need no parameters of the user.
#pragma once

#include "access/capability.h"
#include "access/column.h"
#include "kernels/kernels.h"

extern const scree_capability scree_deformation_capability;
extern const scree_column_table scree_deformation_columns;

// The axis across which a wall lies: all walls of a cell that deforms are planes normal to an axis.
int scree_deformation_axis_of_plane(const scree_wall *wall);
// m3, of the cell; along an axis that is not periodic up to the planes across it, or to the end of the domain where there is none.
double scree_deformation_volume(const scree_world *w);

// The cell at the end of the next drift; the second one makes it that of the world.
scree_cell scree_deformation_of_step(const scree_world *w);
void scree_deformation_take_step(scree_world *w, const scree_cell *cell);
// Makes the cell of the world that of the saved numbers, or of the case where there are none yet.
void scree_deformation_begin(scree_world *w, scree_report *r);

// Takes the sums of the contacts of all ranks, in units of deformation.unit; cut: one of them was too large.
void scree_deformation_take_virial(scree_world *w, const int64_t sum[SCREE_STRESSES], bool cut);

// Sets the rate of the next drift by what is imposed and by the stress. anew: what is imposed may have changed. Collective.
void scree_deformation_control(scree_world *w, bool anew);
// Measures mass, size and stiffness of the packing. Collective.
void scree_deformation_measure_packing(scree_world *w);
// Measures the sums over contacts and bodies for the stress from the forces as they are stored, and sets their unit. Collective.
void scree_deformation_measure_stress(scree_world *w);
// Measures that over bodies, and chooses the unit for the next forces. Collective.
void scree_deformation_follow_stress(scree_world *w);
// The largest pressure or stress that is imposed, Pa; 0: none is.
double scree_deformation_imposed(const scree_deformation_def *d);
// The axes, one bit each, that what is imposed may deform.
int scree_deformation_axes(const scree_deformation_def *d);
// The same, with what each component is driven by.
typedef enum scree_drive_kind { SCREE_DRIVE_RATE, SCREE_DRIVE_STRESS, SCREE_DRIVE_MEAN } scree_drive_kind;
typedef struct scree_drive_plan {
    scree_drive_kind kind[SCREE_STRESSES];
    double value[SCREE_STRESSES]; // 1/s, of the velocity gradient, or Pa
    double
        mean; // Pa: those of kind MEAN have one rate, by which the mean of the three normal stresses becomes this
} scree_drive_plan;
scree_drive_plan scree_drive_plan_of(const scree_deformation_def *d);

void scree_deformation_measure(scree_world *w, scree_report *r);

// m/s, about the fastest collisions of bodies of the diameter d and this density that the cell of a case causes: of bodies that its rates move together, which are
// a diameter and the free path at a solid fraction apart, and those whose forces are as large as its pressure makes them; 0: none. fraction INFINITY: of neighbours.
double scree_deformation_speed(const scree_case *c, double d, double density, double fraction);
double scree_deformation_longest_step(const scree_world *w, const scree_smallest_bodies *smallest);
bool scree_deformation_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                 scree_report *report);
