// SPDX-License-Identifier: BSD-3-Clause
// The keys of heat: the section `heat`, and `heat` of a wall.
#include "heat/heat_keys.h"
#include "heat/temperature_tables.h"
#include "regions/region_keys.h"
#include "sections/key_tables.h"

#define KELVIN IN("K"), ABOVE(0)
#define AT(field) .offset = offsetof(scree_heat_source_def, field)
static const scree_key source_keys[] = {
    {"power", IN("W|W/m3"), .required = true,
     .doc = "Heat for each particle or clump, W, or for its volume, W/m3; negative: it cools.", AT(power),
     .flag = offsetof(scree_heat_source_def, by_volume)},
    SELECTION_KEYS(scree_heat_source_def, "now"),
    {"start", TIME, FROM(0), .fallback = "0 s", OR_NEVER, .doc = "Time at which it begins to heat.",
     AT(start)},
    {"stop", TIME, FROM(0), .fallback = "never", OR_NEVER, .doc = "Time at which it ends.", AT(stop)},
};
#undef AT
static const scree_section source_section = {.doc = "Heats the particles that fit all that is given.",
                                             KEYS(source_keys),
                                             ITEMS(scree_heat_source_def),
                                             .check = scree_check_heat_source};

#define AT(field) .offset = offsetof(scree_heat_def, field)
static const scree_key heat_keys[] = {
    {"temperature", KELVIN, .required = true,
     .doc = "Temperature of particles at the start and of inserted ones, where they have none of their own.",
     AT(temperature)},
    {"ambient", LIVE, KELVIN, .doc = "Temperature of what is around the particles.", AT(ambient)},
    {"convection", LIVE, IN("W/(m2 K)"), FROM(0), .fallback = "0",
     .doc = "Coefficient of the heat transfer between the surface of the particles and the ambient.",
     AT(convection)},
    {"radiation", LIVE, BOOL, .fallback = "false",
     .doc = "Radiation between the surface of the particles and the ambient, by the materials' emissivity.",
     AT(radiation)},
    {"friction", NUMBER, WITHIN(0, 1), .fallback = "0",
     .doc =
         "Share of the energy lost in contacts (dashpots, friction, plastic work) that warms the two bodies.",
     AT(friction)},
    {"sources", LIVE, .type = &scree_list_type, .section = &source_section,
     .doc = "Heat for particles chosen by region, material, insertion or id.", AT(source)},
};
#undef AT
const scree_section scree_heat_section = {
    .doc = "Temperatures of particles and what changes them; without it there are none.",
    KEYS(heat_keys),
    .check = scree_check_heat};

#define AT(field) .offset = offsetof(scree_temperature_tables, field)
static const scree_key table_keys[] = {
    {"step", KELVIN, AUTO,
     .doc = "Largest distance of the temperatures for which laws are made: bodies have the parameters of the "
            "nearest one. auto: a sixteenth of the range of the tables.",
     AT(step)},
    {"young", .type = &scree_thermal_type, .unit = "Pa", ABOVE(0), .doc = "Young's modulus.", AT(young)},
    {"poisson", .type = &scree_thermal_type, .unit = "1", ABOVE_TO(-1, 0.5), .doc = "Poisson's ratio.",
     AT(poisson)},
};
#undef AT
const scree_section scree_temperature_section = {
    .doc = "Tables of parameters by temperature, rows [temperature, value] with ascending temperatures: "
           "linear between the rows, constant beyond them. Parameters of laws that a material may have can "
           "have a table here too, such as friction.",
    KEYS(table_keys),
    .law_params = true,
    .law_param_type = &scree_thermal_type,
    .other = scree_temperature_tables_take,
    .write_other = scree_temperature_tables_write,
    .check = scree_check_temperature_tables};

#define AT(field) .offset = offsetof(scree_wall_heat_def, field)
static const scree_key wall_heat_keys[] = {
    {"temperature", KELVIN, .doc = "Temperature of the wall; with `mass` at the start.", AT(temperature)},
    {"power", IN("W"),
     .doc = "Heat that the wall gives to the particles that touch it, all from one temperature; with `mass` "
            "heat into the wall.",
     AT(power)},
    {"flux", IN("W/m2"),
     .doc = "The same per area, of a wall with triangles or a sphere; where periodic images of the wall lie "
            "on each other, each part of the area counts once.",
     AT(flux)},
    {"mass", IN("kg"), ABOVE(0), .doc = "Mass that warms with the capacity of the wall's material.",
     AT(mass)},
};
#undef AT
const scree_section scree_wall_heat_section = {.doc = "How the wall exchanges heat; insulated if not given.",
                                               KEYS(wall_heat_keys),
                                               .check = scree_check_wall_heat};
