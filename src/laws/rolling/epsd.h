// SPDX-License-Identifier: BSD-3-Clause
// Elastic-plastic spring and dashpot for rolling: a spring of stiffness kr = 2.25 kn mu_r^2 R*^2 whose moment is at most
// mu_r R* Fn, with a dashpot of ratio eta_r beside it while it is below that. It comes to rest. History, and the
// forces to which the limit applies, as in rolling_spring.h.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C; kr after Iwashita and Oda 1998.
#pragma once

#include "laws/rolling/rolling_spring.h"

#define SCREE_EPSD_PARAMS(P)                                                                                 \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    P(rolling_damping, "1", 0.3, 0.0, 10.0, MEAN, NULL, "Damping ratio eta_r of the rolling dashpot.")       \
    SCREE_ROLLING_CONVENTION(P)                                                                              \
    SCREE_ROLLING_DASHPOT(P)

SCREE_LAW_STRUCT(epsd, SCREE_EPSD_PARAMS, double variant;)
enum { scree_epsd_columns = 4, scree_epsd_variants = 4 };
SCREE_ROLLING_HISTORY(epsd)

static inline const char *scree_epsd_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_epsd *p = scree_epsd_take(param, derived);
    return scree_rolling_variant_of(p->convention, p->dashpot, &p->variant);
}

SCREE_LAW void scree_epsd_law(const scree_epsd *p, scree_contact *c, double *h) {
    double arm = p->rolling_friction * c->r_eff;
    double kr = 2.25 * c->kn * (arm * arm);
    double cr = 2.0 * p->rolling_damping * sqrt(c->inertia_eff * kr);
    scree_rolling_by_variant(c, h, kr, cr, arm, p->variant);
}

static const scree_alias scree_epsd_alias[] = {
    {"rolling_friction", "coefficientRollingFriction"},
    {"rolling_damping", "coefficientRollingViscousDamping"},
    {NULL, NULL},
};

static const scree_law scree_epsd_table = {
    .name = "epsd",
    .slot = SCREE_ROLLING,
    .title = "Elastic-plastic rolling spring with a dashpot; holds a particle still at rest.",
    .formula = "M = Ms - C w, without C while |Ms| is at its limit mu_r R* Fn;  dMs = -kr w dt, kr = 2.25 kn "
               "mu_r^2 R*^2, C = 2 eta_r sqrt(I kr) without a limit of its own",
    .source = "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C",
    SCREE_LAW_PARTS_AND_HISTORY(epsd),
    .springs = 1,
    .traits = SCREE_TRAIT_ORIGINAL,
    .alias = scree_epsd_alias,
    .erratum = scree_epsd_errata,
};
