// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge after Rabinovich: the pressure in a cylinder of liquid, as lambert, and the surface tension at its edge (see
// laws/liquid_bridge.h for R and the viscosity):
//   F = 2 pi R gamma (cos(theta) / (1 + S / (2 d)) + sin(a) sin(a + theta)),  a^2 = 2 d / R,
//   2 d = sqrt(S^2 + 2 V / (pi R)) - S,  rupture after Lian, S = (1 + theta/2) V^(1/3).
// R is 2 ra rb / (ra + rb). LIGGGHTS (`washino`) takes ra rb / (ra + rb), half of it, and so half of the force at touch. The force has no
// potential in closed form: the ledger takes its work as it is, as plastic_normal. Source: Rabinovich, Esayanur and Moudgil, Langmuir 21
// (2005) 10992, eq. 19, 20 and A3.
#pragma once

#include "laws/liquid_bridge.h"

#define SCREE_RABINOVICH_PARAMS(P) SCREE_BRIDGE_PARAMS(P, 1.2217304763960306)

SCREE_LAW_STRUCT(rabinovich, SCREE_RABINOVICH_PARAMS, scree_bridge_constants q; double variant, sine;)
enum { scree_rabinovich_columns = SCREE_BRIDGE_COLUMNS, scree_rabinovich_variants = 2 };

static const scree_history_desc scree_rabinovich_history[] = {SCREE_BRIDGE_HISTORY};

static inline const char *scree_rabinovich_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    (void)pair;
    double cosine;
    scree_rabinovich *p = scree_rabinovich_take(param, derived);
    p->q = scree_bridge_constants_of(p->surface_tension, p->contact_angle, p->viscosity, p->viscous_gap);
    p->variant = p->viscosity > 0.0 ? 1.0 : 0.0;
    scree_sin_cos(p->contact_angle, &p->sine, &cosine);
    return NULL;
}

static inline void scree_rabinovich_form(const double *derived, double volume, double r_eff, int wall,
                                         double *h) {
    (void)wall;
    h[SCREE_BRIDGE_RUPTURE] =
        scree_bridge_lian(&((const scree_rabinovich *)(const void *)derived)->q, volume, r_eff);
}

// sin x / x and cos x for x^2 up to 1: their series.
SCREE_LAW double scree_rabinovich_sine(double x2) {
    return 1.0 -
           x2 / 6.0 *
               (1.0 -
                x2 / 20.0 *
                    (1.0 -
                     x2 / 42.0 *
                         (1.0 - x2 / 72.0 * (1.0 - x2 / 110.0 * (1.0 - x2 / 156.0 * (1.0 - x2 / 210.0))))));
}
SCREE_LAW double scree_rabinovich_cosine(double x2) {
    return 1.0 -
           x2 / 2.0 *
               (1.0 -
                x2 / 12.0 *
                    (1.0 - x2 / 30.0 *
                               (1.0 - x2 / 56.0 *
                                          (1.0 - x2 / 90.0 *
                                                     (1.0 - x2 / 132.0 *
                                                                (1.0 - x2 / 182.0 * (1.0 - x2 / 240.0)))))));
}

SCREE_LAW void scree_rabinovich_law(const scree_rabinovich *p, scree_contact *c, double *h) {
    const scree_bridge_cylinder l = scree_bridge_cylinder_of(c, h);
    const double wide = (l.q - l.gap) / l.r, a2 = wide < 1.0 ? wide : 1.0, a = sqrt(a2);
    const double sine = a * scree_rabinovich_sine(a2), cosine = scree_rabinovich_cosine(a2);
    scree_bridge_pull pull;
    pull.force = 2.0 * SCREE_PI * l.r * p->q.tension *
                 (p->q.cosine * (1.0 - l.gap / l.q) + sine * (sine * p->q.cosine + cosine * p->sine));
    pull.energy = 0.0;
    scree_bridge_act(&p->q, pull, 0.0, p->variant == 1.0, c, h);
}

static const scree_law scree_rabinovich_table = {
    .name = "rabinovich",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge as a cylinder with the surface tension at its edge, without a potential.",
    .formula = "F = 2 pi R gamma (cos(theta) / (1 + S / 2d) + sin(a) sin(a + theta)), a^2 = 2 d / R",
    .source = "Rabinovich, Esayanur and Moudgil, Langmuir 21 (2005) 10992, eq. 19, 20, A3",
    SCREE_LAW_PARTS_AND_HISTORY(rabinovich),
    .form = scree_rabinovich_form,
    .validity = "Small volumes and contact angles",
    .page = "liquid_bridges",
};
