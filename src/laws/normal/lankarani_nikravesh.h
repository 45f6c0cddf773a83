// SPDX-License-Identifier: BSD-3-Clause
// Lankarani and Nikravesh: a nonlinear spring with a damping for a given restitution,
//   F = K d^n (1 + alpha v / v0),   alpha = 3/4 (1 - e^2),
// v0 the speed of the impact. This alpha is an approximation for e near 1: the restitution of a collision is 0.913 for e = 0.9,
// 0.725 for 0.5, 0.665 for 0.1 (impact.h). exact_restitution uses the exact alpha. In a contact that forms slowly and is loaded afterwards, as between
// bonded bodies, the damping has no bound as published. A central impact of two free bodies never stores more than its kinetic energy. So v0 is at least a
// part of the speed that the stored energy E stands for, v0 >= part sqrt(2 E / m*). The part is so small that impacts on several contacts at once are
// as published too. The ratio of damping is then at most alpha / (2 part) sqrt((n + 1) / (2 n)). Valid for hard impacts, Hertz contact (n = 3/2) or
// other exponents (1 for flat, up to 2 for blunt bodies). Source: Lankarani and Nikravesh, J. Mech. Des. 112 (1990) 369; Hertz stiffness as in hertz.h.
#pragma once

#include "laws/impact.h"
#include "laws/table.h"
#include "maths/power.h"

#define SCREE_LANKARANI_NIKRAVESH_PARAMS(P)                                                                  \
    P(contact_stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, NONE, NULL,                                    \
      "Stiffness K at the reference overlap; not given: that of Hertz, for n = 3/2.")                        \
    P(contact_stiffness_exponent, "1", 1.5, 0.1, 10.0, NONE, NULL, "Exponent n of the overlap.")             \
    P(reference_overlap, "m", 1.0, 1e-9, 1e3, NONE, NULL,                                                    \
      "Overlap D that makes powers pure numbers: the force is K D (d/D)^n.")                                 \
    P(restitution, "1", NAN, 1e-3, 1.0, MEAN, NULL, "Restitution e that the damping follows from.")          \
    P(minimum_impact_velocity, "m/s", 0.0, 0.0, 1e9, NONE, NULL,                                             \
      "Lower bound of the impact speed in the damping; slower impacts are damped less, not more.")           \
    P(exact_restitution, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                 \
      "Alpha solved so that a free collision returns exactly the restitution asked for.")                    \
    P(speed_of_energy, "1", 0.1, 0.0, 1.0, NONE, NULL,                                                       \
      "The impact speed is at least this part of the speed that the stored energy stands for; "              \
      "0: as published.")                                                                                    \
    P(no_tension, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                        \
      "No pull when something else drags the bodies apart: the force is cut at zero.")

SCREE_LAW_STRUCT(lankarani_nikravesh, SCREE_LANKARANI_NIKRAVESH_PARAMS, scree_exponent power;
                 double variant, hertz, given, alpha, keep, swing, kt;)
enum { scree_lankarani_nikravesh_columns = 1, scree_lankarani_nikravesh_variants = 3 };

static const scree_history_desc scree_lankarani_nikravesh_history[] = {
    {"impact_velocity", "m/s", "Approach speed when the contact began."},
};

static inline const char *scree_lankarani_nikravesh_derive(const double *param, const scree_pairing *pair,
                                                           double *derived) {
    scree_lankarani_nikravesh *p = scree_lankarani_nikravesh_take(param, derived);
    double n = p->contact_stiffness_exponent;
    int hertz = isinf(p->contact_stiffness);
    p->hertz = hertz ? 4.0 / 3.0 * pair->e_star : 0.0;
    p->given = hertz ? 0.0 : p->contact_stiffness;
    p->contact_stiffness = p->given;
    p->power = scree_exponent_of(n);
    p->variant = n == 1.0 ? 0.0 : n == 1.5 ? 1.0 : 2.0;
    p->alpha = p->exact_restitution > 0.5 ? scree_impact_alpha(p->restitution)
                                          : 0.75 * (1.0 - p->restitution * p->restitution);
    p->keep = 1.0 - p->no_tension;
    p->swing = scree_impact_swing(n);
    p->kt = 4.0 * pair->g_star / pair->e_star * n; // Mindlin's ratio, of the slopes
    return hertz && n != 1.5 ? "Hertz's stiffness goes with contact_stiffness_exponent 1.5; accepted: that, "
                               "or contact_stiffness in N/m at the reference overlap"
                             : NULL;
}

// K D of a contact of this radius, N; Hertz: 4/3 E* sqrt(R D) in N/m at the reference overlap D.
SCREE_LAW double scree_lankarani_nikravesh_force(const scree_lankarani_nikravesh *p, double r_eff) {
    return (p->given + p->hertz * sqrt(r_eff * p->reference_overlap)) * p->reference_overlap;
}

SCREE_LAW void scree_lankarani_nikravesh_law(const scree_lankarani_nikravesh *p, scree_contact *c,
                                             double *h) {
    double d = c->overlap > 0.0 ? c->overlap : 0.0, x = d / p->reference_overlap;
    double arrival = c->vn > 0.0 ? c->vn : 0.0;
    double kept = d > 0.0 ? h[0] : arrival; // bonded bodies may be apart
    double v0 = c->fresh > 0.5 ? arrival : kept;
    double power = x;
    if (p->variant == 1.0) {
        power = x * sqrt(x);
    } else if (p->variant > 1.0) {
        power = scree_power_by(&p->power, x);
    }
    double elastic = scree_lankarani_nikravesh_force(p, c->r_eff) * power;
    double stored = elastic * d / (p->contact_stiffness_exponent + 1.0);
    double least = p->speed_of_energy * sqrt(2.0 * stored / c->m_eff);
    double vm = v0 > p->minimum_impact_velocity ? v0 : p->minimum_impact_velocity;
    vm = vm > least ? vm : least;
    double cn = vm > 0.0 ? elastic * (p->alpha / vm) : 0.0;
    double fn = elastic + cn * c->vn, limited = fn < 0.0 ? p->keep * fn : fn;
    double kn = d > 0.0 ? elastic / d : 0.0, slope = c->m_eff * (p->contact_stiffness_exponent * kn);
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = kn;
    c->kt = p->kt * kn;
    c->cn = cn;
    c->zeta = slope > 0.0 ? 0.5 * cn / sqrt(slope) : 0.0;
    c->radius = sqrt(c->r_eff * d);
    c->apart = 0.0;
    c->energy_n = stored;
    c->viscous_n = (limited - elastic) * c->vn;
    h[0] = v0;
}

static inline double scree_lankarani_nikravesh_collision_time(const double *derived, double m, double r,
                                                              double v) {
    const scree_lankarani_nikravesh *p = (const scree_lankarani_nikravesh *)(const void *)derived;
    double n = p->contact_stiffness_exponent, length = p->reference_overlap;
    double force = scree_lankarani_nikravesh_force(p, r);
    double deepest = scree_pow((n + 1.0) * m * v * v / (2.0 * force * length), 1.0 / (n + 1.0));
    return p->swing * deepest * length / v;
}

static inline double scree_lankarani_nikravesh_restitution(const double *derived, double m, double r,
                                                           double v) {
    (void)m, (void)r;
    const scree_lankarani_nikravesh *p = (const scree_lankarani_nikravesh *)(const void *)derived;
    double slow = v > p->minimum_impact_velocity ? 1.0 : v / p->minimum_impact_velocity;
    return scree_impact_restitution(p->alpha * slow);
}

static const scree_law scree_lankarani_nikravesh_table = {
    .name = "lankarani_nikravesh",
    .slot = SCREE_NORMAL,
    .title =
        "Power-law spring whose damping, scaled with the speed of the impact, follows from the restitution.",
    .formula = "F = K d^n (1 + 3/4 (1 - e^2) v / v0)",
    .source = "Lankarani and Nikravesh, J. Mech. Des. 112 (1990) 369",
    SCREE_LAW_PARTS_AND_HISTORY(lankarani_nikravesh),
    .collision_time = scree_lankarani_nikravesh_collision_time,
    .restitution = scree_lankarani_nikravesh_restitution,
    .known = scree_known_by_overlap,
    .traits = SCREE_TRAIT_IMPACT,
    .validity = "Restitution near 1, unless exact_restitution is on; free collisions.",
};
