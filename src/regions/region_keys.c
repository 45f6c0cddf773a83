// SPDX-License-Identifier: BSD-3-Clause
// The keys of regions: where particles are inserted, counted, measured, chosen and written.
#include "regions/region_keys.h"
#include "keys/complain.h"
#include "sections/check_parts.h"
#include "sections/key_tables.h"

static void check_box(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_region *region = base;
    scree_check_corners(g, region->min, region->max, node, path);
}

bool scree_check_face(scree_config *g, const scree_region *face, scree_place at, const char *path) {
    const bool disc = face->radius > 0.0 && vec_norm2(face->axis) > 0.0;
    if (disc == (face->wall >= 0)) {
        scree_config_error(g, at, "%s: %s; accepted: 'mesh', or 'point', 'normal' and 'radius'", path,
                           disc ? "both a mesh and a disc are given" : "what the face is is missing");
    }
    return disc;
}

static void check_drain_face(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_check_face(g, base, node->place, path);
}

#define AT(field) .offset = offsetof(scree_region, field)
static const scree_key box_keys[] = {
    {"min", POSITION, .required = true, .doc = "Lower corner.", AT(min)},
    {"max", POSITION, .required = true, .doc = "Upper corner, above min on every axis.", AT(max)},
};
static const scree_section box_section = {.doc = "A box along the axes.", KEYS(box_keys), .check = check_box};
static const scree_key cylinder_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre of one end.", AT(point)},
    {"axis", AXIS, .required = true, .doc = "Direction from that end to the other; any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
    {"length", LENGTH, ABOVE(0), .required = true, .doc = "Length along the axis.", AT(length)},
};
static const scree_section cylinder_section = {.doc = "A cylinder.", KEYS(cylinder_keys)};
static const scree_key sphere_keys[] = {
    {"point", POSITION, .required = true, .doc = "Centre.", AT(point)},
    {"center", POSITION, .doc = "Centre.", .alias_of = "point", AT(point)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Radius.", AT(radius)},
};
static const scree_section sphere_section = {.doc = "A sphere.", KEYS(sphere_keys)};
static const scree_key half_space_keys[] = {
    {"point", POSITION, .required = true, .doc = "A point on the boundary.", AT(point)},
    {"normal", AXIS, .required = true, .doc = "Points into the region; any length.", AT(axis)},
};
static const scree_section half_space_section = {.doc = "One side of a plane.", KEYS(half_space_keys)};
#define BOX                                                                                                  \
    { "box", SECTION(box_section), .variant = true, .kind = SCREE_REGION_BOX }
#define CYLINDER                                                                                             \
    {                                                                                                        \
        "cylinder", SECTION(cylinder_section), .variant = true, .kind = SCREE_REGION_CYLINDER,               \
                                               .doc = "A cylinder."                                          \
    }
#define SPHERE                                                                                               \
    { "sphere", SECTION(sphere_section), .variant = true, .kind = SCREE_REGION_SPHERE }
#define HALF_SPACE                                                                                           \
    {                                                                                                        \
        "half_space", SECTION(half_space_section), .variant = true, .kind = SCREE_REGION_HALF_SPACE,         \
                                                   .doc = "One side of a plane."                             \
    }
static const scree_key inlet_keys[] = {
    BOX,
    CYLINDER,
    SPHERE,
    {"mesh", .type = &scree_mesh_wall_type, .variant = true, .kind = SCREE_REGION_MESH,
     .doc = "Name of a wall: the inside of its closed mesh.", AT(wall)},
};
static const scree_key face_keys[] = {
    {"mesh", .type = &scree_mesh_wall_type,
     .doc = "Name of a wall whose flat mesh is the face; with `start: never` it is there for that only.",
     AT(wall)},
    {"point", POSITION, .doc = "Centre of a disc, instead of a mesh.", AT(point)},
    {"normal", AXIS, .doc = "Normal of the disc, either way; any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .doc = "Radius of the disc.", AT(radius)},
    {"depth", LENGTH, ABOVE(0), AUTO,
     .doc = "Length of the region behind the face; auto: what particles travel between two insertions, at "
            "least twice the largest diameter.",
     AT(length)},
};
static const scree_section face_section = {
    .doc = "Particles come through a flat face with `velocity`, straight or oblique: they are inserted "
           "behind it, opposite to their velocity.",
    KEYS(face_keys)};
static const scree_key source_region_keys[] = {
    BOX,
    CYLINDER,
    SPHERE,
    {"mesh", .type = &scree_mesh_wall_type, .variant = true, .kind = SCREE_REGION_MESH,
     .doc = "Name of a wall: the inside of its closed mesh.", AT(wall)},
    {"face", SECTION(face_section), .variant = true, .kind = SCREE_REGION_FACE,
     .doc = "A flat face, through which particles come with `velocity`."},
};
const scree_section scree_inlet_region_section = {.doc = "Region in which particles are inserted.",
                                                  KEYS(source_region_keys),
                                                  .kind_offset = offsetof(scree_region, kind)};
const scree_section scree_csv_region_section = {.doc = "Only what is in this region is written.",
                                                KEYS(inlet_keys),
                                                .kind_offset = offsetof(scree_region, kind)};
const scree_section scree_probe_region_section = {.doc = "Region in which particles are measured.",
                                                  KEYS(inlet_keys),
                                                  .kind_offset = offsetof(scree_region, kind)};
static const scree_key drain_face_keys[] = {
    {"mesh", .type = &scree_mesh_wall_type,
     .doc = "Name of a wall whose flat mesh is the face; with `start: never` it is there for that only.",
     AT(wall)},
    {"point", POSITION, .doc = "Centre of a disc, instead of a mesh.", AT(point)},
    {"normal", AXIS, .doc = "Normal of the disc, to the side where particles count; any length.", AT(axis)},
    {"radius", LENGTH, ABOVE(0), .doc = "Radius of the disc.", AT(radius)},
    {"depth", LENGTH, ABOVE(0), .required = true,
     .doc = "How far beyond the face particles count; more than they travel between two checks.", AT(length)},
};
static const scree_section drain_face_section = {
    .doc =
        "What has come through a flat face, to the side of its normal: that of the first triangle's winding.",
    KEYS(drain_face_keys),
    .check = check_drain_face};
static const scree_key drain_keys[] = {
    BOX,
    CYLINDER,
    SPHERE,
    HALF_SPACE,
    {"face", SECTION(drain_face_section), .variant = true, .kind = SCREE_REGION_FACE,
     .doc = "Beyond a flat face, to the side of its normal."},
};
static const scree_key selection_keys[] = {
    BOX,
    CYLINDER,
    SPHERE,
    HALF_SPACE,
};
static const scree_key wear_keys[] = {
    BOX,
    CYLINDER,
    SPHERE,
    HALF_SPACE,
    {"mesh", .type = &scree_mesh_wall_type, .variant = true, .kind = SCREE_REGION_MESH,
     .doc = "Name of a wall: the inside of its closed mesh where the case gives it; its own triangles do not "
            "count.",
     AT(wall)},
};
_Static_assert(offsetof(scree_wear_region_def, region) == 0, "the keys are those of a region");
const scree_section scree_wear_region_section = {
    .doc =
        "Regions: the wear of the triangles of walls in each of them is summed, in columns of the series and "
        "in a table: name -> region. A triangle is in a region if its centre is there where the case gives "
        "the wall, and stays in it when the wall moves.",
    KEYS(wear_keys),
    .kind_offset = offsetof(scree_wear_region_def, region.kind),
    NAMED_ITEMS(scree_wear_region_def)};
const scree_section scree_selection_region_section = {.doc = "Particles with their centre in this region.",
                                                      KEYS(selection_keys),
                                                      .kind_offset = offsetof(scree_region, kind)};
const scree_section scree_drain_region_section = {.doc = "Region in which particles are counted.",
                                                  KEYS(drain_keys),
                                                  .kind_offset = offsetof(scree_region, kind)};
#undef AT
