// SPDX-License-Identifier: BSD-3-Clause
// The keys of probes and tracks.
#include "measure/measure_keys.h"
#include "regions/region_keys.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_probe_def, field)
static const scree_key probe_keys[] = {
    {"region", SECTION(scree_probe_region_section), .required = true,
     .doc = "Region; particles with their centre in it count.", AT(region)},
    {"with_cell", BOOL, .fallback = "true",
     .doc = "In a cell that deforms the region is one of the cell at the start, and moves and deforms with "
            "it; false: it stays in space.",
     AT(with_cell)},
};
const scree_section scree_probe_section = {
    .doc = "Means over the particles in a region, as columns of the series: name -> probe.",
    KEYS(probe_keys),
    NAMED_ITEMS(scree_probe_def)};
#undef AT

#define AT(field) .offset = offsetof(scree_track_def, field)
static const scree_key track_keys[] = {
    {"id", .type = &scree_seed_type, FROM(1), .required = true,
     .doc = "Id of the particle, from 1; `ball: 17` for short.", AT(id)},
};
const scree_section scree_track_section = {
    .doc = "Particles whose motion is in columns of the series: name -> id.",
    KEYS(track_keys),
    NAMED_ITEMS(scree_track_def),
    .short_key = "id"};
#undef AT
