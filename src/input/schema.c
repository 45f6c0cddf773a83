// SPDX-License-Identifier: BSD-3-Clause
// The tables of all input keys. A new key is one line here and a field in case/case.h.
#include "input/schema.h"
#include "heat/temperature_tables.h"
#include "input/checks.h"
#include "input/law_library.h"
#include "materials/library.h"
#include "materials/library_keys.h"
#include "sections/key_tables.h"
#include "sections/law_keys.h"

#define AT(field) .offset = offsetof(scree_case, field)
static const scree_key time_keys[] = {
    {"end", TIME, .required = true, .unless = "/phases", ABOVE(0),
     .doc = "Simulated time at which the run ends; `phases` end it instead.", AT(end)},
    {"dt", TIME, ABOVE(0), AUTO,
     .doc = "Time step; auto takes dt_fraction of the Rayleigh time, or less where collisions, bonds or "
            "bodies with many contacts need it (docs/time_step.md).",
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
            "cylinders and spheres act through their images; planes have to be the same on both sides.",
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
     .doc = "Distance between surfaces up to which pairs are in the neighbour list; changes speed, not "
            "results. auto: adapts to the motion.",
     AT(skin)},
};
static const scree_section search_section = {.doc = "Neighbour search.", KEYS(search_keys)};

static const scree_key alarm_keys[] = {
    {"overlap_warning", NUMBER, ABOVE(0), .fallback = "0.2",
     .doc = "Overlap over the smaller radius, of a convex body its smallest half axis, above which a run "
            "warns, once: contact laws are valid for small "
            "overlaps. At the start, 0.1 is enough for a warning.",
     AT(alarms.overlap_warning)},
    {"overlap_limit", NUMBER, ABOVE_TO(0, 1), .fallback = "1",
     .doc = "Overlap over the radius at which a run stops (exit code 2); for two spheres, over twice the "
            "effective radius, which is the radius of equal ones; with a convex body, over the smallest half "
            "axis. A particle whose centre goes through a "
            "wall always stops the run.",
     AT(alarms.overlap_limit)},
    {"negative_loss", NUMBER, ABOVE(0), .fallback = "0.01", .word = "off", .word_value = INFINITY,
     .doc = "Fraction of the total energy so far (kinetic, stored and dissipated) by which the loss in one "
            "contact mode may decrease: more means that contacts have created energy.",
     AT(alarms.negative_loss)},
    {"energy_balance", NUMBER, ABOVE(0), .fallback = "0.1", .word = "off", .word_value = INFINITY,
     .doc = "Fraction of the energies involved (kinetic, stored, dissipated and work in that time) by which "
            "energy_balance may change, since the start or during some rows of the series. A larger change "
            "means that energy has appeared from nothing or has vanished, mostly because the time step is "
            "too long.",
     AT(alarms.energy_balance)},
    {"action", .type = &scree_switch_type, .choices = "warn|stop", .fallback = "warn",
     .doc = "What happens if a loss decreases by more than negative_loss, the balance changes by more than "
            "energy_balance, or the time step is too long for the present contacts: warn once and count, or "
            "stop the run. Energies are checked with each row of the series and at the end, the time step at "
            "the start and in every 2048th step.",
     AT(alarms.stop)},
};
static const scree_section alarm_section = {.doc = "What a run warns of, and what stops it.",
                                            KEYS(alarm_keys)};

#undef AT

#define AT(field) .offset = offsetof(scree_material_def, field)
static const scree_key material_keys[] = {
    {"library", .type = &scree_choice_type, .choices = SCREE_LIBRARY_NAMES, .fallback = "none",
     .doc = "Material of the library (`scree help library`) from which values come that are not given here, "
            "also those of pairs of two such materials.",
     AT(library)},
    {"density", IN("kg/m3"), .required = true, .unless = "library", ABOVE(0), .doc = "Density.", AT(density)},
    {"young", IN("Pa"), .required = true, .unless = "temperature_tables|library|softened|shear_modulus",
     ABOVE(0),
     .doc = "Young's modulus; or a table of it under `temperature_tables`; 2 G (1 + nu) where only the shear "
            "modulus G is given.",
     AT(young)},
    {"softened", SECTION(scree_softened_section), .flag = offsetof(scree_material_def, is_softened)},
    {"poisson", NUMBER, .required = true, .unless = "temperature_tables|library", ABOVE_TO(-1, 0.5),
     .doc = "Poisson's ratio; or a table of it under `temperature_tables`.", AT(poisson)},
    {"shear_modulus", IN("Pa"), ABOVE(0),
     .doc = "Shear modulus G, for tangential stiffnesses; E / (2 + 2 nu) if it is not given.",
     AT(shear_modulus)},
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
    .doc = "Materials of particles and walls: name -> properties. Parameters of laws (`scree help LAW`) may "
           "be given here too, as values of the material; a pair mixes those of its two materials by the "
           "rule of the parameter.",
    KEYS(material_keys),
    NAMED_ITEMS(scree_material_def),
    .law_params = true,
    .other = take_law_param,
    .write_other = scree_library_write,
    .count = scree_case_named,
    .check = scree_check_library_material};
#undef AT

#define AT(field) .offset = offsetof(scree_phase_def, field)
#define OF_STATE .kinds = ~ONLY(SCREE_UNTIL_TIME)
#define OF_VALUE .kinds = ~(ONLY(SCREE_UNTIL_TIME) | ONLY(SCREE_UNTIL_STEADY))
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
    {"steady", .type = &scree_names_type, .variant = true, .kind = SCREE_UNTIL_STEADY,
     .doc = "Until the means of all these values, each as `value`, are steady over the second half of the "
            "phase so far, which is at least "
            "`for` long: the 95 % confidence interval of the change of a mean from the older to the newer "
            "half of that time is within `within`.",
     AT(steady)},
    {"within", .type = &scree_quantity_type, .kinds = ONLY(SCREE_UNTIL_STEADY), .fallback = "1 %",
     .doc = "A share of the mean, or a change in the unit of the values, such as 10 Pa.", AT(limit)},
    {"value", .type = &scree_text_type, OF_VALUE,
     .doc =
         "A column of series.csv without its unit, such as `kinetic`, `lid fz`, `exit mass`, `heap "
         "angle_of_repose`; or "
         "kinetic_per_particle, or a number of a measure without required keys, such as `unbalanced_force`.",
     AT(value)},
    {"for", TIME, FROM(0), OF_STATE, .fallback = "0 s",
     .doc = "How long that must last; steady: how long the time at least is over which means are compared.",
     AT(hold)},
    {"every", TIME, ABOVE(0), OF_STATE, AUTO,
     .doc = "Time between checks of the value; auto: 100 steps, or 500 for a sum over particles or contacts; "
            "steady: at most a 16th of `for`.",
     AT(every)},
    {"at_most", TIME, ABOVE(0), OF_STATE,
     .doc = "Longest duration of the phase: then the next one begins, with a warning.", AT(duration)},
};
#undef AT
static const scree_section until_section = {.doc = "When the phase ends: after a time, or in a state.",
                                            KEYS(until_keys),
                                            .kind_offset = offsetof(scree_phase_def, kind),
                                            .short_key = "time",
                                            .other = scree_until_other,
                                            .check = scree_check_until};
static const scree_key phase_keys[] = {
    {"until", SECTION(until_section), .required = true},
    {"set", .type = &scree_changes_type,
     .doc = "What changes with the phase: path -> value, as with --set: `{walls.lid.motion: {translate: [0, "
            "0, -1 mm/s]}, contacts.0.friction: 0.5}`. It stays changed in the phases after it. The variable "
            "phase_start is the time at which the phase begins."},
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
     .doc = "Distance between the surfaces where a collision starts; auto: the distance covered in half a "
            "step, in addition to the reach of the laws.",
     AT(gap)},
    {"dt", TIME, ABOVE(0), AUTO,
     .doc = "Time step of a collision; auto: the duration of the contact over steps_per_contact.", AT(dt)},
    {"steps_per_contact", .type = &scree_integer_type, WITHIN(10, 10000000), .fallback = "20000",
     .doc = "Steps of an automatic dt during an undamped contact; with the default, restitution is accurate "
            "to 1e-6.",
     AT(steps_per_contact)},
    {"longest", TIME, ABOVE(0), AUTO,
     .doc = "Time after which bodies that have not separated count as stuck; auto: 20 durations of an "
            "undamped contact.",
     AT(longest)},
    {"bonded", LENGTH, .fallback = "no", .word = "no", .word_value = INFINITY,
     .doc =
         "Gap between the surfaces, negative for an overlap, at which the two are bonded, or have a liquid "
         "bridge, from the start.",
     AT(bonded)},
    {"volume", IN("m3"), ABOVE(0), AUTO,
     .doc = "Volume of the liquid bridge; auto: R^3 / 1000, R = 2 ra rb / (ra + rb).", AT(volume)},
};
static const scree_section lab_section = {
    .doc = "A single contact, for `scree law drive|eval|collide`; `time` is not needed then.",
    KEYS(lab_keys),
    .has_place = true,
    .place_offset = offsetof(scree_lab_def, place),
    .check = scree_check_lab};
#undef AT

#define SCREE_DECLARE(NAME, name, ...) extern const scree_section scree_##name##_section;
SCREE_CAPABILITIES(SCREE_DECLARE)
#define AT(field) .offset = offsetof(scree_case, field)
// In the order in which they are read: names are defined before they are used.
static const scree_key case_keys[] = {
    {"title", .type = &scree_text_type, .doc = "One line about the case.", AT(title)},
    {"variables", LIVE, .type = &scree_variables_type,
     .doc = "Names for values: name -> number, text, list or mapping. A number may be an expression of them, "
            "here and in all other sections: `diameter: 2 * r`; ${name} stands for any of them, and in a "
            "text for its text. A variable without a value must be given by --define name=value, which also "
            "replaces values.",
     AT(variable)},
    {"laws", .type = &scree_laws_type,
     .doc = "Shared libraries with your own laws, which may then be used in contacts "
            "(docs/laws/your-own-law.md). Their code runs in the program: they are loaded only with "
            "--allow-libraries, or with SCREE_ALLOW_LIBRARIES=1 in the environment.",
     AT(law_library)},
    {"time", SECTION(time_section), .required = true, .unless = "lab|phases"},
    {"gravity", LIVE, .type = &scree_vector_type, .unit = "m/s2", .doc = "Acceleration of gravity.",
     AT(gravity)},
    {"gravity_of_time", LIVE, SECTION(scree_gravity_section),
     .doc = "Gravity that changes with time, instead of `gravity`.",
     .flag = offsetof(scree_case, has_gravity_table)},
    {"domain", SECTION(domain_section), .flag = offsetof(scree_case, has_domain)},
    {"search", LIVE, SECTION(search_section)},
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
            "restitution asked for; that of the whole clump; or that of a sphere of the member's radius.",
     AT(contact_mass)},
    {"particles", .type = &scree_list_type, .section = &scree_particles_section, AT(source)},
    {"insertion", LIVE, .type = &scree_list_type, .section = &scree_insertion_section, AT(source)},
    {"outlets", LIVE, .type = &scree_named_type, .section = &scree_outlet_section, AT(outlet)},
    {"groups", .type = &scree_named_type, .section = &scree_group_section,
     .doc = "Particles that are held, moved, pulled or grow, chosen by region, material, insertion or id: "
            "name -> group.",
     AT(group)},
    SCREE_CAPABILITIES(SCREE_MEMBERS_OF, KEYS) /* NAME_data.h of each capability */
    {"probes", LIVE, .type = &scree_named_type, .section = &scree_probe_section, AT(probe)},
    {"tracks", LIVE, .type = &scree_named_type, .section = &scree_track_section,
     .doc = "Particles whose position, velocity, spin and force are columns of the series: name -> id.",
     AT(track)},
    {"measures", .type = &scree_named_type, .section = &scree_measure_section,
     .doc = "Numbers that say how particles are arranged, such as an angle of repose, as columns of the "
            "series: name -> measure.",
     AT(measure)},
    {"phases", .type = &scree_named_type, .section = &phase_section,
     .doc = "Parts of the run in order, each with what changes and when it ends: name -> phase; instead of "
            "`time.end`.",
     AT(phase)},
    {"contacts", LIVE, .type = &scree_contacts_type, .section = &scree_contact_section,
     .doc = "Laws between pairs of materials.", AT(pair)},
    {"damping", LIVE, SECTION(scree_damping_section),
     .doc = "Numerical damping of all particles, for statics; off if not given."},
    {"alarms", LIVE, SECTION(alarm_section)},
    {"output", LIVE, SECTION(scree_output_section)},
    {"lab", SECTION(lab_section), .doc = "A single contact, for `scree law drive|eval|collide`.", AT(lab),
     .flag = offsetof(scree_case, has_lab)},
};
#undef AT
const scree_section scree_schema = {.doc = "The input file.", KEYS(case_keys), .check = scree_check_case};
