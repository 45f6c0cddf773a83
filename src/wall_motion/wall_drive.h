// SPDX-License-Identifier: BSD-3-Clause
// Walls that forces move. A drive has freedoms: slides along axes normal to each other, and a turn about an axis or, of a free wall,
// about all axes. A servo sets the speed of each freedom so that the wall presses with a given load. A free wall has a mass: its
// freedoms are integrated as particles are, by velocity Verlet, a turn about all axes by scree_rigid_turn (maths/rigid.h).
//
// The pose is made of the drive's state and of the initial pose, which scripted motion may move as well: first the motion, then the
// turn about the pivot, then the slides. All ranks compute the same, from exact sums of the forces (wall_contacts/wall_loads.h).
//
// Servo. The force F of the contacts on a wall that presses with F changes with its speed v by about Z = sum of sqrt(k m) over the
// contacts (k stiffness, m mass of the particle): a column of particles takes up motion at its end as a rod of this impedance. In one
// step it changes by (K dt + 2 C) v, with the sums K of k and C of the dashpots. So
//   v = (target - F) / (Z + K dt + 2 C),  |v| <= the largest speed,
// approaches the target without oscillation and is stable for any time step; without contacts v is the largest speed.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Sets the areas of all walls, and masses, inertias and the areas of stresses of driven walls, from their definitions and meshes. False: reported.
bool scree_wall_drives_make(scree_world *w, scree_report *r);
// Sets what a driven wall has from its initial pose `start`, once this is known; t: the time.
void scree_wall_drive_place(scree_wall *wall, double t);
// The state at the start, after scree_wall_drive_place: with its velocity and spin, or at rest.
void scree_wall_drive_begin(scree_wall *wall, bool at_rest);
// A drive that goes on keeps its velocities and its pose where mass or inertia are others than before.
void scree_wall_drive_continue(const scree_wall_drive *before, scree_wall *wall);
// Do two definitions have the same freedoms, so that one may go on with the state of the other?
bool scree_wall_drive_goes_on(const scree_wall_drive_def *a, const scree_wall_drive_def *b);

// Sets pose, velocity and spin from the state; *state has those of the initial pose and the scripted motion.
void scree_wall_drive_pose(const scree_wall *wall, scree_wall_state *state);
// One step: first half kick and drift. Before scree_move_walls.
void scree_wall_drives_advance(scree_world *w);
// Has to be called after the contact forces: sets loads, the second half kick of free walls, and the next speeds of servos. elapsed: true in a
// step, false between steps.
void scree_wall_drives_load(scree_world *w, bool elapsed);
// Gives warnings that are due.
void scree_wall_drives_warn(scree_world *w, scree_report *r);

// J, kinetic, potential and spring energy of all free walls; the same with their work on particles so far; and what a change of
// gravity adds to it, half a step back.
double scree_wall_drives_energy(const scree_world *w);
double scree_wall_drives_account(const scree_world *w);
double scree_wall_drives_gain(const scree_world *w, scree_vec3 change_of_gravity);
// J, what free walls do not gain of a change of gravity between steps, as the first half of the next step has the forces of before; to order 1.
double scree_wall_drives_lag(const scree_world *w, scree_vec3 change_of_gravity);

// A freedom as outputs show it: target and load of a servo act on particles, the load of a free wall on it.
typedef struct scree_freedom_now {
    double place, speed, load, target, area;
} scree_freedom_now;
// k: 0, 1, ... slides, SCREE_TURN. All zero if the wall has no such freedom.
scree_freedom_now scree_wall_drive_freedom(const scree_world *w, const scree_wall *wall, int k);

// Point about which a driven wall turns, now, m.
static inline scree_vec3 scree_wall_drive_pivot(const scree_wall *wall) {
    const scree_freedom_list *slide = &wall->def->drive.slide;
    scree_vec3 at = wall->drive.pivot;
    for (size_t k = 0; k < slide->n; k++) {
        at = vec_add_scaled(at, wall->now.drive.place[k], slide->data[k].axis);
    }
    return at;
}

// 1/kg: how easily a free wall moves in the direction n at a point x, 1/m = sum (n.a)^2/M + (r x n).I^-1 (r x n).
static inline double scree_wall_drive_mobility(const scree_wall *wall, scree_vec3 x, scree_vec3 n) {
    const scree_wall_drive_def *def = &wall->def->drive;
    const scree_wall_drive *drive = &wall->drive;
    double sum = 0.0;
    for (size_t k = 0; k < def->slide.n; k++) {
        const double along = vec_dot(n, def->slide.data[k].axis);
        sum += along * along / drive->mass;
    }
    if (def->turn.n > 0) {
        const scree_vec3 arm = vec_cross(vec_sub(x, scree_wall_drive_pivot(wall)), n);
        if (drive->inertia > 0.0) {
            const double about = vec_dot(arm, def->turn.data[0].axis);
            sum += about * about / drive->inertia;
        } else {
            sum += vec_dot(arm, scree_rigid_spin(wall->now.drive.attitude, drive->moments, arm));
        }
    }
    return sum;
}
