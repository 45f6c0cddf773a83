// SPDX-License-Identifier: BSD-3-Clause
// Common parts of the laws of liquid bridges. To the engine a bridge is a bond (laws/bond.h): a part of the contact that lasts while its
// bodies are apart, until its law ends it. It does not replace the contact laws. Its columns are in the contact's history: liquid/bridges.c
// sets them when the bridge forms, and takes back what it held when it has ruptured.
//
// A law has a pull F(S) over the gap S >= 0 between the surfaces; bodies that overlap are pulled as at touch. Its potential is
// U(S) = integral of F from 0 to S, and -F(0) times the overlap, less its value where the bridge formed. So a bridge forms without a
// jump of energy, and what it has stored when it ruptures is lost.
//
// Spheres of radii ra and rb, and a sphere and a wall, count as two equal spheres of the radius R = 2 ra rb / (ra + rb), or 2 ra
// (Derjaguin). Liquid between the surfaces resists with its viscosity, up to a cut-off gap:
//   Fn = 6 pi eta r^2 vn / S,  Ft = 6 pi eta r vt (8/15 ln(r / S) + 0.9588),  r = R / 2.
// Sources: Lian, Thornton and Adams, J. Colloid Interface Sci. 161 (1993) 138 (rupture); Goldman, Cox and Brenner, Chem. Eng. Sci. 22
// (1967) 637, as in Nase, Vargas, Abatan and McCarthy, Powder Technol. 116 (2001) 214 (viscosity).
#pragma once

#include "laws/bond.h"
#include "maths/power.h"

// h[SCREE_BRIDGE_VOLUME] > 0: there is a bridge. RUPTURE and what follows: set by the law's `form`.
enum {
    SCREE_BRIDGE_VOLUME,
    SCREE_BRIDGE_OFFSET,
    SCREE_BRIDGE_MADE,
    SCREE_BRIDGE_RETURNED,
    SCREE_BRIDGE_RUPTURE,
    SCREE_BRIDGE_COLUMNS
};

#define SCREE_BRIDGE_HISTORY                                                                                 \
    {"volume", "m3", "Volume of the bridge; 0: none."},                                                      \
        {"offset", "J", "Potential where the bridge formed."}, {"made", "s", "Time when it formed."},        \
        {"returned", "m3",                                                                                   \
         "Volume that a rupture leaves, until it is given back to the bodies; -1: the contact waits for a "  \
         "bridge."},                                                                                         \
    {                                                                                                        \
        "rupture", "m", "Gap at which it ruptures."                                                          \
    }

// Parameters of all these laws. angles: the largest contact angle of the law, rad.
#define SCREE_BRIDGE_PARAMS(P, angles)                                                                       \
    P(surface_tension, "N/m", NAN, 1e-6, 1e3, MEAN, NULL, "Surface tension of the liquid.")                  \
    P(contact_angle, "rad", 0.0, 0.0, angles, MEAN, NULL,                                                    \
      "Angle in the liquid between its surface and the body.")                                               \
    P(viscosity, "Pa s", 0.0, 0.0, 1e6, MEAN, NULL, "Viscosity of the liquid.")                              \
    P(viscous_gap, "1", 0.01, 1e-6, 1.0, NONE, NULL,                                                         \
      "Gap over r_eff below which the viscous force does not grow: about the roughness of the surfaces.")

// The constants of a law of bridges.
typedef struct scree_bridge_constants {
    double tension, cosine, viscous, least_gap, angle; // N/m, 1, 6 pi eta in Pa s, 1, rad
} scree_bridge_constants;

static inline scree_bridge_constants scree_bridge_constants_of(double tension, double angle, double viscosity,
                                                               double least_gap) {
    double sine, cosine;
    scree_sin_cos(angle, &sine, &cosine);
    scree_bridge_constants q = {tension, cosine, 6.0 * SCREE_PI * viscosity, least_gap, angle};
    return q;
}

// Volume over R^3, and its cube root.
static inline double scree_bridge_scaled(double volume, double r_eff) {
    const double r = 2.0 * r_eff;
    return volume / (r * r * r);
}
static inline double scree_bridge_root(double scaled) {
    return scree_pow(scaled, 1.0 / 3.0);
}

// Gap at rupture after Lian, m.
static inline double scree_bridge_lian(const scree_bridge_constants *q, double volume, double r_eff) {
    return (1.0 + 0.5 * q->angle) * scree_bridge_root(scree_bridge_scaled(volume, r_eff)) * (2.0 * r_eff);
}

// Pull, N, and its integral over the gap from 0, J.
typedef struct scree_bridge_pull {
    double force, energy;
} scree_bridge_pull;

// The gap as a law sees it, m.
SCREE_LAW double scree_bridge_gap(const scree_contact *c) {
    return c->gap > 0.0 ? c->gap : 0.0;
}

// Adds the bridge to the results of the contact laws, or ends it. viscous: 0 leaves the viscous forces out.
SCREE_LAW void scree_bridge_act(const scree_bridge_constants *q, scree_bridge_pull pull, int viscous,
                                scree_contact *c, double *h) {
    scree_bond_begin(c);
    const double inside = c->gap < 0.0 ? c->gap : 0.0, volume = h[SCREE_BRIDGE_VOLUME];
    const int held = volume > 0.0, breaks = held & (c->gap > h[SCREE_BRIDGE_RUPTURE]), acts = held & !breaks;
    const double stored = (pull.energy + pull.force * inside) - h[SCREE_BRIDGE_OFFSET],
                 power = -(pull.force * c->vn);
    double along = 0.0, across = 0.0;
    if (viscous) {
        const double least = q->least_gap * c->r_eff, gap = c->gap > least ? c->gap : least,
                     ratio = c->r_eff / gap;
        along = q->viscous * c->r_eff * ratio;
        across = q->viscous * c->r_eff * (8.0 / 15.0 * scree_power_log(ratio) + 0.9588);
    }
    c->fn += acts ? along * c->vn - pull.force : 0.0;
    c->fn_elastic += acts ? -pull.force : 0.0;
    c->cn += acts ? along : 0.0;
    c->viscous_n += acts ? along * (c->vn * c->vn) : 0.0;
    c->ftx -= acts ? across * c->vtx : 0.0;
    c->fty -= acts ? across * c->vty : 0.0;
    c->ftz -= acts ? across * c->vtz : 0.0;
    c->viscous_t += acts ? across * ((c->vtx * c->vtx + c->vty * c->vty) + c->vtz * c->vtz) : 0.0;
    c->energy_n += acts ? stored : 0.0;
    c->bond_energy_n = held ? stored : 0.0;
    c->bond_power_n = held ? power : 0.0;
    c->break_mode = breaks ? 1.0 : 0.0;
    h[SCREE_BRIDGE_RETURNED] = breaks ? volume : h[SCREE_BRIDGE_RETURNED];
    c->apart = held ? 0.0 : c->apart;
    h[SCREE_BRIDGE_VOLUME] = breaks ? 0.0 : volume;
}

// A cylinder of liquid between the spheres: R, the gap S, e^2 = 2 V / (pi R) and q^2 = S^2 + e^2, m.
typedef struct scree_bridge_cylinder {
    double r, gap, e, q;
} scree_bridge_cylinder;

SCREE_LAW scree_bridge_cylinder scree_bridge_cylinder_of(const scree_contact *c, const double *h) {
    scree_bridge_cylinder l;
    l.r = 2.0 * c->r_eff;
    const double volume = h[SCREE_BRIDGE_VOLUME] > 0.0 ? h[SCREE_BRIDGE_VOLUME] : l.r * l.r * l.r,
                 e2 = 2.0 / SCREE_PI * volume / l.r;
    l.gap = scree_bridge_gap(c);
    l.e = sqrt(e2);
    l.q = sqrt(l.gap * l.gap + e2);
    return l;
}

// atan x for x >= 0: halved three times, then its series.
SCREE_LAW double scree_bridge_atan(double x) {
    const double y = x / (1.0 + sqrt(1.0 + x * x)), z = y / (1.0 + sqrt(1.0 + y * y)),
                 t = z / (1.0 + sqrt(1.0 + z * z)), q = t * t;
    double sum = 1.0 / 21.0;
    sum = 1.0 / 19.0 - q * sum;
    sum = 1.0 / 17.0 - q * sum;
    sum = 1.0 / 15.0 - q * sum;
    sum = 1.0 / 13.0 - q * sum;
    sum = 1.0 / 11.0 - q * sum;
    sum = 1.0 / 9.0 - q * sum;
    sum = 1.0 / 7.0 - q * sum;
    sum = 1.0 / 5.0 - q * sum;
    sum = 1.0 / 3.0 - q * sum;
    return 8.0 * (t * (1.0 - q * sum));
}
