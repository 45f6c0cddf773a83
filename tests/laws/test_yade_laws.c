// SPDX-License-Identifier: BSD-3-Clause
// Linear springs whose stiffness follows from moduli and radii, or from a contact time, and damping ratios of Hertz, against YADE: its
// stiffnesses and dashpots of one interaction, and the restitution of collisions that it computed. WooDEM's stiffness against its formula.
#include "laws/damping.h"
#include "reference.h"

static const double pi = 3.14159265358979323846;

static single_contact contact_of_row(const table *t, size_t i) {
    const double en = table_value(t, i, "restitution"), et = table_value(t, i, "tangential_restitution"),
                 ratio = 2.0 / 7.0 * (pi * pi + log(et) * log(et)) / (pi * pi + log(en) * log(en));
    char *laws =
        strcmp(table_text(t, i, "law"), "viscel") == 0
            ? scree_format("normal: {law: hooke, tc: %s, en: %s}, tangential: {law: sds_linear, friction: 9, "
                           "ktDivKn: %.17g, et: %s}",
                           table_text(t, i, "contact_time"), table_text(t, i, "restitution"), ratio,
                           table_text(t, i, "tangential_restitution"))
            : scree_format("normal: {law: hooke, stiffness_from: radii, damping_ratio: 0}, tangential: "
                           "{law: mindlin, friction: 9}");
    char *text = scree_format("time: {end: 1}\nmaterials:\n  a: {density: 2500, young: %s, poisson: %s}\n  "
                              "b: {density: 2500, young: %s, "
                              "poisson: %s}\ncontacts: [{between: any, %s}]\n",
                              table_text(t, i, "young_a"), table_text(t, i, "poisson_a"),
                              table_text(t, i, "young_b"), table_text(t, i, "poisson_b"), laws);
    single_contact l = single_contact_of(text);
    scree_free(laws);
    scree_free(text);
    return l;
}

static void expect_relative(double x, double wanted, const char *what, size_t row) {
    if (!(fabs(x - wanted) <= 2e-14 * fabs(wanted))) {
        fail_msg("%s of row %zu: %.17g, YADE has %.17g", what, row, x, wanted);
    }
}

static void stiffness(void **state) {
    (void)state;
    table t = table_read("yade/stiffness.csv");
    for (size_t i = 0; i < t.rows; i++) {
        const double ra = table_value(&t, i, "radius_a"), rb = table_value(&t, i, "radius_b"),
                     ma = 4.0 / 3.0 * pi * ra * ra * ra * 2500.0, mb = 4.0 / 3.0 * pi * rb * rb * rb * 2500.0;
        const bool wall = strcmp(table_text(&t, i, "law"), "frictphys_wall") == 0,
                   viscel = strcmp(table_text(&t, i, "law"), "viscel") == 0;
        single_contact l = contact_of_row(&t, i);
        set_bodies(&l.k, ra, wall ? 0.0 : rb, ma, mb);
        l.k.overlap = 1e-3 * ra;
        l.k.vtx = 1e-3;
        evaluate(&l, 0.0);
        expect_relative(l.k.kn, table_value(&t, i, "kn"), "kn", i);
        expect_relative(l.k.fn_elastic, table_value(&t, i, "kn") * l.k.overlap, "the force", i);
        expect_relative(l.h[3], table_value(&t, i, "ks"), "ks", i); // of the spring, in its history
        if (viscel) {
            expect_relative(l.k.cn, table_value(&t, i, "cn"), "cn", i);
            expect_relative(-l.k.ftx, table_value(&t, i, "cs") * l.k.vtx, "the tangential dashpot", i);
            expect_relative(
                scree_law_at(l.set.step[0].law)->collision_time(l.set.step[0].derived, l.k.m_eff, 1.0, 1.0),
                table_value(&t, i, "contact_time") *
                    sqrt(1.0 - pow(scree_damping_ratio(table_value(&t, i, "restitution"), 0), 2.0)),
                "the duration without dashpot", i);
        }
        single_contact_free(&l);
    }
    assert_int_equal(t.rows, 11);
    table_free(&t);
}

// YADE cuts the force where a dashpot would make it pull, so that its collisions have more than the restitution asked for; but for
// MindlinPhys with en, which it corrects.
static void restitution(void **state) {
    (void)state;
    table t = table_read("yade/restitution.csv");
    for (size_t i = 0; i < t.rows; i++) {
        const char *name = table_text(&t, i, "law"), *given = table_text(&t, i, "given");
        char *law = strcmp(name, "mindlin_betan") == 0
                        ? scree_format("{law: hertz, betan: %s, end: limit_force}", given)
                    : strcmp(name, "mindlin_en") == 0
                        ? scree_format("{law: hertz, en: %s}", given)
                        : scree_format("{law: hooke, tc: 1e-4, en: %s, end: limit_force}", given);
        char *text =
            scree_format("time: {end: 1}\nmaterials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, normal: %s, tangential: none}]\n",
                         law);
        single_contact l = single_contact_of(text);
        const double e =
            scree_law_at(l.set.step[0].law)->restitution(l.set.step[0].derived, 4.6e-4, 2e-3, 0.6);
        print_message("%s %s: %.6f, YADE %.6f\n", name, given, e, table_value(&t, i, "restitution"));
        assert_true(fabs(e - table_value(&t, i, "restitution")) < 4e-4); // its first and last step
        single_contact_free(&l);
        scree_free(text);
        scree_free(law);
    }
    assert_int_equal(t.rows, 10);
    table_free(&t);
}

// Other stiffnesses and dashpots: k = pi min(ra, rb)^2 / (ra/Ea + rb/Eb) of WooDEM, per radius, and a coefficient; a wall has the radius of
// the sphere. A stiffness of two rules, or none, is refused by the reader; here are those that it takes.
static void others(void **state) {
    (void)state;
    const double ra = 4e-3, rb = 6e-3, ma = 1e-3, mb = 3e-3, m = ma * mb / (ma + mb), ea = 1e7, eb = 2e7;
    const struct {
        const char *law;
        double kn, at_wall, cn; // cn with kn
    } row[] = {
        {"stiffness_from: sections, restitution: 1", pi * ra * ra / (ra / ea + rb / eb),
         pi * ra / (1.0 / ea + 1.0 / eb), 0.0},
        {"stiffness_per_radius: 3e6, damping_coefficient: 2", 3e6 * 4.8e-3, 3e6 * 4e-3, 2.0},
        {"stiffness: 700, damping_ratio: 0.3", 700.0, 700.0, 0.6 * sqrt(m * 700.0)},
        {"stiffness: 700, damping_coefficient: 5, end: zero_force", 700.0, 700.0, 5.0},
        {"characteristic_velocity: 1, damping_coefficient: 5", NAN, NAN, 5.0},
        {"contact_time: 1e-3, damping_ratio: 0", pi * pi * m / 1e-6, pi * pi * ma / 1e-6, 0.0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *text =
            scree_format("time: {end: 1}\nmaterials:\n  a: {density: 2500, young: 1e7, poisson: 0.2}\n  b: "
                         "{density: 2500, young: 2e7, poisson: 0.35}\ncontacts: [{between: any, normal: "
                         "{law: hooke, %s}, tangential: none}]\n",
                         row[i].law);
        for (int wall = 0; wall < 2; wall++) {
            single_contact l = single_contact_of(text);
            const double kn = wall ? row[i].at_wall : row[i].kn, mass = wall ? ma : m;
            set_bodies(&l.k, ra, wall ? 0.0 : rb, ma, mb);
            l.k.overlap = 1e-5;
            evaluate(&l, 0.0);
            expect_near(isnan(kn) ? 0.0 : l.k.kn / kn, isnan(kn) ? 0.0 : 1.0, 1e-14, row[i].law);
            expect_near(l.k.cn, wall && row[i].cn > 0.0 && i == 2 ? 0.6 * sqrt(ma * 700.0) : row[i].cn,
                        1e-14 * 5.0, row[i].law);
            expect_near(l.k.zeta, l.k.cn / (2.0 * sqrt(mass * l.k.kn)), 1e-14, row[i].law);
            single_contact_free(&l);
        }
        scree_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stiffness), cmocka_unit_test(restitution),
                                       cmocka_unit_test(others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
