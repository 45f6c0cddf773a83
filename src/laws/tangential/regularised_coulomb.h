// SPDX-License-Identifier: BSD-3-Clause
// Coulomb friction without history, proportional to the slip speed below v_reg:
//   Ft = -mu N vt / max(|vt|, v_reg).
// There is no static friction: under a load T below mu N the contact creeps at v_reg T / (mu N). N is given by `limit`;
// convention original uses the signed normal force, so that friction accelerates the motion while the contact pulls.
// Source: Exudyn 1.11, ObjectContactSphereSphere (2025); like Haff and Werner, Powder Technol. 48 (1986) 239.
#pragma once

#include "laws/tangential/tangent_spring.h"

#define SCREE_REGULARISED_COULOMB_PARAMS(P)                                                                  \
    P(friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    P(friction_proportional_zone, "m/s", 1e-3, 0.0, 1e9, NONE, NULL,                                         \
      "Slip speed v_reg below which friction is proportional to it; 0: Coulomb friction at any speed.")      \
    P(limit, "1", 0.0, 0.0, 3.0, NONE, SCREE_LIMIT_CHOICES, SCREE_LIMIT_DOC)                                 \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "The limit as chosen, or the program's: mu times the signed normal force.")

SCREE_LAW_STRUCT(regularised_coulomb, SCREE_REGULARISED_COULOMB_PARAMS, double weight[4], sign;)
enum { scree_regularised_coulomb_columns = 0 };

static inline const char *scree_regularised_coulomb_derive(const double *param, const scree_pairing *pair,
                                                           double *derived) {
    (void)pair;
    scree_regularised_coulomb *p = scree_regularised_coulomb_take(param, derived);
    scree_limit_weights(p->limit, p->weight);
    p->sign = p->convention;
    return NULL;
}

SCREE_LAW void scree_regularised_coulomb_law(const scree_regularised_coulomb *p, scree_contact *c,
                                             double *h) {
    (void)h;
    double limit =
        (1.0 - p->sign) * scree_coulomb_limit(c, p->friction, p->weight) + p->sign * (p->friction * c->fn);
    double speed = sqrt(c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz);
    double over = speed > p->friction_proportional_zone ? speed : p->friction_proportional_zone;
    double viscosity = over > 0.0 ? limit / over : 0.0;
    c->ftx = -viscosity * c->vtx;
    c->fty = -viscosity * c->vty;
    c->ftz = -viscosity * c->vtz;
    c->energy_t = 0.0;
    c->viscous_t = 0.0;
    c->spring_t = 0.0;
}

static const scree_alias scree_regularised_coulomb_alias[] = {
    {"friction", "dynamicFriction"},
    {"friction_proportional_zone", "frictionProportionalZone"},
    {NULL, NULL},
};

extern const scree_erratum scree_contact_sphere_sphere_errata[];

static const scree_law scree_regularised_coulomb_table = {
    .name = "regularised_coulomb",
    .slot = SCREE_TANGENTIAL,
    .title = "Coulomb friction without memory, proportional to the slip speed where that is small.",
    .formula = "Ft = -mu N vt / max(|vt|, v_reg)",
    .source =
        "Exudyn 1.11, ObjectContactSphereSphere (2025); like Haff and Werner, Powder Technol. 48 (1986) 239",
    SCREE_LAW_PARTS(regularised_coulomb),
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Flows in which contacts slide; a heap at rest creeps at v_reg times load over limit.",
    .alias = scree_regularised_coulomb_alias,
    .erratum = scree_contact_sphere_sphere_errata,
    .page = "contact_sphere_sphere",
};
