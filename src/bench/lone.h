// SPDX-License-Identifier: BSD-3-Clause
// One contact alone: sphere a against sphere b or a flat wall, under the laws of a case's `bench`, touching and coming
// apart by the engine's own rules (step/kernels.c).
#ifndef SCREE_BENCH_LONE_H
#define SCREE_BENCH_LONE_H

#include "base/report.h"
#include "step/law_set.h"

typedef struct scree_lone {
    const scree_case *c;
    const scree_kernels *kernels;
    scree_law_set set, far; // far: what acts within a field, before touch
    double ra, rb;          // m; rb = 0: a wall
    double ma, mb;          // kg; mb = 0: a wall
    double neck, field;     // m beyond touch
    scree_contact k;        // geometry and motion in, forces out
    double h[SCREE_HISTORY_MAX];
    int touching; // as in scree_pairs
} scree_lone;

// A fresh contact. False and reported when the case has no bench.
bool scree_lone_open(scree_lone *l, const scree_case *c, scree_report *r);
// Evaluates the geometry and motion in l->k: memory advances by dt times the rates, then the forces, as after a half
// step. The new history stays in l->h.
void scree_lone_evaluate(scree_lone *l, double dt);
// Whether all forces and moments are numbers and none is infinite.
bool scree_lone_finite(const scree_lone *l);
// "tangential_spring_x": name of history value i, 0 <= i < l->set.n_history.
void scree_lone_history_name(const scree_lone *l, int i, char out[64]);
// Index of the law that owns history value i, and its column.
const scree_history_desc *scree_lone_history(const scree_lone *l, int i, const scree_law **owner);

extern const char *const scree_sense_names[SCREE_SENSES]; // "normal", "tangential", "rolling", "twisting"

#endif
