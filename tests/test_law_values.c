// SPDX-License-Identifier: BSD-3-Clause
// Absolute values that ./dev mutate found missing, each computed here from the formula of its source: friction without
// memory, couples while the contact is damped, the restitution of a dashpot near critical damping.
#include "laws/damping.h"
#include "two_spheres.h"

#define CASE                                                                                                 \
    "time: {end: 1}\nmaterials:\n"                                                                           \
    "  a: {density: 2500, young: 1e7, poisson: 0.2}\n  b: {density: 2500, young: 2e7, poisson: 0.35}\n"      \
    "contacts: [{between: any, %s}]\n"

static lone_contact contact_under(const char *laws) {
    char *text = scree_format(CASE, laws);
    lone_contact l = lone_contact_of(text);
    set_bodies(&l.k, RA, RB, MA, MB);
    scree_free(text);
    return l;
}

// Haff and Werner 1986: ft = -c vt up to mu fn. c is given, or 2 zeta sqrt(m* kt) with the damping ratio of the normal law,
// 1 if that has none, or the normal dashpot. What the dashpot takes is c vt^2 while it does not slide; then friction takes all.
static void coulomb(void **state) {
    (void)state;
    const double d = 2e-5, a = sqrt(R * d), kt = 8.0 * G * a, f = 4.0 / 3.0 * E * a * d;
    const double zeta = sqrt(5.0 / 6.0) * ratio_of(0.5), cn = 2.0 * zeta * sqrt(M * 2.0 * E * a);
    const struct {
        const char *laws;
        double c;
    } row[] = {
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4}",
         2.0 * zeta * sqrt(M * kt)},
        {"normal: {law: hertz, restitution: 1}, tangential: {law: coulomb, friction: 0.4}",
         2.0 * sqrt(M * kt)},
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4, damping: normal}",
         cn},
        {"normal: {law: hertz, restitution: 0.5}, tangential: {law: coulomb, friction: 0.4, "
         "tangential_viscosity: 3}",
         3.0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        for (int slides = 0; slides < 2; slides++) {
            lone_contact l = contact_under(row[i].laws);
            double v = (slides ? 1.5 : 0.7) * 0.4 * f / row[i].c;
            l.k.overlap = d;
            l.k.vtx = 0.6 * v;
            l.k.vty = -0.8 * v;
            evaluate(&l, 1e-6);
            double force = slides ? 0.4 * f : row[i].c * v;
            expect(l.k.ftx, -0.6 * force, force, "force along x", row[i].laws);
            expect(l.k.fty, 0.8 * force, force, "force along y", row[i].laws);
            expect(l.k.viscous_t, slides ? 0.0 : row[i].c * v * v, force * v, "taken by the dashpot",
                   row[i].laws);
            expect(l.k.energy_t, 0.0, 1.0, "stored energy", row[i].laws);
            lone_contact_free(&l);
        }
    }
}

// The torque of cdt goes with the elastic force: a dashpot that pushes or pulls beside it does not change it.
static void constant_torque(void **state) {
    (void)state;
    const char *laws = "normal: {law: hertz, restitution: 0.1}, tangential: none, rolling: {law: cdt, "
                       "rolling_friction: 0.1}";
    const double d = 2e-5, f = 4.0 / 3.0 * E * sqrt(R * d) * d, torque = 0.1 * R * f;
    for (int i = -1; i < 2; i++) {
        lone_contact l = contact_under(laws);
        l.k.overlap = d;
        l.k.vn = 0.5 * i;
        l.k.wrx = 3.0;
        l.k.wry = 4.0;
        l.k.wrz = 12.0; // twisting
        evaluate(&l, 1e-6);
        assert_true(i == 0 || fabs(l.k.fn - l.k.fn_elastic) > 0.1 * f);
        expect(l.k.mrx, -0.6 * torque, torque, "moment about x", laws);
        expect(l.k.mry, -0.8 * torque, torque, "moment about y", laws);
        expect(l.k.mrz, 0.0, torque, "moment about z", laws);
        lone_contact_free(&l);
    }
}

// Schwager and Poeschel 2007: exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), acosh above 1; acos(zeta) / sqrt(1 - zeta^2) =
// 1 + q/6 + 3/40 q^2 + ... in q = 1 - zeta^2, which near 1 has all digits where the quotient has not.
static void near_critical_damping(void **state) {
    (void)state;
    const double zeta[] = {0.01, 0.5, 0.9, 0.999, 1.001, 1.5, 30.0};
    for (size_t i = 0; i < sizeof zeta / sizeof *zeta; i++) {
        double z = zeta[i], s = sqrt(fabs(1.0 - z * z)), angle = z < 1.0 ? acos(z) : acosh(z);
        double wanted = exp(-2.0 * z * angle / s);
        expect(scree_restitution_zero_force(z), wanted, 10.0 * wanted, "restitution", "a dashpot");
    }
    for (double q = -3e-8; q < 3e-8; q += 1.3e-9) {
        double z = sqrt(1.0 - q), exact = 1.0 - z * z,
               wanted = exp(-2.0 * z * (1.0 + exact / 6.0 + 0.075 * exact * exact));
        expect(scree_restitution_zero_force(z), wanted, (fabs(q) < 0.9e-8 ? 1e-3 : 10.0) * wanted,
               "restitution", "a dashpot near critical damping");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coulomb),
        cmocka_unit_test(constant_torque),
        cmocka_unit_test(near_critical_damping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
