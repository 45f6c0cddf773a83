// SPDX-License-Identifier: BSD-3-Clause
// The sections of the input file.
#ifndef SCREE_INPUT_SCHEMA_H
#define SCREE_INPUT_SCHEMA_H

#include "bonds/bond_keys.h"
#include "heat/heat_keys.h"
#include "input/contact_keys.h"
#include "regions/region_keys.h"

extern const scree_section scree_schema;        // the whole file, struct scree_case
extern const scree_section scree_wall_section;  // one of `walls`
extern const scree_section scree_shape_section; // one of `shapes`
extern const scree_section scree_orientation_section;
extern const scree_section scree_servo_section;   // its servo
extern const scree_section scree_free_section;    // its free
extern const scree_section scree_gravity_section; // gravity_of_time
extern const scree_section scree_group_section;   // one of `groups`
extern const scree_section scree_track_section;   // one of `tracks`
extern const scree_section scree_output_section;

#endif
