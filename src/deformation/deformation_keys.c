// SPDX-License-Identifier: BSD-3-Clause
// The keys of a cell that deforms: the section `cell`.
#include "deformation/deformation_keys.h"
#include "deformation/deformation_data.h"
#include "sections/key_tables.h"

#define AT(field) .offset = offsetof(scree_deformation_def, field)
#define FLAG(field) .flag = offsetof(scree_deformation_def, field)
#define OF_AXES .type = &scree_choice_type, .choices = "x|y|z"
#define PRESSURE IN("Pa"), FROM(0)
#define GOAL IN("Pa|1/s")
#define AXIS_KEY                                                                                             \
    { "axis", OF_AXES, .fallback = "z", .doc = "The axis along which the packing is pressed.", AT(axis) }
#define AXIAL_KEY                                                                                            \
    {                                                                                                        \
        "axial", LIVE, GOAL,                                                                                 \
            .required = true,                                                                                \
            .doc = "Strain rate (1/s) or stress (Pa) along `axis`; compression is positive.",                \
            AT(axial.value), FLAG(axial.is_rate)                                                             \
    }
#define RATE_KEY                                                                                             \
    {                                                                                                        \
        "rate", LIVE, IN("1/s"), .required = true,                                                           \
                                 .doc = "Strain rate along `axis`; compression is positive.", AT(rate)       \
    }

static const scree_key isotropic_keys[] = {
    {"pressure", LIVE, PRESSURE, .required = true,
     .doc = "Pressure; the three axes shrink or grow at one rate until the mean stress is this.",
     AT(pressure)},
};
static const scree_section isotropic_section = {.doc = "Isotropic compression to a pressure.",
                                                KEYS(isotropic_keys)};

static const scree_key oedometric_keys[] = {AXIS_KEY, AXIAL_KEY};
static const scree_section oedometric_section = {
    .doc = "Oedometric test: along one axis, the others keep their lengths.", KEYS(oedometric_keys)};

static const scree_key triaxial_keys[] = {
    AXIS_KEY,
    AXIAL_KEY,
    {"pressure", LIVE, PRESSURE, .required = true, .doc = "Stress along the two other axes.", AT(pressure)}};
static const scree_section triaxial_section = {
    .doc = "Drained triaxial test: along one axis, at a constant stress along the others.",
    KEYS(triaxial_keys)};

static const scree_key biaxial_keys[] = {
    AXIS_KEY,
    AXIAL_KEY,
    {"side", OF_AXES, .fallback = "x",
     .doc = "The axis along which the stress is constant; the third one keeps its length.", AT(side)},
    {"pressure", LIVE, PRESSURE, .required = true, .doc = "Stress along `side`.", AT(pressure)}};
static const scree_section biaxial_section = {.doc = "Biaxial test in plane strain.", KEYS(biaxial_keys)};

static const scree_key undrained_keys[] = {AXIS_KEY, RATE_KEY};
static const scree_section undrained_section = {
    .doc = "Undrained triaxial test: along one axis at a constant volume.", KEYS(undrained_keys)};

static const scree_key constant_pressure_keys[] = {AXIS_KEY,
                                                   RATE_KEY,
                                                   {"pressure", LIVE, PRESSURE, .required = true,
                                                    .doc = "Mean of the three normal stresses.",
                                                    AT(pressure)}};
static const scree_section constant_pressure_section = {.doc = "Triaxial test at a constant mean stress.",
                                                        KEYS(constant_pressure_keys)};

static const scree_key shear_keys[] = {
    {"rate", LIVE, IN("1/s"), .required = true,
     .doc = "Shear rate: velocity along `flow` over the distance along `gradient`.", AT(rate)},
    {"flow", OF_AXES, .fallback = "x", .doc = "Direction of the flow.", AT(flow)},
    {"gradient", OF_AXES, .fallback = "z",
     .doc = "Direction in which the velocity changes, one behind `flow` in the alphabet.", AT(gradient)},
    {"pressure", LIVE, PRESSURE,
     .doc = "Stress along `gradient`, which the length along it follows; without it the volume is constant.",
     AT(pressure)}};
static const scree_section shear_section = {.doc = "Simple shear between borders that move along each other.",
                                            KEYS(shear_keys)};

#define COMPONENT(key, k, text)                                                                              \
    { key, LIVE, GOAL, .fallback = "0 1/s", .doc = text, AT(component[k].value), FLAG(component[k].is_rate) }
static const scree_key true_triaxial_keys[] = {
    COMPONENT("x", 0, "Strain rate (1/s) or stress (Pa) along x; compression is positive."),
    COMPONENT("y", 1, "The same along y."), COMPONENT("z", 2, "The same along z.")};
static const scree_section true_triaxial_section = {.doc = "True triaxial test: each axis by itself.",
                                                    KEYS(true_triaxial_keys)};
static const scree_key component_keys[] = {
    COMPONENT("xx", 0, "Strain rate (1/s) or stress (Pa) along x; compression is positive."),
    COMPONENT("yy", 1, "The same along y."),
    COMPONENT("zz", 2, "The same along z."),
    COMPONENT("xy", 3,
              "Shear rate (1/s), velocity along x over distance along y, or the stress `cell_stress_xy` "
              "(Pa), which is negative in such a shear."),
    COMPONENT("xz", 4, "The same of x along z."),
    COMPONENT("yz", 5, "The same of y along z.")};
static const scree_section component_section = {
    .doc = "Each component of the velocity gradient or of the stress by itself.", KEYS(component_keys)};

#define PATH(key, section, path)                                                                             \
    { key, SECTION(section), .variant = true, .kind = path, LIVE }
static const scree_key keys[] = {
    PATH("isotropic", isotropic_section, SCREE_PATH_ISOTROPIC),
    PATH("oedometric", oedometric_section, SCREE_PATH_OEDOMETRIC),
    PATH("triaxial", triaxial_section, SCREE_PATH_TRIAXIAL),
    PATH("true_triaxial", true_triaxial_section, SCREE_PATH_TRUE_TRIAXIAL),
    PATH("biaxial", biaxial_section, SCREE_PATH_BIAXIAL),
    PATH("undrained", undrained_section, SCREE_PATH_UNDRAINED),
    PATH("constant_pressure", constant_pressure_section, SCREE_PATH_CONSTANT_PRESSURE),
    PATH("simple_shear", shear_section, SCREE_PATH_SIMPLE_SHEAR),
    PATH("components", component_section, SCREE_PATH_COMPONENTS),
    {"lean", POSITION,
     .doc = "By how much the second and the third vector of the cell lean along x at the start, and the "
            "third one along y: [xy, xz, yz]. Its vectors are "
            "[x, 0, 0], [xy, y, 0] and [xz, yz, z] with the lengths x, y, z of the domain.",
     AT(lean)},
    {"carried", LIVE, BOOL, .fallback = "true",
     .doc = "Particles go on with the cell when its rate is changed by the input; false: they keep their "
            "velocities in space.",
     AT(carried)},
    {"inertial_number", LIVE, NUMBER, ABOVE(0), .fallback = "0.01",
     .doc = "Largest inertial number at which a cell follows a stress.", AT(inertial_number)},
};
#undef AT

extern const scree_section scree_deformation_section;
const scree_section scree_deformation_section = {
    .doc = "A periodic cell that deforms: strain rates and stresses imposed on it.",
    KEYS(keys),
    .kind_offset = offsetof(scree_deformation_def, path),
    .check = scree_check_deformation};
