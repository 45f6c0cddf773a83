// SPDX-License-Identifier: BSD-3-Clause
// Hertz normal force with a dashpot whose restitution does not depend on speed:
//   F = K d^(3/2) + 2 sqrt(5/6) zeta sqrt(m* S) v,   K = 4/3 E* sqrt(R*),   S = dF/dd = 2 E* sqrt(R* d).
// Sources: Hertz, J. reine angew. Math. 92 (1882) 156; Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239 for the
// d^(1/4) dashpot; zeta from the restitution in closed form, see damping.h. Valid while d << R*.
#ifndef SCREE_LAWS_HERTZ_H
#define SCREE_LAWS_HERTZ_H

#include "laws/damping.h"
#include "laws/table.h"

#define SCREE_HERTZ_PARAMS(P)                                                                                \
    P(restitution, "1", NAN, 0.01, 1.0, MEAN, NULL, "Coefficient of restitution of a head-on collision.")    \
    P(end, "1", 0.0, 0.0, 1.0, NONE, "zero_overlap|zero_force",                                              \
      "Where a contact ends: at zero overlap (the dashpot may pull for a moment) or when the force reaches " \
      "zero.")

SCREE_LAW_STRUCT(hertz, SCREE_HERTZ_PARAMS, double k, s, kt, zeta; double cut;)
enum { scree_hertz_columns = 0 };

static inline void scree_hertz_derive(const double *param, const scree_pairing *pair, double *derived) {
    scree_hertz *p = (scree_hertz *)(void *)derived;
    p->restitution = param[0];
    p->end = param[1];
    p->cut = param[1];
    p->k = 4.0 / 3.0 * pair->e_star;
    p->s = 2.0 * pair->e_star;
    p->kt = 8.0 * pair->g_star;
    p->zeta = sqrt(5.0 / 6.0) * scree_damping_ratio(p->restitution, p->cut > 0.5);
}

SCREE_LAW void scree_hertz_law(const scree_hertz *p, scree_contact *c, double *h) {
    (void)h;
    double a = sqrt(c->r_eff * c->overlap); // contact radius
    double elastic = p->k * a * c->overlap;
    double dashpot = 2.0 * p->zeta * sqrt(c->m_eff * (p->s * a)) * c->vn;
    double fn = elastic + dashpot;
    double kept = p->cut > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = kept;
    c->fn_elastic = elastic;
    c->cap = elastic;
    c->kn = p->k * a;
    c->kt = p->kt * a;
    c->zeta = p->zeta;
    c->energy_n = 0.4 * elastic * c->overlap;
    c->power_n = (kept - elastic) * c->vn;
}

// 2.943275... = 4 sqrt(pi) Gamma(2/5) / (5 Gamma(9/10)), times d_max / v.
static inline double scree_hertz_collision_time(const double *derived, double m, double r, double v) {
    const scree_hertz *p = (const scree_hertz *)(const void *)derived;
    double d_max = scree_pow(5.0 * m * v * v / (4.0 * p->k * sqrt(r)), 0.4);
    return 2.9432750 * d_max / v;
}

static inline double scree_hertz_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    return ((const scree_hertz *)(const void *)derived)->restitution;
}

static const scree_law scree_hertz_table = {
    "hertz",
    SCREE_NORMAL,
    "Hertz elastic force with a dashpot that gives the same restitution at every speed.",
    "F = K d^(3/2) + 2 sqrt(5/6) zeta sqrt(m* S) v;  K = 4/3 E* sqrt(R*), S = 2 E* sqrt(R* d), zeta from "
    "restitution",
    "Hertz 1882; Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239; closed form of zeta: Antypov and "
    "Elliott 2011",
    scree_hertz_params,
    sizeof scree_hertz_params / sizeof *scree_hertz_params,
    NULL,
    0,
    scree_hertz_derive,
    scree_hertz_collision_time,
    scree_hertz_restitution,
};

#endif
