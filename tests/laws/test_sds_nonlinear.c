// SPDX-License-Identifier: BSD-3-Clause
// sds_nonlinear. Original: single evaluations against results of DEMLab's own classes. Corrected: the formulas and Mindlin's
// solution for a constant normal force.
#include "reference.h"

#define HEAD "time: {end: 1, dt: 1e-6}\n"

// "name: value, ", or nothing for an empty cell.
static char *given(const table *t, size_t row, const char *column, const char *name) {
    const char *text = table_text(t, row, column);
    return *text ? scree_format("%s: %s, ", name, text) : scree_strdup("");
}

// The four formulas of sds_nonlinear, as coded. No damping_coeff: TTI takes that of the normal law.
static void evaluations(void **state) {
    (void)state;
    table t = table_read("demlab/unit_tangent_nonlinear.csv");
    double worst = 0.0;
    int acting = 0;
    for (size_t row = 0; row < t.rows; row++) {
        const char *formula = table_text(&t, row, "formula");
        char *eta = given(&t, row, "damping_coeff",
                          strcmp(formula, "LTH") == 0   ? "tangential_damping_ratio"
                          : strcmp(formula, "ZZY") == 0 ? "tangential_viscosity"
                                                        : "damping_coeff");
        double nu = table_value(&t, row, "nu_avg"), mu = table_value(&t, row, "friction_coeff");
        char *yaml =
            scree_format(HEAD "materials: {m: {density: 2500, young: %.17g, poisson: %.17g}}\n"
                              "contacts: {between: any, normal: {law: viscoelastic_nonlinear, "
                              "restitution: %s, convention: original}, tangential: {law: sds_nonlinear, "
                              "friction_coeff: %.17g, formula: %s, %sconvention: original}}\n",
                         2.0 * table_value(&t, row, "E_eff") * (1.0 - nu * nu), nu,
                         table_text(&t, row, "normal_restitution"), mu, formula, eta);
        single_contact l = single_contact_of(yaml);
        l.k.r_eff = table_value(&t, row, "R_eff");
        l.k.m_eff = table_value(&t, row, "m_eff");
        l.k.overlap = table_value(&t, row, "ovlp_n");
        l.k.vn = table_value(&t, row, "vel_n");
        double slip = table_value(&t, row, "vel_t"), wanted = table_value(&t, row, "T");
        l.k.vtx = -0.6 * slip;
        l.k.vty = 0.8 * slip;
        l.h[4] = table_value(&t, row, "ovlp_t");
        evaluate(&l, 0.0);
        double along = 0.6 * l.k.ftx - 0.8 * l.k.fty, across = 0.8 * l.k.ftx + 0.6 * l.k.fty;
        // the size of the sum is its own: some rows are far below the limit
        worst = fmax(worst, (fabs(along - wanted) + fabs(across)) / (fabs(wanted) + 1e-300));
        acting += wanted > 0.0 && wanted < 0.999 * mu * fabs(l.k.fn);
        single_contact_free(&l);
        scree_free(yaml);
        scree_free(eta);
    }
    print_message("nonlinear: force %.2g, %d rows below the limit\n", worst, acting);
    expect_near(worst, 0.0, 1e-11, "force"); // 1 - (1 - q)^1.5 of a small q loses digits
    assert_int_equal(t.rows, 16);
    assert_int_equal(acting, 6);
    table_free(&t);
}

// The corrected forms at one overlap, and what is stored: by the formulas at the head of the law, with Mindlin's solution for a
// constant normal force (Mindlin and Deresiewicz, J. Appl. Mech. 20 (1953) 327, for the first loading).
static void corrected_values(void **state) {
    (void)state;
    const double young = 1e7, nu = 0.3, mu = 0.4, d = 2e-5, r = 3e-3, m = 1e-3, v = 2e-3, dt = 1e-5;
    const double e_star = 0.5 * young / (1.0 - nu * nu), g_star = 0.25 * young / ((1.0 + nu) * (2.0 - nu));
    const double a = sqrt(r * d), fn = 4.0 / 3.0 * e_star * a * d, s = mu * d * (2.0 - nu) / (2.0 - 2.0 * nu);
    static const char *const laws[] = {"DD", "TTI, tangential_damping_coefficient: 3",
                                       "LTH, tangential_damping_ratio: 0.2", "ZZY, tangential_viscosity: 50"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char *yaml = scree_format(HEAD "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                                       "contacts: {between: any, normal: {law: hertz, restitution: 1}, "
                                       "tangential: {law: sds_nonlinear, friction: 0.4, formula: %s}}\n",
                                  laws[i]);
        single_contact l = single_contact_of(yaml);
        l.k.r_eff = r;
        l.k.m_eff = m;
        l.k.overlap = d;
        double xi = 0.0;
        for (int step = 1; step <= 800; step++) { // to xi = 2 s
            l.k.vtx = 0.6 * v;
            l.k.vty = -0.8 * v;
            evaluate(&l, dt);
            xi = fmin(xi + v * dt, i < 2 ? 1.0 : s);
            double q = xi / s, curve = mu * fn * (1.0 - pow(1.0 - q, 1.5)),
                   slope = 8.0 * g_star * a * sqrt(1.0 - q), kt = (i == 0 ? 16.0 / 3.0 : 8.0) * g_star * a;
            double rate = 50.0 * v / (2.0 * g_star * s);
            double spring = i < 2 ? fmin(kt * xi, mu * fn) : curve;
            xi = i < 2 ? spring / kt : xi;
            double dashpot = i == 0   ? 0.0
                             : i == 1 ? 3.0 * v
                             : i == 2 ? 2.0 * 0.2 * sqrt(m * slope) * v
                                      : rate * (1.0 - 0.4 * rate) * s * slope;
            double f = fmin(spring + dashpot, mu * fn);
            double stored = i < 2 ? 0.5 * kt * xi * xi : mu * fn * s * (q - 0.4 * (1.0 - pow(1.0 - q, 2.5)));
            expect_near(l.k.ftx, -0.6 * f, 1e-9 * mu * fn, laws[i]);
            expect_near(l.k.fty, 0.8 * f, 1e-9 * mu * fn, laws[i]);
            expect_near(l.k.energy_t, stored, 1e-9 * mu * fn * s, laws[i]);
            expect_near(l.k.viscous_t, (f - spring) * v, 1e-9 * mu * fn * v, laws[i]);
        }
        single_contact_free(&l);
        scree_free(yaml);
    }
}

static void refusals(void **state) {
    (void)state;
    static const char *const row[][2] = {
        {"formula: LTH", "LTH needs tangential_damping_ratio"},
        {"formula: ZZY", "ZZY needs tangential_viscosity"},
        {"formula: DD, damping_coeff: 1", "another dashpot"},
        {"formula: TTI, tangential_damping_ratio: 1", "another dashpot"},
        {"formula: LTH, tangential_damping_ratio: 1, tangential_viscosity: 1", "another dashpot"},
        {"formula: TTI, convention: original}, normal: {law: hertz, restitution: 0.5", "Hertz dashpot"},
        {"formula: XY", "DD"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const char *normal = strstr(row[k][0], "normal:") ? ""
                                                          : "normal: {law: viscoelastic_nonlinear, "
                                                            "restitution: 0.5}, ";
        char *yaml =
            scree_format(HEAD "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                              "contacts: {between: any, %stangential: {law: sds_nonlinear, friction: "
                              "0.3, %s}}\n",
                         normal, row[k][0]);
        expect_case_refused(yaml, row[k][1]);
        scree_free(yaml);
    }
}

// Original: the limit is of the absolute value of the normal force, also where the dashpot pulls.
static void pulls(void **state) {
    (void)state;
    single_contact l = single_contact_of(
        HEAD "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
             "contacts: {between: any, normal: {law: viscoelastic_nonlinear, damping_formula: linear, "
             "damping_coefficient: 10, remove_cohesion: false}, tangential: {law: sds_nonlinear, friction: "
             "0.4, formula: "
             "DD, convention: original}}\n");
    set_bodies(&l.k, 5e-3, 5e-3, 1e-3, 1e-3);
    l.k.overlap = 1e-6;
    l.k.vn = -1.0;
    l.k.vtx = 0.1;
    l.h[4] = 1e-1;
    evaluate(&l, 0.0);
    assert_true(l.k.fn < -9.0);
    expect_near(l.k.ftx, 0.4 * l.k.fn, 1e-12, "force");
    single_contact_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(evaluations), cmocka_unit_test(corrected_values),
                                       cmocka_unit_test(refusals), cmocka_unit_test(pulls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
