// SPDX-License-Identifier: BSD-3-Clause
// Heat between bodies that do not touch, law packed_bed: what two spheres radiate to each other, to a wall that is much hotter, and what gas
// conducts across a gap; that nothing is lost, and that a bed gives the same on a mesh as on a plane.
#include "heat/heat.h"
#include "world_of_text.h"

#define HEAD                                                                                                 \
    "materials: {m: {density: 2500, young: 1e-18, poisson: 0.3, restitution: 0.5, friction: 0.4, "           \
    "heat_capacity: 500 J/(kg K), conductivity: 100 W/(m K), emissivity: 1}}\n"                              \
    "output: {plot: false, series: {every: 0}}\nheat: {temperature: 300 K}\n"

static const double r = 5e-3, capacity = 0.65449846949787358, sigma = 5.670374419e-8; // m, J/K, W/(m2 K4)

static scree_particle warm_ball(uint64_t id, scree_vec3 x, double temperature) {
    scree_particle q = ball(id, r, x, vec3(0, 0, 0), vec3(0, 0, 0));
    q.temperature = temperature;
    return q;
}

static void two_spheres(void **state) {
    (void)state;
    const scree_particle q[] = {warm_ball(1, vec3(0, 0, 0), 900), warm_ball(2, vec3(10.5e-3, 0, 0), 300)};
    scree_world *w =
        world_of_text(scree_format("time: {end: 1e6, dt: 0.1, velocity_scale: 1e-9}\n" HEAD
                                   "contacts: [{between: any, normal: hertz, tangential: none, heat: {law: "
                                   "packed_bed, radiation: on}}]\n"),
                      q, 2);
    advance(w, 1);
    const double flow = sigma * (pow(900, 4) - pow(300, 4)) * 0.83571446 * r *
                        r; // at the distance 2.1 r, see test_heat_laws.c
    const double a = w->p.temperature[index_of_id(w, 1)], b = w->p.temperature[index_of_id(w, 2)];
    assert_true(fabs((900.0 - a) * capacity / 0.1 / flow - 1.0) < 6e-3);
    expect_near(a + b, 1200.0, 1e-9, "both together");
    advance(w, 40000);
    expect_near(w->p.temperature[index_of_id(w, 1)], 600.0, 0.02, "in the end");
    expect_near(scree_heat_totals_of(w).balance, 0.0, 1e-11, "balance of heat"); // 40 000 steps
    assert_true(w->contacts == 0);
    scree_world_destroy(w);
}

// The wall gives what its own temperature makes it give, not what the slope at that of the particle would.
static void hot_wall(void **state) {
    (void)state;
    static const char *const wall[] = {"plane: {point: [0,0,0], normal: [1,0,0]}",
                                       "rectangle: {corner: [0,-1,-1], first: [0,2,0], second: [0,0,2]}"};
    for (int k = 0; k < 2; k++) {
        const scree_particle q[] = {warm_ball(1, vec3(r + 1e-3, 1e-4, 2e-4), 300)};
        scree_world *w = world_of_text(
            scree_format("time: {end: 1000, dt: 0.01, velocity_scale: 1e-9}\n" HEAD
                         "contacts: [{between: any, normal: hertz, tangential: none, heat: {law: "
                         "packed_bed, radiation: on, gas_conductivity: 0.03}}]\n"
                         "walls: {hot: {%s, material: m, heat: {temperature: 1200 K}}}\n",
                         wall[k]),
            q, 1);
        advance(w, 1);
        const double pi = 3.14159265358979323846, h = r + 1e-3,
                     disc = 2.0 * pi * r * r * (1.0 - h / sqrt(h * h + r * r)),
                     radiated =
                         sigma * (pow(1200, 4) - pow(300, 4)) * disc; // the gas ends where the gap is 0.2 r
        expect_near((w->p.temperature[0] - 300.0) * capacity / 0.01, radiated, 1e-9 * radiated, wall[k]);
        expect_near(w->wall.data[0].now.heat, radiated, 1e-9 * radiated, "of the wall");
        expect_near(scree_heat_totals_of(w).balance, 0.0, 1e-12, "balance of heat");
        scree_world_destroy(w);
    }
}

static void gas_across_a_gap(void **state) {
    (void)state;
    const double gap = 2e-4, d = 2.0 * r + gap, out = (d * d + r * r - 1.44 * r * r) / (2.0 * d),
                 l = d - 2.0 * out;
    const double pi = 3.14159265358979323846, g = 0.03 * 0.5 * pi * (d * log(l / gap) - (l - gap));
    const scree_particle q[] = {warm_ball(1, vec3(0, 0, 0), 400), warm_ball(2, vec3(d, 0, 0), 300)};
    scree_world *w =
        world_of_text(scree_format("time: {end: 1e6, dt: 0.1, velocity_scale: 1e-9}\n" HEAD
                                   "contacts: [{between: any, normal: hertz, tangential: none, heat: {law: "
                                   "packed_bed, gas_conductivity: 0.03}}]\n"),
                      q, 2);
    advance(w, 1);
    expect_near((400.0 - w->p.temperature[index_of_id(w, 1)]) * capacity / 0.1, 100.0 * g, 1e-9, "gas");
    scree_world_destroy(w);
}

// Returns the only message with these words that scree says at the start of a case, which it frees; NULL: there is none.
static char *warning_at_start(char *text, const char *words) {
    scree_report *report = scree_report_create();
    const scree_particle q = warm_ball(1, vec3(0, 0, 0), 0);
    scree_world *w = world_of_case(case_of_text(text), &q, 1, 1, NULL);
    char *found = NULL;
    assert_int_equal(scree_load_start(w, report), SCREE_OK);
    for (size_t i = 0; i < scree_report_size(report); i++) {
        if (strstr(scree_report_text(report, i), words)) {
            assert_null(found);
            found = scree_format("%s", scree_report_text(report, i));
        }
    }
    scree_free(text);
    scree_world_destroy(w);
    scree_report_destroy(report);
    return found;
}

// A softened material makes contacts too large for heat: one warning, with the factor (70 GPa / 5 MPa)^(1/3), unless it is corrected or the
// modulus is that of the library.
static void softened_areas(void **state) {
    (void)state;
    static const char *const more[][3] = {
        {"young: 5 MPa", "conduction", "24.1 times"},
        {"young: 5 MPa", "{law: conduction, area_correction: force, real_young: 70 GPa}", NULL},
        {"heat_capacity: 700", "packed_bed", NULL},
        {"young: 5 MPa", "{law: liggghts_conduction, area: projection}", NULL},
        {"young: 5 MPa", "liggghts_conduction", "a key real_young"}};
    for (int k = 0; k < 5; k++) {
        char *said = warning_at_start(
            scree_format("time: {end: 1, dt: 1e-7, velocity_scale: 1e-6}\n"
                         "materials: {m: {library: glass_beads, %s%s, restitution: 0.5, friction: 0.4, "
                         "conductivity: 1 W/(m K)}}\n"
                         "output: {plot: false, series: {every: 0}}\nheat: {temperature: 300 K}\n"
                         "contacts: [{between: any, normal: hertz, heat: %s}]\n",
                         more[k][0], k == 2 ? "" : ", heat_capacity: 700", more[k][1]),
            "softened materials");
        assert_int_equal(said != NULL, more[k][2] != NULL);
        assert_true(!said || strstr(said, more[k][2]));
        scree_free(said);
    }
}

// Only where particles radiate to the ambient and to their neighbours, the same surface radiates twice.
static void radiates_twice(void **state) {
    (void)state;
    for (int ways = 0; ways < 4; ways++) {
        char *said = warning_at_start(
            scree_format("time: {end: 1, dt: 1e-7, velocity_scale: 1e-6}\n"
                         "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, "
                         "friction: 0.4, heat_capacity: 700, conductivity: 1 W/(m K), emissivity: 0.9}}\n"
                         "output: {plot: false, series: {every: 0}}\n"
                         "heat: {temperature: 300 K, ambient: 300 K, radiation: %s}\n"
                         "contacts: [{between: any, normal: hertz, heat: {law: packed_bed, radiation: "
                         "%s}}]\n",
                         ways & 1 ? "true" : "false", ways & 2 ? "on" : "off"),
            "counts twice");
        assert_int_equal(said != NULL, ways == 3);
        scree_free(said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_spheres), cmocka_unit_test(hot_wall),
                                       cmocka_unit_test(gas_across_a_gap), cmocka_unit_test(softened_areas),
                                       cmocka_unit_test(radiates_twice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
