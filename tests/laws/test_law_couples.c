// SPDX-License-Identifier: BSD-3-Clause
// Absolute values of the moments and energies of all rolling and twisting laws, each computed here from the formula of the
// given source.
#include "two_spheres.h"

// One step of `turn` rad about y (rolling) or the normal (twisting) at the given rate; without normal motion.
typedef struct turn {
    double overlap, angle, rate;
} turn;

// moment: against the rotation, N m; energy: stored, J; dashpot: its part of the moment.
typedef struct torque {
    const char *laws;
    turn at[MOMENTS]; // a rate of 0 ends the list
    double moment, energy, dashpot;
} torque;

static void expect_torques(const torque *t, size_t n, bool twists) {
    for (size_t k = 0; k < n; k++) {
        single_contact l = contact_of(t[k].laws);
        double rate = 0.0;
        for (int i = 0; i < MOMENTS && t[k].at[i].rate != 0.0; i++) {
            rate = t[k].at[i].rate;
            l.k.overlap = t[k].at[i].overlap;
            *(twists ? &l.k.wrz : &l.k.wry) = rate;
            evaluate(&l, t[k].at[i].angle / fabs(rate));
        }
        const scree_contact *c = &l.k;
        double scale = fabs(t[k].moment) + 1e-15;
        expect(twists ? c->mw : c->mry, -t[k].moment, scale, "moment", t[k].laws);
        expect(twists ? c->energy_w : c->energy_r, t[k].energy, t[k].energy + 1e-12 * scale, "stored energy",
               t[k].laws);
        expect(twists ? c->viscous_w : c->viscous_r, t[k].dashpot * rate,
               (scale + fabs(t[k].dashpot)) * fabs(rate), "taken by the dashpot", t[k].laws);
        single_contact_free(&l);
    }
}

#define HERTZ "normal: {law: hertz, restitution: 1}, "

// Ai, Chen, Rotter and Ooi 2011, model A: mu_r R* Fn whatever the speed, but at most what stops the rotation within twelve steps;
// nothing where the elastic contact pulls. LIGGGHTS' (original): mu_r R* kn d over the whole spin.
static void cdt(void **state) {
    (void)state;
    const double d = 2e-5, f = 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), pull = 4.0 * PI * d * R, mu = 0.1,
                 slow = 0.4 / 1.4 * I * 1e-3 / (12 * 1e-6);
    const torque row[] = {
        {HERTZ "rolling: {law: cdt, rolling_friction: 0.1}", {{d, 1e-7, 0.1}}, mu * R * f, 0, 0},
        {HERTZ "rolling: {law: cdt, rolling_friction: 0.1}", {{d, 1e-9, 1e-3}}, slow, 0, 0},
        {HERTZ "rolling: {law: cdt, rolling_friction: 0.1, convention: original}",
         {{d, 1e-9, 1e-3}},
         mu * R * f,
         0,
         0},
        {HERTZ "rolling: {law: cdt, rolling_friction: 0.1}", {{d, 1e-3, 1e3}}, mu * R * f, 0, 0},
        {HERTZ
         "cohesion: {law: sjkr2, cohesion_energy_density: 1e3}, rolling: {law: cdt, rolling_friction: 0.1}",
         {{d, 1e-3, 1e3}},
         mu * R * (f - 1e3 * pull),
         0,
         0},
        {HERTZ
         "cohesion: {law: sjkr2, cohesion_energy_density: 1e6}, rolling: {law: cdt, rolling_friction: 0.1}",
         {{d, 1e-3, 1.0}},
         0,
         0,
         0},
        {HERTZ "cohesion: {law: sjkr2, cohesion_energy_density: 1e6}, rolling: {law: cdt, rolling_friction: "
               "0.1, convention: original}",
         {{d, 1e-3, 1.0}},
         mu * R * f,
         0,
         0},
    };
    assert_true(f - 1e3 * pull > 0.1 * f && f - 1e6 * pull < 0.0 && slow < 0.1 * mu * R * f);
    expect_torques(row, sizeof row / sizeof *row, false);
    // In a step of 1e-6 s, between such steps, and where there are none.
    static const double times[3][2] = {{1e-6, 1e-6}, {0.0, 1e-6}, {0.0, 0.0}};
    single_contact s = contact_of(row[0].laws);
    for (int k = 0; k < 3; k++) {
        s.k.overlap = d;
        s.k.wry = 1e-3;
        s.k.dt = times[k][0];
        s.k.step = times[k][1];
        scree_law_set_evaluate(&s.set, scree_kernels_choose(NULL), &s.k, s.h);
        expect(s.k.mry, k < 2 ? -slow : -mu * R * f, mu * R * f, "moment", row[0].laws);
    }
    single_contact_free(&s);
    for (int original = 0; original < 2; original++) { // a spin of (0, 3, 4) rad/s, of which 4 is twisting
        char *text = scree_format(HERTZ "rolling: {law: cdt, rolling_friction: 0.1, convention: %s}",
                                  original ? "original" : "corrected");
        single_contact l = contact_of(text);
        l.k.overlap = d;
        l.k.wry = 3.0;
        l.k.wrz = 4.0;
        evaluate(&l, 1e-6);
        expect(l.k.mry, -(original ? 0.6 : 1.0) * mu * R * f, mu * R * f, "moment", text);
        single_contact_free(&l);
        scree_free(text);
    }
}

// Model C of the same: kr = 2.25 kn mu_r^2 R*^2, so it yields after d / (2.25 mu_r R*); dashpot 2 eta_r sqrt(I kr) until
// then. epsd2 after Iwashita and Oda 1998: kr = kt R*^2.
static void epsd(void **state) {
    (void)state;
#define EPSD "rolling: {law: epsd, rolling_friction: 0.1, rolling_damping: 0.3}"
    const double d = 2e-5, mu = 0.1, fn = 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), limit = mu * R * fn,
                 yield = d / (2.25 * mu * R);
    const double kr = 2.25 * fn / d * mu * mu * R * R, w = 2.0, c = 2.0 * 0.3 * sqrt(I * kr) * w,
                 top = 0.5 * limit * yield;
    const double k3 = 1.5 / 2.25 * kr, c3 = 2.0 * 0.4 * sqrt(I * k3) * w, k2 = 8.0 * G * sqrt(R * d) * R * R,
                 y2 = limit / k2;
    const double kw = 2.25 * 1000.0 * mu * mu * R * R,
                 cw = 0.6 * sqrt(I * kw) * w;                          // walton_braun provides k1
    const double part = 0.3 * yield, half = sqrt(0.5), kh = kr * half; // kn as sqrt(d)
    const torque row[] = {
        {HERTZ EPSD, {{d, 0.5 * yield, w}}, 0.5 * limit + c, 0.25 * top, c},
        {HERTZ EPSD, {{d, 0.5 * yield, w}, {d, 0.499 * yield, w}}, 0.999 * limit + c, 0.998001 * top, c},
        {HERTZ EPSD, {{d, 0.5 * yield, w}, {d, 0.501 * yield, w}}, limit, top, 0},
        {HERTZ EPSD, {{d, 0.5 * yield, -w}}, -0.5 * limit - c, 0.25 * top, -c},
        {HERTZ EPSD,
         {{d, part, w}, {0.5 * d, 1e-20, 1e-12}},
         part * kh,
         0.5 * kh * part * part,
         0.6 * sqrt(I * kh) * 1e-12}, // softer: the angle is kept
        {HERTZ EPSD,
         {{0.5 * d, part, w}, {d, 1e-20, 1e-12}},
         part * kh,
         0.5 * kh * part * kh * part / kr,
         0.6 * sqrt(I * kr) * 1e-12}, // stiffer: the moment is kept
        {HERTZ "rolling: {law: epsd, rolling_friction: 0.1, convention: original}",
         {{d, part, w}, {0.5 * d, 1e-20, 1e-12}},
         part * kr,
         0.5 * part * kr * part * kr / kh,
         0.6 * sqrt(I * kh) * 1e-12},
        {HERTZ "rolling: {law: epsd3, rolling_friction: 0.1, rolling_damping: 0.4, rolling_stiffness: 1.5}",
         {{d, part, w}},
         k3 * part + c3,
         0.5 * k3 * part * part,
         c3},
        {HERTZ "rolling: {law: epsd2, rolling_friction: 0.1}",
         {{d, 0.5 * y2, w}},
         0.5 * limit,
         0.125 * limit * y2,
         0},
        {HERTZ "rolling: {law: epsd2, rolling_friction: 0.1}",
         {{d, 2.0 * y2, w}},
         limit,
         0.5 * limit * y2,
         0},
        {"normal: {law: walton_braun, stiffness: 1000, restitution: 0.5}, " EPSD,
         {{d, 0.3 * d / (2.25 * mu * R), w}},
         0.3 * mu * R * 1000.0 * d + cw,
         0.5 * kw * pow(0.3 * d / (2.25 * mu * R), 2.0),
         cw},
        {HERTZ "cohesion: {law: sjkr2, cohesion_energy_density: 1e6}, " EPSD, {{d, part, w}}, 0, 0, 0},
    };
#undef EPSD
    expect_torques(row, sizeof row / sizeof *row, false);
}

// Marshall 2009 and LAMMPS: k R*^2 and gamma R*^2 whatever the overlap. Corrected, the spring is trimmed to mu_r R* Fn and the
// dashpot gets the rest; LAMMPS (original) sets both together to the limit and the spring to what the dashpot leaves.
static void sds(void **state) {
    (void)state;
#define SDS                                                                                                  \
    "rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 500, rolling_damping_coefficient: 0.02"
    const double d = 2e-5, limit = 0.1 * R * 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), k = 500.0 * R * R,
                 yield = limit / k, w = 0.2, c = 0.02 * R * R * w, top = 0.5 * limit * yield;
    const double lamp = limit - c, fast = 1e3 * limit / (0.02 * R * R);
    const torque row[] = {
        {HERTZ SDS "}", {{d, 0.5 * yield, w}}, 0.5 * limit + c, 0.25 * top, c},
        {HERTZ SDS "}", {{0.5 * d, 0.2 * yield, w}}, 0.2 * limit + c, 0.04 * top, c},
        {HERTZ SDS "}", {{d, 0.5 * yield, w}, {d, 0.501 * yield, w}}, limit, top, 0},
        {HERTZ SDS ", convention: original}", {{d, 0.5 * yield, -w}}, -0.5 * limit - c, 0.25 * top, -c},
        {HERTZ SDS ", convention: original}", {{d, 2.0 * yield, w}}, limit, 0.5 * lamp * lamp / k, c},
        {HERTZ SDS ", convention: original}",
         {{d, 2.0 * yield, fast}},
         limit,
         0.5 * 999.0 * 999.0 * limit * limit / k,
         1e3 * limit},
        {HERTZ
         "rolling: {law: sds, rolling_friction: 0.1, rolling_stiffness: 0, rolling_damping_coefficient: "
         "0.02}",
         {{d, yield, w}},
         c,
         0,
         c},
    };
#undef SDS
    expect_torques(row, sizeof row / sizeof *row, false);
}

// Luding 2008 and WooDEM, both couples: k = k2hat ratio a12^2, limit mu (Fn + ka d) a12, at slip phi times that.
static void luding_couples(void **state) {
    (void)state;
#define NORMAL                                                                                               \
    "normal: {law: luding, stiffness: 1000, loading_ratio: 0.5, adhesion_ratio: 0.2, plasticity_depth: "     \
    "0.1}, "
#define ROLL                                                                                                 \
    "rolling: {law: luding, stiffness: 1000, rolling_friction: 0.1, rolling_stiffness_ratio: 0.3, "          \
    "rolling_viscosity: 1e-6"
#define TWIST                                                                                                \
    "twisting: {law: luding, stiffness: 1000, twisting_friction: 0.1, twisting_stiffness_ratio: 0.3, "       \
    "twisting_viscosity: 1e-6"
    const double d = 2e-4, k = 1000.0 * 0.3 * A12 * A12, limit = 0.1 * (500.0 * d + 200.0 * d) * A12, w = 0.1,
                 c = 1e-6 * w;
    const double part = 0.5 * limit / k, slip = 0.7 * limit, left = (slip - c) / k, k1 = 1000.0 * 0.3 * A12;
    const torque roll[] = {
        {NORMAL ROLL "}", {{d, part, w}}, k * part + c, 0.5 * k * part * part, c},
        {NORMAL ROLL "}", {{d, 3.0 * part, w}}, slip, 0.5 * k * left * left, 0},
        {NORMAL ROLL ", dynamic_ratio: 0.4}",
         {{d, 3.0 * part, w}},
         0.4 * limit,
         0.5 * pow(0.4 * limit - c, 2.0) / k,
         0},
        {NORMAL ROLL ", rolling_exponent: 1}",
         {{d, 0.1 * part * A12, w}},
         k1 * 0.1 * part * A12 + c,
         0.5 * k1 * pow(0.1 * part * A12, 2.0),
         c},
    };
    const torque twist[] = {
        {NORMAL TWIST "}", {{d, part, w}}, k * part + c, 0.5 * k * part * part, c},
        {NORMAL TWIST "}", {{d, 3.0 * part, w}}, slip, 0.5 * k * left * left, 0},
        {NORMAL TWIST ", dynamic_ratio: 0.4}",
         {{d, 3.0 * part, w}},
         0.4 * limit,
         0.5 * pow(0.4 * limit - c, 2.0) / k,
         0},
        {NORMAL TWIST ", rolling_exponent: 1}",
         {{d, 0.1 * part * A12, w}},
         k1 * 0.1 * part * A12 + c,
         0.5 * k1 * pow(0.1 * part * A12, 2.0),
         c},
    };
#undef NORMAL
#undef ROLL
#undef TWIST
    expect_torques(roll, sizeof roll / sizeof *roll, false);
    expect_torques(twist, sizeof twist / sizeof *twist, true);
}

// Marshall 2009, eqs. 32 and 33: k = kt a^2 / 2, dashpot ct a^2 / 2 with ct = 2 zeta sqrt(m* kt), limit 2/3 a mu Fn.
static void marshall(void **state) {
    (void)state;
#define TWIST "normal: {law: hertz, restitution: 0.5}, twisting: {law: marshall, friction: 0.4"
    const double d = 2e-5, a = sqrt(R * d), f = 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), kt = 8.0 * G * a,
                 limit = 2.0 / 3.0 * a * 0.4 * f;
    const double k = 0.5 * kt * a * a, w = 0.1,
                 c = 0.5 * a * a * 2.0 * sqrt(5.0 / 6.0) * ratio_of(0.5) * sqrt(M * kt) * w,
                 part = 0.5 * limit / k;
    const torque row[] = {
        {TWIST "}", {{d, part, w}}, 0.5 * limit + c, 0.125 * limit * limit / k, c},
        {TWIST ", twisting_damping: off}", {{d, part, w}}, 0.5 * limit, 0.125 * limit * limit / k, 0},
        {TWIST "}", {{d, 3.0 * part, w}}, limit, 0.5 * limit * limit / k, 0},
    };
#undef TWIST
    assert_true(c < 0.5 * limit);
    expect_torques(row, sizeof row / sizeof *row, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cdt),      cmocka_unit_test(epsd),
        cmocka_unit_test(sds),      cmocka_unit_test(luding_couples),
        cmocka_unit_test(marshall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
