// SPDX-License-Identifier: BSD-3-Clause
// The tables of all input keys. A new key is one line here and a field in state/case.h.
#include "input/schema.h"
#include "heat/temperature_tables.h"
#include "input/checks.h"
#include "input/law_library.h"
#include "sections/key_tables.h"
#include "sections/law_keys.h"
#include <string.h>

#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key time_keys[] = {
    {"end", TIME, .required = true, .unless = "/phases", ABOVE(0),
     .doc = "Simulated time at which the run ends; `phases` end it instead.", AT(end)},
    {"dt", TIME, ABOVE(0), AUTO,
     .doc =
         "Time step; auto takes dt_fraction of the Rayleigh time, or less where collisions, bonds or bodies "
         "with many contacts need it (docs/time_step.md).",
     AT(dt)},
    {"dt_fraction", NUMBER, ABOVE_TO(0, 1), .fallback = "0.2",
     .doc = "Fraction of the Rayleigh time: an automatic time step is this long, a given one is checked "
            "against it.",
     AT(dt_fraction)},
    {"velocity_scale", IN("m/s"), ABOVE(0), AUTO,
     .doc = "Largest expected impact speed, for the check of the time step against the collision time.",
     AT(velocity_scale)},
    {"integrator", .type = &scree_choice_type, .choices = "verlet|verlet_half_step", .fallback = "verlet",
     .doc = "verlet: forces use velocities of the same time as positions; verlet_half_step: velocities half "
            "a step older, as in LAMMPS and LIGGGHTS.",
     AT(integrator)},
};
static const scree_section time_section = {.doc = "Duration and time step.", KEYS(time_keys)};

static const scree_key domain_keys[] = {
    {"min", POSITION, .required = true, .doc = "Lower corner.", AT(domain_min)},
    {"max", POSITION, .required = true, .doc = "Upper corner, above min on every axis.", AT(domain_max)},
    {"periodic", .type = &scree_axes_type, .choices = "x|y|z",
     .doc = "Periodic axes: particles that leave on one side enter on the other. Walls of triangles, "
            "cylinders and spheres act through their "
            "images; planes have to be the same on both sides.",
     AT(periodic)},
    {"lost", .type = &scree_switch_type, .choices = "delete|error", .fallback = "delete",
     .doc = "What happens to a particle that leaves the domain: deleted and counted, or the run stops.",
     AT(lost_is_error)},
};
static const scree_section domain_section = {.doc =
                                                 "The box of the simulation; without it space is unbounded.",
                                             KEYS(domain_keys),
                                             .check = scree_check_domain};

static const scree_key search_keys[] = {
    {"skin", LENGTH, ABOVE(0), AUTO,
     .doc =
         "Distance between surfaces up to which pairs are in the neighbour list; changes speed, not results. "
         "auto: adapts to the motion.",
     AT(skin)},
};
static const scree_section search_section = {.doc = "Neighbour search.", KEYS(search_keys)};

static const scree_key damping_keys[] = {
    {"local", NUMBER, WITHIN(0, 0.99), .fallback = "0",
     .doc = "Cundall's local damping: opposes motion with this fraction of the unbalanced force and torque, "
            "by component. It "
            "vanishes at rest, but slows falling too: not for flow. 0.7 is usual for statics.",
     AT(damping_local)},
    {"viscous", IN("1/s"), FROM(0), .fallback = "0",
     .doc = "Opposes velocity and spin with this rate times momentum and angular momentum.",
     AT(damping_viscous)},
};
static const scree_section damping_section = {
    .doc = "Numerical damping of all particles, for statics; off if not given. The energy it takes is in the "
           "series as damped.",
    KEYS(damping_keys)};

static const scree_key alarm_keys[] = {
    {"overlap_warning", NUMBER, ABOVE(0), .fallback = "0.2",
     .doc = "Overlap over the smaller radius above which a run warns, once: contact laws are valid for small "
            "overlaps. At the start, 0.1 is enough for a warning.",
     AT(alarms.overlap_warning)},
    {"overlap_limit", NUMBER, ABOVE_TO(0, 1), .fallback = "1",
     .doc = "Overlap over the radius at which a run stops (exit code 2); for two spheres, over twice the "
            "effective radius, which is the radius of equal ones. A particle whose centre goes through a "
            "wall always stops the run.",
     AT(alarms.overlap_limit)},
    {"negative_loss", NUMBER, ABOVE(0), .fallback = "0.01", .word = "off", .word_value = INFINITY,
     .doc = "Fraction of the total energy so far (kinetic, stored and dissipated) by which the loss in one "
            "contact mode may decrease: more means that contacts have created energy.",
     AT(alarms.negative_loss)},
    {"energy_balance", NUMBER, ABOVE(0), .fallback = "0.1", .word = "off", .word_value = INFINITY,
     .doc =
         "Fraction of the energies involved (kinetic, stored, dissipated and work in that time) by which "
         "energy_balance may change, since the start or during some rows of the series. A larger change "
         "means that energy has appeared from nothing or has vanished, mostly because the time step is too "
         "long.",
     AT(alarms.energy_balance)},
    {"action", .type = &scree_switch_type, .choices = "warn|stop", .fallback = "warn",
     .doc = "What happens if a loss decreases by more than negative_loss, the balance changes by more than "
            "energy_balance, or the time step is too long for the present contacts: warn once and count, or "
            "stop "
            "the run. Energies are checked with each row of the series and at the end, the time step at the "
            "start "
            "and in every 2048th step.",
     AT(alarms.stop)},
};
static const scree_section alarm_section = {.doc = "What a run warns of, and what stops it.",
                                            KEYS(alarm_keys)};

#undef AT

#define AT(field) .offset = offsetof(scree_material_def, field)
static const scree_key material_keys[] = {
    {"density", IN("kg/m3"), .required = true, ABOVE(0), .doc = "Density.", AT(density)},
    {"young", IN("Pa"), .required = true, .unless = "temperature_tables", ABOVE(0),
     .doc = "Young's modulus; or a table of it under `temperature_tables`.", AT(young)},
    {"poisson", NUMBER, .required = true, .unless = "temperature_tables", ABOVE_TO(-1, 0.5),
     .doc = "Poisson's ratio; or a table of it under `temperature_tables`.", AT(poisson)},
    {"heat_capacity", IN("J/(kg K)"), ABOVE(0), .doc = "Specific heat capacity.", AT(heat_capacity)},
    {"emissivity", NUMBER, ABOVE_TO(0, 1), .doc = "Emissivity of the surface, for radiation.",
     AT(emissivity)},
    {"temperature_tables", SECTION(scree_temperature_section),
     .doc = "Parameters that depend on the temperature of the body, instead of a value of their own.",
     AT(tables), .flag = offsetof(scree_material_def, has_tables)},
};
static scree_other_key take_law_param(scree_config *g, const scree_yaml *key, const scree_yaml *value,
                                      const char *path) {
    (void)path;
    return scree_law_keys_keep(g, key, value, false) ? SCREE_KEY_TAKEN : SCREE_KEY_UNKNOWN;
}
static const scree_section material_section = {
    .doc =
        "Materials of particles and walls: name -> properties. Parameters of laws (`scree help LAW`) may be "
        "given here too, as values of the material; a pair mixes those of its two materials by the rule of "
        "the parameter.",
    KEYS(material_keys),
    NAMED_ITEMS(scree_material_def),
    .law_params = true,
    .other = take_law_param,
    .count = scree_case_named,
    .check = scree_check_material};
#undef AT

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
    {"normal", SECTION(normal_section), .variant = true, .kind = SCREE_SIZE_NORMAL,
     .doc = "Normal distribution, cut at both ends."},
    {"lognormal", SECTION(lognormal_section), .variant = true, .kind = SCREE_SIZE_LOGNORMAL,
     .doc = "Lognormal distribution, cut at both ends."},
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
static const scree_key particles_keys[] = {
    {"name", .type = &scree_text_type, .doc = "Name in messages and output.", AT(name)},
    {"file", .type = &scree_file_type, .variant = true, .kind = SCREE_SOURCE_PARTICLE_FILE,
     .doc = "Text file of particles, a line each: x y z r, or columns named by a # line: id x y z radius (or "
            "diameter) density "
            "vx vy vz wx wy wz material.",
     AT(file)},
    {"positions", .type = &scree_points_type, .unit = "m", .bounded = true, .min = 1, .variant = true,
     .kind = SCREE_SOURCE_POSITIONS,
     .doc = "Centres of a few particles, such as [[0, 0, 1 cm], [0, 0, 2 cm]].", AT(position)},
    {"diameter", LENGTH, ABOVE(0), .kinds = ONLY(SCREE_SOURCE_POSITIONS),
     .doc = "Diameter of the particles at `positions`.", AT(diameter)},
    {"velocity", VELOCITY, .kinds = ONLY(SCREE_SOURCE_POSITIONS), .doc = "Their velocity.", AT(velocity)},
    {"spin", .type = &scree_vector_type, .unit = "rad/s", .kinds = ONLY(SCREE_SOURCE_POSITIONS),
     .doc = "Their spin.", AT(spin)},
    TEMPERATURE(", instead of that in a checkpoint; a column temperature of a file goes first"),
    SHAPE_KEYS("not turned if not given"),
    {"checkpoint", .type = &scree_file_type, .variant = true, .kind = SCREE_SOURCE_CHECKPOINT,
     .doc = "Checkpoint of another run. Its particles keep their masses, with a warning where these are not "
            "those of the `density` here; materials, and shapes of clumps, are those of the same names.",
     AT(file)},
    {"material", .type = &scree_material_type,
     .doc = "Material; required with `positions`, and with a `file` without a column of that name; replaces "
            "the checkpoint's own "
            "with `checkpoint`.",
     AT(material)},
    {"keep_history", BOOL, .fallback = "true", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc = "Take over the contact history too, where the laws are the same.", AT(keep_history)},
    {"keep_walls", BOOL, .fallback = "false", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc = "Walls begin in the poses of the walls of the same names in the checkpoint, and their motions "
            "continue from there. Otherwise they begin in the poses of this case, with a warning where these "
            "differ.",
     AT(keep_walls)},
    {"keep_time", BOOL, .fallback = "false", .kinds = ONLY(SCREE_SOURCE_CHECKPOINT),
     .doc =
         "The run begins at the time of the checkpoint instead of at 0. Walls move, appear and disappear "
         "according to that time; insertions due before it are not repeated, and rates count from it. It is "
         "a new run all the same, and does not repeat what the other one did after that time: random "
         "numbers of insertions, groups, counts of outlets and energies begin anew. `--resume` goes on with "
         "the same bits.",
     AT(keep_time)},
    {"fixed", BOOL, .fallback = "false",
     .doc =
         "These particles are not accelerated, for rough bases and glued particles: they keep their initial "
         "velocity and act as bodies of infinite mass; there are no contacts among them or with walls. They "
         "are not included in masses and energies, and outlets ignore them. Particles that were fixed in a "
         "checkpoint stay fixed.",
     AT(fixed)},
};
static const scree_section particles_section = {.doc = "Particles present at the start.",
                                                KEYS(particles_keys),
                                                SOURCE_PLACE,
                                                .check = scree_check_particles};
static const scree_key fill_keys[] = {
    {"method", .type = &scree_choice_type, .choices = "random|lattice|dense", .fallback = "random",
     .doc =
         "random: random positions, up to a solid fraction of about 0.35; without a count, mass or "
         "fraction as many as there is room for with the given distribution of sizes; lattice: a jittered "
         "close packing; dense: a random packing of a solid fraction of 0.60, or of `fraction` up to 0.63, "
         "in a box, a cylinder or a mesh, periodic where a box is as wide as a periodic domain; less with "
         "clumps and in thin or round regions, as their shape permits. `fill: dense` for short.",
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
     .doc = "Keep inserting at this rate, from `start` to `stop` or a limit. Particles that did not fit "
            "are inserted at the next times, before new ones, so that the distribution of sizes and the mean "
            "rate hold.",
     AT(rate), .flag = offsetof(scree_source_def, rate_by_number)},
    {"refill", .type = &scree_text_type, .variant = true, .kind = SCREE_SOURCE_RATE,
     .doc =
         "Name of an outlet: keep inserting the mass that it takes out, with new sizes, so that the mass in "
         "the domain stays; what the outlet had taken before the first insertion does not count.",
     AT(refill)},
    {"region", SECTION(scree_inlet_region_section), .required = true,
     .doc = "Region in which particles are inserted.", AT(region)},
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
static const scree_section insertion_section = {.doc =
                                                    "Particles inserted into a region, at once or over time.",
                                                KEYS(insertion_keys),
                                                SOURCE_PLACE,
                                                .check = scree_check_insertion};
#undef AT

#define AT(field) .offset = offsetof(scree_outlet_def, field)
static const scree_key outlet_keys[] = {
    {"region", SECTION(scree_drain_region_section), .required = true,
     .doc = "Region in which particles are counted.", AT(region)},
    {"action", .type = &scree_switch_type, .choices = "delete|count", .fallback = "delete",
     .doc = "Count and delete particles, or count each particle once and keep it.", AT(keep)},
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
static const scree_section outlet_section = {
    .doc = "Regions in which particles are counted and deleted: name -> outlet.",
    KEYS(outlet_keys),
    NAMED_ITEMS(scree_outlet_def),
    .check = scree_check_outlet};
#undef AT

#define AT(field) .offset = offsetof(scree_probe_def, field)
static const scree_key probe_keys[] = {
    {"region", SECTION(scree_probe_region_section), .required = true,
     .doc = "Region; particles with their centre in it count.", AT(region)},
};
static const scree_section probe_section = {
    .doc = "Means over the particles in a region, as columns of the series: name -> probe.",
    KEYS(probe_keys),
    NAMED_ITEMS(scree_probe_def)};
#undef AT

#define AT(field) .offset = offsetof(scree_track_def, field)
static const scree_key track_keys[] = {
    {"id", .type = &scree_seed_type, FROM(1), .required = true,
     .doc = "Id of the particle, from 1; `ball: 17` for short.", AT(id)},
};
static const scree_section track_section = {
    .doc = "Particles whose motion is in columns of the series: name -> id.",
    KEYS(track_keys),
    NAMED_ITEMS(scree_track_def),
    .short_key = "id"};
#undef AT

#define AT(field) .offset = offsetof(scree_phase_def, field)
#define OF_STATE .kinds = ~ONLY(SCREE_UNTIL_TIME)
#define LIMIT .type = &scree_quantity_type, .variant = true
static const scree_key until_keys[] = {
    {"time", TIME, ABOVE(0), .variant = true, .kind = SCREE_UNTIL_TIME,
     .doc = "Duration of the phase; `until: 0.5 s` for short.", AT(duration)},
    {"above", LIMIT, .kind = SCREE_UNTIL_ABOVE, .doc = "Until `value` is above this.", AT(limit)},
    {"below", LIMIT, .kind = SCREE_UNTIL_BELOW, .doc = "Until `value` is below this.", AT(limit)},
    {"rises_by", LIMIT, .kind = SCREE_UNTIL_RISES,
     .doc = "Until `value` is larger than at the start of the phase by this.", AT(limit)},
    {"falls_by", LIMIT, .kind = SCREE_UNTIL_FALLS,
     .doc = "Until `value` is smaller than at the start of the phase by this.", AT(limit)},
    {"value", .type = &scree_text_type, OF_STATE,
     .doc = "A column of series.csv without its unit, such as `kinetic`, `coordination`, `lid fz`, `exit "
            "mass`; or kinetic_per_particle.",
     AT(value)},
    {"for", TIME, FROM(0), OF_STATE, .fallback = "0 s", .doc = "How long that must last.", AT(hold)},
    {"every", TIME, ABOVE(0), OF_STATE, AUTO,
     .doc = "Time between checks of the value; auto: 100 steps, or 500 for a sum over particles or contacts.",
     AT(every)},
    {"at_most", TIME, ABOVE(0), OF_STATE,
     .doc = "Longest duration of the phase: then the next one begins, with a warning.", AT(duration)},
};
#undef AT
static const scree_section until_section = {.doc = "When the phase ends: after a time, or in a state.",
                                            KEYS(until_keys),
                                            .kind_offset = offsetof(scree_phase_def, kind),
                                            .short_key = "time",
                                            .check = scree_check_until};
static const scree_key phase_keys[] = {
    {"until", SECTION(until_section), .required = true,
     .doc = "When the phase ends: after a time, or in a state."},
    {"set", .type = &scree_changes_type,
     .doc = "What changes with the phase: path -> value, as with --set: `{walls.lid.motion: {translate: [0, "
            "0, -1 "
            "mm/s]}, contacts.0.friction: 0.5}`. It stays changed in the phases after it. The variable "
            "phase_start is "
            "the time at which the phase begins."},
};
static const scree_section phase_section = {
    .doc = "Parts of the run in order: name -> phase.", KEYS(phase_keys), NAMED_ITEMS(scree_phase_def)};

#define AT(field) .offset = offsetof(scree_lab_body, field)
static const scree_key body_keys[] = {
    {"material", .type = &scree_material_type, .required = true, .doc = "Material of the sphere.",
     AT(material)},
    {"radius", LENGTH, .required = true, ABOVE(0), .doc = "Radius of the sphere.", AT(radius)},
};
static const scree_section body_section = {.doc = "A sphere.", KEYS(body_keys)};
#undef AT

#define AT(field) .offset = offsetof(scree_lab_def, field)
#define SPIN .type = &scree_vector_type, .unit = "rad/s"
static const scree_key lab_keys[] = {
    {"a", SECTION(body_section), .required = true, .doc = "The moving sphere.", AT(a)},
    {"b", SECTION(body_section), .doc = "The sphere that a collides with.", AT(b),
     .flag = offsetof(scree_lab_def, has_b)},
    {"wall", .type = &scree_material_type,
     .doc = "Material of the flat wall that a collides with, instead of b.", AT(wall)},
    {"speed", IN("m/s"), ABOVE(0), .fallback = "1 m/s", .doc = "Speed of a relative to b before a collision.",
     AT(speed)},
    {"angle", IN("rad"), WITHIN(0, 1.5707963267948966), .fallback = "0 deg",
     .doc = "Angle between the speed and the normal, 0 head-on; the tangential part is along x, the normal "
            "along z.",
     AT(angle)},
    {"spin_a", SPIN, .doc = "Spin of a before a collision.", AT(spin[0])},
    {"spin_b", SPIN, .doc = "Spin of b before a collision.", AT(spin[1])},
    {"gap", LENGTH, ABOVE(0), AUTO,
     .doc =
         "Distance between the surfaces where a collision starts; auto: the distance covered in half a step, "
         "in addition to the reach of the laws.",
     AT(gap)},
    {"dt", TIME, ABOVE(0), AUTO,
     .doc = "Time step of a collision; auto: the duration of the contact over steps_per_contact.", AT(dt)},
    {"steps_per_contact", .type = &scree_integer_type, WITHIN(10, 10000000), .fallback = "20000",
     .doc = "Steps of an automatic dt during an undamped contact; with the default, restitution is accurate "
            "to 1e-6.",
     AT(steps_per_contact)},
    {"longest", TIME, ABOVE(0), AUTO,
     .doc =
         "Time after which bodies that have not separated count as stuck; auto: 20 durations of an undamped "
         "contact.",
     AT(longest)},
    {"bonded", LENGTH, .fallback = "no", .word = "no", .word_value = INFINITY,
     .doc = "Gap between the surfaces, negative for an overlap, at which the two are bonded from the start.",
     AT(bonded)},
};
static const scree_section lab_section = {.doc = "A single contact, for `scree law drive|eval|collide`; "
                                                 "`time` is not needed then.",
                                          KEYS(lab_keys),
                                          .has_place = true,
                                          .place_offset = offsetof(scree_lab_def, place),
                                          .check = scree_check_lab};
#undef AT

#define AT(field) .offset = offsetof(scree_case, field)
// In the order in which they are read: names are defined before they are used.
static const scree_key case_keys[] = {
    {"title", .type = &scree_text_type, .doc = "One line about the case.", AT(title)},
    {"variables", LIVE, .type = &scree_variables_type,
     .doc = "Names for values: name -> number, text, list or mapping. A number may be an expression of them, "
            "here and in all "
            "other sections: `diameter: 2 * r`; ${name} stands for any of them, and in a text for its text. "
            "A variable without "
            "a value must be given by --define name=value, which also replaces values.",
     AT(variable)},
    {"laws", .type = &scree_laws_type,
     .doc = "Shared libraries with your own laws, which may then be used in contacts "
            "(docs/laws/your-own-law.md). Their code runs in the program: they are loaded only with "
            "--allow-libraries, or with SCREE_ALLOW_LIBRARIES=1 in the environment.",
     AT(law_library)},
    {"time", SECTION(time_section), .required = true, .unless = "lab|phases",
     .doc = "Duration and time step."},
    {"gravity", LIVE, .type = &scree_vector_type, .unit = "m/s2", .doc = "Acceleration of gravity.",
     AT(gravity)},
    {"gravity_of_time", LIVE, SECTION(scree_gravity_section),
     .doc = "Gravity that changes with time, instead of `gravity`.",
     .flag = offsetof(scree_case, has_gravity_table)},
    {"domain", SECTION(domain_section), .doc = "The box of the simulation; without it space is unbounded.",
     .flag = offsetof(scree_case, has_domain)},
    {"search", LIVE, SECTION(search_section), .doc = "Neighbour search."},
    {"seed", .type = &scree_seed_type, .fallback = "1", .doc = "Seed of all random numbers.", AT(seed)},
    {"materials", LIVE, .type = &scree_named_type, .section = &material_section, .required = true,
     .doc = "Materials of particles and walls: name -> properties.", AT(material)},
    {"walls", .type = &scree_named_type, .section = &scree_wall_section, .doc = "Walls: name -> wall.",
     AT(wall)},
    {"shapes", .type = &scree_named_type, .section = &scree_shape_section,
     .doc = "Clumps, spheres that move as one rigid body, and bonded agglomerates: name -> shape.",
     AT(shape)},
    {"contact_mass", .type = &scree_choice_type, .choices = "effective|body|sphere", .fallback = "effective",
     .doc = "Mass with which a clump meets others: that which moves at the contact, so that it has the "
            "restitution asked for; "
            "that of the whole clump; or that of a sphere of the member's radius.",
     AT(contact_mass)},
    {"particles", .type = &scree_list_type, .section = &particles_section,
     .doc = "Particles present at the start.", AT(source)},
    {"insertion", LIVE, .type = &scree_list_type, .section = &insertion_section,
     .doc = "Particles inserted into a region, at once or over time.", AT(source)},
    {"outlets", LIVE, .type = &scree_named_type, .section = &outlet_section,
     .doc = "Regions in which particles are counted and deleted: name -> outlet.", AT(outlet)},
    {"groups", .type = &scree_named_type, .section = &scree_group_section,
     .doc = "Particles that are held, moved, pulled or grow, chosen by region, material, insertion or id: "
            "name -> group.",
     AT(group)},
    {"bonds", LIVE, .type = &scree_list_type, .section = &scree_bond_section,
     .doc = "Bodies that are bonded at a time, or again and again; the laws of bonds are in `contacts`.",
     AT(bond)},
    {"heat", LIVE, SECTION(scree_heat_section),
     .doc = "Temperatures of particles and what changes them; without it there are none.", AT(heat),
     .flag = offsetof(scree_case, has_heat)},
    {"probes", LIVE, .type = &scree_named_type, .section = &probe_section,
     .doc = "Means over the particles in a region, as columns of the series: name -> probe.", AT(probe)},
    {"tracks", LIVE, .type = &scree_named_type, .section = &track_section,
     .doc = "Particles whose position, velocity, spin and force are columns of the series: name -> id.",
     AT(track)},
    {"phases", .type = &scree_named_type, .section = &phase_section,
     .doc = "Parts of the run in order, each with what changes and when it ends: name -> phase; instead of "
            "`time.end`.",
     AT(phase)},
    {"contacts", LIVE, .type = &scree_contacts_type, .section = &scree_contact_section,
     .doc = "Laws between pairs of materials.", AT(pair)},
    {"damping", LIVE, SECTION(damping_section),
     .doc = "Numerical damping of all particles, for statics; off if not given."},
    {"alarms", LIVE, SECTION(alarm_section), .doc = "What a run warns of, and what stops it."},
    {"output", LIVE, SECTION(scree_output_section), .doc = "Output files and how often they are written."},
    {"lab", SECTION(lab_section), .doc = "A single contact, for `scree law drive|eval|collide`.", AT(lab),
     .flag = offsetof(scree_case, has_lab)},
};
#undef AT
const scree_section scree_schema = {.doc = "The input file.", KEYS(case_keys), .check = scree_check_case};
