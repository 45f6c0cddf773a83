// SPDX-License-Identifier: BSD-3-Clause
// The keys of regions.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_inlet_region_section; // regions: of an insertion,
extern const scree_section scree_drain_region_section; // an outlet,
extern const scree_section scree_probe_region_section; // a probe,
extern const scree_section scree_csv_region_section;   // tables of the output,
extern const scree_section scree_choice_section;       // a choice of particles

// Checks that a face is a mesh or a disc, not both; returns whether it is a disc. at, path: of the face.
bool scree_check_face(scree_config *g, const scree_region *face, scree_place at, const char *path);
