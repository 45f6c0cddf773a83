// SPDX-License-Identifier: BSD-3-Clause
// A host program reads and sets temperatures: they act from the next step on, and the ledger books the difference; keys of heat that
// change in an open world.
#include "host_world.h"
#include <unistd.h>

#define PAIR                                                                                                 \
    "time: {end: 1000, dt: 0.01, velocity_scale: 1e-6}\n"                                                    \
    "materials: {m: {density: 2500, young: 1e-18, poisson: 0.3, restitution: 0.5, friction: 0.4, "           \
    "heat_capacity: 500, conductivity: 100 W/(m K)}}\n"                                                      \
    "contacts: [{between: any, normal: hertz, tangential: none, heat: conduction}]\n"                        \
    "particles: [{positions: [[0, 0, 0], [9.996 mm, 0, 0]], diameter: 10 mm, material: m}]\n"                \
    "heat: {temperature: 300 K, ambient: 300 K}\n"

static double value_of(scree_world *w, const char *name) {
    scree_report *r = scree_report_create();
    const double value = scree_world_value(w, name, r);
    if (!(value - value == 0.0)) {
        fail_msg("%s: %s", name, scree_report_size(r) > 0 ? scree_report_text(r, 0) : "no number");
    }
    scree_report_destroy(r);
    return value;
}

static void set_temperature(void **state) {
    (void)state;
    const double capacity = 0.65449846949787358; // J/K
    scree_world *w = world_of(PAIR, 1);
    advance(w, 10);
    scree_view v = view_of(w, "temperature", 1);
    assert_int_equal(v.rows, 2);
    double *first = row(&v, row_of(w, 1));
    assert_true(first[0] == 300.0);
    first[0] = 400.0;
    close_view(w, &v);
    advance(w, 100);
    near(value_of(w, "heat_exchanged"), 100.0 * capacity, 1e-9, "heat set by the program");
    near(value_of(w, "thermal"), 100.0 * capacity, 1e-9, "thermal energy");
    near(value_of(w, "heat_balance"), 0.0, 1e-11, "balance");
    near(value_of(w, "temperature"), 350.0, 1e-10, "mean");
    assert_true(value_of(w, "max_temperature") < 400.0 && value_of(w, "min_temperature") > 300.0);
    scree_world_close(w);
}

static void set_ambient(void **state) {
    (void)state;
    scree_world *w = world_of(PAIR, 1);
    scree_report *r = scree_report_create();
    advance(w, 10);
    assert_true(value_of(w, "temperature") == 300.0);
    assert_int_equal(scree_world_set(w, "heat.convection", "50 W/(m2 K)", r), SCREE_OK);
    assert_int_equal(scree_world_set(w, "heat.ambient", "400 K", r), SCREE_OK);
    advance(w, 10);
    assert_true(value_of(w, "temperature") > 300.0 && value_of(w, "heat_ambient") > 0.0);
    near(value_of(w, "heat_balance"), 0.0, 1e-11, "balance");
    assert_int_equal(scree_world_set(w, "materials.m.heat_capacity", "1000", r), SCREE_OK);
    near(value_of(w, "heat_balance"), 0.0, 1e-10, "balance with another heat capacity");
    assert_int_not_equal(scree_world_set(w, "heat.friction", "1", r), SCREE_OK);
    assert_int_not_equal(scree_world_set(w, "heat.temperature", "500", r), SCREE_OK);
    scree_report_destroy(r);
    scree_world_close(w);
}

// A program sets temperatures and tables: the laws are those of the new classes before the next step.
static void set_classes(void **state) {
    (void)state;
    scree_world *w = world_of(
        "time: {end: 1000, dt: 1e-6, velocity_scale: 1e-6}\n"
        "materials: {s: {density: 1, young: 1, poisson: 0}, m: {density: 2500, poisson: 0.3, restitution: 1, "
        "friction: 0.4, heat_capacity: 500, temperature_tables: {young: [[300 K, 4 MPa], [400 K, 1 MPa]]}}}\n"
        "contacts: [{between: any, normal: hertz}]\n"
        "particles: [{positions: [[0, 0, 0], [9.99 mm, 0, 0]], diameter: 10 mm, material: m}]\n"
        "heat: {temperature: 300 K}\n",
        1);
    advance(w, 1);
    const double cold = value_of(w, "elastic_normal"), balance = value_of(w, "energy_balance");
    assert_true(cold > 0.0);
    scree_view v = view_of(w, "temperature", 1);
    for (uint64_t id = 1; id <= 2; id++) {
        ((double *)row(&v, row_of(w, id)))[0] = 500.0;
    }
    close_view(w, &v);
    advance(w, 1);
    near(value_of(w, "elastic_normal"), 0.25 * cold, 1e-4 * cold, "energy when hot");
    v = view_of(w, "temperature_class", 0);
    assert_int_equal(*(const uint64_t *)row(&v, row_of(w, 2)), 16);
    close_view(w, &v);
    v = view_of(w, "material", 0);
    assert_int_equal(*(const uint32_t *)row(&v, row_of(w, 2)), 1);
    close_view(w, &v);
    scree_report *r = scree_report_create();
    assert_int_equal(scree_world_set(w, "materials.m.temperature_tables",
                                     "{step: 200 K, young: [[400 K, 9 MPa], [600 K, 1 MPa]]}", r),
                     SCREE_OK);
    near(value_of(w, "elastic_normal"), 0.25 * cold, 1e-4 * cold, "the upper one of two classes");
    assert_int_equal(scree_world_set(w, "materials.m.temperature_tables.step", "50 K", r), SCREE_OK);
    near(value_of(w, "elastic_normal"), 1.25 * cold, 1e-3 * cold, "the middle one of five classes");
    assert_int_not_equal(scree_world_set(w, "materials.m.young", "1 MPa", r), SCREE_OK); // it has a table
    near(value_of(w, "energy_balance"), balance, 1e-4 * cold, "balance");
    scree_report_destroy(r);
    scree_world_close(w);
}

// Which materials particles are of is known only when a file is read, or when the program adds some.
static void materials_of_particles(void **state) {
    (void)state;
    FILE *f = fopen("two.txt", "w");
    fputs("# x y z radius material\n0 0 0 0.005 m\n0.02 0 0 0.005 grey\n", f);
    fclose(f);
#define OF_FILE(grey, heat)                                                                                  \
    "time: {end: 1, dt: 1e-3, velocity_scale: 1e-6}\n"                                                       \
    "materials:\n"                                                                                           \
    "  m: {density: 2500, young: 1e3, poisson: 0.3, restitution: 0.5, friction: 0.4, heat_capacity: 500, "   \
    "emissivity: 0.5}\n"                                                                                     \
    "  grey: {density: 2500, young: 1e3, poisson: 0.3, restitution: 0.5, friction: 0.4" grey "}\n"           \
    "contacts: [{between: any}]\nparticles: [{file: two.txt}]\n"                                             \
    "heat: {temperature: 300 K, ambient: 400 K, " heat "}\n"
    scree_report *r = scree_report_create();
    assert_null(scree_world_open_text("host.yaml", OF_FILE("", "convection: 1"), NULL, 1, r));
    refused(SCREE_USER_ERROR, r,
            "host.yaml:4:3: error: materials.grey: missing key 'heat_capacity', as its particles have a "
            "temperature; accepted: a number above 0 J/(kg K); particle 2 is of it");
    assert_null(
        scree_world_open_text("host.yaml", OF_FILE(", heat_capacity: 1", "radiation: true"), NULL, 1, r));
    refused(SCREE_USER_ERROR, r,
            "materials.grey: missing key 'emissivity', as heat.radiation is on; accepted: a");
    scree_world *w = world_of(OF_FILE(", heat_capacity: 1", "convection: 1"), 1);
    refused(scree_world_set(w, "heat.radiation", "true", r), r,
            "materials.grey: missing key 'emissivity', as heat.radiation is on");
    advance(w, 3);
    assert_int_equal(scree_world_set(w, "materials.grey.emissivity", "0.5", r), SCREE_OK);
    assert_int_equal(scree_world_set(w, "heat.radiation", "true", r), SCREE_OK);
    advance(w, 3);
    scree_world_close(w);
    w = world_of(
        "time: {end: 1, dt: 1e-3, velocity_scale: 1e-6}\n"
        "materials: {m: {density: 2500, young: 1e3, poisson: 0.3, restitution: 0.5, friction: 0.4}}\n"
        "contacts: [{between: any}]\nheat: {temperature: 300 K}\n",
        1);
    const scree_new_particle q = {.diameter = 1e-2, .material = "m"};
    refused(scree_world_add(w, 1, &q, NULL, r), r,
            "new particle 0: materials.m: missing key 'heat_capacity'");
    scree_world_close(w);
    scree_report_destroy(r);
    unlink("two.txt");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(set_temperature), cmocka_unit_test(set_ambient),
                                       cmocka_unit_test(set_classes),
                                       cmocka_unit_test(materials_of_particles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
