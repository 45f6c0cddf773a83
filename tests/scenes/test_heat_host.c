// SPDX-License-Identifier: BSD-3-Clause
// A host program reads and sets temperatures: they act from the next step on, and the ledger books the difference; keys of heat that
// change in an open world.
#include "host_world.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(set_temperature), cmocka_unit_test(set_ambient)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
