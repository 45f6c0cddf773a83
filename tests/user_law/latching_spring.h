// SPDX-License-Identifier: BSD-3-Clause
// Partially latching spring: it loads along k1 and unloads along the steeper k2, so that a residual overlap d0 remains,
//   F = k1 d                      while d is the largest overlap so far, D,
//   F = max(k2 (d - d0), 0)       below it, d0 = (1 - k1 / k2) D,
// and the restitution of a collision is e = sqrt(k1 / k2) at every speed. No dashpot.
// Source: Walton and Braun, J. Rheol. 30 (1986) 949, eq. 1. Valid for one loading; d0 is cleared when the bodies
// separate.
#pragma once

#include "laws/table.h"

// P(name, unit, default or NAN: required, min, max, how a pair follows from two materials, choices or NULL, sentence)
#define LATCHING_SPRING_PARAMS(P)                                                                            \
    P(loading_stiffness, "N/m", NAN, 1e-12, 1e15, HARMONIC, NULL, "Stiffness k1 of the first loading.")      \
    P(restitution, "1", NAN, 0.01, 1.0, MEAN, NULL, "Restitution e of a head-on collision: k2 = k1 / e^2.")

// The parameters, then the constants derived from them: all double.
SCREE_LAW_STRUCT(latching_spring, LATCHING_SPRING_PARAMS, double unloading_stiffness, kt;)
enum { scree_latching_spring_columns = 1 };

static const scree_history_desc scree_latching_spring_history[] = {
    {"largest_overlap", "m", "Largest overlap of the contact so far."},
};

static inline const char *scree_latching_spring_derive(const double *param, const scree_pairing *pair,
                                                       double *derived) {
    scree_latching_spring *p = scree_latching_spring_take(param, derived);
    p->unloading_stiffness = p->loading_stiffness / (p->restitution * p->restitution);
    p->kt = p->loading_stiffness * (4.0 * pair->g_star / pair->e_star); // Mindlin's ratio
    return NULL; // or what is wrong with the parameters together, and what would be accepted
}

// Scalar C on one contact: no early return, no while, no function but sqrt and fabs; selects instead of branches. Every
// row of the law's slot is written each time.
SCREE_LAW void scree_latching_spring_law(const scree_latching_spring *p, scree_contact *c, double *h) {
    double k1 = p->loading_stiffness, k2 = p->unloading_stiffness;
    double d = c->overlap;
    double largest = d > h[0] ? d : h[0];
    double dent = (1.0 - k1 / k2) * largest;
    double below = k2 * (d - dent);
    double fn = below < 0.0 ? 0.0 : below < k1 * d ? below : k1 * d;
    h[0] = largest;
    c->fn = fn;
    c->fn_elastic = fn;
    c->critical = fn;
    c->kn = k1;
    c->kt = p->kt;
    c->cn = 0.0;
    c->zeta = 0.0;
    c->radius = d > 0.0 ? sqrt(c->r_eff * d) : 0.0;
    c->apart = 0.0;
    c->energy_n = 0.5 * fn * fn / k2; // what unloading gives back
    c->viscous_n = 0.0;
}

static inline double scree_latching_spring_collision_time(const double *derived, double m, double r,
                                                          double v) {
    (void)r, (void)v;
    const scree_latching_spring *p = (const scree_latching_spring *)(const void *)derived;
    return SCREE_PI * sqrt(m / p->unloading_stiffness); // the steeper branch sets the time step
}

static inline double scree_latching_spring_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    return ((const scree_latching_spring *)(const void *)derived)->restitution;
}

static const scree_law scree_latching_spring_table = {
    .name = "latching_spring",
    .slot = SCREE_NORMAL,
    .title = "Partially latching spring: stiffer in unloading than in loading.",
    .formula = "F = k1 d in first loading, k2 (d - d0) below; d0 = (1 - k1/k2) d_max, k2 = k1 / e^2",
    .source = "Walton and Braun, J. Rheol. 30 (1986) 949",
    SCREE_LAW_PARTS_AND_HISTORY(latching_spring),
    .collision_time = scree_latching_spring_collision_time,
    .restitution = scree_latching_spring_restitution,
};
