// SPDX-License-Identifier: BSD-3-Clause
// Finds numbers that would be plausible in another unit: a number without a unit is often meant in another one than SI.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Warns of values that look like gravity in mm/s2, densities in g/cm3 and temperatures in degrees Celsius.
void scree_audit_units(const scree_world *w, scree_report *r);
