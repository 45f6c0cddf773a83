// SPDX-License-Identifier: BSD-3-Clause
// Linear spring and dashpot with given coefficients: F = kn d + cn v, cn = gamma m*, gamma m* a or given (lammps_dashpot.h).
// Source: pair_style gran/hooke and granular hooke of LAMMPS; Brilliantov, Spahn, Hertzsch and Poeschel, Phys. Rev. E 53
// (1996) 5382. hooke.h is the same spring with a dashpot that follows from a restitution.
#pragma once

#include "laws/normal/lammps_dashpot.h"

#define SCREE_LAMMPS_HOOKE_PARAMS(P)                                                                         \
    P(stiffness, "N/m", NAN, 1e-12, 1e15, HARMONIC, NULL, "Stiffness kn of the contact spring.")             \
    SCREE_LAMMPS_DASHPOT_PARAMS(P)

SCREE_LAW_STRUCT(lammps_hooke, SCREE_LAMMPS_HOOKE_PARAMS, double kt, alpha;)
enum { scree_lammps_hooke_columns = 0 };
extern const scree_erratum scree_lammps_errata[];

static inline const char *scree_lammps_hooke_derive(const double *param, const scree_pairing *pair,
                                                    double *derived) {
    (void)pair;
    scree_lammps_hooke *p = scree_lammps_hooke_take(param, derived);
    p->kt = 2.0 / 7.0 * p->stiffness;
    const scree_lammps_dashpot dashpot = {&p->damping_coefficient,     &p->damping_rate,
                                          &p->damping_rate_per_length, &p->coeff_restitution,
                                          &p->tsuji_restitution,       &p->alpha};
    return scree_lammps_dashpot_take(&dashpot, 2.0);
}

SCREE_LAW void scree_lammps_hooke_law(const scree_lammps_hooke *p, scree_contact *c, double *h) {
    (void)h;
    double a = sqrt(c->r_eff * c->overlap);
    double elastic = p->stiffness * c->overlap;
    double cn = p->damping_coefficient + c->m_eff * (p->damping_rate + p->damping_rate_per_length * a);
    double root = sqrt(c->m_eff * p->stiffness);
    cn += p->alpha * root;
    double fn = elastic + cn * c->vn;
    double limited = p->limit_damping > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = p->stiffness;
    c->kt = p->kt;
    c->cn = cn;
    c->zeta = cn / (2.0 * root);
    c->radius = a;
    c->apart = 0.0;
    c->energy_n = 0.5 * elastic * c->overlap;
    c->viscous_n = (limited - elastic) * c->vn;
}

static inline double scree_lammps_hooke_collision_time(const double *derived, double m, double r, double v) {
    (void)r, (void)v;
    const scree_lammps_hooke *p = (const scree_lammps_hooke *)(const void *)derived;
    return SCREE_PI * sqrt(m / p->stiffness);
}

static inline double scree_lammps_hooke_restitution(const double *derived, double m, double r, double v) {
    (void)r, (void)v;
    const scree_lammps_hooke *p = (const scree_lammps_hooke *)(const void *)derived;
    double zeta = 0.5 * (p->alpha + (p->damping_coefficient + m * p->damping_rate) / sqrt(m * p->stiffness));
    return p->damping_rate_per_length > 0.0 ? NAN
           : p->limit_damping > 0.5         ? scree_restitution_zero_force(zeta)
                                            : scree_restitution_zero_overlap(zeta);
}

static const scree_alias scree_lammps_hooke_alias[] = {{"damping_rate", "gamma_n"},
                                                       SCREE_LAMMPS_DASHPOT_ALIASES};

static const scree_law scree_lammps_hooke_table = {
    .name = "lammps_hooke",
    .slot = SCREE_NORMAL,
    .title = "Linear spring and dashpot with given coefficients, as in LAMMPS.",
    .formula = "F = kn d + cn v;  cn = gamma_n m*, gamma_n m* sqrt(R* d), or given",
    .source =
        "LAMMPS, pair_style gran/hooke and granular hooke; Brilliantov et al., Phys. Rev. E 53 (1996) 5382",
    SCREE_LAW_PARTS(lammps_hooke),
    .collision_time = scree_lammps_hooke_collision_time,
    .restitution = scree_lammps_hooke_restitution,
    .known = scree_known_by_overlap,
    .validity = "With damping_rate the restitution depends on the masses: large and small particles differ.",
    .alias = scree_lammps_hooke_alias,
    .erratum = scree_lammps_errata,
    .page = "lammps",
};
