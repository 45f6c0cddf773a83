// SPDX-License-Identifier: BSD-3-Clause
// Laws of heat: conductances against closed forms, with numbers; against walls; corrections of a softened modulus; bonds; what does not
// fit together. And of all heat laws: heat is linear in the difference of the temperatures, from warm to cold, as walls need.
#include "laws/heat/conduction.h"
#include "laws/heat/liggghts_conduction.h"
#include "laws/heat/packed_bed.h"
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

// ---- packed_bed ------------------------------------------------------------------------------------------------

static const double bed_of_contacts[] = {100,     0, 0,   SCREE_NOT_GIVEN, 0, 0.2,
                                         2.75e-8, 0, 0.1, SCREE_NOT_GIVEN, 0, 1};
enum { GAS = 4, LEAST_GAP = 6, ROUGHNESS, SLOPE, HARDNESS, RADIATION };

// With up to two parameters changed.
static double bed(scree_contact c, int which, double value, int another, double its) {
    double param[12], derived[SCREE_DERIVED_MAX] = {0};
    memcpy(param, bed_of_contacts, sizeof param);
    param[which] = value;
    param[another] = its;
    scree_pairing pair = pairing;
    pair.emissivity[0] = 0.8;
    pair.emissivity[1] = 0.5;
    assert_null(scree_packed_bed_derive(param, &pair, derived));
    scree_packed_bed_law((const scree_packed_bed *)(const void *)derived, &c, NULL);
    return c.heat;
}

static void bed_of_rough_contacts(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846, force = 0.3;
    scree_contact c = contact_of(5e-3, 5e-3, 4e-6); // a = 0.1 mm
    c.fn_elastic = force;
    near(bed(c, GAS, 0, GAS, 0), 0.02, "the contact alone, as conduction");
    const double spots = 1.25 * 100.0 * 0.1 / 1e-6 * pow(force / (pi * 1e-8) / 3e9, 0.95) * pi * 1e-8;
    double param[12], derived[SCREE_DERIVED_MAX] = {0};
    memcpy(param, bed_of_contacts, sizeof param);
    param[ROUGHNESS] = 1e-6;
    assert_non_null(strstr(scree_packed_bed_derive(param, &pairing, derived), "hardness"));
    near(bed(c, ROUGHNESS, 1e-6, HARDNESS, 3e9), 1.0 / (50.0 + 1.0 / spots), "a rough contact");
    c.fn_elastic = c.radius = 0.0;
    assert_true(bed(c, ROUGHNESS, 1e-6, HARDNESS, 3e9) == 0.0);
}

// The integral of MFiX over the film, 2 pi r / max(l, least gap), by the midpoints in the height on the sphere.
static double gas_integral(double ra, double rb, double distance, double least) {
    const double small = ra < rb ? ra : rb, lens = 1.2 * (ra > rb ? ra : rb), large = ra > rb ? ra : rb;
    const double axial =
        (distance * distance - lens * lens + small * small) / (2.0 * distance); // from the small one
    const double pi = 3.14159265358979323846,
                 out = axial > 0.0 ? small * small - axial * axial : small * small;
    const double circle = 0.5 * (distance * distance + small * small - large * large) / distance,
                 touch = small * small - circle * circle,
                 first = distance < ra + rb && touch > 0.0 ? touch : 0.0;
    double sum = 0.0;
    enum { N = 400000 };
    for (int i = 0; i < N; i++) { // in r^2 = first + (out - first) x^3, as the thin part is near the contact
        const double x = (i + 0.5) / N, square = first + (out - first) * x * x * x,
                     l = distance - sqrt(large * large - square) - sqrt(small * small - square);
        sum += pi * (out - first) * 3.0 * x * x / N / (l > least ? l : least);
    }
    return sum;
}

static void gas_between_bodies(void **state) {
    (void)state;
    const double r = 5e-3, least = 1e-6;
    for (int k = -1; k < 4; k++) { // overlapping, touching, near
        const double gap = k < 0 ? -2e-6 : k * 3e-4;
        scree_contact c = contact_of(r, r, -gap);
        c.radius = 0.0;
        const double wanted = 0.03 * gas_integral(r, r, 2.0 * r + gap, least);
        const double got = bed(c, GAS, 0.03, LEAST_GAP, least);
        print_message("gap %g: %.9g W/K, MFiX' integral %.9g\n", gap, got, wanted);
        assert_true(fabs(got - wanted) < 1e-6 * wanted);
    }
    scree_contact far = contact_of(r, r, -1.001e-3), unlike = contact_of(5e-3, 2e-3, 1e-9);
    far.radius = unlike.radius = 0.0;
    assert_true(bed(far, GAS, 0.03, LEAST_GAP, least) == 0.0); // 0.2 r
    const double mean = bed(unlike, GAS, 0.03, LEAST_GAP, least),
                 exact = 0.03 * gas_integral(5e-3, 2e-3, 7e-3 - 1e-9, least);
    print_message("radii 5 and 2 mm: %.6g W/K, MFiX' integral %.6g\n", mean, exact);
    assert_true(fabs(mean / exact - 1.0) < 0.05); // one radius for both
    // At a wall l = gap + r - sqrt(r^2 - x^2), out to sqrt(1.44 r^2 - h^2): by its antiderivative.
    const double pi = 3.14159265358979323846, gap = 1e-4, h = r + gap, u = sqrt(r * r - 1.44 * r * r + h * h);
    scree_contact c = contact_of(r, 0.0, -gap);
    c.radius = 0.0;
    near(bed(c, GAS, 0.03, LEAST_GAP, least), 0.03 * 2.0 * pi * (h * log((h - u) / gap) - (h - u - gap)),
         "gas at a wall");
}

// View factors times areas of two spheres, integrated over one of them with the view factor of a surface element to a sphere: radii 1
// and the second column at this distance.
static void radiation_between_spheres(void **state) {
    (void)state;
    const double exact[][3] = {{1, 2, 0.94985185},
                               {1, 2.1, 0.83571446},
                               {0.5, 1.5, 0.43167349},
                               {1, 3, 0.37184283},
                               {0.15, 1.15, 0.07400422}};
    const double sigma = 5.670374419e-8, pi = 3.14159265358979323846;
    for (int k = 0; k < 5; k++) {
        scree_contact c = contact_of(1, exact[k][0], 1.0 + exact[k][0] - exact[k][1]);
        c.radius = 0.0;
        c.ta = 300.0;
        c.tb = 900.0;
        const double rest =
            (1.0 / 0.8 - 1.0) / (4.0 * pi) + (1.0 / 0.5 - 1.0) / (4.0 * pi * exact[k][0] * exact[k][0]);
        const double wanted = sigma * (pow(900.0, 4) - pow(300.0, 4)) / (rest + 1.0 / exact[k][2]);
        assert_true(fabs(bed(c, RADIATION, 1, GAS, 0) / wanted - 1.0) < 6e-3);
        c.ta = c.tb = 500.0;
        assert_true(bed(c, RADIATION, 1, GAS, 0) == 0.0);
    }
    scree_contact c = contact_of(1, 0, 0); // a wall: half of 1 - 1/sqrt(2) of the sphere's radiation
    c.tb = 900.0;
    const double rest = (1.0 / 0.8 - 1.0) / (4.0 * pi) + (1.0 / 0.5 - 1.0) / pi,
                 view = 2.0 * pi * (1.0 - sqrt(0.5));
    near(bed(c, RADIATION, 1, GAS, 0), sigma * (pow(900.0, 4) - pow(300.0, 4)) / (rest + 1.0 / view),
         "radiation to a wall");
    c = contact_of(1, 1, -1.01);
    c.radius = 0.0;
    assert_true(bed(c, RADIATION, 1, GAS, 0) == 0.0); // out of range
    double param[12], derived[SCREE_DERIVED_MAX] = {0};
    memcpy(param, bed_of_contacts, sizeof param);
    param[RADIATION] = 1;
    assert_non_null(strstr(scree_packed_bed_derive(param, &pairing, derived), "emissivity"));
    near(scree_packed_bed_reach(derived, 3e-3), 6e-3, "the reach");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_spaces),
        cmocka_unit_test(softened),
        cmocka_unit_test(bars),
        cmocka_unit_test(bonds),
        cmocka_unit_test(as_liggghts),
        cmocka_unit_test(refused),
        cmocka_unit_test(linear),
        cmocka_unit_test(bed_of_rough_contacts),
        cmocka_unit_test(gas_between_bodies),
        cmocka_unit_test(radiation_between_spheres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
