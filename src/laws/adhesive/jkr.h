// SPDX-License-Identifier: BSD-3-Clause
// Adhesive elastic spheres after Johnson, Kendall and Roberts: contact radius a from the overlap d (jkr_curve.h),
//   d = a^2 / R* - sqrt(2 pi w a / E*),   F = 4 E* a^3 / (3 R*) - sqrt(8 pi w E* a^3) + cn v,   w = 2 surface_energy,
// with hertz's dashpot cn = 2 sqrt(5/6) zeta sqrt(m* 2 E* a), or cn = c, g m* or g m* a with a given coefficient, as in LAMMPS, whose
// surface energy is also that of each body. A contact forms at touch, where the attraction is 8/9 of the
// pull-off force 3/2 pi w R*. The law ends it and sets `apart` at d = -3/4 (pi^2 w^2 R* / E*^2)^(1/3).
// Energy: the stored energy is the elastic energy less w pi a^2, and zero for separated bodies. It drops below zero at touch
// and from a positive value to zero when the neck tears; in the ledger both are losses, in total 7.09 (w^5 R*^4 / E*^2)^(1/3),
// which in reality are radiated as waves. Within a contact the force is a function of the overlap, so no closed path creates
// energy. Sources: Proc. R. Soc. Lond. A 324 (1971) 301; losses and sticking: Thornton and Ning, Powder Technol. 99 (1998) 154;
// limit of friction fn + 2 F_pulloff: Thornton, J. Phys. D 24 (1991) 1942, as in LAMMPS. Valid for large, soft, sticky
// spheres: (R* w^2 / E*^2 / z0^3)^(1/3) > 5 (z0 about 0.3 nm), else dmt; a << R*.
#pragma once

#include "laws/adhesive/jkr_curve.h"
#include "laws/damping.h"

#define SCREE_JKR_PARAMS(P)                                                                                  \
    P(surface_energy, "J/m2", NAN, 0.0, 1e3, GEOMETRIC, NULL,                                                \
      "Surface energy of each body; the work of adhesion is w = 2 surface_energy.")                          \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Restitution that the dashpot alone would give, without adhesion.")                                    \
    P(damping, "1", 0.0, 0.0, 1.0, NONE, "tsuji|none",                                                       \
      "Dashpot as that of hertz, from the restitution, or none; not looked at beside a coefficient.")        \
    P(damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                  \
      "Coefficient of the dashpot, in place of restitution; `velocity` in LAMMPS.")                          \
    P(damping_rate, "1/s", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                           \
      "Coefficient over the effective mass, in place of restitution; `mass_velocity` in LAMMPS.")            \
    P(damping_rate_per_length, "1/m/s", SCREE_NOT_GIVEN, 0.0, 1e18, MEAN, NULL,                              \
      "Coefficient over effective mass and contact radius, in place of restitution; `viscoelastic` in "      \
      "LAMMPS.")

SCREE_LAW_STRUCT(jkr, SCREE_JKR_PARAMS, double variant, e_star, k2, s, kt, zeta, pull_off;)
enum { scree_jkr_columns = 0, scree_jkr_variants = 2 }; // 1: with a given coefficient

static inline const char *scree_jkr_derive(const double *param, const scree_pairing *pair, double *derived) {
    scree_jkr *p = scree_jkr_take(param, derived);
    double w = 2.0 * p->surface_energy;
    double *const one[] = {&p->damping_coefficient, &p->damping_rate, &p->damping_rate_per_length};
    int given = 0;
    for (int k = 0; k < 3; k++) {
        given += !isinf(*one[k]);
        *one[k] = isinf(*one[k]) ? 0.0 : *one[k];
    }
    p->variant = given > 0 ? 1.0 : 0.0;
    int damped = given == 0 && p->damping < 0.5 && !isinf(p->restitution);
    p->e_star = pair->e_star;
    p->k2 = 2.0 * SCREE_PI * w / pair->e_star; // k^2 R*, m
    p->s = 2.0 * pair->e_star;
    p->kt = 8.0 * pair->g_star;
    p->zeta = damped ? sqrt(5.0 / 6.0) * scree_damping_ratio(p->restitution, 0) : 0.0;
    p->pull_off = 1.5 * SCREE_PI * w; // over R*
    return given > 1 || (given == 1 && !isinf(p->restitution))
               ? "has more than one dashpot; accepted: one of 'restitution', 'damping_coefficient', "
                 "'damping_rate' and 'damping_rate_per_length'"
           : given == 0 && p->damping < 0.5 && isinf(p->restitution)
               ? "damping: tsuji needs 'restitution'; give it, from 0.01 to 1, or choose damping: none"
               : NULL;
}

SCREE_LAW void scree_jkr_law(const scree_jkr *p, scree_contact *c, double *h) {
    (void)h;
    double r = c->r_eff, k = sqrt(p->k2 / r), torn;
    double root = scree_jkr_root(c->overlap / r, k, &torn);
    double never = c->overlap > 0.0 ? 0.0 : c->fresh; // no contact forms beyond touch
    double apart = torn + (1.0 - torn) * never;       // gcc 12 would not vectorise a select of selects
    double t = apart > 0.0 ? 0.0 : root;
    double a = r * (t * t);
    double elastic = p->e_star * (r * r) * scree_jkr_force(t, k);
    double critical = sqrt(c->m_eff * (p->s * a)), cn = 2.0 * p->zeta * critical, zeta = p->zeta;
    if (p->variant == 1.0) {
        double given = p->damping_coefficient + c->m_eff * (p->damping_rate + p->damping_rate_per_length * a);
        cn = apart > 0.0 ? 0.0 : given;
        zeta = critical > 0.0 ? 0.5 * cn / critical : 0.0;
    }
    double viscous = cn * c->vn;
    c->fn = elastic + viscous;
    c->fn_elastic = elastic;
    c->critical = apart > 0.0 ? 0.0 : elastic + 2.0 * (p->pull_off * r);
    c->kn = 4.0 / 3.0 * p->e_star * a;
    c->kt = p->kt * a;
    c->cn = cn;
    c->zeta = zeta;
    c->radius = a;
    c->apart = apart;
    c->energy_n = p->e_star * (r * r * r) * scree_jkr_energy(t, k);
    c->viscous_n = viscous * c->vn;
}

// It lasts as long as a Hertzian one with the same largest contact radius a: 2.943275... sqrt(15/16) sqrt(m / (E a)) = 2.849814... sqrt(m / (E a)).
static inline double scree_jkr_collision_time(const double *derived, double m, double r, double v) {
    const scree_jkr *p = (const scree_jkr *)(const void *)derived;
    double t = scree_jkr_turning(0.5 * m * v * v / (p->e_star * (r * r * r)), sqrt(p->k2 / r));
    return 2.8498137 * sqrt(m / (p->e_star * (r * t * t)));
}

static inline double scree_jkr_restitution(const double *derived, double m, double r, double v) {
    const scree_jkr *p = (const scree_jkr *)(const void *)derived;
    double lost = p->e_star * (r * r * r) * scree_jkr_loss(sqrt(p->k2 / r)),
           left = 1.0 - lost / (0.5 * m * v * v);
    const int damped = p->zeta + p->damping_coefficient + p->damping_rate + p->damping_rate_per_length > 0.0;
    return damped ? (double)NAN : left > 0.0 ? sqrt(left) : 0.0;
}

// Slightly beyond the tear, so that the law itself decides when a contact has ended.
static inline double scree_jkr_reach(const double *derived, double r) {
    const scree_jkr *p = (const scree_jkr *)(const void *)derived;
    return -(1.0 + 1e-9) * r * scree_jkr_tear(sqrt(p->k2 / r));
}

static const scree_alias scree_jkr_alias[] = {
    {"damping_coefficient", "velocity"},
    {"damping_rate", "mass_velocity"},
    {"damping_rate_per_length", "viscoelastic"},
    {NULL, NULL},
};

static const scree_law scree_jkr_table = {
    .name = "jkr",
    .slot = SCREE_NORMAL,
    .title =
        "Adhesive elastic spheres after Johnson, Kendall and Roberts; holds beyond touch until it tears.",
    .formula = "F = 4 E* a^3 / (3 R*) - sqrt(8 pi w E* a^3) + cn v;  d = a^2 / R* - sqrt(2 pi w a / E*), w = "
               "2 surface_energy, pull-off 3/2 pi w R*",
    .source = "Johnson, Kendall and Roberts, Proc. R. Soc. Lond. A 324 (1971) 301",
    SCREE_LAW_PARTS(jkr),
    .collision_time = scree_jkr_collision_time,
    .restitution = scree_jkr_restitution,
    .reach = scree_jkr_reach,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_NECK,
    .validity = "Large, soft, sticky spheres: (R* w^2 / E*^2 / z0^3)^(1/3) > 5 with z0 about 0.3 nm (else "
                "dmt); a << R*",
    .cohesive = "surface_energy",
    .alias = scree_jkr_alias,
};
