// SPDX-License-Identifier: BSD-3-Clause
// Absolute values that ./dev mutate found missing, each computed here from the formula of its source: friction without
// memory, couples while the contact is damped, the restitution of a dashpot near critical damping, durations and restitutions
// that normal laws foretell.
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

// linear_spring: kt is given, or a ratio times kn: 2/7 (so that a sphere swings along both directions alike: the mass that it
// shows to a tangential force is 2/7 m), in LIGGGHTS 1. Its dashpot is 2 zeta sqrt(m* kt); in LIGGGHTS it is the normal one, also
// where another switch is turned (then it is not that program's own loop that runs).
static void linear_spring(void **state) {
    (void)state;
    const double k = 1e3, zeta = ratio_of(0.5), cn = 2.0 * zeta * sqrt(M * k);
    const struct {
        const char *more;
        double kt, ct;
    } row[] = {
        {"", 2.0 / 7.0 * k, 2.0 * zeta * sqrt(M * 2.0 / 7.0 * k)},
        {", stiffness_ratio: 0.5", 0.5 * k, 2.0 * zeta * sqrt(M * 0.5 * k)},
        {", tangential_stiffness: 700", 700.0, 2.0 * zeta * sqrt(M * 700.0)},
        {", tangential_damping: off", 2.0 / 7.0 * k, 0.0},
        {", preset: liggghts", k, cn},
        {", preset: liggghts, limit: elastic", k, cn},
        {", preset: liggghts, rotation: keep_length", k, cn},
        {", preset: liggghts, damping: ratio", k, 2.0 * zeta * sqrt(M * k)},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *laws = scree_format(
            "normal: {law: hooke, stiffness: 1000, restitution: 0.5}, tangential: {law: linear_spring, "
            "friction: 10%s}",
            row[i].more);
        lone_contact l = contact_under(laws);
        l.k.overlap = 1e-4;
        evaluate(&l, 1e-6);
        l.k.vtx = 0.01;
        evaluate(&l, 1e-4); // slips by 1 um
        double spring = row[i].kt * 1e-6, dashpot = row[i].ct * 0.01;
        expect(l.k.ftx, -(spring + dashpot), spring + dashpot, "force", laws);
        expect(l.k.energy_t, 0.5 * spring * 1e-6, spring * 1e-6, "stored energy", laws);
        expect(l.k.viscous_t, dashpot * 0.01, (spring + dashpot) * 0.01, "taken by the dashpot", laws);
        lone_contact_free(&l);
        scree_free(laws);
    }
}

// Without adhesion jkr is Hertz, at no overlap too.
static void jkr_without_anything(void **state) {
    (void)state;
    lone_contact l = contact_under("normal: {law: jkr, surface_energy: 0, damping: none}, tangential: none");
    l.k.fresh = 0.0; // a new one would be none
    evaluate(&l, 1e-6);
    assert_true(l.k.fn == 0.0 && l.k.radius == 0.0 && l.k.energy_n == 0.0 && l.k.apart == 0.0);
    lone_contact_free(&l);
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

// Hertz 1882: 2.9432750 d_max / v with K sqrt(R*) d_max^(5/2) = 5/4 m* v^2; of a linear spring pi sqrt(m*/k), half a swing, of
// the stiffest one where there are two. The restitution is said where it is known, and there only.
static void foretold(void **state) {
    (void)state;
    const double v = 0.3, k = 4.0 / 3.0 * E,
                 hertz = 2.9432750 * pow(1.25 * M * v * v / (k * sqrt(R)), 0.4) / v;
    const double stiff = PI * sqrt(M / 2e3), unknown = NAN;
    const struct {
        const char *law;
        double time, restitution;
    } row[] = {
        {"{law: hertz, restitution: 0.5}", hertz, 0.5},
        {"{law: hertz, restitution: 0.5, end: zero_force}", hertz, 0.5},
        {"{law: viscoelastic_nonlinear, restitution: 0.5}", hertz, 0.5},
        {"{law: lankarani_nikravesh, restitution: 0.5, exact_restitution: on}", hertz, 0.5},
        {"{law: eepa, contact_plasticity_ratio: 0, restitution: 0.5}", hertz, 0.5},
        {"{law: eepa, contact_plasticity_ratio: 0.5, restitution: 0.5}", NAN, unknown},
        {"{law: jkr, surface_energy: 0, damping: none}", hertz, 1.0},
        {"{law: jkr, surface_energy: 0, restitution: 0.5}", hertz, unknown},
        {"{law: thornton_ning, yield_stress: 1e9}", hertz, 1.0},
        {"{law: hooke, stiffness: 2e3, restitution: 0.5}", stiff, 0.5},
        {"{law: hooke, stiffness: 2e3, restitution: 0.5, end: zero_force}", stiff, 0.5},
        {"{law: hooke, stiffness: 2e3, viscous: on, fluid_viscosity: 1e-3, critical_stokes: 10, "
         "maximum_restitution: 0.9}",
         stiff, unknown},
        {"{law: walton_braun, stiffness: 500, restitution: 0.5}", stiff, 0.5},
        {"{law: walton_braun, stiffness: 500, restitution: 0.5, damping_ratio: 0.1}", stiff, unknown},
        {"{law: luding, stiffness: 2e3, loading_ratio: 1, normal_viscosity: 0}", stiff, 1.0},
        {"{law: luding, stiffness: 2e3, normal_viscosity: 0.1}", stiff, unknown},
        {"{law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 4, adhesion_stiffness_ratio: "
         "0, "
         "plasticity_depth: 1, restitution: 0.5}",
         stiff, unknown},
        {"{law: hooke_hysteresis, elastic_stiffness: 2e3, max_stiffness_ratio: 1, adhesion_stiffness_ratio: "
         "0, "
         "plasticity_depth: 0.1, restitution: 1}",
         stiff, 1.0},
        {"{law: contact_sphere_sphere, contact_stiffness: 2e3}", stiff, 1.0},
        {"{law: contact_sphere_sphere, contact_stiffness: 2e3, impact_model: hunt_crossley, restitution: "
         "0.5, "
         "exact_restitution: on}",
         stiff, 0.5},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int n;
        char *laws = scree_format("normal: %s, tangential: none", row[i].law);
        lone_contact l = contact_under(laws);
        const scree_law *law = scree_laws(&n)[l.set.step[0].law];
        double time = law->collision_time(l.set.step[0].derived, M, R, v);
        double e = law->restitution(l.set.step[0].derived, M, R, v);
        if (!isnan(row[i].time) && !(fabs(time / row[i].time - 1.0) < 2e-6)) {
            fail_msg("%s: takes %.9g s, wanted %.9g s", row[i].law, time, row[i].time);
        }
        if (isnan(e) != isnan(row[i].restitution) || fabs(e - row[i].restitution) > 1e-9) {
            fail_msg("%s: restitution %.12g, wanted %.12g", row[i].law, e, row[i].restitution);
        }
        lone_contact_free(&l);
        scree_free(laws);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coulomb),
        cmocka_unit_test(linear_spring),
        cmocka_unit_test(jkr_without_anything),
        cmocka_unit_test(constant_torque),
        cmocka_unit_test(near_critical_damping),
        cmocka_unit_test(foretold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
