// SPDX-License-Identifier: BSD-3-Clause
// Resistance to twisting derived from sliding friction over the contact area of radius a: a spring of stiffness
// kt a^2 / 2 on the angle of twist, a dashpot ct a^2 / 2, together at most 2/3 a mu Fn; the spring is limited accordingly.
// When a changes with the overlap, the spring keeps its moment while it stiffens and its angle while it softens, as in
// tangent_spring.h, so that no closed path creates energy.
// Source: Marshall, J. Comput. Phys. 228 (2009) 1541, eqs. 32 and 33. Valid for a contact without slip which at the limit
// slides everywhere; micro-slip is neglected.
#pragma once

#include "laws/tangential/tangent_spring.h"

#define SCREE_MARSHALL_PARAMS(P)                                                                             \
    P(friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Coulomb friction coefficient mu, that of sliding.")        \
    P(twisting_damping, "1", 1.0, 0.0, 1.0, NONE, "off|on",                                                  \
      "Dashpot beside the spring, with the damping ratio of the normal law.")                                \
    P(limit, "1", 0.0, 0.0, 3.0, NONE, SCREE_LIMIT_CHOICES, SCREE_LIMIT_DOC)

SCREE_LAW_STRUCT(marshall, SCREE_MARSHALL_PARAMS, double weight[4];)
enum { scree_marshall_columns = 2 };

static const scree_history_desc scree_marshall_history[] = {
    {"angle", "rad", "Twist of the spring."},
    {"stiffness", "N m", "Twisting stiffness per radian when last evaluated."},
};

static inline const char *scree_marshall_derive(const double *param, const scree_pairing *pair,
                                                double *derived) {
    (void)pair;
    scree_marshall *p = scree_marshall_take(param, derived);
    scree_limit_weights(p->limit, p->weight);
    return NULL;
}

SCREE_LAW void scree_marshall_law(const scree_marshall *p, scree_contact *c, double *h) {
    double rate = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double a = c->radius, half = 0.5 * (a * a), k = half * c->kt;
    double dashpot = p->twisting_damping * half * (2.0 * c->zeta * sqrt(c->m_eff * c->kt));
    double limit = 2.0 / 3.0 * a * scree_coulomb_limit(c, p->friction, p->weight);
    double soften = k > h[1] ? h[1] / k : 1.0;
    double turn = c->turn_x * c->nx + c->turn_y * c->ny + c->turn_z * c->nz;
    double seen = scree_seen_of_step(c, h[1]), before = h[1] * h[0];
    double angle = soften * h[0] + seen * turn;
    double spring = fabs(k * angle);
    angle *= spring > limit ? limit / spring : 1.0;
    double moment = k * angle + dashpot * rate, size = fabs(moment);
    moment *= size > limit ? limit / size : 1.0;
    c->mw = -moment;
    c->energy_w = 0.5 * k * (angle * angle);
    c->spring_w = 0.5 * (before + k * angle) * turn;
    c->viscous_w = (moment - k * angle) * rate; // power of the dashpot
    h[0] = angle;
    h[1] = k;
}

static const scree_law scree_marshall_table = {
    .name = "marshall",
    .slot = SCREE_TWISTING,
    .title = "Twisting spring, dashpot and slider that follow from sliding friction over the contact area.",
    .formula = "M = -k phi - c w, |M| <= 2/3 a mu Fn;  k = kt a^2 / 2, c = ct a^2 / 2",
    .source = "Marshall, J. Comput. Phys. 228 (2009) 1541, eqs. 32 and 33",
    SCREE_LAW_PARTS_AND_HISTORY(marshall),
    .springs = 1,
    .traits = SCREE_TRAIT_NEEDS_KT,
    .validity = "Contact areas that stick or slide as a whole",
};
