// SPDX-License-Identifier: BSD-3-Clause
#include "force_fields/force_fields_keys.h"
#include "force_fields/drag_laws.h"
#include "keys/complain.h"
#include "memory/names.h"
#include "sections/key_tables.h"
#include <math.h>
#include <string.h>

// ---- fluid ---------------------------------------------------------------------------------------------------

#define AT(field) .offset = offsetof(scree_fluid_def, field)
#define FORMULA .type = &scree_text_type
static const scree_key flow_keys[] = {
    {"x", LIVE, FORMULA, .doc = "Velocity along x: a formula of `x`, `y`, `z` and `time`; 0 if not given.",
     AT(text[0])},
    {"y", LIVE, FORMULA, .doc = "Velocity along y.", AT(text[1])},
    {"z", LIVE, FORMULA, .doc = "Velocity along z.", AT(text[2])},
};

static void check_flow(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    static const scree_formula_variable variable[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"time", "s"}};
    static const char *const name[] = {"x", "y", "z"};
    scree_fluid_def *f = base;
    for (int k = 0; k < 3; k++) {
        if (f->text[k]) {
            char at[SCREE_PATH_SIZE];
            snprintf(at, sizeof at, "%.200s.%s", path, name[k]);
            scree_variables_compile(g, f->text[k], "m/s", variable, 4, &f->formula[k],
                                    scree_yaml_place(node, name[k]), at);
        }
    }
}

static const scree_section flow_section = {
    .doc = "Velocity of the fluid as formulas of place and time.", KEYS(flow_keys), .check = check_flow};

static const scree_key profile_keys[] = {
    {"axis", .type = &scree_choice_type, .choices = "x|y|z", .required = true,
     .doc = "Axis along which the velocity changes.", AT(axis)},
    {"places", .type = &scree_numbers_type, .unit = "m", .required = true, .doc = "Ascending places on it.",
     AT(place)},
    {"velocities", .type = &scree_points_type, .unit = "m/s", .required = true,
     .doc = "Velocity at each place, linear between them and constant beyond.", AT(speed)},
};

static void check_profile(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_fluid_def *f = base;
    bool ascending = true;
    for (size_t k = 1; k < f->place.n; k++) {
        ascending &= f->place.data[k] > f->place.data[k - 1];
    }
    if (!ascending) {
        scree_config_error(g, scree_yaml_place(node, "places"),
                           "%s.places: they do not ascend; accepted: such as [0, 1 cm, 3 cm]", path);
    } else if (f->place.n != f->speed.n) {
        scree_config_error(g, node->place, "%s: %zu places and %zu velocities; accepted: as many", path,
                           f->place.n, f->speed.n);
    }
}

static const scree_section profile_section = {
    .doc = "Velocity of the fluid by the place along an axis.", KEYS(profile_keys), .check = check_profile};

static const scree_key fluid_keys[] = {
    {"density", LIVE, IN("kg/m3"), ABOVE(0), .required = true, .doc = "Density of the fluid.", AT(density)},
    {"viscosity", LIVE, IN("Pa s"), ABOVE(0), .required = true, .doc = "Dynamic viscosity of the fluid.",
     AT(viscosity)},
    {"drag", LIVE, .type = &scree_choice_type, .choices = SCREE_DRAG_CHOICES, .fallback = "schiller_naumann",
     .doc = "Law of the drag on a sphere; a clump has the drag of a sphere of its volume.", AT(drag)},
    {"buoyancy", LIVE, BOOL, .fallback = "true", .doc = "Weight of the fluid displaced, upwards.",
     AT(buoyancy)},
    {"porosity", LIVE, NUMBER, ABOVE_TO(0, 1), .fallback = "1",
     .doc = "Share of the volume that is fluid, for `drag: di_felice`; the same everywhere.", AT(porosity)},
    {"velocity", LIVE, VELOCITY, .doc = "Velocity of the fluid, the same everywhere.", AT(velocity)},
    {"flow", SECTION(flow_section), .doc = NULL},
    {"profile", SECTION(profile_section), .flag = offsetof(scree_fluid_def, has_profile), .doc = NULL},
};

static void check_fluid(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_fluid_def *f = base;
    if (scree_yaml_has(node, "velocity") + scree_yaml_has(node, "flow") + f->has_profile > 1) {
        scree_config_error(
            g, node->place,
            "%s: the velocity is given more than once; accepted: one of 'velocity', 'flow' and "
            "'profile'",
            path);
    }
    if (f->porosity < 1.0 && f->drag != SCREE_DRAG_di_felice) {
        scree_config_error(
            g, scree_yaml_place(node, "porosity"),
            "%s: this law of drag knows no porosity; accepted: drag: di_felice, or no porosity", path);
    }
}
#undef AT

static const scree_section fluid_section = {
    .doc = "Drag and buoyancy in a fluid at rest or in a given flow, which particles do not change.",
    KEYS(fluid_keys),
    .check = check_fluid};

// ---- charges -------------------------------------------------------------------------------------------------

#define AT(field) .offset = offsetof(scree_charge_def, field)
static const scree_key charge_keys[] = {
    {"material", .type = &scree_material_type, .required = true, .doc = "Material of the particles.",
     AT(material)},
    {"charge", IN("C|C/kg"), .required = true, .doc = "Charge of each, C, or over its mass, C/kg.",
     AT(charge), .flag = offsetof(scree_charge_def, by_mass)},
};
#undef AT
static const scree_section charge_section = {
    .doc = "Charges of new particles that have no charge of their own, by material.",
    KEYS(charge_keys),
    ITEMS(scree_charge_def)};

#define AT(field) .offset = offsetof(scree_electric_def, field)
static const scree_key electric_keys[] = {
    {"charges", .type = &scree_list_type, .section = &charge_section,
     .doc =
         "Charges of particles at the start and of inserted ones, by material; a column `charge` of a file "
         "of particles goes first.",
     AT(charge)},
    {"field", LIVE, .type = &scree_vector_type, .unit = "V/m", .doc = "Uniform electric field.", AT(field)},
    {"range", LIVE, LENGTH, ABOVE(0), .fallback = "none", .word = "none", .word_value = 0,
     .doc = "Distance of centres up to which charges act on each other.", AT(range)},
    {"permittivity", LIVE, NUMBER, FROM(1), .fallback = "1",
     .doc = "Relative permittivity between particles.", AT(permittivity)},
    {"images", .type = &scree_names_type,
     .doc = "Names of planes that conduct: each charge is attracted by "
            "its image behind them.",
     AT(image)},
};
#undef AT
static const scree_section electric_section = {.doc = "Forces on electric charges, which particles keep.",
                                               KEYS(electric_keys)};

// ---- magnetic moments ------------------------------------------------------------------------------------------

#define AT(field) .offset = offsetof(scree_susceptibility_def, field)
static const scree_key susceptibility_keys[] = {
    {"material", .type = &scree_material_type, .required = true, .doc = "Material of the particles.",
     AT(material)},
    {"susceptibility", NUMBER, FROM(-1), .required = true,
     .doc = "Magnetic susceptibility of the material, in SI (4 pi times that in Gaussian units).", AT(value)},
};
#undef AT
static const scree_section susceptibility_section = {
    .doc = "Magnetic susceptibilities by material; 0 if not given.",
    KEYS(susceptibility_keys),
    ITEMS(scree_susceptibility_def)};

#define AT(field) .offset = offsetof(scree_magnetic_def, field)
static const scree_key magnetic_keys[] = {
    {"field", LIVE, .type = &scree_vector_type, .unit = "A/m", .required = true,
     .doc = "Uniform field H that magnetises the particles; B/mu0 in vacuum.", AT(field)},
    {"range", LIVE, LENGTH, ABOVE(0), .required = true,
     .doc = "Distance of centres up to which moments act on each other.", AT(range)},
    {"materials", .type = &scree_list_type, .section = &susceptibility_section, .required = true,
     .doc = "Susceptibility of each material that has one.", AT(susceptibility)},
};
#undef AT
static const scree_section magnetic_section = {
    .doc = "Forces between particles that a uniform field magnetises.", KEYS(magnetic_keys)};

// ---- all -------------------------------------------------------------------------------------------------------

#define KIND(name)                                                                                           \
    {                                                                                                        \
        #name, LIVE, SECTION(name##_section), .offset = offsetof(scree_force_fields_def, name),              \
                                              .flag = offsetof(scree_force_fields_def, has_##name)           \
    }
static const scree_key keys[] = {KIND(fluid), KIND(electric), KIND(magnetic)};
#undef KIND

static void check_all(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_force_fields_def *f = base;
    f->place = node->place;
    if (!f->has_fluid && !f->has_electric && !f->has_magnetic) {
        scree_config_error(g, node->place,
                           "%s: there is no field; accepted: some of 'fluid', 'electric' and 'magnetic'",
                           path);
    }
}

const scree_section scree_force_fields_section = {
    .doc = "Forces on particles by a fluid, by electric charges or by magnetic moments.",
    KEYS(keys),
    .check = check_all};

// Is it a plane that is always there and does not move?
static bool may_have_images(const scree_wall_def *wall) {
    return wall->kind == SCREE_WALL_PLANE && wall->motion.n == 0 && !wall->movable &&
           !scree_wall_is_driven(&wall->drive) && !(wall->start > 0.0) && !isfinite(wall->stop);
}

// Is the plane of image k one of those before it?
static bool is_among(const scree_electric_def *e, size_t k) {
    bool among = false;
    for (size_t j = 0; j < k; j++) {
        among |= strcmp(e->image.data[j], e->image.data[k]) == 0;
    }
    return among;
}

static void find_images(scree_config *g, scree_electric_def *e, scree_place place) {
    for (size_t k = 0; k < e->image.n; k++) {
        const int wall = scree_names_find(g->c->wall, e->image.data[k]);
        if (wall < 0 || !may_have_images(&g->c->wall.data[wall])) {
            scree_config_error(
                g, place,
                "force_fields.electric.images: '%s' is no plane that is there at all times and "
                "does not move; accepted: the names of such planes",
                e->image.data[k]);
        } else if (is_among(e, k)) {
            scree_config_error(
                g, place,
                "force_fields.electric.images: '%s' is there twice, and its images would pull twice; "
                "accepted: each plane once",
                e->image.data[k]);
        } else {
            scree_array_push(&e->wall, wall);
        }
    }
}

void scree_check_force_fields(scree_config *g) {
    scree_force_fields_def *f = &g->c->force_fields;
    if (!g->c->has_force_fields) {
        return;
    }
    find_images(g, &f->electric, f->place);
    if (scree_case_has_clumps(g->c) && (f->has_electric || f->has_magnetic)) {
        scree_config_error(g, f->place,
                           "force_fields: clumps have no charges and magnetic moments; accepted: spheres, or "
                           "agglomerates of bonded spheres, or 'fluid' alone");
    }
    if (g->c->has_deformation) {
        scree_config_error(g, f->place,
                           "force_fields: the stress of a 'cell' does not contain their forces; accepted: a "
                           "'domain' without 'cell'");
    }
}

// ---- coarse-grained particles ----------------------------------------------------------------------------------

// Charge goes with the mass, so that the field of many charges, and what it does, stay; the range of that field is a length of the machine.
static void coarsen_charges(scree_config *g, scree_force_fields_def *f) {
    scree_electric_def *e = &f->electric;
    for (size_t k = 0; k < e->charge.n; k++) {
        scree_coarsen(g->c, &e->charge.data[k].charge, e->charge.data[k].by_mass ? 0 : 3, "C",
                      "force_fields.electric.charges[%zu].charge", k);
    }
    if (e->image.n > 0) {
        scree_config_error(
            g, f->place,
            "coarse_graining: no rule holds for force_fields.electric.images: the pull of its own image on "
            "a charge that goes with the mass grows faster than the weight and the stresses; accepted: "
            "charges without 'images'");
    }
    const double most = scree_case_inserted_sizes(g->c, -1).most;
    if (e->range > 0.0 && e->range < most) {
        scree_config_error(
            g, f->place,
            "coarse_graining: force_fields.electric.range, %.6g m, is below the diameter of the particles, "
            "%.6g m, so charges that touch would not act on each other; accepted: a larger range, or a "
            "smaller factor",
            e->range, most);
    }
}

// Moments go with the volume, so that the force between neighbours over their section stays, if its range grows with them.
static void coarsen_moments(scree_config *g, scree_force_fields_def *f) {
    scree_coarsen(g->c, &f->magnetic.range, 1, "m", "force_fields.magnetic.range");
    if (g->c->coarse_graining.cohesion == SCREE_COARSE_BOND_NUMBER) {
        scree_config_error(
            g, f->place,
            "coarse_graining: no rule holds for force_fields.magnetic with cohesion: bond_number, as the "
            "force between moments keeps its ratio to the section of the particles; accepted: cohesion: "
            "stress");
    }
}

void scree_force_fields_coarsen(scree_config *g) {
    scree_force_fields_def *f = &g->c->force_fields;
    if (f->has_electric) {
        coarsen_charges(g, f);
    }
    if (f->has_magnetic) {
        coarsen_moments(g, f);
    }
}
