// SPDX-License-Identifier: BSD-3-Clause
// Collisions over a range of one parameter: "angle=0:85:5" (degrees), "speed=0.1:10:0.1", "friction=0:1:0.05".
#pragma once

#include "case/case.h"
#include "text/report.h"

typedef struct scree_sweep {
    char name[64];
    double from, to, step;
} scree_sweep;

// "name=from:to:step" or "name=value". False: reported.
bool scree_sweep_read(const char *text, scree_sweep *s, scree_report *r);
size_t scree_sweep_count(const scree_sweep *s);
double scree_sweep_value(const scree_sweep *s, size_t i);
// Sets n values of the case at once: angle, speed, dt, gap, steps_per_contact, radius_a, radius_b, spin_a_x .. spin_b_z, or
// parameters of laws of the lab's pair, which the laws must accept together. Returns NULL, or what is wrong, "angle: 95 is out of
// range"; free it with scree_free.
char *scree_sweep_set(size_t n, const char *const *name, const double *value, scree_case *c);
// Unit of such a value, "" if dimensionless or unknown.
const char *scree_sweep_unit(const char *name, const scree_case *c);
