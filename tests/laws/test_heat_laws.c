// SPDX-License-Identifier: BSD-3-Clause
// Laws of heat: conductances against closed forms, with numbers; against walls; corrections of a softened modulus; bonds; what does not
// fit together. And of all heat laws: heat is linear in the difference of the temperatures, from warm to cold, as walls need.
#include "laws/heat/conduction.h"
#include "laws/heat/liggghts_conduction.h"
#include "laws/heat/pipe.h"
#include "laws/list/registry.h"
#include "laws/normal/hertz.h"
#include "laws/normal/hooke.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static const scree_pairing pairing = {
    .young = {1e7, 1e7}, .poisson = {0.3, 0.3}, .normal = &scree_hertz_table};
static const double none = SCREE_NOT_GIVEN;

static void near(double got, double wanted, const char *what) {
    if (!(fabs(got - wanted) <= 1e-13 * fabs(wanted))) {
        fail_msg("%s: %.17g, wanted %.17g", what, got, wanted);
    }
}

// Two spheres, or with rb = 0 a sphere and a wall, with the radius of a Hertz contact; b is warmer by 1 K.
static scree_contact contact_of(double ra, double rb, double overlap) {
    scree_contact c;
    memset(&c, 0, sizeof c);
    c.overlap = overlap;
    c.ra = ra;
    c.rb = rb > 0.0 ? rb : ra;
    c.r_eff = rb > 0.0 ? ra * rb / (ra + rb) : ra;
    c.distance = rb > 0.0 ? ra + rb - overlap : ra - overlap;
    c.radius = sqrt(c.r_eff * overlap);
    c.ta = 300.0;
    c.tb = 301.0;
    return c;
}

static double conduction(const double *param, scree_contact c) {
    double derived[SCREE_DERIVED_MAX] = {0};
    assert_null(scree_conduction_derive(param, &pairing, derived));
    scree_conduction_law((const scree_conduction *)(const void *)derived, &c, NULL);
    return c.heat;
}

static double pipe_of(const double *param, scree_contact c) {
    double derived[SCREE_DERIVED_MAX] = {0};
    assert_null(scree_pipe_derive(param, &pairing, derived));
    scree_pipe_law((const scree_pipe *)(const void *)derived, &c, NULL);
    return c.heat;
}

static double liggghts(const double *param, const scree_pairing *pair, scree_contact c) {
    double derived[SCREE_DERIVED_MAX] = {0};
    assert_null(scree_liggghts_conduction_derive(param, pair, derived));
    scree_liggghts_conduction_law((const scree_liggghts_conduction *)(const void *)derived, &c, NULL);
    return c.heat;
}

static void half_spaces(void **state) {
    (void)state;
    const double hertz[] = {100, 0, 0, none}, circle[] = {2000, 1, 0, none};
    near(conduction(hertz, contact_of(5e-3, 5e-3, 4e-6)), 0.02, "2 k a of a Hertz contact of 0.1 mm");
    near(conduction(hertz, contact_of(5e-3, 0, 2e-6)), 0.02, "the same against a wall");
    // DEMLab's pack: R = 0.026, distance 0.05, so a^2 = 0.026^2 - 0.025^2 = 5.1e-5
    near(conduction(circle, contact_of(0.026, 0.026, 0.002)), 4000.0 * sqrt(5.1e-5),
         "circle of intersection");
    near(conduction(circle, contact_of(0.026, 0, 0.001)), 4000.0 * sqrt(5.1e-5), "circle in a wall");
    // 3-4-5: radii 3 and 4 at the distance 5 intersect in a circle of radius 2.4
    near(conduction(circle, contact_of(3, 4, 2)), 4000.0 * 2.4, "unequal spheres");
    assert_true(conduction(circle, contact_of(1, 1, -0.1)) == 0.0);
}

static void softened(void **state) {
    (void)state;
    const scree_contact c = contact_of(5e-3, 5e-3, 4e-6);
    const double force[] = {100, 0, 1, 6.4e8}, impact[] = {100, 0, 2, 3.2e8}; // 64 and 32 times as stiff
    near(conduction(force, c), 0.02 / 4.0, "at the same force");
    near(conduction(impact, c), 0.02 / 2.0, "in the same impact");
}

static void bars(void **state) {
    (void)state;
    const double contact[] = {100, 0}, circle[] = {100, 1};
    const double pi = 3.14159265358979323846;
    near(pipe_of(contact, contact_of(5e-3, 5e-3, 4e-6)), 100.0 * pi * 1e-8 / 9.996e-3, "bar");
    near(pipe_of(circle, contact_of(3, 4, 2)), 100.0 * pi * 5.76 / 5.0, "bar with the circle");
    near(pipe_of(contact, contact_of(5e-3, 0, 2e-6)), 100.0 * pi * 1e-8 / 4.998e-3, "bar to a wall");
}

static void bonds(void **state) {
    (void)state;
    scree_contact c = contact_of(5e-3, 5e-3, 4e-6);
    c.bond_area = 2e-5;
    c.distance = 9.9e-3;
    const double hertz[] = {100, 0, 0, none}, bar[] = {100, 0}, overlap[] = {100, 0, none, none};
    const double wanted = 100.0 * 2e-5 / 9.9e-3;
    near(conduction(hertz, c), wanted, "conduction through a bond");
    near(pipe_of(bar, c), wanted, "pipe through a bond");
    near(liggghts(overlap, &pairing, c), wanted, "liggghts_conduction through a bond");
}

static void as_liggghts(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846, overlap[] = {100, 0, none, none},
                 constant[] = {100, 1, 4e-6, none}, projection[] = {100, 2, none, none},
                 real[] = {100, 0, none, 2.7e8};
    const scree_contact c = contact_of(3, 4, 2), small = contact_of(5e-3, 5e-3, 4e-6);
    near(liggghts(overlap, &pairing, c), 200.0 * sqrt(pi * 5.76), "area of intersection");
    near(liggghts(constant, &pairing, c), 200.0 * 2e-3, "given area");
    near(liggghts(projection, &pairing, c), 200.0 * sqrt(pi) * 4.0, "projection of the larger one");
    // 27 times as stiff: the overlap shrinks by 9 with Hertz, by 27 with Hooke
    const scree_pairing hooke = {.young = {1e7, 1e7}, .poisson = {0.3, 0.3}, .normal = &scree_hooke_table};
    near(liggghts(real, &pairing, small), liggghts(overlap, &pairing, contact_of(5e-3, 5e-3, 4e-6 / 9.0)),
         "modulus with Hertz");
    near(liggghts(real, &hooke, small), liggghts(overlap, &pairing, contact_of(5e-3, 5e-3, 4e-6 / 27.0)),
         "modulus with Hooke");
    const double ratio = liggghts(overlap, &pairing, contact_of(1, 1, 1e-9)) /
                         conduction((const double[]){100, 0, 0, none}, contact_of(1, 1, 1e-9));
    assert_true(fabs(ratio - sqrt(2.0 * pi)) < 1e-8);
}

static void refused(void **state) {
    (void)state;
    double derived[SCREE_DERIVED_MAX] = {0};
    assert_non_null(scree_conduction_derive((const double[]){1, 0, 1, none}, &pairing, derived));
    assert_non_null(scree_conduction_derive((const double[]){1, 0, 0, 1e9}, &pairing, derived));
    assert_non_null(scree_liggghts_conduction_derive((const double[]){1, 1, none, none}, &pairing, derived));
    assert_non_null(scree_liggghts_conduction_derive((const double[]){1, 0, 1e-6, none}, &pairing, derived));
    assert_non_null(scree_liggghts_conduction_derive((const double[]){1, 2, none, 1e9}, &pairing, derived));
}

static void linear(void **state) {
    (void)state;
    const double hertz[] = {3, 0, 0, none}, bar[] = {3, 1}, overlap[] = {3, 0, none, none};
    for (int k = 0; k < 3; k++) {
        double q[3];
        for (int i = 0; i < 3; i++) {
            scree_contact c = contact_of(2e-3, 3e-3, 1e-5);
            c.tb = i == 0 ? 301.0 : i == 1 ? 364.0 : 236.0;
            q[i] = k == 0 ? conduction(hertz, c) : k == 1 ? pipe_of(bar, c) : liggghts(overlap, &pairing, c);
        }
        assert_true(q[0] > 0.0 && q[1] == 64.0 * q[0] && q[2] == -64.0 * q[0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_spaces), cmocka_unit_test(softened),    cmocka_unit_test(bars),
        cmocka_unit_test(bonds),       cmocka_unit_test(as_liggghts), cmocka_unit_test(refused),
        cmocka_unit_test(linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
