// SPDX-License-Identifier: BSD-3-Clause
// Linear tangential spring, dashpot and Coulomb slider: kt = ratio times the normal stiffness Fn/d, or given.
// Source: Cundall and Strack, Geotechnique 29 (1979) 47; slider and rotation as in tangent_spring.h, or as in other
// programs, tangent_switches.h.
#pragma once

#include "laws/tangential/tangent_switches.h"

#define SCREE_LINEAR_SPRING_PARAMS(P)                                                                        \
    P(friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    P(tangential_stiffness, "N/m", 0.0, 0.0, 1e15, HARMONIC, NULL,                                           \
      "Stiffness of the spring; 0: stiffness_ratio times the normal stiffness.")                             \
    P(stiffness_ratio, "1", SCREE_NOT_GIVEN, 0.0, 10.0, MEAN, NULL,                                          \
      "Tangential over normal stiffness where tangential_stiffness is 0; if not given 2/7, with preset: "    \
      "liggghts 1.")                                                                                         \
    SCREE_TANGENT_DASHPOT_AND_SWITCHES(P)

SCREE_LAW_STRUCT(linear_spring, SCREE_LINEAR_SPRING_PARAMS, double variant; scree_tangent_form form;)
enum { scree_linear_spring_columns = 4, scree_linear_spring_variants = 5 };
SCREE_TANGENT_HISTORY(linear_spring)

static inline const char *scree_linear_spring_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    (void)pair;
    scree_linear_spring *p = scree_linear_spring_take(param, derived);
    double ratio = isinf(p->stiffness_ratio) ? (p->preset == 1.0 ? 1.0 : 2.0 / 7.0) : p->stiffness_ratio;
    p->stiffness_ratio = p->tangential_stiffness > 0.0 ? 0.0 : ratio;
    const char *problem = scree_tangent_form_of(&p->form, p->preset, p->limit, p->memory, p->dashpot,
                                                p->slip_memory, p->rotation, p->damping, 1.0);
    p->variant = p->form.variant;
    p->tangential_damping *= p->tangential_damping_factor;
    return problem;
}

SCREE_LAW void scree_linear_spring_law(const scree_linear_spring *p, scree_contact *c, double *h) {
    double limit = scree_tangent_limit(c, p->friction, &p->form, p->variant);
    double kt = (1.0 - c->taken) * p->tangential_stiffness + p->stiffness_ratio * c->kn;
    double ct = 2.0 * c->zeta * sqrt(c->m_eff * kt);
    scree_tangent_by_variant(c, h, &p->form, p->variant, kt, p->tangential_damping, ct, c->cn, limit);
}

static const scree_alias scree_linear_spring_alias[] = {{"friction", "coefficientFriction"}, {NULL, NULL}};

static const scree_law scree_linear_spring_table = {
    .name = "linear_spring",
    .slot = SCREE_TANGENTIAL,
    .title = "Linear tangential spring, dashpot, Coulomb slider; memory turns with the contact.",
    .formula = "Ft = -kt xi - ct vt, |Ft| <= mu Fn;  ct = 2 zeta sqrt(m* kt)",
    .source = "Cundall and Strack, Geotechnique 29 (1979) 47; slider: Luding, Granular Matter 10 (2008) 235",
    SCREE_LAW_PARTS_AND_HISTORY(linear_spring),
    .springs = 1,
    .alias = scree_linear_spring_alias,
};
