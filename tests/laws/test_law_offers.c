// SPDX-License-Identifier: BSD-3-Clause
// Absolute values of everything that a normal or cohesion law provides to the laws after it (stiffnesses, dashpot, damping
// ratio, contact radius, critical force), of its force and energies; each computed here from the formula of the given source.
#include "two_spheres.h"

typedef struct moment {
    double overlap, vn;
} moment;

// A path of a contact, and the values in its last state.
typedef struct offer {
    const char *laws;
    moment at[MOMENTS]; // an overlap of 0 ends the list
    double force[3];    // elastic, with dashpot, critical
    double given[6];    // kn, kt, cn, zeta, radius, stored energy
} offer;

static void expect_offer(const offer *o) {
    single_contact l = contact_of(o->laws);
    double vn = 0.0;
    for (int k = 0; k < MOMENTS && o->at[k].overlap != 0.0; k++) {
        l.k.overlap = o->at[k].overlap;
        l.k.vn = vn = o->at[k].vn;
        evaluate(&l, 1e-6);
    }
    const scree_contact *c = &l.k;
    double force = fabs(o->force[0]) + fabs(o->force[1]) + fabs(o->force[2]) + 1e-9;
    expect(c->fn_elastic, o->force[0], force, "elastic force", o->laws);
    expect(c->fn, o->force[1], force, "force", o->laws);
    expect(c->critical, o->force[2], force, "critical force", o->laws);
    expect(c->kn, o->given[0], o->given[0], "kn", o->laws);
    expect(c->kt, o->given[1], o->given[1], "kt", o->laws);
    expect(c->cn, o->given[2], o->given[2] + 1e-9, "cn", o->laws);
    expect(c->zeta, o->given[3], o->given[3] + 1e-9, "zeta", o->laws);
    expect(c->radius, o->given[4], o->given[4], "radius", o->laws);
    expect(c->energy_n, o->given[5], fabs(o->given[5]) + force * 1e-6, "stored energy", o->laws);
    expect(c->viscous_n, (o->force[1] - o->force[0]) * vn, force, "taken by the dashpot", o->laws);
    single_contact_free(&l);
}

static void expect_offers(const offer *o, size_t n) {
    for (size_t k = 0; k < n; k++) {
        expect_offer(&o[k]);
    }
}

// Hertz 1882; Tsuji, Tanaka and Ishida 1992: cn = 2 sqrt(5/6) zeta sqrt(m* S), S = 2 E* a; Mindlin 1949: kt = 8 G* a.
static void hertz(void **state) {
    (void)state;
    const double d = 2e-5, a = sqrt(R * d), f = 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), kn = f / d,
                 kt = 8.0 * G * a;
    const double zeta = sqrt(5.0 / 6.0) * ratio_of(0.5), cn = 2.0 * zeta * sqrt(M * 2.0 * E * a),
                 u = 0.4 * f * d;
    const double z0 = 0.3, e0 = exp(-2.0 * z0 * acos(z0) / sqrt(1.0 - z0 * z0)); // Schwager and Poeschel 2007
    const double zf = sqrt(5.0 / 6.0) * z0, cf = 2.0 * zf * sqrt(M * 2.0 * E * a);
    char *zero_force = scree_format("normal: {law: hertz, restitution: %.17g, end: zero_force}", e0);
    const offer row[] = {
        {"normal: {law: hertz, restitution: 0.5}",
         {{d, 0.01}},
         {f, f + 0.01 * cn, f + 0.01 * cn},
         {kn, kt, cn, zeta, a, u}},
        {"normal: {law: hertz, restitution: 0.5}", {{d, -1.0}}, {f, f - cn, 0.0}, {kn, kt, cn, zeta, a, u}},
        {"normal: {law: hertz, restitution: 0.5, end: limit_force}",
         {{d, -1.0}},
         {f, 0.0, 0.0},
         {kn, kt, cn, zeta, a, u}},
        {zero_force, {{d, 0.01}}, {f, f + 0.01 * cf, f + 0.01 * cf}, {kn, kt, cf, zf, a, u}},
    };
    assert_true(f < cn);
    expect_offers(row, sizeof row / sizeof *row);
    scree_free(zero_force);
}

// Cundall and Strack 1979, kt / kn of Mindlin; LIGGGHTS 3.8, model hooke, for the two derived quantities.
static void hooke(void **state) {
    (void)state;
    const double d = 2e-5, a = sqrt(R * d), k = 1000.0, f = k * d, kt = 4.0 * G / E * k, zeta = ratio_of(0.7);
    const double cn = 2.0 * zeta * sqrt(M * k), u = 0.5 * k * d * d, v = 0.5;
    const double kv = 16.0 / 15.0 * sqrt(R) * E * pow(15.0 * M * v * v / (16.0 * sqrt(R) * E), 0.2);
    const double cv = 2.0 * zeta * sqrt(M * kv), stokes = M * 0.01 / (6.0 * PI * 1e-3 * R * R);
    const double zs = ratio_of(0.9 * exp(-10.0 / stokes)),
                 cs = 2.0 * zs * sqrt(M * k); // Legendre and others 2005
    const offer row[] = {
        {"normal: {law: hooke, stiffness: 1000, restitution: 0.7}",
         {{d, 0.01}},
         {f, f + 0.01 * cn, f + 0.01 * cn},
         {k, kt, cn, zeta, a, u}},
        {"normal: {law: hooke, stiffness: 1000, restitution: 0.7}",
         {{d, -0.2}},
         {f, f - 0.2 * cn, 0.0},
         {k, kt, cn, zeta, a, u}},
        {"normal: {law: hooke, characteristic_velocity: 0.5, restitution: 0.7}",
         {{d, 0.01}},
         {kv * d, kv * d + 0.01 * cv, kv * d + 0.01 * cv},
         {kv, 4.0 * G / E * kv, cv, zeta, a, 0.5 * kv * d * d}},
        {"normal: {law: hooke, stiffness: 1000, viscous: on, fluid_viscosity: 1e-3, critical_stokes: 10, "
         "maximum_restitution: 0.9}",
         {{d, 0.01}},
         {f, f + 0.01 * cs, f + 0.01 * cs},
         {k, kt, cs, zs, a, u}},
    };
    assert_true(f < 0.2 * cn);
    expect_offers(row, sizeof row / sizeof *row);
}

// TTI: Tsuji and others 1992; KK: Kuwabara and Kono 1987; LH: Lee and Herrmann 1993. zeta: cn over 2 sqrt(m* S).
static void viscoelastic(void **state) {
    (void)state;
    const double e = exp(-0.6 * acos(0.3) / sqrt(0.91)); // ends at zero force, see hertz
    char *tti_law =
        scree_format("normal: {law: viscoelastic_nonlinear, damping_formula: TTI, restitution: %.17g}", e);
#define LAW(text) "normal: {law: viscoelastic_nonlinear, damping_formula: " text "}"
    const double d = 2e-5, a = sqrt(R * d), k = 4.0 / 3.0 * E * sqrt(R), f = k * pow(d, 1.5),
                 kt = 8.0 * G * a;
    const double all = 2.0 * sqrt(M * 2.0 * E * a), v = 0.01, kn = f / d, u = 0.4 * f * d;
    const double tti = sqrt(5.0) * 0.3 * sqrt(M * k) * pow(d, 0.25), kk = 50.0 * sqrt(d), lh = 300.0 * M,
                 ratio = 0.2 * sqrt(6.0 * M * k) * pow(d, 0.25), given = 3.0 * pow(d, 0.25);
    const offer row[] = {
        {tti_law, {{d, v}}, {f, f + v * tti, f + v * tti}, {kn, kt, tti, tti / all, a, u}},
        {LAW("TTI, damping_coefficient: 3"),
         {{d, v}},
         {f, f + v * given, f + v * given},
         {kn, kt, given, given / all, a, u}},
        {LAW("KK, damping_coefficient: 50"),
         {{d, v}},
         {f, f + v * kk, f + v * kk},
         {kn, kt, kk, kk / all, a, u}},
        {LAW("LH, damping_coefficient: 300"),
         {{d, v}},
         {f, f + v * lh, f + v * lh},
         {kn, kt, lh, lh / all, a, u}},
        {LAW("linear, damping_coefficient: 0.3"),
         {{d, v}},
         {f, f + v * 0.3, f + v * 0.3},
         {kn, kt, 0.3, 0.3 / all, a, u}},
        {LAW("critical_ratio, ratio: 0.2"),
         {{d, v}},
         {f, f + v * ratio, f + v * ratio},
         {kn, kt, ratio, 0.2 * sqrt(6.0 * M * k) * pow(d, 0.25) / all, a, u}},
    };
#undef LAW
    expect_offers(row, sizeof row / sizeof *row);
    scree_free(tti_law);
}

// Luding, Granular Matter 10 (2008) 235, as on the page: k2 grows with the largest overlap; the critical force is without
// the adhesive limit. hooke_hysteresis is the same spring with kt = kn = k1, its dashpot on k1, and a pull f0.
static void luding(void **state) {
    (void)state;
#define LAW                                                                                                  \
    "normal: {law: luding, stiffness: 1000, loading_ratio: 0.5, adhesion_ratio: 0.2, plasticity_depth: "     \
    "0.1, normal_viscosity: 0.01}"
#define LIGGGHTS                                                                                             \
    "normal: {law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 2, "                       \
    "adhesion_stiffness_ratio: 0.4, plasticity_depth: 0.1, restitution: 0.8, pull_off_force: -0.02, "        \
    "non_contact_force: off}"
    const double k1 = 500.0, khat = 1000.0, ka = 200.0, most = 2e-4, limit = khat / (khat - k1) * 0.1 * A12,
                 v = 0.01;
    const double k2 = k1 + (khat - k1) * most / limit, kt = 4.0 * G / E * khat, cn = 0.01;
    const double zeta = 0.5 * cn / sqrt(M * khat), out = 1.9e-4, deep = 1e-5,
                 u2 = 0.5 * k1 * most * k1 * most / k2;
    const double line = k2 * (out - most) + k1 * most, least = (k2 - k1) / (k2 + ka) * most;
    const double zh = ratio_of(0.8), ch = 2.0 * zh * sqrt(M * k1), f0 = -0.02;
    const double own = PI * RA * RA / (RA / 1e7 + RB / 2e7), beyond = 3.0 * limit; // k2hat of the radii
    const offer row[] = {
        {LAW,
         {{most, v}},
         {k1 * most, k1 * most + v * cn, k1 * most + v * cn + ka * most},
         {k2, kt, cn, zeta, sqrt(R * most), u2}},
        {LAW,
         {{most, v}, {out, -v}},
         {line, line - v * cn, line - v * cn + ka * out},
         {k2, kt, cn, zeta, sqrt(R * out), 0.5 * line * line / k2}},
        {LAW,
         {{most, v}, {deep, -v}},
         {-ka * deep, -ka * deep - v * cn, 0.0},
         {k2, kt, cn, zeta, sqrt(R * deep),
          0.5 * ka * least * ka * least / k2 + 0.5 * ka * (least * least - deep * deep)}},
        {LAW,
         {{beyond, v}},
         {khat * (beyond - limit) + k1 * limit < k1 * beyond ? 0.0 : k1 * beyond, k1 * beyond + v * cn,
          k1 * beyond + v * cn + ka * beyond},
         {khat, kt, cn, zeta, sqrt(R * beyond), 0.5 * k1 * beyond * k1 * beyond / khat}},
        {"normal: {law: luding, loading_ratio: 0.5, adhesion_ratio: 0.2, plasticity_depth: 0.1, "
         "normal_viscosity: 0.01}",
         {{beyond, v}},
         {0.5 * own * beyond, 0.5 * own * beyond + v * cn, 0.7 * own * beyond + v * cn},
         {own, 4.0 * G / E * own, cn, 0.5 * cn / sqrt(M * own), sqrt(R * beyond),
          0.125 * own * beyond * beyond}},
        {LIGGGHTS,
         {{most, v}},
         {f0 + k1 * most, f0 + k1 * most + v * ch, k1 * most + v * ch + ka * most},
         {k1, k1, ch, zh, sqrt(R * most), u2 + f0 * most}},
        {LIGGGHTS,
         {{most, v}, {out, -v}},
         {f0 + line, f0 + line - v * ch, line - v * ch + ka * out},
         {k1, k1, ch, zh, sqrt(R * out), 0.5 * line * line / k2 + f0 * out}},
    };
#undef LAW
#undef LIGGGHTS
    expect_offers(row, sizeof row / sizeof *row);
}

// Exudyn 1.11, ObjectContactSphereSphere; Thakur and others 2014 (eepa): kn is the secant of virgin loading, kt its slope
// n kn times Mindlin's 4 G* / E*, critical the force without both attractions (eq. 13). Lankarani and Nikravesh 1990:
// F = K d^n (1 + 3/4 (1 - e^2) v / v0); Hunt and Crossley 1975: 3/2 (1 - e). zeta: cn over 2 sqrt(m* n kn).
static void powers(void **state) {
    (void)state;
#define CSS                                                                                                  \
    "normal: {law: contact_sphere_sphere, contact_stiffness: 1000, contact_plasticity_ratio: 0.5, "          \
    "adhesion_coefficient: 200, constant_pull_off_force: 2e-3, contact_damping: 0.01}"
#define EEPA                                                                                                 \
    "normal: {law: eepa, contact_stiffness: 1e5, contact_plasticity_ratio: 0.5, adhesion_coefficient: 3e4, " \
    "constant_pull_off_force: 1e-3, restitution: 0.8}"
    const double most = 2e-4, out = 1.9e-4, deep = 2e-5, v = 0.01, ratio = 4.0 * G / E, pull = 2e-3,
                 cn = 0.01;
    const double line = 2000.0 * (out - 0.5 * most), z = 0.5 * cn / sqrt(M * 1000.0);
    // eepa: n = 3/2, kn = k1 sqrt(d), cn = zeta sqrt(2 (n + 1) m* kn)
    const double ze = ratio_of(0.8), km = 1e5 * sqrt(most), ko = 1e5 * sqrt(out),
                 cm = ze * sqrt(5.0 * M * km), co = ze * sqrt(5.0 * M * ko);
    const double fm = 1e5 * pow(most, 1.5), fo = 2e5 * (pow(out, 1.5) - 0.5 * pow(most, 1.5)),
                 xp = most * pow(0.5, 2.0 / 3.0);
    const double um = 2e5 * (0.4 * (pow(most, 2.5) - pow(xp, 2.5)) - pow(xp, 1.5) * (most - xp));
    const double uo = 2e5 * (0.4 * (pow(out, 2.5) - pow(xp, 2.5)) - pow(xp, 1.5) * (out - xp)),
                 sm = 3e4 * pow(most, 1.5), so = 3e4 * pow(out, 1.5);
    const double f = 4.0 / 3.0 * E * sqrt(R) * pow(most, 1.5), kn = f / most, a = sqrt(R * most),
                 cl = 0.75 * (1.0 - 0.64) * f / v;
    const double fh = 1000.0 * most, chc = 1.5 * 0.2 * fh / v, fl = f + v * cl, fc = fh + v * chc;
    const offer row[] = {
        {CSS,
         {{most, v}},
         {0.2 - pull, 0.2 - pull + cn * v, 0.2 + cn * v},
         {1000, ratio * 1000, cn, z, a, 0.5 * 0.2 * 0.2 / 2000 - pull * most}},
        {CSS,
         {{most, v}, {out, -v}},
         {line - pull, line - pull - cn * v, line - cn * v},
         {1000, ratio * 1000, cn, z, sqrt(R * out), 0.5 * line * line / 2000 - pull * out}},
        {CSS,
         {{most, v}, {deep, -v}},
         {-200 * deep - pull, -200 * deep - pull - cn * v, 0.0},
         {1000, ratio * 1000, cn, z, sqrt(R * deep), 0.5 * 200 * deep * 200 * deep / 2000 - pull * deep}},
        {EEPA,
         {{most, v}},
         {fm - 1e-3, fm - 1e-3 + v * cm, fm + sm + v * cm},
         {km, 1.5 * ratio * km, cm, ze * sqrt(5.0) * 0.5 / sqrt(1.5), a, um - 1e-3 * most}},
        {EEPA,
         {{most, v}, {out, -v}},
         {fo - 1e-3, fo - 1e-3 - v * co, fo + so - v * co},
         {ko, 1.5 * ratio * ko, co, ze * sqrt(5.0) * 0.5 / sqrt(1.5), sqrt(R * out), uo - 1e-3 * out}},
        {"normal: {law: lankarani_nikravesh, restitution: 0.8, speed_of_energy: 0}",
         {{most, v}},
         {f, fl, fl},
         {kn, 1.5 * ratio * kn, cl, 0.5 * cl / sqrt(M * 1.5 * kn), a, 0.4 * f * most}},
        {"normal: {law: lankarani_nikravesh, restitution: 0.8, speed_of_energy: 0}",
         {{1e-6, v}, {most, -2.0 * v}},
         {f, f - 2.0 * v * cl, f - 2.0 * v * cl},
         {kn, 1.5 * ratio * kn, cl, 0.5 * cl / sqrt(M * 1.5 * kn), a, 0.4 * f * most}},
        {"normal: {law: contact_sphere_sphere, impact_model: hunt_crossley, contact_stiffness: 1000, "
         "restitution: 0.8, speed_of_energy: 0}",
         {{most, v}},
         {fh, fc, fc},
         {1000, ratio * 1000, chc, 0.5 * chc / sqrt(M * 1000), a, 0.5 * fh * most}},
    };
#undef CSS
#undef EEPA
    expect_offers(row, sizeof row / sizeof *row);
}

// Walton and Braun 1986: k1 d on loading, k2 (d - d0) on unloading; both provide k1 and Mindlin's kt.
// Thornton 1997: F_y + pi R* p_y (d - d_y) on loading; unloading as Hertz with R_p = 4 E* a^3 / (3 F).
static void plastic(void **state) {
    (void)state;
#define WB "normal: {law: walton_braun, stiffness: 1000, restitution: 0.5, damping_ratio: 0.1}"
#define TN "normal: {law: thornton_ning, yield_stress: 4e5, damping_ratio: 0.1}"
    const double most = 2e-4, out = 1.9e-4, v = 0.01, kt = 4.0 * G / E * 1000.0, cn = 0.2 * sqrt(M * 1000.0);
    const double fo = 0.2 - 4000.0 * (most - out), py = 4e5, ay = PI * R * py / (2.0 * E), dy = ay * ay / R;
    const double fm = 4.0 / 3.0 * E * sqrt(R) * pow(dy, 1.5) + PI * R * py * (most - dy), am = sqrt(R * most);
    const double rp = 4.0 * E * am * am * am / (3.0 * fm), dp = most - am * am / rp,
                 ao = sqrt(rp * (out - dp));
    const double fp = 4.0 / 3.0 * E * sqrt(rp) * pow(out - dp, 1.5), cm = 0.2 * sqrt(M * 2.0 * E * am),
                 co = 0.2 * sqrt(M * 2.0 * E * ao);
    const offer row[] = {
        {WB,
         {{most, v}},
         {0.2, 0.2 + cn * v, 0.2 + cn * v},
         {1000, kt, cn, 0.1, sqrt(R * most), 0.5 * 0.04 / 4000}},
        {WB,
         {{most, v}, {out, -v}},
         {fo, fo - cn * v, fo - cn * v},
         {1000, kt, cn, 0.1, sqrt(R * out), 0.5 * fo * fo / 4000}},
        {TN,
         {{most, v}},
         {fm, fm + cm * v, fm + cm * v},
         {4.0 / 3.0 * E * am, 8.0 * G * am, cm, 0.1, am, 0.4 * fm * (most - dp)}},
        {TN,
         {{most, v}, {out, -v}},
         {fp, fp - co * v, fp - co * v},
         {4.0 / 3.0 * E * ao, 8.0 * G * ao, co, 0.1, ao, 0.4 * fp * (out - dp)}},
    };
#undef WB
#undef TN
    assert_true(dy < 0.5 * most && fo > 0.0);
    expect_offers(row, sizeof row / sizeof *row);
}

// Johnson, Kendall and Roberts 1971: overlap and force of a contact radius a; stored energy: the work along the curve from
// a = 0, by Simpson's rule in sqrt(a), in which both are polynomials. Limit of friction: Thornton 1991, F + 2 Fc.
static void jkr(void **state) {
    (void)state;
    const double w = 0.4, fc = 1.5 * PI * w * R, v = 0.01;
    for (double a = 1.6e-4; a < 4e-4; a += 1e-4) {
        const double d = a * a / R - sqrt(2.0 * PI * w * a / E),
                     f = 4.0 * E * a * a * a / (3.0 * R) - sqrt(8.0 * PI * w * E * a * a * a);
        const double zeta = sqrt(5.0 / 6.0) * ratio_of(0.7), cn = 2.0 * zeta * sqrt(M * 2.0 * E * a),
                     kn = 4.0 / 3.0 * E * a;
        double u = 0.0, fn = f + v * cn;
        enum { PARTS = 20000 };
        for (int i = 0; i <= PARTS; i++) {
            double s = sqrt(a) * i / PARTS, slope = 4.0 * s * s * s / R - sqrt(2.0 * PI * w / E);
            double force = 4.0 * E * pow(s, 6) / (3.0 * R) - sqrt(8.0 * PI * w * E) * pow(s, 3);
            u += (i == 0 || i == PARTS ? 1.0 : i % 2 ? 4.0 : 2.0) * force * slope * sqrt(a) / (3.0 * PARTS);
        }
        const offer row = {"normal: {law: jkr, surface_energy: 0.2, restitution: 0.7}",
                           {{1e-5, 0.0}, {d, v}},
                           {f, fn, f + 2.0 * fc},
                           {kn, 8.0 * G * a, cn, zeta, a, u}};
        expect_offer(&row);
    }
}

// Cohesion after hertz: the area of LIGGGHTS' sjkr and sjkr2, Derjaguin, Muller and Toporov 1975 with critical fn + 2 pull.
static void cohesion(void **state) {
    (void)state;
#define HERTZ "normal: {law: hertz, restitution: 1}, cohesion: "
    const double d = 2e-5, a = sqrt(R * d), f = 4.0 / 3.0 * E * sqrt(R) * pow(d, 1.5), kn = f / d,
                 kt = 8.0 * G * a, u = 0.4 * f * d;
    const double k = 5e4, far = RA + RB - d, sum = RA + RB;
    const double lens = PI / 4.0 * d * (2.0 * RA - d) * (2.0 * RB - d) * (2.0 * sum - d) / (far * far),
                 two = 4.0 * PI * d * R, dmt = 2.0 * PI * 0.4 * R;
    double volume = 0.0; // of the lens over the overlap
    for (int i = 0; i <= 2000; i++) {
        double x = d * i / 2000.0, at = PI / 4.0 * x * (2.0 * RA - x) * (2.0 * RB - x) * (2.0 * sum - x) /
                                        ((sum - x) * (sum - x));
        volume += (i == 0 || i == 2000 ? 1.0 : i % 2 ? 4.0 : 2.0) * at * d / 6000.0;
    }
    const offer row[] = {
        {HERTZ "{law: sjkr, cohesion_energy_density: 5e4}",
         {{d, 0}},
         {f - k * lens, f - k * lens, f},
         {kn, kt, 0, 0, a, u - k * volume}},
        {HERTZ "{law: sjkr, cohesion_energy_density: 5e4, tangential_reduce: on}",
         {{d, 0}},
         {f - k * lens, f - k * lens, fmax(f - k * lens, 0.0)},
         {kn, kt, 0, 0, a, u - k * volume}},
        {HERTZ "{law: sjkr2, cohesion_energy_density: 5e4}",
         {{d, 0}},
         {f - k * two, f - k * two, f},
         {kn, kt, 0, 0, a, u - 0.5 * k * two * d}},
        {HERTZ "{law: dmt, surface_energy: 0.2}",
         {{d, 0}},
         {f - dmt, f - dmt, f + dmt},
         {kn, kt, 0, 0, a, u - dmt * d}},
    };
#undef HERTZ
    expect_offers(row, sizeof row / sizeof *row);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hertz),  cmocka_unit_test(hooke),    cmocka_unit_test(viscoelastic),
        cmocka_unit_test(luding), cmocka_unit_test(powers),   cmocka_unit_test(plastic),
        cmocka_unit_test(jkr),    cmocka_unit_test(cohesion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
