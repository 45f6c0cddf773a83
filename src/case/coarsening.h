// SPDX-License-Identifier: BSD-3-Clause
// Values of a case that coarse-graining changes: each times a power of the factor, and kept as it was for the audit.
#pragma once

#include "memory/array.h"

struct scree_case;

typedef struct scree_coarse_value {
    char *name;
    const char *unit;
    double before, after; // SI
} scree_coarse_value;

typedef SCREE_ARRAY(scree_coarse_value) scree_coarse_values;

// Multiplies a value with the factor to this power. Values that are not given (infinite or not a number) and 0 stay as they are.
void scree_coarsen(struct scree_case *c, double *value, int power, const char *unit, const char *name, ...)
    __attribute__((format(printf, 5, 6)));
// The power for a value of this unit if densities, velocities and stresses are kept: lengths and times grow by the factor, and so
// do differences of temperature between neighbours.
int scree_coarse_power(const char *unit);
// The factor to a power.
double scree_coarse_times(double factor, int power);
