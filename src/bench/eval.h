// SPDX-License-Identifier: BSD-3-Clause
// Evaluates full states of two bodies, one by one: nothing is carried from one row to the next.
#ifndef SCREE_BENCH_EVAL_H
#define SCREE_BENCH_EVAL_H

#include "bench/lone.h"
#include "bench/sheet.h"

// Position, velocity and spin in the laboratory frame.
typedef struct scree_bench_motion {
    scree_vec3 x, v, w; // m, m/s, rad/s
} scree_bench_motion;

typedef struct scree_bench_loads {
    scree_vec3 force[2], torque[2]; // on a and b, N and N m
    scree_vec3 velocity;            // m/s, of b against a at the contact point
} scree_bench_loads;

// A wall is the plane through b.x that faces -z; its surface moves with b's velocity and spin about b.x. The memory in l->h
// advances by dt times the rates; l->touching says whether it is that of a contact. New memory in l->h.
scree_bench_loads scree_eval(scree_lone *l, const scree_bench_motion body[2], double dt);
// exudyn: also what Exudyn's ObjectContactSphereSphere puts out, by its names and with its signs (the torque on marker 0 is
// minus the physical one; the velocity is zero while apart, and that of the centres without friction).
// Columns xa ya za vxa vya vza wxa wya wza and the same with b, dt, touching, and the history's names; missing is 0. False:
// reported.
bool scree_eval_rows(scree_lone *l, const scree_sheet *states, scree_sheet *out, bool exudyn,
                     scree_report *r);

#endif
