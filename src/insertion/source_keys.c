// SPDX-License-Identifier: BSD-3-Clause
// The keys of particles that are there at the start or inserted, and of their sizes.
#include "clumps/clump_keys.h"
#include "insertion/insertion_keys.h"
#include "regions/region_keys.h"
#include "sections/key_tables.h"

#include <math.h>

#define AT(field) .offset = offsetof(scree_size_def, field)
#define CUT(field, which)                                                                                    \
    {                                                                                                        \
        #field, LENGTH, ABOVE(0), .fallback = "auto", .word = "auto", .word_value = NAN,                     \
                                  .doc = which " size; auto: three deviations away.", AT(field)              \
    }
static const scree_key normal_keys[] = {
    {"mean", LENGTH, ABOVE(0), .required = true, .doc = "Mean.", AT(a)},
    {"deviation", LENGTH, FROM(0), .required = true, .doc = "Standard deviation.", AT(b)},
    CUT(min, "Smallest"),
    CUT(max, "Largest"),
};
static const scree_section normal_section = {
    .doc = "Normal distribution, cut at both ends.", KEYS(normal_keys), .check = scree_check_normal};
static const scree_key lognormal_keys[] = {
    {"median", LENGTH, ABOVE(0), .required = true, .doc = "Median.", AT(a)},
    {"deviation", NUMBER, WITHIN(0, 10), .required = true, .doc = "Standard deviation of the logarithm.",
     AT(b)},
    CUT(min, "Smallest"),
    CUT(max, "Largest"),
};
static const scree_section lognormal_section = {
    .doc = "Lognormal distribution, cut at both ends.", KEYS(lognormal_keys), .check = scree_check_lognormal};
static const scree_key size_keys[] = {
    {"fixed", LENGTH, ABOVE(0), .variant = true, .kind = SCREE_SIZE_FIXED,
     .doc = "All the same; `diameter: 4 mm` for short.", AT(a)},
    {"uniform", .type = &scree_interval_type, .unit = "m", ABOVE(0), .variant = true,
     .kind = SCREE_SIZE_UNIFORM, .doc = "Evenly between two sizes.", AT(a)},
    {"normal", SECTION(normal_section), .variant = true, .kind = SCREE_SIZE_NORMAL},
    {"lognormal", SECTION(lognormal_section), .variant = true, .kind = SCREE_SIZE_LOGNORMAL},
    {"table", .type = &scree_sizes_type, .unit = "m", ABOVE(0), .variant = true, .kind = SCREE_SIZE_TABLE,
     .doc = "List of [size, fraction]; fractions are relative to their sum."},
};
static const scree_section size_section = {.doc = "Sizes of new particles.",
                                           KEYS(size_keys),
                                           .kind_offset = offsetof(scree_size_def, kind),
                                           .short_key = "fixed"};
#undef AT

#define AT(field) .offset = offsetof(scree_source_def, field)
// The key of the temperature of new particles. more: text between this and the value that is taken if none is given.
#define TEMPERATURE(more)                                                                                    \
    {                                                                                                        \
        "temperature", .type = &scree_number_type, .unit = "K", ABOVE(0),                                    \
                       .doc = "Temperature of these particles" more "; heat.temperature if not given.",      \
                       AT(temperature)                                                                       \
    }
// The key of the liquid of new particles.
#define MOISTURE                                                                                             \
    {                                                                                                        \
        "moisture", NUMBER, FROM(0),                                                                         \
            .fallback = "auto", .word = "auto", .word_value = -1,                                            \
            .doc =                                                                                           \
                "Mass of liquid over the mass of each particle; auto: liquid.moisture, or the films that "   \
                "a checkpoint has. A column `liquid` of a file, m3, goes first.",                            \
            AT(moisture)                                                                                     \
    }
// The keys of sections that put clumps into the world. what: says how clumps are turned if no orientation is given.
#define SHAPE_KEYS(what)                                                                                     \
    {"shape", .type = &scree_text_type, .doc = "Name of a shape: clumps instead of spheres.",                \
     AT(shape_name)},                                                                                        \
    {                                                                                                        \
        "orientation", SECTION(scree_orientation_section),                                                   \
            .flag = offsetof(scree_source_def, has_orientation),                                             \
            .doc = "How clumps are turned from the frame in which their shape was given; " what "."          \
    }
#define SOURCE_PLACE                                                                                         \
    .size = sizeof(scree_source_def), .kind_offset = offsetof(scree_source_def, kind), .has_place = true,    \
    .place_offset = offsetof(scree_source_def, place)
#define WITH_POSITIONS (ONLY(SCREE_SOURCE_POSITIONS) | ONLY(SCREE_SOURCE_FORMULA))
#define FORMULA .type = &scree_text_type
static const scree_key formula_keys[] = {
    {"count", NUMBER, WITHIN(1, 1e7), .whole = true, .required = true, .doc = "Number of particles.",
     AT(formula_count)},
    {"x", FORMULA,
     .doc = "Position along x: a formula of `i`, the number of the particle from 0; 0 if not given.",
     AT(formula[0])},
    {"y", FORMULA, .doc = "Position along y.", AT(formula[1])},
    {"z", FORMULA, .doc = "Position along z.", AT(formula[2])},
    {"diameter", FORMULA, .doc = "Diameter, instead of `diameter` beside `formula`.", AT(formula[3])},
    {"radius", FORMULA, .doc = "Radius, instead of the diameter.", AT(formula[4])},
};
#undef FORMULA
static const scree_section formula_section = {
    .doc = "Particles at positions that are formulas of their number, such as `x: 5 mm * i`, in the order of "
           "their ids.",
    KEYS(formula_keys)};
static const scree_key particles_keys[] = {
    {"name", .type = &scree_text_type, .doc = "Name in messages and output.", AT(name)},
    {"file", .type = &scree_file_type, .variant = true, .kind = SCREE_SOURCE_PARTICLE_FILE,
     .doc = "Text file of particles, a line each: x y z r, or columns named by a # line: id x y z radius (or "
            "diameter) density vx vy vz wx wy wz material.",
     AT(file)},
    {"positions", .type = &scree_points_type, .unit = "m", .bounded = true, .min = 1, .variant = true,
     .kind = SCREE_SOURCE_POSITIONS,
     .doc = "Centres of a few particles, such as [[0, 0, 1 cm], [0, 0, 2 cm]].", AT(position)},
    {"formula", SECTION(formula_section), .variant = true, .kind = SCREE_SOURCE_FORMULA, .doc = NULL},
    {"diameter", LENGTH, ABOVE(0), .kinds = WITH_POSITIONS,
     .doc = "Diameter of the particles of `positions` or `formula`.", AT(diameter)},
    {"velocity", VELOCITY, .kinds = WITH_POSITIONS, .doc = "Their velocity.", AT(velocity)},
    {"spin", .type = &scree_vector_type, .unit = "rad/s", .kinds = WITH_POSITIONS, .doc = "Their spin.",
     AT(spin)},
    TEMPERATURE(", instead of that in a checkpoint; a column temperature of a file goes first"),
    MOISTURE,
    SHAPE_KEYS("not turned if not given"),
    {"checkpoint", .type = &scree_file_type, .variant = true, .kind = SCREE_SOURCE_CHECKPOINT,
     .doc = "Checkpoint of another run. Its particles keep their masses, with a warning where these are not "
            "those of the `density` here; materials, and shapes of clumps, are those of the same names.",
     AT(file)},
    {"material", .type = &scree_material_type,
     .doc = "Material; required with `positions` and `formula`, and with a `file` without a column of that "
            "name; replaces "
            "the checkpoint's own with `checkpoint`.",
     AT(material)},
    {"keep_history", BOOL, .fallback = "true", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc = "Take over the contact history too, where the laws are the same.", AT(keep_history)},
    {"keep_walls", BOOL, .fallback = "false", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc = "Walls begin in the poses of the walls of the same names in the checkpoint, and their motions "
            "continue from there. Otherwise they begin in the poses of this case, with a warning where these "
            "differ.",
     AT(keep_walls)},
    {"keep_time", BOOL, .fallback = "false", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc = "The run begins at the time of the checkpoint instead of at 0. Walls move, appear and disappear "
            "according to that time; insertions due before it are not repeated, and rates count from it. It "
            "is a new run all the same, and does not repeat what the other one did after that time: random "
            "numbers of insertions, groups, counts of outlets and energies begin anew. `--resume` goes on "
            "with the same bits.",
     AT(keep_time)},
    {"fixed", BOOL, .fallback = "false",
     .doc = "These particles are not accelerated, for rough bases and glued particles: they keep their "
            "initial velocity and act as bodies of infinite mass; there are no contacts among them or with "
            "walls. They are not included in masses and energies, and outlets ignore them. Particles that "
            "were fixed in a checkpoint stay fixed.",
     AT(fixed)},
};
const scree_section scree_particles_section = {.doc = "Particles present at the start.",
                                               KEYS(particles_keys),
                                               SOURCE_PLACE,
                                               .check = scree_check_particles};
static const scree_key fill_keys[] = {
    {"method", .type = &scree_choice_type, .choices = "random|lattice|dense", .fallback = "random",
     .doc = "random: random positions, up to a solid fraction of about 0.35; without a count, mass or "
            "fraction as many as there is room for with the given distribution of sizes; lattice: a jittered "
            "close packing; dense: a random packing of a solid fraction of 0.60, or of `fraction` up to "
            "0.63, in a box, a cylinder or a mesh, periodic where a box is as wide as a periodic domain; "
            "less with clumps and in thin or round regions, as their shape permits. `fill: dense` for short.",
     AT(fill)},
    {"spacing", NUMBER, WITHIN(1, 1000), .fallback = "1.05",
     .doc = "Distance of neighbours on the lattice, in units of the largest diameter, or of that of the "
            "sphere around a clump.",
     AT(spacing)},
};
static const scree_section fill_section = {
    .doc = "Fill the region at once, without overlaps.", KEYS(fill_keys), .short_key = "method"};
#define UNLIMITED .fallback = "unlimited", .word = "unlimited", .word_value = INFINITY
static const scree_key insertion_keys[] = {
    {"name", .type = &scree_text_type, .doc = "Name in messages and output.", AT(name)},
    {"material", .type = &scree_material_type, .required = true, .doc = "Material of the particles.",
     AT(material)},
    {"fill", SECTION(fill_section), .variant = true, .kind = SCREE_SOURCE_FILL,
     .doc = "Fill the region at once, at `start`, up to the first limit of count, mass and fraction that is "
            "reached."},
    {"rate", IN("kg/s|1/s"), ABOVE(0), .variant = true, .kind = SCREE_SOURCE_RATE,
     .doc = "Keep inserting at this rate, from `start` to `stop` or a limit. Particles that did not fit are "
            "inserted at the next times, before new ones, so that the distribution of sizes and the mean "
            "rate hold.",
     AT(rate), .flag = offsetof(scree_source_def, rate_by_number)},
    {"refill", .type = &scree_text_type, .variant = true, .kind = SCREE_SOURCE_RATE,
     .doc = "Name of an outlet: keep inserting the mass that it takes out, with new sizes, so that the mass "
            "in the domain stays; what the outlet had taken before the first insertion does not count.",
     AT(refill)},
    {"region", SECTION(scree_inlet_region_section), .required = true, AT(region)},
    {"diameter", SECTION(size_section), .required = true, .unless = "shape",
     .doc = "Diameters of new particles; of clumps those of spheres of their volume, that of the shape if "
            "not given.",
     AT(size)},
    SHAPE_KEYS("random if not given"),
    {"radius", SECTION(size_section), .alias_of = "diameter",
     .doc = "Radii of new particles, instead of diameters.", AT(size)},
    {"distribution", .type = &scree_switch_type, .choices = "number|mass", .fallback = "number",
     .doc = "Whether the distribution of sizes is by number or by mass of particles.", AT(size.by_mass)},
    {"count", NUMBER, ABOVE(0), UNLIMITED, .whole = true, .doc = "Total number of particles.", AT(count)},
    {"mass", IN("kg"), ABOVE(0), UNLIMITED, .doc = "Total mass.", AT(mass)},
    {"fraction", NUMBER, ABOVE_TO(0, 1), UNLIMITED, .kinds = ONLY(SCREE_SOURCE_FILL),
     .doc = "Solid volume over the volume of the region.", AT(fraction)},
    {"velocity", VELOCITY, .doc = "Velocity of new particles.", AT(velocity)},
    {"velocity_spread", VELOCITY,
     .doc = "Random part added to the velocity: uniform between minus and plus this.", AT(velocity_spread)},
    {"spin", .type = &scree_vector_type, .unit = "rad/s", .doc = "Spin of new particles.", AT(spin)},
    TEMPERATURE(""),
    MOISTURE,
    {"start", TIME, FROM(0), .fallback = "0 s", OR_NEVER,
     .doc = "Time of the fill, or of the first insertion; never: a phase sets it.", AT(start)},
    {"stop", TIME, FROM(0), .fallback = "never", OR_NEVER, .kinds = ONLY(SCREE_SOURCE_RATE),
     .doc = "Time of the last insertion.", AT(stop)},
    {"every", TIME, ABOVE(0), AUTO, .kinds = ONLY(SCREE_SOURCE_RATE), .doc = "Time between insertions.",
     AT(every)},
    {"seed", .type = &scree_seed_type, .fallback = "auto", .word = "auto",
     .doc = "Seed of the random positions and sizes; auto: the case's seed plus the position in the list.",
     AT(seed)},
};
const scree_section scree_insertion_section = {.doc =
                                                   "Particles inserted into a region, at once or over time.",
                                               KEYS(insertion_keys),
                                               SOURCE_PLACE,
                                               .check = scree_check_insertion};
#undef AT
