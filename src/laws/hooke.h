// SPDX-License-Identifier: BSD-3-Clause
// Linear spring and dashpot: F = k d + 2 zeta sqrt(m* k) v, zeta from the restitution in closed form (damping.h).
// Source: Cundall and Strack, Geotechnique 29 (1979) 47. The duration of a contact does not depend on speed.
#ifndef SCREE_LAWS_HOOKE_H
#define SCREE_LAWS_HOOKE_H

#include "laws/damping.h"
#include "laws/table.h"

#define SCREE_HOOKE_PARAMS(P)                                                                                \
    P(stiffness, "N/m", NAN, 1e-12, 1e15, HARMONIC, NULL, "Stiffness k of the contact spring.")              \
    P(restitution, "1", NAN, 0.01, 1.0, MEAN, NULL, "Coefficient of restitution of a head-on collision.")    \
    P(end, "1", 0.0, 0.0, 1.0, NONE, "zero_overlap|zero_force",                                              \
      "Where a contact ends: at zero overlap (the dashpot may pull for a moment) or when the force reaches " \
      "zero.")

SCREE_LAW_STRUCT(hooke, SCREE_HOOKE_PARAMS, double zeta, kt;)
enum { scree_hooke_columns = 0 };

static inline const char *scree_hooke_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    scree_hooke *p = scree_hooke_take(param, derived);
    p->zeta = scree_damping_ratio(p->restitution, p->end > 0.5);
    p->kt = p->stiffness * (4.0 * pair->g_star / pair->e_star); // Mindlin's ratio kt / kn = 4 G* / E*
    return NULL;
}

SCREE_LAW void scree_hooke_law(const scree_hooke *p, scree_contact *c, double *h) {
    (void)h;
    double elastic = p->stiffness * c->overlap;
    double cn = 2.0 * p->zeta * sqrt(c->m_eff * p->stiffness);
    double fn = elastic + cn * c->vn;
    double kept = p->end > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = kept;
    c->fn_elastic = elastic;
    c->critical = kept > 0.0 ? kept : 0.0;
    c->kn = p->stiffness;
    c->kt = p->kt;
    c->cn = cn;
    c->zeta = p->zeta;
    c->radius = sqrt(c->r_eff * c->overlap);
    c->apart = 0.0;
    c->energy_n = 0.5 * elastic * c->overlap;
    c->viscous_n = (kept - elastic) * c->vn;
}

static inline double scree_hooke_collision_time(const double *derived, double m, double r, double v) {
    (void)r, (void)v;
    return SCREE_PI * sqrt(m / ((const scree_hooke *)(const void *)derived)->stiffness);
}

static inline double scree_hooke_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    return ((const scree_hooke *)(const void *)derived)->restitution;
}

static const scree_law scree_hooke_table = {
    .name = "hooke",
    .slot = SCREE_NORMAL,
    .title = "Linear spring and dashpot.",
    .formula = "F = k d + 2 zeta sqrt(m* k) v;  zeta from restitution",
    .source = "Cundall and Strack, Geotechnique 29 (1979) 47",
    .param = scree_hooke_params,
    .nparam = SCREE_COUNT_OF(scree_hooke_params),
    .derive = scree_hooke_derive,
    .collision_time = scree_hooke_collision_time,
    .restitution = scree_hooke_restitution,
};

#endif
