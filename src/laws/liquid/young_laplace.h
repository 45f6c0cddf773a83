// SPDX-License-Identifier: BSD-3-Clause
// Liquid bridge by the equation of Young and Laplace, a surface of constant mean curvature between two spheres (see laws/liquid_bridge.h for
// R, the viscosity and the potential): its pull, its potential and the gap at which no such surface exists any more, tabulated by
// scripts/young_laplace.py for contact angles up to 60 deg and V / R^3 of 1e-6 .. 0.05. A bridge takes the coefficients of its volume from
// the table when it forms, so that a step needs only + - * / and square roots:
//   U(S) / (gamma R^2) = a1 (S + e - q) + e (a2 z + ... + a7 z^6) + S_r (a8 (1 - y^3) + a9 (1 - y^4) + a10 (1 - y^5) + a11 (1 - y^7)),
//   e^2 = 3.92 V / pi, q^2 = S^2 + e^2, z = S / q, y^2 = 1 - S / S_r,  F = dU / dS, lengths over R.
// Source: the pendular bridge without gravity, Orr, Scriven and Rivas, J. Fluid Mech. 67 (1975) 723.
#pragma once

#include "laws/liquid/young_laplace_table.h"
#include "laws/liquid_bridge.h"

#define SCREE_YOUNG_LAPLACE_PARAMS(P) SCREE_BRIDGE_PARAMS(P, 1.0471975511965979)

SCREE_LAW_STRUCT(young_laplace, SCREE_YOUNG_LAPLACE_PARAMS, scree_bridge_constants q; double variant;)
enum { scree_young_laplace_columns = SCREE_BRIDGE_COLUMNS + 11, scree_young_laplace_variants = 2 };

#define SCREE_YOUNG_LAPLACE_COLUMN(n)                                                                        \
    { "a" #n, "1", "Coefficient of the potential." }
static const scree_history_desc scree_young_laplace_history[] = {
    SCREE_BRIDGE_HISTORY,          SCREE_YOUNG_LAPLACE_COLUMN(1),  SCREE_YOUNG_LAPLACE_COLUMN(2),
    SCREE_YOUNG_LAPLACE_COLUMN(3), SCREE_YOUNG_LAPLACE_COLUMN(4),  SCREE_YOUNG_LAPLACE_COLUMN(5),
    SCREE_YOUNG_LAPLACE_COLUMN(6), SCREE_YOUNG_LAPLACE_COLUMN(7),  SCREE_YOUNG_LAPLACE_COLUMN(8),
    SCREE_YOUNG_LAPLACE_COLUMN(9), SCREE_YOUNG_LAPLACE_COLUMN(10), SCREE_YOUNG_LAPLACE_COLUMN(11),
};
#undef SCREE_YOUNG_LAPLACE_COLUMN

static inline const char *scree_young_laplace_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    (void)pair;
    scree_young_laplace *p = scree_young_laplace_take(param, derived);
    p->q = scree_bridge_constants_of(p->surface_tension, p->contact_angle, p->viscosity, p->viscous_gap);
    p->variant = p->viscosity > 0.0 ? 1.0 : 0.0;
    return NULL;
}

// The first of four neighbouring places around x, and the weights of the polynomial through them.
static inline int scree_young_laplace_weights(const double *place, int n, double x, double *weight) {
    int first = 0;
    for (int k = 1; k < n - 3; k++) {
        first = x > place[k + 1] ? k : first;
    }
    for (int i = 0; i < 4; i++) {
        weight[i] = 1.0;
        for (int j = 0; j < 4; j++) {
            weight[i] *= j != i ? (x - place[first + j]) / (place[first + i] - place[first + j]) : 1.0;
        }
    }
    return first;
}

static inline void scree_young_laplace_form(const double *derived, double volume, double r_eff, int wall,
                                            double *h) {
    const scree_young_laplace *p = (const scree_young_laplace *)(const void *)derived;
    enum { ANGLES = SCREE_YOUNG_LAPLACE_ANGLES, VOLUMES = SCREE_YOUNG_LAPLACE_VOLUMES };
    double angle[ANGLES], size[VOLUMES], by_angle[4], by_size[4], sum[SCREE_YOUNG_LAPLACE_COLUMNS] = {0};
    const double scaled = scree_bridge_scaled(volume, r_eff), least = scree_young_laplace_volume[0],
                 most = scree_young_laplace_volume[VOLUMES - 1],
                 inside = scaled < least  ? least
                          : scaled > most ? most
                                          : scaled;
    (void)wall;
    for (int k = 0; k < ANGLES; k++) {
        angle[k] = k * scree_young_laplace_angle;
    }
    for (int k = 0; k < VOLUMES; k++) {
        size[k] = scree_log(scree_young_laplace_volume[k]);
    }
    const int a = scree_young_laplace_weights(angle, ANGLES, p->contact_angle * (180.0 / SCREE_PI), by_angle),
              v = scree_young_laplace_weights(size, VOLUMES, scree_log(inside), by_size);
    for (int i = 0; i < 16; i++) {
        const double *row = scree_young_laplace_rows[(a + i / 4) * VOLUMES + v + i % 4];
        for (int k = 0; k < SCREE_YOUNG_LAPLACE_COLUMNS; k++) {
            sum[k] += by_angle[i / 4] * by_size[i % 4] * row[k];
        }
    }
    h[SCREE_BRIDGE_RUPTURE] = sum[0] * scree_bridge_root(scaled) * (2.0 * r_eff);
    for (int k = 1; k < SCREE_YOUNG_LAPLACE_COLUMNS; k++) {
        h[SCREE_BRIDGE_RUPTURE + k] = sum[k];
    }
}

SCREE_LAW void scree_young_laplace_law(const scree_young_laplace *p, scree_contact *c, double *h) {
    const double *a = h + SCREE_BRIDGE_RUPTURE; // a[1] .. a[11]
    const double r = 2.0 * c->r_eff, inverse = 1.0 / r, s = scree_bridge_gap(c) * inverse;
    const double held = h[SCREE_BRIDGE_VOLUME] > 0.0 ? 1.0 : 0.0,
                 volume = held * (h[SCREE_BRIDGE_VOLUME] * (inverse * inverse * inverse)) + (1.0 - held),
                 end = held * (h[SCREE_BRIDGE_RUPTURE] * inverse) + (1.0 - held);
    const double e2 = 3.92 / SCREE_PI * volume, e = sqrt(e2), q2 = s * s + e2, q = sqrt(q2), z = s / q;
    const double left = 1.0 - s / end, y2 = left > 0.0 ? left : 0.0, y = sqrt(y2), y3 = y2 * y;
    const double fall = e2 * e / (q2 * q); // e dz/dS
    const double series = z * (a[2] + z * (a[3] + z * (a[4] + z * (a[5] + z * (a[6] + z * a[7]))))),
                 slope =
                     a[2] + z * (2.0 * a[3] +
                                 z * (3.0 * a[4] + z * (4.0 * a[5] + z * (5.0 * a[6] + z * (6.0 * a[7])))));
    const double tail = a[8] * (1.0 - y3) + a[9] * (1.0 - y2 * y2) + a[10] * (1.0 - y3 * y2) +
                        a[11] * (1.0 - y3 * (y2 * y2)),
                 tail_slope = 1.5 * a[8] * y + 2.0 * a[9] * y2 + 2.5 * a[10] * y3 + 3.5 * a[11] * (y3 * y2);
    const double scale = p->q.tension * r;
    scree_bridge_pull pull;
    pull.force = scale * (a[1] * (1.0 - z) + fall * slope + tail_slope);
    pull.energy = scale * r * (a[1] * (s + e - q) + e * series + end * tail);
    scree_bridge_act(&p->q, pull, p->variant == 1.0, c, h);
}

static const scree_law scree_young_laplace_table = {
    .name = "young_laplace",
    .slot = SCREE_LIQUID,
    .title = "Liquid bridge by the equation of Young and Laplace, tabulated, with a potential.",
    .formula = "F = dU / dS, U(S, V) / (gamma R^2) from a table by contact angle and V / R^3",
    .source = "Orr, Scriven and Rivas, J. Fluid Mech. 67 (1975) 723",
    SCREE_LAW_PARTS_AND_HISTORY(young_laplace),
    .form = scree_young_laplace_form,
    .validity = "Contact angles up to 60 deg, V / R^3 of 1e-6 .. 0.05, no gravity in the bridge; unequal "
                "spheres by Derjaguin's radius",
    .cohesive = "surface_tension",
    .page = "liquid_bridges",
};
