// SPDX-License-Identifier: BSD-3-Clause
// Collisions over a range of one parameter: "angle=0:85:5" (degrees), "speed=0.1:10:0.1", "friction=0:1:0.05".
#ifndef SCREE_TOOLS_LAB_SWEEP_H
#define SCREE_TOOLS_LAB_SWEEP_H

#include "state/case.h"
#include "tools/lab/csv_table.h"

typedef struct scree_sweep {
    char name[64];
    double from, to, step;
} scree_sweep;

// "name=from:to:step" or "name=value". False: reported.
bool scree_sweep_read(const char *text, scree_sweep *s, scree_report *r);
size_t scree_sweep_count(const scree_sweep *s);
double scree_sweep_value(const scree_sweep *s, size_t i);
// Sets the swept value in the case: angle, speed, dt, gap, steps_per_contact, radius_a, radius_b, spin_a_x .. spin_b_z, or a
// parameter of a law of the lab's pair. False: reported.
bool scree_sweep_apply(const scree_sweep *s, double value, scree_case *c, scree_report *r);

#endif
