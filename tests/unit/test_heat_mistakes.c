// SPDX-License-Identifier: BSD-3-Clause
// Mistakes in the keys of heat and in tables by temperature: the whole message, with file:line:column.
#include "config_mistakes.h"

static void test_heat_mistakes(void **state) {
    (void)state;
#define WARM                                                                                                 \
    "time: {end: 1 s}\n"                                                                                     \
    "materials: {m: {density: 2500, young: 1e7, poisson: 0.2, restitution: 0.5, friction: 0.3, "             \
    "heat_capacity: 800}}\n"
    static const mistake bad[] = {
        {WARM "heat: {temperature: 0 K}\n",
         {"c.yaml:3:21: error: heat.temperature: \"0 K\" is out of range; accepted: a number in K, > 0 K, or "
          "with a unit such as 300 K"}},
        {WARM "heat: {temperature: 20 J}\n",
         {"c.yaml:3:21: error: heat.temperature: \"20 J\" is an energy or torque; ..."}},
        {WARM "heat: {ambient: 300 K}\n", {"c.yaml:3:7: error: heat: missing key 'temperature'; ..."}},
        {WARM "heat: {temperature: 300 K, radiation: true}\n",
         {"c.yaml:3:39: error: heat: radiation needs the temperature of the ambient; accepted: a key "
          "'ambient'"}},
        {WARM "heat: {temperature: 300 K, friction: 1.5}\n",
         {"c.yaml:3:38: error: heat.friction: \"1.5\" is out of range; accepted: a number, 0 to 1"}},
        {WARM "heat: {temperature: 300 K, sources: {power: 3 W, from: x}}\n",
         {"c.yaml:3:56: error: heat.sources: there is no insertion named 'x'; accepted: a `name` under "
          "'insertion'"}},
        {WARM "heat: {temperature: 300 K, sources: {power: 3}}\n",
         {"c.yaml:3:45: error: heat.sources.power: \"3\" is a number without a unit; ..."}},
        {WARM "heat: {temperature: 300 K, sources: {power: 3 W/kg}}\n",
         {"c.yaml:3:45: error: heat.sources.power: \"3 W/kg\" is not in W or W/m3; accepted: a number with "
          "its "
          "unit, W or W/m3"}},
        {WARM "output: {csv: {every: 1 s, fields: [id, temperature]}}\n",
         {"c.yaml:3:36: error: output.csv.fields: 'temperature' in a case without a section 'heat'; "
          "accepted: "
          "that section, or other fields"}},
        {WARM "heat: {temperature: 300 K}\nwalls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: "
              "m, heat: "
              "{temperature: 300 K, power: 1 W}}}\n",
         {"c.yaml:4:74: error: walls.w.heat: more than one is given; accepted: one of 'temperature', 'power' "
          "and 'flux', ..."}},
        {WARM
         "walls: {w: {plane: {point: [0,0,0], normal: [0,0,1]}, material: m, heat: {temperature: 300 K}}}\n",
         {"c.yaml:3:9: error: walls.w: 'heat' of a wall in a case without a section 'heat'; accepted: that "
          "section, "
          "with the temperature of the particles"}},
        {WARM "particles: [{positions: [[0, 0, 0]], diameter: 1 mm, material: m, temperature: 300 K}]\n",
         {"c.yaml:3:13: error: 'particles1': 'temperature' in a case without a section 'heat'; accepted: "
          "that section"}},
        {WARM
         "heat: {temperature: 300 K, radiation: true, ambient: 300 K}\nparticles: [{positions: [[0, 0, 0]], "
         "diameter: 1 mm, material: m}]\n",
         {"c.yaml:2:13: error: materials.m: missing key 'emissivity', as heat.radiation is on; accepted: a "
          "number above "
          "0 up to 1"}},
    };
    CHECK(bad);
}

static void test_temperature_table_mistakes(void **state) {
    (void)state;
#define WAX(plain, tables)                                                                                   \
    "time: {end: 1 s}\nheat: {temperature: 300 K}\n"                                                         \
    "materials:\n"                                                                                           \
    "  wax: {density: 2500, restitution: 0.5, heat_capacity: 800, " plain ",\n"                              \
    "    temperature_tables: {" tables "}}\n"
#define ROWS "[[300 K, 1 MPa], [350 K, 2 MPa]]"
    static const mistake bad[] = {
        {WAX("young: 1e7, poisson: 0.2", "friction: [[300 K, 0.5]]"),
         {"c.yaml:5:36: error: materials.wax.temperature_tables.friction: a list of 1 value does not fit; "
          "accepted: a list of at least two rows such as [[300 K, VALUE], [350 K, VALUE]], with ascending "
          "temperatures above 0 K"}},
        {WAX("young: 1e7, poisson: 0.2", "friction: [[300 K, 0.5], [300 K, 0.4]]"),
         {"c.yaml:5:51: error: materials.wax.temperature_tables.friction[1]: 300 K does not come after 300 "
          "K; "
          "accepted: rows with ascending temperatures"}},
        {WAX("young: 1e7, poisson: 0.2", "friction: [[0 K, 0.5], [300 K, 0.4]]"),
         {"c.yaml:5:38: error: materials.wax.temperature_tables.friction[0]: \"0 K\" is out of range; ..."}},
        {WAX("young: 1e7, poisson: 0.2", "friction: [[200 K, 0.5], [300 K, -1]]"),
         {"c.yaml:5:59: error: materials.wax.temperature_tables.friction[1]: \"-1\" is out of range; ..."}},
        {WAX("young: 1e7, poisson: 0.2", "friction: [[200 K, 0.5], [300 K]]"),
         {"c.yaml:5:51: error: materials.wax.temperature_tables.friction[1]: a list of 1 value is not a row "
          "of "
          "two numbers; ..."}},
        {WAX("young: 1e7, poisson: 0.2, friction: 0.4", "friction: [[200 K, 0.5], [300 K, 0.4]]"),
         {"c.yaml:4:88: error: materials.wax: 'friction' is given as a number and as a table; accepted: one "
          "of "
          "them"}},
        {WAX("young: 1e7, poisson: 0.2, friction: 0.4", "young: " ROWS),
         {"c.yaml:4:69: error: materials.wax: 'young' is given as a number and as a table; accepted: one of "
          "them"}},
        {WAX("poisson: 0.2, friction: 0.4", "step: 5 K"),
         {"c.yaml:5:25: error: materials.wax.temperature_tables: no parameter has a table; accepted: such as "
          "friction: [[300 K, 0.5], [350 K, 0.2]]"}},
        {WAX("poisson: 0.2", "friction: [[200 K, 0.5], [300 K, 0.4]]"),
         {"c.yaml:4:8: error: materials.wax: missing key 'young'; accepted: a number here, or a table under "
          "'temperature_tables'"}},
        {WAX("poisson: 0.2, friction: 0.4", "step: 0 K, young: " ROWS),
         {"c.yaml:5:32: error: materials.wax.temperature_tables.step: \"0 K\" is out of range; ..."}},
        {WAX("poisson: 0.2, friction: 0.4", "step: 0.5 K, young: " ROWS),
         {"c.yaml:5:25: error: materials.wax.temperature_tables: a step of 0.5 K divides the range of the "
          "tables, 300 K to 350 K, into 101 classes; accepted: up to 64, with a step of at least 0.7937 K"}},
        {WAX("poisson: 0.2, friction: 0.4",
             "step: 1 K, young: " ROWS) "  one: {density: 2500, poisson: 0.2, temperature_tables: {step: 1 "
                                        "K, young: " ROWS "}}\n",
         {"c.yaml:4:3: error: materials: 102 materials with the classes of their temperature tables; "
          "accepted: "
          "up to 100, with larger steps of the tables"}},
        {WAX("young: 1e7, poisson: 0.2", "density: [[300 K, 1], [350 K, 2]]"),
         {"c.yaml:5:26: error: materials.wax.temperature_tables: 'density' cannot depend on temperature: "
          "mass "
          "would be created or destroyed; accepted: young, poisson, and parameters of laws that a material "
          "may "
          "have"}},
        {WAX("young: 1e7, poisson: 0.2", "heat_capacity: [[300 K, 1], [350 K, 2]]"),
         {"c.yaml:5:26: error: materials.wax.temperature_tables: 'heat_capacity' cannot depend on "
          "temperature: "
          "heat would be created or destroyed; ..."}},
        {WAX("young: 1e7, poisson: 0.2", "emissivity: [[300 K, 1], [350 K, 1]]"),
         {"c.yaml:5:26: error: materials.wax.temperature_tables: 'emissivity' cannot depend on temperature: "
          "it "
          "is no parameter of contacts; ..."}},
        {WAX("young: 1e7, poisson: 0.2", "frictoin: [[300 K, 1], [350 K, 1]]"),
         {"c.yaml:5:26: error: materials.wax.temperature_tables: unknown key 'frictoin'; did you mean "
          "'friction'? accepted: step, young, poisson, and the parameters of the laws"}},
        {WAX("young: 1e7, poisson: 0.2, friction: 0.3", "contact_while_bonded: [[300 K, yes], [350 K, no]]"),
         {"c.yaml:5:26: error: materials.wax: 'contact_while_bonded' belongs to a pair, not to a material; "
          "accepted: in an entry of contacts"}},
        {"time: {end: 1 s}\nmaterials:\n"
         "  wax: {density: 2500, restitution: 0.5, poisson: 0.2, friction: 0.3, temperature_tables: "
         "{young: " ROWS "}}\n",
         {"c.yaml:3:91: error: materials.wax: 'temperature_tables' in a case without a section 'heat'; "
          "accepted: that section, with the temperature of the particles"}},
        {WAX("poisson: 0.2, friction: 0.4",
             "step: 10 K, young: " ROWS) "contacts: [{between: [wax at 320 K, any], friction: 0.3}]\n",
         {"c.yaml:6:23: error: contacts[0].between: there is no material called \"wax at 320 K\"; accepted: "
          "wax"}},
    };
    CHECK(bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_heat_mistakes),
                                       cmocka_unit_test(test_temperature_table_mistakes)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
