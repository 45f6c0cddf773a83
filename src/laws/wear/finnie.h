// SPDX-License-Identifier: BSD-3-Clause
// Erosion of a ductile wall by a grain of mass m that hits it at the speed v and the angle a to the surface and cuts it:
//   V = c m v^2 / (p psi K) (sin 2a - 6/K sin^2 a)   where tan a <= K/6,
//   V = c m v^2 / (p psi K) (K/6 cos^2 a)            where it is steeper.
// Source: Finnie, Wear 3 (1960) 87; Wear 19 (1972) 81 for c. Once for each contact, with the velocity of the contact point when it begins. Brittle
// walls, and hits at right angles, at which it is zero, are outside of its range.
#pragma once

#include "laws/table.h"

#define SCREE_FINNIE_PARAMS(P)                                                                               \
    P(flow_stress, "Pa", NAN, 1.0, 1e15, MIN, NULL, "Plastic flow stress p of the wall.")                    \
    P(cutting_share, "1", 0.5, 0.0, 1.0, MEAN, NULL, "Share c of the grains that cut in the ideal way.")     \
    P(force_ratio, "1", 2.0, 0.1, 10.0, MEAN, NULL, "Normal over tangential force K on the cutting edge.")   \
    P(depth_ratio, "1", 2.0, 0.1, 10.0, MEAN, NULL, "Length of contact over depth of cut psi.")

SCREE_LAW_STRUCT(finnie, SCREE_FINNIE_PARAMS, double factor;)
enum { scree_finnie_columns = 0 };

static inline const char *scree_finnie_derive(const double *param, const scree_pairing *pair,
                                              double *derived) {
    (void)pair;
    scree_finnie *p = scree_finnie_take(param, derived);
    p->factor = p->cutting_share / (p->flow_stress * p->depth_ratio * p->force_ratio);
    return NULL;
}

SCREE_LAW void scree_finnie_law(const scree_finnie *p, scree_contact *c, double *h) {
    (void)h;
    const double k = p->force_ratio, n = c->vn > 0.0 ? c->vn : 0.0,
                 t2 = c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz, t = sqrt(t2),
                 flat = 2.0 * n * t - 6.0 / k * (n * n), steep = k / 6.0 * t2,
                 cut = 6.0 * n <= k * t ? flat : steep;
    c->wear_rate = 0.0;
    c->wear_impact = c->fresh * (p->factor * (c->m_eff * cut));
    c->wear_per_work = 0.0;
}

static const scree_law scree_finnie_table = {
    .name = "finnie",
    .slot = SCREE_WEAR,
    .title = "Erosion of ductile walls by grains that hit and cut.",
    .formula = "V = c m v^2/(p psi K) (sin 2a - 6/K sin^2 a), or (K/6 cos^2 a) where tan a > K/6",
    .source = "Finnie, Wear 3 (1960) 87",
    SCREE_LAW_PARTS(finnie),
    .page = "wear",
};
