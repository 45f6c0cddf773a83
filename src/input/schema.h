// SPDX-License-Identifier: BSD-3-Clause
// The sections of the input file.
#ifndef SCREE_INPUT_SCHEMA_H
#define SCREE_INPUT_SCHEMA_H

#include "input/contact_keys.h"
#include "keys/key.h"

extern const scree_section scree_schema;        // the whole file, struct scree_case
extern const scree_section scree_wall_section;  // one of `walls`
extern const scree_section scree_shape_section; // one of `shapes`
extern const scree_section scree_orientation_section;
extern const scree_section scree_servo_section;   // its servo
extern const scree_section scree_free_section;    // its free
extern const scree_section scree_gravity_section; // gravity_of_time
extern const scree_section scree_group_section;   // one of `groups`
extern const scree_section scree_bond_section;    // one of `bonds`
extern const scree_section scree_track_section;   // one of `tracks`
extern const scree_section scree_output_section;
extern const scree_section scree_inlet_region_section; // regions: of an insertion,
extern const scree_section scree_drain_region_section; // an outlet,
extern const scree_section scree_probe_region_section; // a probe,
extern const scree_section scree_csv_region_section;   // tables of the output,
extern const scree_section scree_choice_section;       // a choice of particles
extern const scree_section scree_heat_section;         // heat
extern const scree_section scree_wall_heat_section;    // heat of a wall
extern const scree_section scree_temperature_section;  // temperature_tables of a material

#endif
