// SPDX-License-Identifier: BSD-3-Clause
// Hertz spring and dashpot with given coefficients: F = a (kn d) + cn v, a = sqrt(R* d), cn = gamma m* a, gamma m* or given
// (lammps_dashpot.h). kn is a pressure, 4/3 E*; the tangential stiffness offered is kt a, kt a pressure too (Mindlin: 8 G*).
// Source: pair_style gran/hertz/history and granular hertz of LAMMPS; Brilliantov, Spahn, Hertzsch and Poeschel, Phys. Rev. E
// 53 (1996) 5382. hertz.h has both from the materials, with a dashpot that follows from a restitution.
#pragma once

#include "laws/impact.h"
#include "laws/normal/lammps_dashpot.h"

#define SCREE_LAMMPS_HERTZ_PARAMS(P)                                                                         \
    P(stiffness, "Pa", NAN, 1e-9, 1e18, HARMONIC, NULL, "kn of LAMMPS, 4/3 E*: F = kn sqrt(R* d) d.")        \
    P(tangential_modulus, "Pa", SCREE_NOT_GIVEN, 0.0, 1e18, HARMONIC, NULL,                                  \
      "kt of LAMMPS, offered to mindlin as kt sqrt(R* d), 8 G* for solid spheres; if not given 2/7 kn.")     \
    SCREE_LAMMPS_DASHPOT_PARAMS(P)

SCREE_LAW_STRUCT(lammps_hertz, SCREE_LAMMPS_HERTZ_PARAMS, double s, alpha, share;)
enum { scree_lammps_hertz_columns = 0 };
extern const scree_erratum scree_lammps_errata[];

static inline const char *scree_lammps_hertz_derive(const double *param, const scree_pairing *pair,
                                                    double *derived) {
    (void)pair;
    scree_lammps_hertz *p = scree_lammps_hertz_take(param, derived);
    p->tangential_modulus = isinf(p->tangential_modulus) ? 2.0 / 7.0 * p->stiffness : p->tangential_modulus;
    p->s = 1.5 * p->stiffness; // of S = dF/dd = 3/2 kn a
    const scree_lammps_dashpot dashpot = {&p->damping_coefficient,     &p->damping_rate,
                                          &p->damping_rate_per_length, &p->coeff_restitution,
                                          &p->tsuji_restitution,       &p->alpha};
    const char *problem = scree_lammps_dashpot_take(&dashpot, sqrt(5.0));
    p->share = p->alpha / sqrt(6.0); // alpha sqrt(m kn a) over 2 sqrt(m S)
    return problem;
}

SCREE_LAW void scree_lammps_hertz_law(const scree_lammps_hertz *p, scree_contact *c, double *h) {
    (void)h;
    double a = sqrt(c->r_eff * c->overlap);
    double elastic = p->stiffness * a * c->overlap;
    double cn = p->damping_coefficient + c->m_eff * (p->damping_rate + p->damping_rate_per_length * a);
    double critical = 2.0 * sqrt(c->m_eff * (p->s * a));
    cn += p->share * critical;
    double fn = elastic + cn * c->vn;
    double limited = p->limit_damping > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = p->stiffness * a;
    c->kt = p->tangential_modulus * a;
    c->cn = cn;
    c->zeta = critical > 0.0 ? cn / critical : 0.0;
    c->radius = a;
    c->apart = 0.0;
    c->energy_n = 0.4 * elastic * c->overlap;
    c->viscous_n = (limited - elastic) * c->vn;
}

static inline double scree_lammps_hertz_collision_time(const double *derived, double m, double r, double v) {
    const scree_lammps_hertz *p = (const scree_lammps_hertz *)(const void *)derived;
    return scree_impact_hertz_time(p->stiffness, m, r, v);
}

static inline double scree_lammps_hertz_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    const scree_lammps_hertz *p = (const scree_lammps_hertz *)(const void *)derived;
    const int by_speed = p->damping_coefficient + p->damping_rate + p->damping_rate_per_length > 0.0;
    const double zeta = p->alpha / sqrt(5.0);
    return by_speed                 ? NAN
           : p->limit_damping > 0.5 ? scree_restitution_zero_force(zeta)
                                    : scree_restitution_zero_overlap(zeta);
}

static const scree_alias scree_lammps_hertz_alias[] = {
    {"tangential_modulus", "kt"},
    {"damping_rate_per_length", "gamma_n"},
    SCREE_LAMMPS_DASHPOT_ALIASES,
};

static const scree_law scree_lammps_hertz_table = {
    .name = "lammps_hertz",
    .slot = SCREE_NORMAL,
    .title = "Hertz spring and dashpot with given coefficients, as in LAMMPS.",
    .formula = "F = kn sqrt(R* d) d + cn v;  cn = gamma_n m* sqrt(R* d), gamma_n m*, or given",
    .source = "LAMMPS, pair_style gran/hertz/history and granular hertz; Brilliantov et al., Phys. Rev. E 53 "
              "(1996) 5382",
    SCREE_LAW_PARTS(lammps_hertz),
    .collision_time = scree_lammps_hertz_collision_time,
    .restitution = scree_lammps_hertz_restitution,
    .known = scree_known_by_overlap,
    .validity = "With the first three dashpots the restitution depends on speed, and on the masses.",
    .alias = scree_lammps_hertz_alias,
    .erratum = scree_lammps_errata,
    .page = "lammps",
};
