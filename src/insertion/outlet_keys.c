// SPDX-License-Identifier: BSD-3-Clause
// The keys of outlets.
#include "insertion/insertion_keys.h"
#include "keys/complain.h"
#include "regions/region_keys.h"
#include "sections/check_parts.h"
#include "sections/key_tables.h"

static void check_outlet(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_outlet_def *outlet = base;
    scree_check_span(g, outlet->start, outlet->stop, node, path);
    if (outlet->once && vec_norm2(outlet->way) > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "direction"),
                           "%s: 'direction' is about particles on their way, and 'once' looks at one moment; "
                           "accepted: one of them",
                           path);
    }
}

#define AT(field) .offset = offsetof(scree_outlet_def, field)
static const scree_key outlet_keys[] = {
    {"region", SECTION(scree_drain_region_section), .required = true, AT(region)},
    {"action", .type = &scree_switch_type, .choices = "delete|count", .fallback = "delete",
     .doc = "Count and delete particles, or count each particle once and keep it.", AT(keep)},
    {"direction", AXIS,
     .doc =
         "Takes only particles that enter the region while they move this way, at an angle of less than 90 "
         "degrees; any length. What is in the region already, or has come in another way, stays. The paths "
         "of all particles are checked in each step. Not given: takes all in the region.",
     AT(way)},
    {"every", TIME, ABOVE(0), AUTO,
     .doc = "Time between checks of the positions; auto: 1 ms, at least a step. While some particle moves "
            "further than a quarter of the region's thickness in this time, the path of every particle is "
            "checked in each step, so particles that pass the region between two checks are found too.",
     AT(every)},
    {"start", TIME, FROM(0), .fallback = "0 s", OR_NEVER,
     .doc = "Time at which the outlet opens; never: a phase sets it.", AT(start)},
    {"stop", TIME, FROM(0), .fallback = "never", OR_NEVER, .doc = "Time at which the outlet closes.",
     AT(stop)},
    {"once", BOOL, .fallback = "false",
     .doc = "Act at the start only: removes, or counts, what is there then.", AT(once)},
};
const scree_section scree_outlet_section = {
    .doc = "Regions in which particles are counted and deleted: name -> outlet.",
    KEYS(outlet_keys),
    NAMED_ITEMS(scree_outlet_def),
    .check = check_outlet};
#undef AT
