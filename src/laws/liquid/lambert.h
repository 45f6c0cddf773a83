// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge after Lambert, a cylinder of liquid (see laws/liquid_bridge.h for R, the viscosity and the potential):
//   F = 2 pi R gamma cos(theta) (1 - S / sqrt(S^2 + 2 V / (pi R))),  rupture after Lian, S = (1 + theta/2) V^(1/3).
// Source: Lambert, Chau, Delchambre and Regnier, Langmuir 24 (2008) 3157, eq. 65, with the height of eq. 17; as in YADE.
#pragma once

#include "laws/liquid_bridge.h"

#define SCREE_LAMBERT_PARAMS(P) SCREE_BRIDGE_PARAMS(P, 1.2217304763960306)

SCREE_LAW_STRUCT(lambert, SCREE_LAMBERT_PARAMS, scree_bridge_constants q; double variant;)
enum { scree_lambert_columns = SCREE_BRIDGE_COLUMNS, scree_lambert_variants = 2 };

static const scree_history_desc scree_lambert_history[] = {SCREE_BRIDGE_HISTORY};

static inline const char *scree_lambert_derive(const double *param, const scree_pairing *pair,
                                               double *derived) {
    (void)pair;
    scree_lambert *p = scree_lambert_take(param, derived);
    p->q = scree_bridge_constants_of(p->surface_tension, p->contact_angle, p->viscosity, p->viscous_gap);
    p->variant = p->viscosity > 0.0 ? 1.0 : 0.0;
    return NULL;
}

static inline void scree_lambert_form(const double *derived, double volume, double r_eff, int wall,
                                      double *h) {
    (void)wall;
    h[SCREE_BRIDGE_RUPTURE] =
        scree_bridge_lian(&((const scree_lambert *)(const void *)derived)->q, volume, r_eff);
}

SCREE_LAW void scree_lambert_law(const scree_lambert *p, scree_contact *c, double *h) {
    const scree_bridge_cylinder l = scree_bridge_cylinder_of(c, h);
    const double touch = 2.0 * SCREE_PI * l.r * (p->q.tension * p->q.cosine);
    scree_bridge_pull pull;
    pull.force = touch * (1.0 - l.gap / l.q);
    pull.energy = touch * (l.gap + l.e - l.q);
    scree_bridge_act(&p->q, pull, p->variant == 1.0, c, h);
}

static const scree_law scree_lambert_table = {
    .name = "lambert",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge as a cylinder, with a potential.",
    .formula = "F = 2 pi R gamma cos(theta) (1 - S / sqrt(S^2 + 2 V / (pi R)))",
    .source = "Lambert, Chau, Delchambre and Regnier, Langmuir 24 (2008) 3157, eq. 65",
    SCREE_LAW_PARTS_AND_HISTORY(lambert),
    .form = scree_lambert_form,
    .validity = "Small volumes and contact angles",
    .cohesive = "surface_tension",
    .page = "liquid_bridges",
};
