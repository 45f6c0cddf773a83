// SPDX-License-Identifier: BSD-3-Clause
// Evaluates full states of two bodies, one by one: each row is independent of the others.
#pragma once

#include "tools/lab/single_contact.h"
#include "tools/lab/table.h"

// Position, velocity and spin in the laboratory frame.
typedef struct scree_lab_motion {
    scree_vec3 x, v, w; // m, m/s, rad/s
} scree_lab_motion;

typedef struct scree_lab_loads {
    scree_vec3 force[2], torque[2]; // on a and b, N and N m
    scree_vec3 velocity;            // m/s, of b relative to a at the contact point
} scree_lab_loads;

// A wall is the plane through b.x that faces -z; its surface moves with b's velocity and spin about b.x. The history in l->h
// advances by dt times the rates, if l->touching says that there was a contact; l->h then has the new history.
scree_lab_loads scree_eval(scree_single_contact *l, const scree_lab_motion body[2], double dt);

// Outputs besides loads, overlap and history.
enum {
    SCREE_EVAL_ENERGY = 1, // stored in each mode
    // those of Exudyn's ObjectContactSphereSphere, with its names and signs (the torque on marker 0 is minus the physical one;
    // the velocity is zero while apart, and that of the centres without friction)
    SCREE_EVAL_EXUDYN = 2
};
// Columns xa ya za vxa vya vza wxa wya wza and the same with b, dt, touching, and the history's names; missing is 0. False:
// reported.
bool scree_eval_rows(scree_single_contact *l, const scree_table *states, scree_table *out, unsigned extra,
                     scree_report *r);
