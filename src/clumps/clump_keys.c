// SPDX-License-Identifier: BSD-3-Clause
// The keys of shapes.
#include "clumps/clump_keys.h"
#include "clumps/convex_shapes.h"
#include "clumps/piece_shapes.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_member, field)
static const scree_key member_keys[] = {
    {"at", POSITION, .required = true, .doc = "Centre of the sphere, in any frame.", AT(at)},
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Its radius.", AT(radius)},
};
static const scree_section member_section = {
    .doc = "A sphere of a shape.", KEYS(member_keys), .size = sizeof(scree_member)};
#undef AT

#define AT(field) .offset = offsetof(scree_shape_def, field)
static const scree_key bonded_keys[] = {
    {"bonds", BOOL, .fallback = "true",
     .doc = "false: as if `bonded` were not given, a clump; `bonded: true` for short.", AT(bonded)},
    {"gap", LENGTH, FROM(0), .fallback = "0 m",
     .doc = "Largest distance between the surfaces of members that are bonded, of the shape as it is given; "
            "it grows with the size. 0: those that touch or overlap.",
     AT(bond_gap)},
    {"weibull", NUMBER, WITHIN(0.1, 1000), .fallback = "none", .word = "none", .word_value = 0,
     .doc = "Modulus of the scatter of the strengths, as in `bonds`.", AT(bond_weibull)},
};
static const scree_section bonded_section = {.doc =
                                                 "The members are spheres of their own, each with the mass "
                                                 "of its radius and the density, bonded with each other.",
                                             KEYS(bonded_keys),
                                             .short_key = "bonds"};
#define ROW_KEYS                                                                                             \
    {"radius", LENGTH, ABOVE(0), .required = true, .doc = "Of all its spheres.", AT(row.radius)}, {          \
        "spacing", LENGTH, ABOVE(0), AUTO,                                                                   \
            .doc = "Distance of the centres of neighbours; auto: they touch.", AT(row.spacing)               \
    }
static const scree_key chain_keys[] = {{"count", .type = &scree_integer_type, WITHIN(2, 1000000),
                                        .required = true, .doc = "Number of spheres.", AT(row.length)},
                                       ROW_KEYS};
static const scree_section chain_section = {.doc = "Equal spheres in a row along x.", KEYS(chain_keys)};
static const scree_key grid_keys[] = {{"count", .type = &scree_numbers_type, .unit = "1", .required = true,
                                       .doc = "Numbers of spheres along x and y, or along x, y and z.",
                                       AT(row.count)},
                                      ROW_KEYS};
static const scree_section grid_section = {.doc = "Equal spheres at the points of a square or cubic grid.",
                                           KEYS(grid_keys)};
static const scree_key shape_keys[] = {
    {"members", .type = &scree_list_type, .section = &member_section,
     .doc = "The spheres, which may overlap: a list of {at: [x, y, z], radius: r}.", AT(member)},
    {"file", .type = &scree_file_type,
     .doc = "Text file with a line x y z r for each sphere, instead of members.", AT(file)},
    {"chain", SECTION(chain_section),
     .doc = "Equal spheres in a row, instead of members; with `bonded` a fibre."},
    {"grid", SECTION(grid_section),
     .doc = "Equal spheres in a grid, instead of members; with `bonded` a sheet or a block."},
    {"pieces", .type = &scree_list_type, .section = &scree_piece_section,
     .doc = "Convex bodies that are one rigid body, instead of members: a list of {rounded_box: ..., at: [x, "
            "y, z], orientation: ...}, or one polyhedron whose file has several closed convex meshes.",
     AT(piece)},
    {"ellipsoid", SECTION(scree_ellipsoid_section), .doc = "A convex body instead of members."},
    {"superellipsoid", SECTION(scree_superellipsoid_section), .doc = "A convex body instead of members."},
    {"capsule", SECTION(scree_capsule_section), .doc = "A convex body instead of members."},
    {"rounded_cylinder", SECTION(scree_cylinder_section), .doc = "A convex body instead of members."},
    {"rounded_box", SECTION(scree_box_section), .doc = "A convex body instead of members."},
    {"polyhedron", SECTION(scree_polyhedron_section), .doc = "A convex body instead of members."},
    {"scale", LENGTH, ABOVE(0), .fallback = "1 m", .doc = "Length of one unit of the file.", AT(scale)},
    {"bonded", SECTION(bonded_section), .flag = offsetof(scree_shape_def, has_bonded),
     .doc = "An agglomerate instead of a clump: spheres of their own that bonds hold together until they "
            "break. `mass_of`, `volume`, `centre` and `gyration` are not for it."},
    {"mass_of", .type = &scree_switch_type, .choices = "union|sum", .fallback = "union",
     .doc = "Whether volume, centre and inertia are those of the union of the spheres or pieces, or of their "
            "sum, in which overlaps count twice.",
     AT(sum)},
    {"volume", IN("m3"), ABOVE(0), AUTO, .doc = "Volume, for the mass; auto: from the spheres or pieces.",
     AT(volume)},
    {"centre", POSITION, .doc = "Centre of mass; from the spheres or pieces if not given.", AT(centre)},
    {"gyration", .type = &scree_numbers_type, .unit = "m2",
     .doc = "Moments of inertia over mass about the centre: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]; from "
            "the spheres or pieces if not given.",
     AT(gyration)},
};
const scree_section scree_shape_section = {.doc = "A clump, spheres or convex bodies that move as one "
                                                  "rigid body, an agglomerate, spheres that bonds hold "
                                                  "together, or a convex body.",
                                           KEYS(shape_keys),
                                           NAMED_ITEMS(scree_shape_def),
                                           .check = scree_check_shape};
#undef AT

#define AT(field) .offset = offsetof(scree_source_def, field)
static const scree_key orientation_keys[] = {
    {"axis", AXIS, .required = true, .doc = "Direction of the axis; right-hand rule.", AT(turn_axis)},
    {"angle", IN("rad"), .required = true, .doc = "Angle.", AT(turn_angle)},
};
const scree_section scree_orientation_section = {.doc = "A rotation.", KEYS(orientation_keys)};
#undef AT
