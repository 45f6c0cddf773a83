// SPDX-License-Identifier: BSD-3-Clause
// Elastic-plastic spring for rolling with the stiffness of the tangential contact: kr = kt R*^2, up to mu_r R* Fn, no
// dashpot. History as in rolling_spring.h.
// Source: Iwashita and Oda, J. Eng. Mech. 124 (1998) 285; rolling_friction epsd2 of LIGGGHTS 3.8.
#pragma once

#include "laws/rolling/rolling_spring.h"

#define SCREE_EPSD2_PARAMS(P)                                                                                \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    SCREE_ROLLING_CONVENTION(P)

SCREE_LAW_STRUCT(epsd2, SCREE_EPSD2_PARAMS, double variant;)
enum { scree_epsd2_columns = 4, scree_epsd2_variants = 2 };
SCREE_ROLLING_HISTORY(epsd2)

static inline const char *scree_epsd2_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    (void)pair;
    scree_epsd2 *p = scree_epsd2_take(param, derived);
    p->variant = p->convention;
    return NULL;
}

SCREE_LAW void scree_epsd2_law(const scree_epsd2 *p, scree_contact *c, double *h) {
    double arm = p->rolling_friction * c->r_eff;
    double kr = c->kt * (c->r_eff * c->r_eff);
    scree_rolling_by_variant(c, h, kr, 0.0, arm, p->variant);
}

static const scree_alias scree_epsd2_alias[] = {
    {"rolling_friction", "coefficientRollingFriction"},
    {NULL, NULL},
};

static const scree_law scree_epsd2_table = {
    .name = "epsd2",
    .slot = SCREE_ROLLING,
    .title = "Elastic-plastic rolling spring as stiff as the tangential contact, without a dashpot.",
    .formula = "dM = -kr w dt, |M| <= mu_r R* Fn;  kr = kt R*^2",
    .source = "Iwashita and Oda, J. Eng. Mech. 124 (1998) 285; rolling_friction epsd2 of LIGGGHTS 3.8",
    SCREE_LAW_PARTS_AND_HISTORY(epsd2),
    .springs = 1,
    .traits = SCREE_TRAIT_ORIGINAL | SCREE_TRAIT_NEEDS_KT,
    .alias = scree_epsd2_alias,
    .erratum = scree_epsd_errata,
    .page = "epsd",
};
