// SPDX-License-Identifier: BSD-3-Clause
// Linear spring and dashpot: F = k d + 2 zeta sqrt(m* k) v, zeta from the restitution in closed form (damping.h).
// Source: Cundall and Strack, Geotechnique 29 (1979) 47. The duration of a contact does not depend on speed.
// As in LIGGGHTS, the stiffness may be computed from a characteristic velocity and the restitution from a Stokes number
// (characteristic.h); these contacts have a separate loop.
#pragma once

#include "laws/characteristic.h"
#include "laws/damping.h"

#define SCREE_HOOKE_PARAMS(P)                                                                                \
    P(stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, HARMONIC, NULL,                                        \
      "Stiffness k of the contact spring; needed where characteristic_velocity is not given.")               \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Coefficient of restitution of a head-on collision; not used with viscous: on.")                       \
    P(end, "1", 0.0, 0.0, 2.0, NONE, SCREE_END_CHOICES, SCREE_END_DOC)                                       \
    P(characteristic_velocity, "m/s", SCREE_NOT_GIVEN, 1e-9, 1e4, MEAN, NULL,                                \
      "Impact speed at which the spring stores what Hertz stores; used where stiffness is not given.")       \
    SCREE_VISCOUS_PARAMS(P)                                                                                  \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "With viscous: on, original takes the signed normal speed of each moment into the Stokes number, as "  \
      "LIGGGHTS; corrected its absolute value.")

SCREE_LAW_STRUCT(hooke, SCREE_HOOKE_PARAMS, double variant, zeta, kt, k, kt_ratio, e_star, velocity,
                 by_velocity, ln_e_max, drag;)
enum { scree_hooke_columns = 0, scree_hooke_variants = 2 };

static inline const char *scree_hooke_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    scree_hooke *p = scree_hooke_take(param, derived);
    int by_velocity = isinf(p->stiffness), stokes = p->viscous > 0.5;
    const char *problem = NULL;
    if (by_velocity && isinf(p->characteristic_velocity)) {
        problem = "needs 'stiffness', a number in N/m, or 'characteristic_velocity', a number in m/s";
    } else if (!stokes && isinf(p->restitution)) {
        problem = "needs 'restitution', a number from 0.01 to 1, or viscous: on with its three parameters";
    } else if (stokes) {
        problem = scree_stokes_problem(p->fluid_viscosity, p->critical_stokes, p->maximum_restitution);
    }
    p->zeta = stokes || isinf(p->restitution) ? 0.0 : scree_damping_ratio(p->restitution, p->end == 1.0);
    p->kt_ratio = 4.0 * pair->g_star / pair->e_star; // Mindlin's ratio kt / kn = 4 G* / E*
    p->k = by_velocity ? 0.0 : p->stiffness;
    p->kt = p->k * p->kt_ratio;
    p->e_star = pair->e_star;
    p->by_velocity = by_velocity ? 1.0 : 0.0;
    p->velocity = by_velocity && !problem ? p->characteristic_velocity : 1.0;
    p->ln_e_max = stokes && !problem ? scree_log(p->maximum_restitution) : 0.0;
    p->drag = stokes && !problem ? 6.0 * SCREE_PI * p->fluid_viscosity * p->critical_stokes : 0.0;
    p->variant = by_velocity || stokes ? 1.0 : 0.0;
    return problem;
}

SCREE_LAW double scree_hooke_constant(const scree_hooke *p, double r_eff, double m_eff) {
    return scree_characteristic_stiffness(p->e_star, r_eff, m_eff, p->velocity);
}

SCREE_LAW void scree_hooke_law(const scree_hooke *p, scree_contact *c, double *h) {
    (void)h;
    double k = p->k, kt = p->kt, zeta = p->zeta;
    if (p->variant == 1.0) {
        k += p->by_velocity * (c->cached ? c->constant : scree_hooke_constant(p, c->r_eff, c->m_eff));
        kt = k * p->kt_ratio;
        double v = p->convention * c->vn + (1.0 - p->convention) * fabs(c->vn);
        zeta += p->viscous * scree_stokes_damping_ratio(p->ln_e_max, p->drag, c->r_eff, c->m_eff, v);
    }
    double elastic = k * c->overlap;
    double cn = 2.0 * zeta * sqrt(c->m_eff * k);
    double fn = elastic + cn * c->vn;
    double limited = p->end > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = k;
    c->kt = kt;
    c->cn = cn;
    c->zeta = zeta;
    c->radius = sqrt(c->r_eff * c->overlap);
    c->apart = 0.0;
    c->energy_n = 0.5 * elastic * c->overlap;
    c->viscous_n = (limited - elastic) * c->vn;
}

static inline double scree_hooke_collision_time(const double *derived, double m, double r, double v) {
    (void)v;
    const scree_hooke *p = (const scree_hooke *)(const void *)derived;
    double k = p->by_velocity > 0.5 ? scree_characteristic_stiffness(p->e_star, r, m, p->velocity) : p->k;
    return SCREE_PI * sqrt(m / k);
}

static inline double scree_hooke_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    const scree_hooke *p = (const scree_hooke *)(const void *)derived;
    return p->viscous > 0.5 ? NAN : p->end == 2.0 ? scree_restitution_zero_force(p->zeta) : p->restitution;
}

static inline scree_known scree_hooke_known(const double *derived) {
    const scree_hooke *p = (const scree_hooke *)(const void *)derived;
    return p->by_velocity > 0.5 ? SCREE_KNOWN_MASS : SCREE_KNOWN_OVERLAP;
}

static const scree_alias scree_hooke_alias[] = {
    {"restitution", "coefficientRestitution"},
    {"characteristic_velocity", "characteristicVelocity"},
    SCREE_VISCOUS_ALIASES,
    {NULL, NULL},
};

static const scree_law scree_hooke_table = {
    .name = "hooke",
    .slot = SCREE_NORMAL,
    .title = "Linear spring and dashpot.",
    .formula = "F = k d + 2 zeta sqrt(m* k) v;  zeta from restitution",
    .source = "Cundall and Strack, Geotechnique 29 (1979) 47",
    SCREE_LAW_PARTS(hooke),
    .collision_time = scree_hooke_collision_time,
    .restitution = scree_hooke_restitution,
    .known = scree_hooke_known,
    .traits = SCREE_TRAIT_ORIGINAL,
    .alias = scree_hooke_alias,
};
