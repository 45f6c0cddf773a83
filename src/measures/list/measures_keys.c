// SPDX-License-Identifier: BSD-3-Clause
// The keys of measures: a section for each kind. They share one struct, so a key that several kinds have has one default.
#include "measures/list/measures_keys.h"
#include "keys/complain.h"
#include "memory/names.h"
#include "regions/region_keys.h"
#include "sections/key_tables.h"
#include "sections/section.h"
#include <string.h>

#define AT(field) .offset = offsetof(scree_measure_def, field)
#define UP                                                                                                   \
    { "up", AXIS, .doc = "Upward direction; against gravity if not given, z without gravity.", AT(up) }
static const scree_section unbalanced_force_section = {
    .doc = "Mean resulting force on a particle over the mean contact force: small at rest."};
#define LEAST(number, more, field)                                                                           \
    {                                                                                                        \
        "least", .type = &scree_integer_type, FROM(0), .fallback = number,                                   \
                 .doc = "A particle with fewer contacts than this is a rattler: 2 where there is friction, " \
                        "4 without, 3 without in two dimensions" more ".",                                   \
                 AT(field)                                                                                   \
    }
static const scree_key coordination_keys[] = {LEAST("2", "", least_contacts)};
static const scree_section coordination_section = {.doc = "Contacts per particle, with and without rattlers.",
                                                   KEYS(coordination_keys)};
static const scree_section packing_section = {
    .doc = "Volume of the particles in the region over that of the region."};

static const scree_key height_keys[] = {UP};
static const scree_section height_section = {
    .doc = "Height of the highest particle, and of the centre of volume.", KEYS(height_keys)};

static const scree_key angle_of_repose_keys[] = {
    UP,
    {"surface", .type = &scree_choice_type, .choices = "cone|plane", .fallback = "cone",
     .doc = "cone: the flank of a heap around its axis; plane: one slope, as in a drum or a box.",
     AT(surface)},
};
static const scree_section angle_of_repose_section = {
    .doc = "Angle of the free surface of a heap, or in a drum or box, with its error.",
    KEYS(angle_of_repose_keys)};

static void check_mixing(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_measure_def *d = base;
    if ((d->of.n > 0) == (d->larger_than > 0.0)) {
        scree_config_error(g, node->place, "%s: %s; accepted: one of 'of' and 'larger_than'", path,
                           d->of.n > 0 ? "both 'of' and 'larger_than' are given"
                                       : "what the first component is is missing");
    }
    for (size_t k = 0; k < d->of.n; k++) {
        if (scree_case_material(g->c, d->of.data[k]) < 0) {
            scree_config_error(g, node->place,
                               "%s: there is no material '%s'; accepted: names under 'materials'", path,
                               d->of.data[k]);
        }
    }
}

static const scree_key mixing_keys[] = {
    {"cell", LENGTH, ABOVE(0), .required = true,
     .doc = "Edge of the cubic cells in which the composition is counted; cells of some 10 particles or more "
            "tell most.",
     AT(cell)},
    {"of", .type = &scree_names_type, .doc = "Names of the materials of the first component.", AT(of)},
    {"larger_than", LENGTH, ABOVE(0),
     .doc = "Instead of materials: the first component are particles with a larger diameter.",
     AT(larger_than)},
    {"least", .type = &scree_integer_type, FROM(1), .fallback = "1",
     .doc = "Cells with fewer particles are left out.", AT(least)},
};
static const scree_section mixing_section = {
    .doc = "How well two components are mixed: Lacey's index and the intensity of segregation.",
    KEYS(mixing_keys),
    .check = check_mixing};

#define BINS                                                                                                 \
    {                                                                                                        \
        "bins", .type = &scree_integer_type, WITHIN(1, 10000), .fallback = "50",                             \
                .doc = "Number of rows of the table.", AT(bins)                                              \
    }
static const scree_key fabric_keys[] = {LEAST("0", "; 0: all contacts count", least_of_fabric)};
static const scree_section fabric_section = {
    .doc = "Directions of the contacts between particles: fabric tensor and its anisotropy.",
    KEYS(fabric_keys)};

static const scree_key stress_keys[] = {
    {"part", .type = &scree_choice_type, .choices = "total|contacts|kinetic", .fallback = "total",
     .doc = "contacts: forces alone; kinetic: velocities alone.", AT(part)},
    {"sign", .type = &scree_choice_type, .choices = "compression|tension", .fallback = "compression",
     .doc = "Which components are positive; the mean stress is positive in compression with both.", AT(sign)},
};
static const scree_section stress_section = {
    .doc = "Stress of the particles in the region or in a periodic domain: tensor, mean, deviator.",
    KEYS(stress_keys)};
static const scree_key inertial_number_keys[] = {
    {"shear_rate", IN("1/s"), FROM(0), .required = true, .doc = "Shear rate of the flow.", AT(shear_rate)}};
static const scree_section inertial_number_section = {
    .doc = "How fast a shear flow is beside its mean stress, and its ratio of stresses.",
    KEYS(inertial_number_keys)};

static const scree_key contact_forces_keys[] = {BINS};
static const scree_section contact_forces_section = {
    .doc = "Mean, scatter and distribution of the normal forces of contacts.", KEYS(contact_forces_keys)};

static const scree_key radial_distribution_keys[] = {
    {"to", LENGTH, ABOVE(0), .required = true, .doc = "Longest distance.", AT(to)},
    BINS,
};
static const scree_section radial_distribution_section = {
    .doc = "How frequent distances between particles are: g(r) and its highest peak.",
    KEYS(radial_distribution_keys)};

static const scree_key packing_profile_keys[] = {
    {"along", .type = &scree_choice_type, .choices = "x|y|z|axis|radius", .required = true,
     .doc = "Direction: x, y or z of a box, axis or radius of a cylinder.", AT(along)},
    BINS,
};
static const scree_section packing_profile_section = {
    .doc = "Packing fraction in parts of a box or cylinder.", KEYS(packing_profile_keys)};

static const scree_section fragment_sizes_section = {
    .doc = "Sizes of what bonds hold together: number, largest and median mass, and their distribution."};

static const scree_key drum_keys[] = {
    {"wall", .type = &scree_text_type, .required = true, .doc = "Name of the wall that turns.", AT(wall)},
    UP};
static const scree_section drum_section = {
    .doc = "Angle of the free surface in a drum, and the torque and power that turn it.", KEYS(drum_keys)};

#define OUTLET                                                                                               \
    { "outlet", .type = &scree_text_type, .required = true, .doc = "Name of the outlet.", AT(outlet) }
static const scree_key mass_flow_keys[] = {
    OUTLET,
    {"window", TIME, ABOVE(0), .required = true,
     .doc = "Time of the mean, until now. It has 20 parts, each rounded up to whole times between two checks "
            "of the outlet.",
     AT(window)},
    {"orifice", LENGTH, ABOVE(0), .doc = "Diameter D of the orifice, for Beverloo's constant.", AT(orifice)},
    {"k", NUMBER, FROM(0), .fallback = "1.4", .doc = "Beverloo's k.", AT(blocked)},
    {"diameter", LENGTH, ABOVE(0),
     .doc = "Diameter d of the particles; the mean of all free ones if not given.", AT(diameter)},
    {"bulk_density", IN("kg/m3"), ABOVE(0), .doc = "Bulk density; that in `region` if not given.",
     AT(bulk_density)},
};
static const scree_section mass_flow_section = {
    .doc = "Mean mass flow of an outlet, its fluctuation, and Beverloo's constant.", KEYS(mass_flow_keys)};

static const scree_key residence_time_keys[] = {OUTLET};
static const scree_section residence_time_section = {
    .doc = "How long particles were in the run that left through an outlet.", KEYS(residence_time_keys)};

char *scree_measure_complaint(const scree_case *c, const scree_measure_def *d) {
    if (d->wall && scree_names_find(c->wall, d->wall) < 0) {
        return scree_format("there is no wall '%s'; accepted: a name under 'walls'", d->wall);
    }
    if (d->outlet && scree_names_find(c->outlet, d->outlet) < 0) {
        return scree_format("there is no outlet '%s'; accepted: a name under 'outlets'", d->outlet);
    }
    return NULL;
}

// Keys of mass_flow and residence_time that do not fit each other.
static void check_flow(scree_config *g, const scree_measure_def *d, const scree_yaml *node,
                       const char *path) {
    if (d->kind == SCREE_MEASURE_mass_flow && d->bulk_density > 0.0 && !(d->orifice > 0.0)) {
        scree_config_error(g, node->place,
                           "%s: 'bulk_density' is for Beverloo's constant; accepted: also 'orifice'", path);
    }
    if (d->kind == SCREE_MEASURE_mass_flow && d->orifice > 0.0 && !(d->bulk_density > 0.0) &&
        !d->has_region) {
        scree_config_error(g, node->place,
                           "%s: Beverloo's constant needs a bulk density; accepted: also 'bulk_density', or "
                           "'region', where it is measured",
                           path);
    }
    if (d->kind == SCREE_MEASURE_residence_time && d->has_region) {
        scree_config_error(g, node->place,
                           "%s: 'region' has no meaning for particles that have left; accepted: no 'region'",
                           path);
    }
}

static void check_measure(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_measure_def *d = base;
    if (scree_measure_of(d->kind)->needs_region && !d->has_region) {
        scree_config_error(g, node->place, "%s: missing key 'region', which '%s' needs", path,
                           scree_measure_name(d->kind));
    }
    check_flow(g, d, node, path);
    const bool round = d->along >= SCREE_ALONG_AXIS;
    if (d->kind == SCREE_MEASURE_packing_profile && d->has_region &&
        d->region.kind != (round ? SCREE_REGION_CYLINDER : SCREE_REGION_BOX)) {
        scree_config_error(g, node->place, "%s: 'along' does not fit the region; accepted: %s", path,
                           round ? "axis and radius in a cylinder" : "x, y and z in a box");
    }
}

#define VARIANT(name) {#name, SECTION(name##_section), .variant = true, .kind = SCREE_MEASURE_##name},
static const scree_key measure_keys[] = {
    SCREE_MEASURES(VARIANT){"region", SECTION(scree_probe_region_section),
                            .doc = "Only particles with their centre in this region count; all if not given.",
                            AT(region), .flag = offsetof(scree_measure_def, has_region)},
};
const scree_section scree_measure_section = {
    .doc = "One measure; [measures](measures.md) has what each of them is.",
    KEYS(measure_keys),
    NAMED_ITEMS(scree_measure_def),
    .kind_offset = offsetof(scree_measure_def, kind),
    .check = check_measure};
#undef AT

#define NAME(name) #name,
static const char *const names[] = {SCREE_MEASURES(NAME)};
#define ROW(name) &scree_measure_##name,
static const scree_measure *const list[] = {SCREE_MEASURES(ROW)};

const char *scree_measure_name(int kind) {
    return names[kind];
}

const scree_measure *scree_measure_of(int kind) {
    return list[kind];
}

int scree_measure_find(const char *name) {
    for (int k = 0; k < SCREE_MEASURE_KINDS; k++) {
        if (strcmp(names[k], name) == 0) {
            return k;
        }
    }
    return -1;
}

const scree_section *scree_measure_keys(int kind) {
    return measure_keys[kind].section;
}

bool scree_measure_needs_keys(int kind) {
    const scree_section *s = scree_measure_keys(kind);
    bool any = scree_measure_of(kind)->needs_region;
    for (size_t k = 0; k < s->nkey; k++) {
        any |= s->key[k].required;
    }
    return any;
}

scree_measure_def scree_measure_defaults(int kind) {
    scree_measure_def d = {.kind = kind};
    scree_section_defaults(scree_measure_keys(kind), &d);
    d.kind = kind;
    return d;
}
