// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge after Willett, the closed form for all gaps (see laws/liquid_bridge.h for R, the viscosity and the potential):
//   F = 2 pi R gamma cos(theta) / (1 + 1.05 s + 2.5 s^2),  s = S sqrt(R / V),  rupture at S = R (1 + theta/2) (v^(1/3) + v^(2/3) / 10),
// v = V / R^3. Source: Willett, Adams, Johnson and Seville, Langmuir 16 (2000) 9396, eq. 11 and 13, where s has half of the gap and half of
// the square root's volume. Against the solution of the Young-Laplace equation the force is up to 30 % off for contact angles up to 30 deg and v up to 1e-3, and twice that at 60 deg.
#pragma once

#include "laws/liquid_bridge.h"

#define SCREE_WILLETT_PARAMS(P) SCREE_BRIDGE_PARAMS(P, 1.2217304763960306)

SCREE_LAW_STRUCT(willett, SCREE_WILLETT_PARAMS, scree_bridge_constants q; double variant;)
enum { scree_willett_columns = SCREE_BRIDGE_COLUMNS, scree_willett_variants = 2 };

static const scree_history_desc scree_willett_history[] = {SCREE_BRIDGE_HISTORY};

static inline const char *scree_willett_derive(const double *param, const scree_pairing *pair,
                                               double *derived) {
    (void)pair;
    scree_willett *p = scree_willett_take(param, derived);
    p->q = scree_bridge_constants_of(p->surface_tension, p->contact_angle, p->viscosity, p->viscous_gap);
    p->variant = p->viscosity > 0.0 ? 1.0 : 0.0;
    return NULL;
}

static inline void scree_willett_form(const double *derived, double volume, double r_eff, int wall,
                                      double *h) {
    const scree_willett *p = (const scree_willett *)(const void *)derived;
    const double root = scree_bridge_root(scree_bridge_scaled(volume, r_eff));
    (void)wall;
    h[SCREE_BRIDGE_RUPTURE] = (1.0 + 0.5 * p->contact_angle) * (root + 0.1 * (root * root)) * (2.0 * r_eff);
}

SCREE_LAW void scree_willett_law(const scree_willett *p, scree_contact *c, double *h) {
    const double slope = 2.982867747654931; // sqrt(4 * 2.5 - 1.05^2)
    const double r = 2.0 * c->r_eff,
                 volume = h[SCREE_BRIDGE_VOLUME] > 0.0 ? h[SCREE_BRIDGE_VOLUME] : r * r * r;
    const double scale = sqrt(volume / r), s = scree_bridge_gap(c) / scale,
                 touch = 2.0 * SCREE_PI * r * (p->q.tension * p->q.cosine);
    // atan((5 s + 1.05) / slope) - atan(1.05 / slope) as one arc
    const double from = 1.05 / slope, to = (5.0 * s + 1.05) / slope;
    scree_bridge_pull pull;
    pull.force = touch / (1.0 + s * (1.05 + 2.5 * s));
    pull.energy = touch * scale * (2.0 / slope) * scree_bridge_atan((to - from) / (1.0 + from * to));
    scree_bridge_act(&p->q, pull, p->variant == 1.0, c, h);
}

static const scree_law scree_willett_table = {
    .name = "willett",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge in closed form for all gaps, with a potential.",
    .formula = "F = 2 pi R gamma cos(theta) / (1 + 1.05 s + 2.5 s^2), s = S sqrt(R/V)",
    .source = "Willett, Adams, Johnson and Seville, Langmuir 16 (2000) 9396",
    SCREE_LAW_PARTS_AND_HISTORY(willett),
    .form = scree_willett_form,
    .validity = "V / R^3 up to 0.01, contact angles up to 30 deg: force within 30 %",
    .cohesive = "surface_tension",
    .page = "liquid_bridges",
};
