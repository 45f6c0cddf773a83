// SPDX-License-Identifier: BSD-3-Clause
// epsd with a given factor of the rolling stiffness: kr = rolling_stiffness kn mu_r^2 R*^2.
// Source: Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C; rolling_friction epsd3 of LIGGGHTS 3.8.
#pragma once

#include "laws/rolling/rolling_spring.h"

#define SCREE_EPSD3_PARAMS(P)                                                                                \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    P(rolling_damping, "1", 0.3, 0.0, 10.0, MEAN, NULL, "Damping ratio eta_r of the rolling dashpot.")       \
    P(rolling_stiffness, "1", 2.25, 0.0, 1e6, NONE, NULL,                                                    \
      "Factor of the rolling stiffness, kr / (kn mu_r^2 R*^2).")                                             \
    SCREE_ROLLING_CONVENTION(P)                                                                              \
    SCREE_ROLLING_DASHPOT(P)

SCREE_LAW_STRUCT(epsd3, SCREE_EPSD3_PARAMS, double variant;)
enum { scree_epsd3_columns = 4, scree_epsd3_variants = 4 };
SCREE_ROLLING_HISTORY(epsd3)

static inline const char *scree_epsd3_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    (void)pair;
    scree_epsd3 *p = scree_epsd3_take(param, derived);
    return scree_rolling_variant_of(p->convention, p->dashpot, &p->variant);
}

SCREE_LAW void scree_epsd3_law(const scree_epsd3 *p, scree_contact *c, double *h) {
    double arm = p->rolling_friction * c->r_eff;
    double kr = p->rolling_stiffness * c->kn * (arm * arm);
    double cr = 2.0 * p->rolling_damping * sqrt(c->inertia_eff * kr);
    scree_rolling_by_variant(c, h, kr, cr, arm, p->variant);
}

static const scree_alias scree_epsd3_alias[] = {
    {"rolling_friction", "coefficientRollingFriction"},
    {"rolling_damping", "coefficientRollingViscousDamping"},
    {"rolling_stiffness", "rollingStiffness"},
    {NULL, NULL},
};

static const scree_law scree_epsd3_table = {
    .name = "epsd3",
    .slot = SCREE_ROLLING,
    .title = "Elastic-plastic rolling spring with a dashpot and a stiffness factor that is given.",
    .formula = "M = Ms - C w, without C while |Ms| is at its limit mu_r R* Fn;  dMs = -kr w dt, kr = "
               "rolling_stiffness kn mu_r^2 R*^2, C = 2 eta_r sqrt(I kr) without a limit of its own",
    .source = "Ai, Chen, Rotter and Ooi, Powder Technol. 206 (2011) 269, model C",
    SCREE_LAW_PARTS_AND_HISTORY(epsd3),
    .springs = 1,
    .traits = SCREE_TRAIT_ORIGINAL,
    .alias = scree_epsd3_alias,
    .erratum = scree_epsd_errata,
    .page = "epsd",
};
