// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge after Mikami, a regression of numerical solutions (see laws/liquid_bridge.h for R, the viscosity and the potential):
//   F = pi R gamma (exp(A S / R + B) + C), with v = V / R^3 and the angle in rad
//   spheres: A = -1.1 v^-0.53, B = (-0.148 ln v - 0.96) theta^2 - 0.0082 ln v + 0.48, C = 0.0018 ln v + 0.078,
//            rupture at S = R (0.62 theta + 0.99) v^0.34;
//   a wall, with the radius of the sphere for R: A = -1.9 v^-0.51, B = (-0.016 ln v - 0.76) theta^2 - 0.12 ln v + 1.2,
//            C = 0.013 ln v + 0.18, rupture at S = R (0.22 theta + 0.95) v^0.32.
// Source: Mikami, Kamiya and Horio, Chem. Eng. Sci. 53 (1998) 1927. Soulie's force (LIGGGHTS `easo`) has the same coefficients.
#pragma once

#include "laws/liquid_bridge.h"

#define SCREE_MIKAMI_PARAMS(P) SCREE_BRIDGE_PARAMS(P, 1.2217304763960306)

SCREE_LAW_STRUCT(mikami, SCREE_MIKAMI_PARAMS, scree_bridge_constants q; double variant;)
enum {
    SCREE_MIKAMI_A = SCREE_BRIDGE_COLUMNS,
    SCREE_MIKAMI_B,
    SCREE_MIKAMI_C,
    SCREE_MIKAMI_RADIUS,
    scree_mikami_columns,
    scree_mikami_variants = 2
};

static const scree_history_desc scree_mikami_history[] = {
    SCREE_BRIDGE_HISTORY,
    {"rate", "1/m", "Rate at which the exponential falls, A / R."},
    {"factor", "1", "Factor of the exponential, exp B."},
    {"rest", "1", "Rest of the pull, C."},
    {"radius", "m", "Radius R, against a wall that of the sphere."},
};

static inline const char *scree_mikami_derive(const double *param, const scree_pairing *pair,
                                              double *derived) {
    (void)pair;
    scree_mikami *p = scree_mikami_take(param, derived);
    p->q = scree_bridge_constants_of(p->surface_tension, p->contact_angle, p->viscosity, p->viscous_gap);
    p->variant = p->viscosity > 0.0 ? 1.0 : 0.0;
    return NULL;
}

static inline void scree_mikami_form(const double *derived, double volume, double r_eff, int wall,
                                     double *h) {
    const double theta = ((const scree_mikami *)(const void *)derived)->contact_angle,
                 r = wall ? r_eff : 2.0 * r_eff, v = volume / (r * r * r), l = scree_log(v);
    const double a = wall ? -1.9 * scree_pow(v, -0.51) : -1.1 * scree_pow(v, -0.53),
                 b = wall ? (-0.016 * l - 0.76) * (theta * theta) - 0.12 * l + 1.2
                          : (-0.148 * l - 0.96) * (theta * theta) - 0.0082 * l + 0.48;
    h[SCREE_BRIDGE_RUPTURE] =
        r * (wall ? (0.22 * theta + 0.95) * scree_pow(v, 0.32) : (0.62 * theta + 0.99) * scree_pow(v, 0.34));
    h[SCREE_MIKAMI_A] = a / r;
    h[SCREE_MIKAMI_B] = scree_exp(b);
    h[SCREE_MIKAMI_C] = wall ? 0.013 * l + 0.18 : 0.0018 * l + 0.078;
    h[SCREE_MIKAMI_RADIUS] = r;
}

SCREE_LAW void scree_mikami_law(const scree_mikami *p, scree_contact *c, double *h) {
    const double held = h[SCREE_BRIDGE_VOLUME] > 0.0 ? 1.0 : 0.0, gap = scree_bridge_gap(c);
    const double rate = held * h[SCREE_MIKAMI_A] - (1.0 - held), factor = h[SCREE_MIKAMI_B],
                 fading = factor * scree_power_exp(rate * gap);
    const double scale = SCREE_PI * h[SCREE_MIKAMI_RADIUS] * p->q.tension;
    scree_bridge_pull pull;
    pull.force = scale * (fading + h[SCREE_MIKAMI_C]);
    pull.energy = scale * ((fading - factor) / rate + h[SCREE_MIKAMI_C] * gap);
    scree_bridge_act(&p->q, pull, p->variant == 1.0, c, h);
}

static const scree_law scree_mikami_table = {
    .name = "mikami",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge by a regression of numerical solutions, with a potential.",
    .formula = "F = pi R gamma (exp(A S/R + B) + C), A, B, C by V and contact angle",
    .source = "Mikami, Kamiya and Horio, Chem. Eng. Sci. 53 (1998) 1927",
    SCREE_LAW_PARTS_AND_HISTORY(mikami),
    .form = scree_mikami_form,
    .validity = "V / R^3 of 1e-4 .. 1e-2, contact angles up to 40 deg",
    .cohesive = "surface_tension",
    .page = "liquid_bridges",
};
