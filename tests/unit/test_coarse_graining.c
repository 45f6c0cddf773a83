// SPDX-License-Identifier: BSD-3-Clause
// Cases of coarse-grained particles: what of them changes by which power of the factor, which numbers of contacts stay, and what is refused. Of the laws,
// test_laws.c compares all of them with random parameters.
#include "kernels/one_contact.h"
#include "laws/list/law_set.h"
#include "world_of_text.h"
#include <math.h>

#define CASE(graining, normal, more)                                                                         \
    "time: {end: 1 s}\ngravity: [0, 0, -9.81]\n" graining                                                    \
    "materials: {m: {density: 2500, young: 10 MPa, poisson: 0.2, heat_capacity: 800, emissivity: 0.9}}\n"    \
    "contacts: [{between: any, normal: " normal ", tangential: {law: mindlin, friction: 0.5}" more
#define FILL                                                                                                 \
    "}]\ninsertion: [{name: bed, material: m, count: 1000, diameter: {normal: {mean: 2 mm, deviation: 0.1 "  \
    "mm}}, fill: random, region: {box: {min: [0, 0, 0], max: "                                               \
    "[10 cm, 10 cm, 10 cm]}}}]\n"

static void sizes_and_numbers(void **state) {
    (void)state;
    scree_case *c =
        case_of_text(CASE("coarse_graining: 2\n", "{law: hooke, stiffness: 1000, damping_coefficient: 3}",
                          ", heat: conduction, conductivity: 2") FILL
                     "groups: {g: {force: [8 N, 0, 0], torque: [0, 1 N m, 0]}}\n"
                     "measures: {mix: {mixing: {cell: 1 cm, larger_than: 2 mm}}}\n"
                     "heat: {temperature: 300 K, ambient: 300 K, convection: 10, sources: [{power: 2 W}, "
                     "{power: 3 W/m3}]}\n"
                     "");
    const scree_source_def *s = &c->source.data[0];
    assert_true(s->size.a == 2.0 * 0.002 && s->size.b == 2.0 * 0.0001);
    assert_true(fabs(s->size.min - 2.0 * 0.0017) < 1e-15 && fabs(s->size.max - 2.0 * 0.0023) < 1e-15);
    assert_true(s->count == 125.0);
    assert_true(c->group.data[0].force.x == 64.0 && c->group.data[0].torque.y == 16.0);
    assert_true(c->measure.data[0].larger_than == 0.004 && c->measure.data[0].cell == 0.01);
    assert_true(c->heat.convection == 20.0 && c->heat.source.data[0].power == 16.0);
    assert_true(c->heat.source.data[1].power == 3.0);
    const scree_law *hooke = scree_law_at(c->pair->law[SCREE_NORMAL]),
                    *heat = scree_law_at(c->pair->law[SCREE_HEAT]);
    const double *p = c->pair->param[SCREE_NORMAL];
    assert_true(p[scree_law_param(hooke, "stiffness")] == 2000.0);
    assert_true(p[scree_law_param(hooke, "damping_coefficient")] == 12.0);
    assert_true(c->pair->param[SCREE_HEAT][scree_law_param(heat, "conductivity")] == 2.0);
    assert_true(c->coarse_graining.pair->param[SCREE_NORMAL][scree_law_param(hooke, "stiffness")] == 1000.0);
    scree_case_clear(c);
    scree_free(c);
}

// What contacts of grains, and of particles, show.
typedef struct shown {
    double restitution, stress, bond_number; // 1, Pa, 1
} shown;

static shown shown_by(const scree_case *c, double radius) {
    const double mass = 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius * 2500.0;
    const scree_kernels *kernels = scree_kernels_choose(NULL);
    const scree_law_set set = scree_law_set_of(c, 0, 0);
    const double pull = scree_law_set_pull(&set, kernels, radius, radius, mass, mass, 0.01 * radius);
    return (shown){scree_law_set_restitution(&set, kernels, radius, radius, mass, mass, 0.3),
                   pull / (radius * radius), pull / mass};
}

static void expect_shown(const char *text, shown times) {
    scree_case *c = case_of_text(text);
    const double factor = c->coarse_graining.factor;
    const shown after = shown_by(c, 1e-3 * factor);
    scree_pair_def *pair = c->pair;
    c->pair = c->coarse_graining.pair;
    const shown before = shown_by(c, 1e-3);
    c->pair = pair;
    assert_true(before.stress > 0.0);
    assert_true(isnan(times.restitution) ||
                fabs(after.restitution - before.restitution * times.restitution) < 1e-9);
    // With another ratio of cohesion and stiffness the largest pull is between other points at which it is looked for.
    const double rounding = isnan(times.restitution) ? 1e-5 : 1e-12;
    assert_true(fabs(after.stress / before.stress / times.stress - 1.0) < rounding);
    assert_true(fabs(after.bond_number / before.bond_number / times.bond_number - 1.0) < rounding);
    scree_case_clear(c);
    scree_free(c);
}

static void cohesion_is_kept(void **state) {
    (void)state;
    const shown stress = {1.0, 1.0, 1.0 / 3.0}, number = {NAN, 3.0, 1.0};
#define JKR "{law: jkr, surface_energy: 0.05, restitution: 0.7}"
#define DMT ", cohesion: {law: dmt, surface_energy: 0.05}"
    expect_shown(CASE("coarse_graining: 3\n", JKR, "") FILL, stress);
    expect_shown(CASE("coarse_graining: 3\n", "hertz, restitution: 0.7", DMT) FILL, stress);
    expect_shown(CASE("coarse_graining: 3\n", "hertz, restitution: 0.7",
                      ", cohesion: {law: sjkr, cohesion_energy_density: 3 MPa}") FILL,
                 stress);
    expect_shown(CASE("coarse_graining: {factor: 3, cohesion: bond_number}\n", JKR, "") FILL, number);
    expect_shown(CASE("coarse_graining: {factor: 3, cohesion: bond_number}\n", "hertz, restitution: 0.7", DMT)
                     FILL,
                 number);
}

// A dilute flow loses n^2 d^2 v (1 - e^2) m v^2 in a volume and a time, so (1 - e^2) / d is kept.
static void cooling_is_kept(void **state) {
    (void)state;
    scree_case *c = case_of_text(
        CASE("coarse_graining: {factor: 2, collisions: cooling}\n", "hertz, restitution: 0.9", "") FILL);
    const double e = c->pair->param[SCREE_NORMAL][0];
    assert_true(fabs((1.0 - e * e) - 2.0 * (1.0 - 0.81)) < 1e-15);
    scree_case_clear(c);
    scree_free(c);
    expect_case_refused(
        CASE("coarse_graining: {factor: 6, collisions: cooling}\n", "hertz, restitution: 0.9", "") FILL,
        "accepted: a factor up to 5.263");
    expect_case_refused(
        CASE("coarse_graining: {factor: 2, collisions: cooling}\n", "hertz, damping_ratio: 0.2", "") FILL,
        "has no restitution");
}

static void refused(void **state) {
    (void)state;
    expect_case_refused(CASE("coarse_graining: 0.5\n", "hertz, restitution: 0.9", "") FILL,
                        "coarse_graining.factor: \"0.5\" is out of range; accepted: a number, 1 to 1000");
    expect_case_refused(
        CASE("coarse_graining: 2\n",
             "{law: hooke, restitution: 0.9, characteristic_velocity: 1, convention: original}", "") FILL,
        "no rule holds for contacts.m-m.normal (hooke)");
    expect_case_refused(CASE("coarse_graining: {factor: 2, cohesion: bond_number}\n",
                             "{law: eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 10}", "") FILL,
                        "the Bond number cannot be kept");
    expect_case_refused(CASE("coarse_graining: 2\n", "hertz, restitution: 0.9",
                             ", heat: {law: packed_bed, conductivity: 1, radiation: on}") FILL
                        "heat: {temperature: 300 K}\n",
                        "accepted: radiation: off");
    expect_case_refused(CASE("coarse_graining: 2\n", "hertz, restitution: 0.9", "") FILL
                        "heat: {temperature: 300 K, ambient: 300 K, radiation: true}\n",
                        "heat.radiation goes with the surface");
    expect_case_refused(CASE("coarse_graining: 20\n", "hertz, restitution: 0.9", "") FILL,
                        "bed.count are fewer grains than the 8000 of a particle");
    expect_case_refused(CASE("coarse_graining: 2\n", "hertz, restitution: 0.9",
                             "") "}]\nparticles: [{positions: [[0, 0, 0]], diameter: 1 mm, material: m}]\n",
                        "particles[0] are at given places");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_and_numbers),
                                       cmocka_unit_test(cohesion_is_kept), cmocka_unit_test(cooling_is_kept),
                                       cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
