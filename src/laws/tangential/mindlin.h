// SPDX-License-Identifier: BSD-3-Clause
// Mindlin's no-slip tangential stiffness kt = 8 G* sqrt(R* d) as a spring with history, dashpot and Coulomb slider.
// Source: Mindlin, J. Appl. Mech. 16 (1949) 259; slider and rotation as in tangent_spring.h, or as in other programs,
// tangent_switches.h. The normal law provides kt (hertz: 8 G* a; hooke: k 4 G*/E*, the same ratio to its stiffness), so it
// works with any normal law.
#pragma once

#include "laws/tangential/tangent_switches.h"

#define SCREE_MINDLIN_PARAMS(P)                                                                              \
    P(friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    SCREE_TANGENT_DASHPOT_AND_SWITCHES(P)

SCREE_LAW_STRUCT(mindlin, SCREE_MINDLIN_PARAMS, double variant; scree_tangent_form form;)
enum { scree_mindlin_columns = 4, scree_mindlin_variants = 5 };
SCREE_TANGENT_HISTORY(mindlin)

static inline const char *scree_mindlin_derive(const double *param, const scree_pairing *pair,
                                               double *derived) {
    (void)pair;
    scree_mindlin *p = scree_mindlin_take(param, derived);
    const char *problem = scree_tangent_form_of(&p->form, p->preset, p->limit, p->memory, p->dashpot,
                                                p->slip_memory, p->rotation, p->damping, 0.0);
    p->variant = p->form.variant;
    p->tangential_damping *= p->tangential_damping_factor;
    return problem;
}

SCREE_LAW void scree_mindlin_law(const scree_mindlin *p, scree_contact *c, double *h) {
    double limit = scree_tangent_limit(c, p->friction, &p->form, p->variant);
    double ct = 2.0 * c->zeta * sqrt(c->m_eff * c->kt);
    scree_tangent_by_variant(c, h, &p->form, p->variant, c->kt, p->tangential_damping, ct, ct, limit);
}

static const scree_alias scree_mindlin_alias[] = {{"friction", "coefficientFriction"}, {NULL, NULL}};

static const scree_law scree_mindlin_table = {
    .name = "mindlin",
    .slot = SCREE_TANGENTIAL,
    .title = "Tangential spring of Mindlin's no-slip stiffness, dashpot, Coulomb slider; memory turns with "
             "the contact.",
    .formula = "Ft = -kt xi - ct vt, |Ft| <= mu Fn;  kt = 8 G* sqrt(R* d), ct = 2 zeta sqrt(m* kt)",
    .source = "Mindlin, J. Appl. Mech. 16 (1949) 259; slider: Luding, Granular Matter 10 (2008) 235",
    SCREE_LAW_PARTS_AND_HISTORY(mindlin),
    .springs = 1,
    .alias = scree_mindlin_alias,
};
