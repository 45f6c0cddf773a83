// SPDX-License-Identifier: BSD-3-Clause
// Numbers that are right in another unit than the one they have, as bare numbers often are.
#ifndef SCREE_STEP_AUDIT_UNITS_H
#define SCREE_STEP_AUDIT_UNITS_H

#include "base/report.h"
#include "state/world.h"

// Warns of gravity in mm/s2, densities in g/cm3 and temperatures in degrees Celsius.
void scree_audit_units(const scree_world *w, scree_report *r);

#endif
