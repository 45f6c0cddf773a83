// SPDX-License-Identifier: BSD-3-Clause
// Linear spring and dashpot: F = k d + 2 zeta sqrt(m* k) v, zeta from the restitution in closed form (damping.h).
// Source: Cundall and Strack, Geotechnique 29 (1979) 47. The duration of a contact does not depend on speed.
// As in LIGGGHTS, the stiffness may be computed from a characteristic velocity and the restitution from a Stokes number
// (characteristic.h); these contacts have a separate loop. A third one is for what other programs ask for instead of k and e:
//   stiffness_from: radii     k = 2 Ea ra Eb rb / (Ea ra + Eb rb), kt the same with nu E in place of E; E R for equal spheres (YADE)
//   stiffness_from: sections  k = pi min(ra, rb)^2 / (ra/Ea + rb/Eb) (WooDEM; PFC's method `deformability` where Ea = Eb)
//   stiffness_per_radius S    k = S 2 ra rb / (ra + rb)
//   contact_time t            k = m* (pi^2 + ln^2 e) / t^2, so that a collision lasts t with its dashpot (YADE's ViscElMat)
// with the radius of the sphere for both where b is a wall; and a damping ratio zeta, or a coefficient c of its own.
#pragma once

#include "laws/characteristic.h"
#include "laws/damping.h"

#define SCREE_HOOKE_PARAMS(P)                                                                                \
    P(stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, HARMONIC, NULL,                                        \
      "Stiffness k of the contact spring; or one of characteristic_velocity, stiffness_from, "               \
      "stiffness_per_radius and contact_time.")                                                              \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Coefficient of restitution of a head-on collision; not used with viscous: on. Or damping_ratio, or "  \
      "damping_coefficient.")                                                                                \
    P(end, "1", 0.0, 0.0, 2.0, NONE, SCREE_END_CHOICES, SCREE_END_DOC)                                       \
    P(characteristic_velocity, "m/s", SCREE_NOT_GIVEN, 1e-9, 1e4, MEAN, NULL,                                \
      "Impact speed at which the spring stores what Hertz stores; used where stiffness is not given.")       \
    SCREE_VISCOUS_PARAMS(P)                                                                                  \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "With viscous: on, original takes the signed normal speed of each moment into the Stokes number, as "  \
      "LIGGGHTS; corrected its absolute value.")                                                             \
    P(stiffness_from, "1", 0.0, 0.0, 2.0, NONE, "value|radii|sections",                                      \
      "Stiffness as given; from Young's moduli and radii, E R for equal spheres, as in YADE, where "         \
      "Poisson's ratio is kt / k; or that of two bars with the section of the smaller sphere, as in "        \
      "WooDEM.")                                                                                             \
    P(stiffness_per_radius, "Pa", SCREE_NOT_GIVEN, 1e-6, 1e18, HARMONIC, NULL,                               \
      "Stiffness over the harmonic mean of the radii, in place of stiffness.")                               \
    P(contact_time, "s", SCREE_NOT_GIVEN, 1e-12, 1e6, MEAN, NULL,                                            \
      "Duration of a head-on collision, whatever the masses, in place of stiffness.")                        \
    P(damping_ratio, "1", SCREE_NOT_GIVEN, 0.0, 100.0, MEAN, NULL,                                           \
      "Ratio of the dashpot to the critical one, in place of restitution.")                                  \
    P(damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                  \
      "Coefficient of the dashpot, in place of restitution.")

// num / (ra ca + rb cb) with num = pairs ra rb + area min(ra, rb)^2 is the stiffness from radii, sections or per radius.
SCREE_LAW_STRUCT(hooke, SCREE_HOOKE_PARAMS, double variant, zeta, kt, k, kt_ratio, e_star, velocity,
                 by_velocity, ln_e_max, drag, pairs, area, ca, cb, own_kt, cta, ctb, per_mass, given;)
enum { scree_hooke_columns = 0, scree_hooke_variants = 3 };

// The stiffness from moduli and radii, or per radius. Returns what is wrong, or NULL.
static inline const char *scree_hooke_from_radii(scree_hooke *p, const scree_pairing *pair) {
    const int by_radii = p->stiffness_from == 1.0, by_section = p->stiffness_from == 2.0,
              per_radius = !isinf(p->stiffness_per_radius);
    p->pairs = by_radii || per_radius ? 2.0 : 0.0;
    p->area = by_section ? SCREE_PI : 0.0;
    p->ca = p->cb = p->cta = p->ctb = 1.0;
    p->own_kt = by_radii ? 1.0 : 0.0;
    if (per_radius) {
        p->ca = p->cb = 1.0 / p->stiffness_per_radius;
    } else if (by_section) {
        p->ca = 1.0 / pair->young[0];
        p->cb = 1.0 / pair->young[1];
    } else if (by_radii) { // 2 Ea ra Eb rb / (Ea ra + Eb rb) = 2 ra rb / (ra / Eb + rb / Ea)
        p->ca = 1.0 / pair->young[1];
        p->cb = 1.0 / pair->young[0];
        p->cta = 1.0 / (pair->poisson[1] * pair->young[1]);
        p->ctb = 1.0 / (pair->poisson[0] * pair->young[0]);
    }
    return by_radii && !(pair->poisson[0] >= 0.0 && pair->poisson[1] >= 0.0)
               ? "stiffness_from: radii takes Poisson's ratio as the ratio of kt to k; accepted: 0 to 0.5"
               : NULL;
}

// Dashpots: one of three. Returns what is wrong, or NULL.
static inline const char *scree_hooke_dashpot(scree_hooke *p) {
    const int e = !isinf(p->restitution), ratio = !isinf(p->damping_ratio),
              coefficient = !isinf(p->damping_coefficient), stokes = p->viscous > 0.5;
    p->zeta = e && !stokes ? scree_damping_ratio(p->restitution, p->end == 1.0) : 0.0;
    p->zeta = ratio ? p->damping_ratio : p->zeta;
    p->given = coefficient ? p->damping_coefficient : 0.0;
    return stokes && ratio + coefficient > 0
               ? "has two dashpots: viscous: on and a damping_ratio or damping_coefficient; accepted: one of "
                 "them"
           : stokes ? scree_stokes_problem(p->fluid_viscosity, p->critical_stokes, p->maximum_restitution)
           : e + ratio + coefficient == 0 ? "needs 'restitution', a number from 0.01 to 1, or "
                                            "'damping_ratio', 'damping_coefficient', or "
                                            "viscous: on with its three parameters"
           : e + ratio + coefficient > 1
               ? "has more than one dashpot; accepted: one of 'restitution', 'damping_ratio' and "
                 "'damping_coefficient'"
               : NULL;
}

static inline const char *scree_hooke_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    scree_hooke *p = scree_hooke_take(param, derived);
    const int value = !isinf(p->stiffness), by_time = !isinf(p->contact_time), stokes = p->viscous > 0.5,
              others = by_time + !isinf(p->stiffness_per_radius) + (p->stiffness_from > 0.0),
              by_velocity = !value && others == 0;
    const char *problem = scree_hooke_dashpot(p), *radii = scree_hooke_from_radii(p, pair);
    if (by_velocity && isinf(p->characteristic_velocity)) {
        problem = "needs 'stiffness', a number in N/m, or 'characteristic_velocity', a number in m/s, or "
                  "'stiffness_from', 'stiffness_per_radius' or 'contact_time'";
    } else if (others > 1 || (others == 1 && (value || !isinf(p->characteristic_velocity)))) {
        problem = "has more than one stiffness; accepted: one of 'stiffness', 'characteristic_velocity', "
                  "'stiffness_from', 'stiffness_per_radius' and 'contact_time'";
    } else if (by_time && (stokes || p->given > 0.0 || p->end == 1.0 || !(p->zeta < 1.0))) {
        problem = "'contact_time' is that of a contact that ends at zero overlap; accepted: with "
                  "'restitution', or a 'damping_ratio' below 1, and without end: zero_force";
    } else if (!problem) {
        problem = radii;
    }
    p->kt_ratio = 4.0 * pair->g_star / pair->e_star; // Mindlin's ratio kt / kn = 4 G* / E*
    p->k = value ? p->stiffness : 0.0;
    p->per_mass = by_time && !problem ? SCREE_PI * SCREE_PI /
                                            ((1.0 - p->zeta * p->zeta) * (p->contact_time * p->contact_time))
                                      : 0.0;
    p->kt = p->k * p->kt_ratio;
    p->e_star = pair->e_star;
    p->by_velocity = by_velocity ? 1.0 : 0.0;
    p->velocity = by_velocity && !problem ? p->characteristic_velocity : 1.0;
    p->ln_e_max = stokes && !problem ? scree_log(p->maximum_restitution) : 0.0;
    p->drag = stokes && !problem ? 6.0 * SCREE_PI * p->fluid_viscosity * p->critical_stokes : 0.0;
    p->variant = others > 0 || !isinf(p->damping_ratio) || !isinf(p->damping_coefficient) ? 2.0
                 : by_velocity || stokes                                                  ? 1.0
                                                                                          : 0.0;
    return problem;
}

SCREE_LAW double scree_hooke_constant(const scree_hooke *p, double r_eff, double m_eff) {
    return scree_characteristic_stiffness(p->e_star, r_eff, m_eff, p->velocity);
}

// What the third loop adds to the stiffness; kt gets its stiffness across.
SCREE_LAW double scree_hooke_more(const scree_hooke *p, double ra, double rb, double m_eff, double k,
                                  double *kt) {
    const double smaller = ra < rb ? ra : rb,
                 numerator = p->pairs * (ra * rb) + p->area * (smaller * smaller),
                 all = k + (numerator / (ra * p->ca + rb * p->cb) + p->per_mass * m_eff);
    *kt = p->own_kt * (numerator / (ra * p->cta + rb * p->ctb)) + (1.0 - p->own_kt) * (all * p->kt_ratio);
    return all;
}

SCREE_LAW void scree_hooke_law(const scree_hooke *p, scree_contact *c, double *h) {
    (void)h;
    double k = p->k, kt = p->kt, zeta = p->zeta;
    if (p->variant > 0.0) {
        k += p->by_velocity * (c->cached ? c->constant : scree_hooke_constant(p, c->r_eff, c->m_eff));
        kt = k * p->kt_ratio;
        double v = p->convention * c->vn + (1.0 - p->convention) * fabs(c->vn);
        zeta += p->viscous * scree_stokes_damping_ratio(p->ln_e_max, p->drag, c->r_eff, c->m_eff, v);
    }
    if (p->variant == 2.0) {
        k = scree_hooke_more(p, c->ra, c->rb, c->m_eff, k, &kt);
        zeta += 0.5 * p->given / sqrt(c->m_eff * k);
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

// Stiffness between bodies of equal radii, which a wall has too.
static inline double scree_hooke_stiffness(const scree_hooke *p, double m, double r) {
    double kt, k = p->by_velocity > 0.5 ? scree_characteristic_stiffness(p->e_star, r, m, p->velocity) : p->k;
    return p->variant == 2.0 ? scree_hooke_more(p, 2.0 * r, 2.0 * r, m, k, &kt) : k;
}

static inline double scree_hooke_collision_time(const double *derived, double m, double r, double v) {
    (void)v;
    return SCREE_PI * sqrt(m / scree_hooke_stiffness((const scree_hooke *)(const void *)derived, m, r));
}

static inline double scree_hooke_restitution(const double *derived, double m, double r, double v) {
    (void)v;
    const scree_hooke *p = (const scree_hooke *)(const void *)derived;
    const int unknown = p->viscous > 0.5 || (p->given > 0.0 && p->pairs + p->area > 0.0), // not of r alone
        by_e = p->end < 2.0 && !isinf(p->restitution);
    const double zeta = p->zeta + 0.5 * p->given / sqrt(m * scree_hooke_stiffness(p, m, r));
    return unknown        ? NAN
           : by_e         ? p->restitution
           : p->end > 0.0 ? scree_restitution_zero_force(zeta)
                          : scree_restitution_zero_overlap(zeta);
}

static inline scree_known scree_hooke_known(const double *derived) {
    const scree_hooke *p = (const scree_hooke *)(const void *)derived;
    return p->by_velocity + p->per_mass > 0.0 ? SCREE_KNOWN_MASS : SCREE_KNOWN_OVERLAP;
}

static const scree_alias scree_hooke_alias[] = {
    {"restitution", "coefficientRestitution"},
    {"restitution", "en"},
    {"characteristic_velocity", "characteristicVelocity"},
    {"contact_time", "tc"},
    {"stiffness", "kn"},
    {"damping_coefficient", "cn"},
    SCREE_VISCOUS_ALIASES,
    {NULL, NULL},
};

static const scree_law scree_hooke_table = {
    .name = "hooke",
    .slot = SCREE_NORMAL,
    .title = "Linear spring and dashpot.",
    .formula = "F = k d + 2 zeta sqrt(m* k) v;  zeta from restitution",
    .source = "Cundall and Strack, Geotechnique 29 (1979) 47; stiffness_from: YADE, "
              "Ip2_FrictMat_FrictMat_FrictPhys, and "
              "WooDEM, Cp2_FrictMat_FrictPhys; contact_time: Pournin, Liebling and Mocellin, Phys. Rev. E 65 "
              "(2001) 011302, as "
              "in YADE's ViscElMat",
    SCREE_LAW_PARTS(hooke),
    .collision_time = scree_hooke_collision_time,
    .restitution = scree_hooke_restitution,
    .known = scree_hooke_known,
    .traits = SCREE_TRAIT_ORIGINAL,
    .alias = scree_hooke_alias,
};
