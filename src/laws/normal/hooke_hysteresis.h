// SPDX-License-Identifier: BSD-3-Clause
// Luding's adhesive elastic-plastic spring as in hooke/hysteresis of LIGGGHTS and Aspherix: loading along k1,
// unloading and reloading along the steeper k2(d_max), attraction down to -kc d; beyond the plastic limit d* along k2hat.
//   D = min(d_max, d*), d* = k2hat/(k2hat - k1) phi_f 2 R*, k2 = k1 + (k2hat - k1) D/d*
//   f = k2 (d - D) + k1 D, at least -kc d;  F = f0 + f + cn vn, cn = 2 zeta sqrt(m* k1)
// On the branch -kc d the history value d_max is lowered so that the line k2(d_max) passes exactly through the current point:
// evaluating the same state again gives the same force. Before touch the force f0 - kc d increases from 0 over a distance
// |f0|/kc. Sources: Luding, Granular Matter 10 (2008) 235; Walton and Braun, J. Rheol. 30 (1986) 949; the page 'normal model
// hooke/hysteresis' of Aspherix. Valid for d << R*; e of the dashpot is not the e of a collision, see
// restitution(). Stored energy is that of the spring k2: f^2 / (2 k2), plus the potential of f0.
#pragma once

#include "laws/characteristic.h"
#include "laws/damping.h"
#include "laws/latching.h"

#define SCREE_HOOKE_HYSTERESIS_PARAMS(P)                                                                     \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Restitution that the dashpot alone would give; plasticity and adhesion lower it. Not used with "      \
      "viscous: on.")                                                                                        \
    P(elastic_stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, HARMONIC, NULL,                                \
      "Loading stiffness k1; needed where characteristic_velocity is not given.")                            \
    P(characteristic_velocity, "m/s", SCREE_NOT_GIVEN, 1e-9, 1e4, MEAN, NULL,                                \
      "Impact speed at which k1 stores what Hertz stores; needed where elastic_stiffness is not given.")     \
    P(use_characteristic_velocity, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                       \
      "Which one counts where both are given: elastic_stiffness (off) or characteristic_velocity (on).")     \
    P(max_stiffness_ratio, "1", NAN, 1.0, 1e6, MEAN, NULL, "Largest unloading stiffness k2hat/k1.")          \
    P(adhesion_stiffness_ratio, "1", NAN, 0.0, 1e6, MEAN, NULL, "Adhesion stiffness kc/k1.")                 \
    P(plasticity_depth, "1", NAN, 0.0, 1.0, MEAN, NULL,                                                      \
      "Plastic overlap at the limit d*, over 2 R* (walls: twice the radius).")                               \
    P(pull_off_force, "N", 0.0, -1e3, 0.0, MEAN, NULL,                                                       \
      "Constant force f0, negative: attraction, added on all branches.")                                     \
    P(non_contact_force, "1", 1.0, 0.0, 1.0, NONE, "off|on",                                                 \
      "Whether pull_off_force fades in over |f0|/kc before touch (on) or jumps in at touch (off).")          \
    SCREE_VISCOUS_PARAMS(P)                                                                                  \
    P(stokes_velocity, "1", 0.0, 0.0, 1.0, NONE, "impact|instantaneous",                                     \
      "Speed in the Stokes number: of the first touch, remembered, or of each moment.")                      \
    P(range_check, "1", 0.0, 0.0, 2.0, NONE, "page|program|none",                                            \
      "With characteristic_velocity: page refuses a Young's modulus below 5e6 Pa, program also one above "   \
      "1e9 Pa and a characteristic_velocity below 0.01 m/s.")                                                \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "original: Stokes number with the signed speed of each moment, as LIGGGHTS.")

SCREE_LAW_STRUCT(hooke_hysteresis, SCREE_HOOKE_HYSTERESIS_PARAMS, double variant, e_star, stiffness, velocity,
                 by_velocity, zeta, by_stokes, ln_e_max, drag;
                 double impact, instant, separating; // speed used in the Stokes number: weights 0 or 1
                 double harder, yield, limit, back, adhesion, soft_adhesion, field;)
enum { scree_hooke_hysteresis_columns = 2, scree_hooke_hysteresis_variants = 3 };
extern const scree_erratum scree_hooke_hysteresis_errata[];

static const scree_history_desc scree_hooke_hysteresis_history[] = {
    {"overlap_max", "m", "Largest overlap, less what the adhesive branch has walked back."},
    {"impact_velocity", "m/s", "Normal speed at the first touch; only with viscous: on."},
};

static inline const char *scree_hooke_hysteresis_problem(const scree_hooke_hysteresis *p,
                                                         const scree_pairing *pair) {
    double least = fmin(pair->young[0], pair->young[1]), most = fmax(pair->young[0], pair->young[1]);
    int checked = p->by_velocity > 0.5 && p->range_check < 1.5, program = p->range_check == 1.0;
    if (isinf(p->elastic_stiffness) && isinf(p->characteristic_velocity)) {
        return "needs the loading stiffness: give elastic_stiffness, or characteristic_velocity to derive it";
    }
    if (p->viscous < 0.5 && isinf(p->restitution)) {
        return "needs restitution, a number from 0.01 to 1, or viscous: on with its three parameters";
    }
    if (p->viscous > 0.5 &&
        scree_stokes_problem(p->fluid_viscosity, p->critical_stokes, p->maximum_restitution)) {
        return scree_stokes_problem(p->fluid_viscosity, p->critical_stokes, p->maximum_restitution);
    }
    if (checked && least < 5e6) {
        return "a Young's modulus below 5e6 Pa is refused with characteristic_velocity; accepted: a stiffer "
               "material, elastic_stiffness, or range_check: none";
    }
    if (checked && program && (most > 1e9 || p->characteristic_velocity < 0.01)) {
        return "range_check: program refuses a Young's modulus above 1e9 Pa and a characteristic_velocity "
               "below 0.01 m/s; accepted: values inside, or range_check: page or none";
    }
    if (p->pull_off_force < 0.0 && p->non_contact_force > 0.5 && p->adhesion_stiffness_ratio > 0.0 &&
        p->by_velocity > 0.5) {
        return "the range |f0|/kc of the force before touch would depend on the masses where k1 comes from "
               "characteristic_velocity; accepted: elastic_stiffness, or non_contact_force: off";
    }
    return NULL;
}

static inline const char *scree_hooke_hysteresis_derive(const double *param, const scree_pairing *pair,
                                                        double *derived) {
    scree_hooke_hysteresis *p = scree_hooke_hysteresis_take(param, derived);
    int both = !isinf(p->elastic_stiffness) && !isinf(p->characteristic_velocity);
    p->by_velocity = both ? p->use_characteristic_velocity : isinf(p->elastic_stiffness) ? 1.0 : 0.0;
    p->by_stokes = p->viscous;
    const char *problem = scree_hooke_hysteresis_problem(p, pair);
    p->variant = p->by_stokes > 0.5 ? 2.0 : p->by_velocity > 0.5 ? 1.0 : 0.0;
    p->e_star = pair->e_star;
    p->stiffness = p->by_velocity > 0.5 ? 0.0 : p->elastic_stiffness;
    p->velocity = p->by_velocity > 0.5 ? p->characteristic_velocity : 1.0;
    p->zeta = p->by_stokes > 0.5 || isinf(p->restitution) ? 0.0 : scree_damping_ratio(p->restitution, 0);
    int stokes = p->by_stokes > 0.5 &&
                 !scree_stokes_problem(p->fluid_viscosity, p->critical_stokes, p->maximum_restitution);
    p->ln_e_max = stokes ? scree_log(p->maximum_restitution) : 0.0;
    p->drag = stokes ? 6.0 * SCREE_PI * p->fluid_viscosity * p->critical_stokes : 0.0;
    p->separating = p->convention;
    p->impact = p->convention < 0.5 && p->stokes_velocity < 0.5 ? 1.0 : 0.0;
    p->instant = p->convention < 0.5 && p->stokes_velocity > 0.5 ? 1.0 : 0.0;
    double more = p->max_stiffness_ratio - 1.0;
    p->harder = more;
    p->yield = more / p->max_stiffness_ratio; // delta0 / D at the limit
    p->limit = more > 0.0 ? 1.0 / p->yield : 0.0;
    p->back = more > 0.0 ? 4.0 * (1.0 + p->adhesion_stiffness_ratio) * p->limit / more : 0.0;
    p->adhesion = p->adhesion_stiffness_ratio;
    p->soft_adhesion = p->adhesion > 0.0 ? 1.0 / p->adhesion : 0.0;
    p->field = p->non_contact_force > 0.5 && p->adhesion > 0.0 && p->by_velocity < 0.5 ? 1.0 : 0.0;
    return problem;
}

SCREE_LAW double scree_hooke_hysteresis_constant(const scree_hooke_hysteresis *p, double r_eff,
                                                 double m_eff) {
    return scree_characteristic_stiffness(p->e_star, r_eff, m_eff, p->velocity);
}

SCREE_LAW void scree_hooke_hysteresis_law(const scree_hooke_hysteresis *p, scree_contact *c, double *h) {
    double d = c->overlap > 0.0 ? c->overlap : 0.0, touch = c->overlap > 0.0 ? 1.0 : 0.0;
    double k1 = p->stiffness, zeta = p->zeta, impact = 0.0;
    if (p->variant != 0.0) {
        k1 += p->by_velocity *
              (c->cached ? c->constant : scree_hooke_hysteresis_constant(p, c->r_eff, c->m_eff));
    }
    if (p->variant == 2.0) {
        double speed = fabs(c->vn);
        impact = c->fresh > 0.5 ? speed : h[1];
        double v = p->impact * impact + p->instant * speed + p->separating * c->vn;
        zeta += p->by_stokes * scree_stokes_damping_ratio(p->ln_e_max, p->drag, c->r_eff, c->m_eff, v);
        impact *= p->by_stokes * touch;
    }
    double kc = p->adhesion * k1;
    double depth = p->plasticity_depth * (2.0 * c->r_eff); // (1 - k1/k2hat) d*
    double limit = p->limit * depth;                       // d*
    double most = h[0] > d ? h[0] : d;
    double share = depth > 0.0 ? p->yield * most / depth : 1.0; // D / d*
    int below = share < 1.0;
    double k2 = k1 * (1.0 + p->harder * (below ? share : 1.0)), dd = below ? most : limit;
    double line = k2 * (d - dd) + k1 * dd;
    int adheres = line < -kc * d;
    double top = k1 * d, held = below && line > top ? top : line; // not above the line of loading by rounding
    double f = adheres ? -kc * d : held;
    double back = 0.5 * (d + sqrt(d * d + p->back * depth * d));
    double now = adheres ? back : most;
    double share_now = depth > 0.0 ? p->yield * now / depth : 1.0;
    double k2_now = k1 * (1.0 + p->harder * (share_now < 1.0 ? share_now : 1.0));
    double ramp = p->pull_off_force - kc * c->overlap; // before touch
    double far = ramp < 0.0 ? (p->field * (1.0 - touch)) * ramp : 0.0;
    double pull = touch * p->pull_off_force, soft = p->field * p->soft_adhesion / k1;
    double cn = touch * (2.0 * zeta * sqrt(c->m_eff * k1));
    double elastic = (pull + f) + far, fn = elastic + cn * c->vn;
    double pushed = touch * (fn + (kc * d - p->pull_off_force));
    c->fn = fn;
    c->fn_elastic = elastic;
    c->critical = pushed > 0.0 ? pushed : 0.0;
    c->kn = k1;
    c->kt = k1;
    c->cn = cn;
    c->zeta = zeta;
    c->radius = sqrt(c->r_eff * d);
    c->apart = 0.0;
    c->energy_n = (0.5 * f * f / k2_now + pull * d) - 0.5 * soft * (pull * pull + far * far);
    c->viscous_n = cn * (c->vn * c->vn);
    double was = h[0] < limit ? h[0] : limit, is = now < limit ? now : limit; // D
    double share_was = depth > 0.0 ? p->yield * was / depth : 1.0;
    double k2_was = k1 * (1.0 + p->harder * (share_was < 1.0 ? share_was : 1.0));
    c->lost_n = scree_latching_lost(k1, kc, k2_was, was, k2_now, is);
    h[0] = now;
    h[1] = impact;
}

static inline int scree_hooke_hysteresis_loses(const double *derived) {
    const scree_hooke_hysteresis *p = (const scree_hooke_hysteresis *)(const void *)derived;
    return p->harder > 0.0;
}

static inline scree_known scree_hooke_hysteresis_known(const double *derived) {
    const scree_hooke_hysteresis *p = (const scree_hooke_hysteresis *)(const void *)derived;
    const int jumps = p->pull_off_force < 0.0 && p->field == 0.0; // at touch
    return jumps ? SCREE_KNOWN_NOT : p->by_velocity > 0.5 ? SCREE_KNOWN_MASS : SCREE_KNOWN_OVERLAP;
}

static inline double scree_hooke_hysteresis_k1(const scree_hooke_hysteresis *p, double m, double r) {
    return p->by_velocity > 0.5 ? scree_characteristic_stiffness(p->e_star, r, m, p->velocity) : p->stiffness;
}

static inline double scree_hooke_hysteresis_collision_time(const double *derived, double m, double r,
                                                           double v) {
    (void)v;
    const scree_hooke_hysteresis *p = (const scree_hooke_hysteresis *)(const void *)derived;
    return SCREE_PI * sqrt(m / (scree_hooke_hysteresis_k1(p, m, r) * p->max_stiffness_ratio));
}

// Without dashpot and f0, from the work lost in the loop; 0: the bodies stick.
static inline double scree_hooke_hysteresis_restitution(const double *derived, double m, double r, double v) {
    const scree_hooke_hysteresis *p = (const scree_hooke_hysteresis *)(const void *)derived;
    if (p->zeta > 0.0 || p->by_stokes > 0.5 || p->pull_off_force != 0.0) {
        return NAN;
    }
    double k1 = scree_hooke_hysteresis_k1(p, m, r), k2h = k1 * p->max_stiffness_ratio, kc = k1 * p->adhesion;
    double limit = p->limit * p->plasticity_depth * 2.0 * r, most = v * sqrt(m / k1), e2 = 1.0;
    if (p->harder > 0.0 && most <= limit) {
        double k2 = k1 + (k2h - k1) * most / limit;
        e2 = k1 / k2 - kc * (k2 - k1) * (k2 - k1) / (k1 * k2 * (k2 + kc));
    } else if (p->harder > 0.0) {
        double f = k1 * limit,
               top = sqrt(f * f + k2h * (m * v * v - f * limit)); // force at the turning point
        double plastic = p->yield * limit, least = (k2h - k1) * limit / (k2h + kc);
        e2 = (top * top / k2h - kc * least * plastic) / (m * v * v);
    }
    return e2 > 0.0 ? sqrt(e2) : 0.0;
}

static inline double scree_hooke_hysteresis_reach(const double *derived, double r_eff) {
    (void)r_eff;
    const scree_hooke_hysteresis *p = (const scree_hooke_hysteresis *)(const void *)derived;
    return p->field > 0.5 ? -p->pull_off_force / (p->adhesion * p->stiffness) : 0.0;
}

static const scree_alias scree_hooke_hysteresis_alias[] = {
    {"restitution", "coefficientRestitution"},
    {"elastic_stiffness", "elasticStiffness"},
    {"characteristic_velocity", "characteristicVelocity"},
    {"use_characteristic_velocity", "useCharacteristicVelocity"},
    {"max_stiffness_ratio", "coefficientMaxElasticStiffness"},
    {"adhesion_stiffness_ratio", "coefficientAdhesionStiffness"},
    {"plasticity_depth", "coefficientPlasticityDepth"},
    {"pull_off_force", "pullOffForce"},
    SCREE_VISCOUS_ALIASES,
    {NULL, NULL},
};

static const scree_law scree_hooke_hysteresis_table = {
    .name = "hooke_hysteresis",
    .slot = SCREE_NORMAL,
    .title = "Adhesive elastic-plastic spring: stiffer unloading that depends on the largest overlap.",
    .formula = "F = f0 + f + cn v;  f = k2 (d - D) + k1 D, at least -kc d;  D = min(d_max, d*), k2 = k1 + "
               "(k2hat - k1) D/d*, d* = k2hat/(k2hat - k1) phi_f 2 R*",
    .source = "Luding, Granular Matter 10 (2008) 235; page 'normal model hooke/hysteresis' of Aspherix, 2024",
    SCREE_LAW_PARTS_AND_HISTORY(hooke_hysteresis),
    .collision_time = scree_hooke_hysteresis_collision_time,
    .restitution = scree_hooke_hysteresis_restitution,
    .reach = scree_hooke_hysteresis_reach,
    .known = scree_hooke_hysteresis_known,
    .loses = scree_hooke_hysteresis_loses,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_FIELD | SCREE_TRAIT_ORIGINAL | SCREE_TRAIT_IMPACT,
    .validity = "Overlaps small against the radius; slow loading (rate enters by the dashpot only).",
    .alias = scree_hooke_hysteresis_alias,
    .erratum = scree_hooke_hysteresis_errata,
};
