// SPDX-License-Identifier: BSD-3-Clause
// Sliding friction without history: viscous up to the Coulomb limit, Ft = -min(mu Fn, c |vt|) vt/|vt|.
// There is no static friction, so a heap flows down; for fast flows and as the simplest case.
// Source: Haff and Werner, Powder Technol. 48 (1986) 239.
#pragma once

#include "laws/tangential/tangent_spring.h"

#define SCREE_COULOMB_PARAMS(P)                                                                              \
    P(friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    P(tangential_viscosity, "N s/m", 0.0, 0.0, 1e15, MEAN, NULL,                                             \
      "Viscous coefficient c at small speed; 0: 2 zeta sqrt(m* kt) of the normal law, or critical if that "  \
      "has none.")                                                                                           \
    P(limit, "1", 0.0, 0.0, 3.0, NONE, SCREE_LIMIT_CHOICES, SCREE_LIMIT_DOC)                                 \
    P(damping, "1", 0.0, 0.0, 1.0, NONE, "ratio|normal",                                                     \
      "What tangential_viscosity: 0 takes: 2 zeta sqrt(m* kt), or the dashpot of the normal law as it is, "  \
      "as LIGGGHTS.")

SCREE_LAW_STRUCT(coulomb, SCREE_COULOMB_PARAMS, double weight[4]; double use_offered, use_normal;)
enum { scree_coulomb_columns = 0 };

static inline const char *scree_coulomb_derive(const double *param, const scree_pairing *pair,
                                               double *derived) {
    (void)pair;
    scree_coulomb *p = scree_coulomb_take(param, derived);
    scree_limit_weights(p->limit, p->weight);
    p->use_offered = param[1] > 0.0 ? 0.0 : 1.0 - p->damping;
    p->use_normal = param[1] > 0.0 ? 0.0 : p->damping;
    return NULL;
}

SCREE_LAW void scree_coulomb_law(const scree_coulomb *p, scree_contact *c, double *h) {
    (void)h;
    double zeta = c->zeta > 0.0 ? c->zeta : 1.0;
    double offered = 2.0 * zeta * sqrt(c->m_eff * c->kt);
    double ct =
        (1.0 - c->taken) * p->tangential_viscosity + (p->use_offered * offered + p->use_normal * c->cn);
    double limit = scree_coulomb_limit(c, p->friction, p->weight);
    double v2 = c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz;
    double force = ct * sqrt(v2);
    double trim = force > limit ? limit / force : 1.0;
    c->ftx = -(trim * ct) * c->vtx;
    c->fty = -(trim * ct) * c->vty;
    c->ftz = -(trim * ct) * c->vtz;
    c->energy_t = 0.0;
    c->spring_t = 0.0;
    c->viscous_t = force > limit ? 0.0 : ct * v2;
}

static const scree_alias scree_coulomb_alias[] = {{"friction", "coefficientFriction"}, {NULL, NULL}};

static const scree_law scree_coulomb_table = {
    .name = "coulomb",
    .slot = SCREE_TANGENTIAL,
    .title = "Sliding friction without memory: viscous up to the Coulomb limit.",
    .formula = "Ft = -min(mu Fn, c |vt|) vt/|vt|",
    .source = "Haff and Werner, Powder Technol. 48 (1986) 239",
    SCREE_LAW_PARTS(coulomb),
    .alias = scree_coulomb_alias,
};
