// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge after Rabinovich: the pressure in a cylinder of liquid, as lambert, and the surface tension at its edge (see
// laws/liquid_bridge.h for R, the viscosity and the potential):
//   F = 2 pi R gamma (cos(theta) / (1 + S / (2 d)) + sin(a) sin(a + theta)),  a^2 = 2 d / R,
//   2 d = sqrt(S^2 + 2 V / (pi R)) - S,  rupture after Lian, S = (1 + theta/2) V^(1/3).
// R is 2 ra rb / (ra + rb). LIGGGHTS (`washino`) takes ra rb / (ra + rb), half of it, and so half of the force at touch. With e^2 = 2 V / (pi R)
// the gap is S = (e^2 / (R a^2) - R a^2) / 2, so the integral of the second term is one of sin(a) sin(a + theta) (e^2 / (R a^4) + R) a over a: a series,
// as a is small. Source: Rabinovich, Esayanur and Moudgil, Langmuir 21 (2005) 10992, eq. 19, 20 and A3.
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

// Series in a, for a^2 = x up to 0.5: sin^2 a / a^2 and sin(2 a) / (2 a), ...
SCREE_LAW double scree_rabinovich_square(double x) {
    return 1.0 - x * (1.0 / 3.0 -
                      x * (2.0 / 45.0 - x * (1.0 / 315.0 - x * (2.0 / 14175.0 - x * (2.0 / 467775.0)))));
}
SCREE_LAW double scree_rabinovich_double(double x) {
    return 1.0 -
           x * (2.0 / 3.0 - x * (2.0 / 15.0 - x * (4.0 / 315.0 - x * (2.0 / 2835.0 - x * (4.0 / 155925.0)))));
}
// ... and the integrals over a of both times a^2 and a, times (c^2 / a^4 + 1) a: c2 = c^2, l = ln a.
SCREE_LAW double scree_rabinovich_integral(double cosine, double sine, double a, double x, double l,
                                           double c2) {
    const double square_near =
                     l - x * (1.0 / 6.0 -
                              x * (1.0 / 90.0 - x * (1.0 / 1890.0 - x * (1.0 / 56700.0 - x / 2338875.0)))),
                 square_far =
                     x * x *
                     (1.0 / 4.0 - x * (1.0 / 18.0 - x * (1.0 / 180.0 - x * (1.0 / 3150.0 - x / 85050.0)))),
                 double_near =
                     -1.0 / a -
                     a * (2.0 / 3.0 - x * (2.0 / 45.0 -
                                           x * (4.0 / 1575.0 - x * (2.0 / 19845.0 - x * (4.0 / 1403325.0))))),
                 double_far =
                     x * a *
                     (1.0 / 3.0 -
                      x * (2.0 / 15.0 - x * (2.0 / 105.0 - x * (4.0 / 2835.0 - x * (2.0 / 31185.0)))));
    return cosine * (c2 * square_near + square_far) + sine * (c2 * double_near + double_far);
}

SCREE_LAW void scree_rabinovich_law(const scree_rabinovich *p, scree_contact *c, double *h) {
    const scree_bridge_cylinder l = scree_bridge_cylinder_of(c, h);
    const double held = h[SCREE_BRIDGE_VOLUME] > 0.0 ? 1.0 : 0.0,
                 height = held * (l.q - l.gap) + (1.0 - held) * (0.1 * l.r),
                 start = held * l.e + (1.0 - held) * (0.1 * l.r);
    const double x = height / l.r, a = sqrt(x), x0 = start / l.r, a0 = sqrt(x0), c2 = x0 * x0;
    const double scale = 2.0 * SCREE_PI * l.r * p->q.tension, cosine = p->q.cosine, sine = p->sine;
    const double edge = cosine * x * scree_rabinovich_square(x) + sine * a * scree_rabinovich_double(x),
                 from = scree_rabinovich_integral(cosine, sine, a0, x0, 0.5 * scree_power_log(x0), c2),
                 to = scree_rabinovich_integral(cosine, sine, a, x, 0.5 * scree_power_log(x), c2);
    scree_bridge_pull pull;
    pull.force = scale * (cosine * (1.0 - l.gap / l.q) + edge);
    pull.energy = scale * (cosine * (l.gap + l.e - l.q) + l.r * (from - to));
    scree_bridge_act(&p->q, pull, p->variant == 1.0, c, h);
}

static const scree_law scree_rabinovich_table = {
    .name = "rabinovich",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge as a cylinder with the surface tension at its edge, with a potential.",
    .formula = "F = 2 pi R gamma (cos(theta) / (1 + S / 2d) + sin(a) sin(a + theta)), a^2 = 2 d / R",
    .source = "Rabinovich, Esayanur and Moudgil, Langmuir 21 (2005) 10992, eq. 19, 20, A3",
    SCREE_LAW_PARTS_AND_HISTORY(rabinovich),
    .form = scree_rabinovich_form,
    .validity = "Small volumes and contact angles",
    .cohesive = "surface_tension",
    .page = "liquid_bridges",
};
