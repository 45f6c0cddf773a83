// SPDX-License-Identifier: BSD-3-Clause
// The keys of outlets.
#include "outlets/outlet_keys.h"
#include "keys/complain.h"
#include "regions/region_keys.h"
#include "sections/check_parts.h"
#include "sections/key_tables.h"

static void check_outlet(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_outlet_def *outlet = base;
    scree_check_span(g, outlet->start, outlet->stop, node, path);
    if (outlet->recycles && (outlet->keep || outlet->once)) {
        scree_config_error(
            g, scree_yaml_place(node, "recycle"),
            "%s: 'recycle' takes particles out and puts them back, again and again; accepted: no "
            "'action: count' and no 'once' beside it",
            path);
    }
    if (outlet->once && vec_norm2(outlet->way) > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "direction"),
                           "%s: 'direction' is about particles on their way, and 'once' looks at one moment; "
                           "accepted: one of them",
                           path);
    }
}

static void check_recycle(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_outlet_def *outlet = base;
    outlet->sets_velocity = scree_yaml_has(node, "velocity");
    if (outlet->inlet.kind == SCREE_REGION_MESH || outlet->inlet.kind == SCREE_REGION_FACE) {
        scree_config_error(g, scree_yaml_place(node, "region"),
                           "%s.region: it is one of walls; accepted: a box, a cylinder or a sphere", path);
    }
}

#define AT(field) .offset = offsetof(scree_outlet_def, field)
static const scree_key recycle_keys[] = {
    {"region", SECTION(scree_inlet_region_section), .required = true, AT(inlet)},
    {"velocity", VELOCITY,
     .doc = "Velocity with which they come back, without spin; not given: they keep their own.",
     AT(velocity)},
};
static const scree_section recycle_section = {
    .doc = "Particles that the outlet takes come back, instead of being deleted: at random places of this "
           "region, with their "
           "size, material, velocity and all fields. What finds no room goes on, and is looked at at the "
           "next check.",
    KEYS(recycle_keys),
    .check = check_recycle};
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
    {"recycle", SECTION(recycle_section), .flag = offsetof(scree_outlet_def, recycles), .doc = NULL},
    {"once", BOOL, .fallback = "false",
     .doc = "Act at the start only: removes, or counts, what is there then.", AT(once)},
};
const scree_section scree_outlet_section = {
    .doc = "Regions in which particles are counted and deleted: name -> outlet.",
    KEYS(outlet_keys),
    NAMED_ITEMS(scree_outlet_def),
    .check = check_outlet};
#undef AT
