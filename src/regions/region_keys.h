// SPDX-License-Identifier: BSD-3-Clause
// The keys of regions.
#pragma once

#include "keys/config_read.h"

extern const scree_section scree_inlet_region_section;     // regions: of an insertion,
extern const scree_section scree_drain_region_section;     // an outlet,
extern const scree_section scree_probe_region_section;     // a probe,
extern const scree_section scree_csv_region_section;       // tables of the output,
extern const scree_section scree_selection_region_section; // a selection of particles,
extern const scree_section scree_wear_region_section;      // regions of wear, with their names

// The keys of a member `which`, a scree_selection, of the struct `owner`; when: at which time particles must be there.
#define SELECTION_KEYS(owner, when)                                                                          \
    {"region", SECTION(scree_selection_region_section),                                                      \
     .doc = "Only particles with their centre in this region " when ".", AT(which.region),                   \
     .flag = offsetof(owner, which.has_region)},                                                             \
        {"material", .type = &scree_material_type, .doc = "Only particles of this material.",                \
         AT(which.material)},                                                                                \
        {"from", .type = &scree_text_type, .doc = "Only particles of the insertion with this name.",         \
         AT(which.from)},                                                                                    \
    {                                                                                                        \
        "ids", .type = &scree_ids_type,                                                                      \
               .doc = "Only particles with these ids, single ones and ranges such as 10-20, both included.", \
               AT(which.ids)                                                                                 \
    }

// Checks that a face is a mesh or a disc, not both; returns whether it is a disc. at, path: of the face.
bool scree_check_face(scree_config *g, const scree_region *face, scree_place at, const char *path);
