// SPDX-License-Identifier: BSD-3-Clause
// The normal force of Exudyn's ObjectContactSphereSphere, overlap d, approach speed v > 0:
//   adhesive_elasto_plastic    F = min(kc d^n, max(k2 (d^n - dp^n), -kadh d^nadh)) - fadh + dc v,
//                              k2 = kc / (1 - lambda), dp = lambda^(1/n) times the largest overlap so far
//   hunt_crossley, gonthier_carvalho_martins
//                              F = kc d^n (1 + alpha(e) v / max(v0, v_min)) + dc v, v0 the speed of the impact
// In a contact that began slowly and is loaded afterwards this damping has no bound as published: so v0 is at least a part of the speed that the
// stored energy stands for, as in lankarani_nikravesh.h.
// Valid for any n; stiffnesses are at the reference overlap (1 m: the numbers of the page), so that units hold whatever
// the exponent. The curve is reversible at constant dp (Thakur's is not: eepa.h). Sources: Morrissey, Thakur and Ooi, EDEM
// contact model, doi 10.13140/RG.2.2.10139.18724 (2014); Hunt and Crossley, J. Appl. Mech. 42 (1975) 440; Gonthier,
// McPhee, Lange and Piedboeuf, Multibody Syst. Dyn. 11 (2004) 209; Carvalho and Martins, Mech. Mach. Theory 139 (2019)
// 174; the exact alpha: impact.h. Exudyn's data[2] and data[3] are the two history columns; data[0] and data[1] are
// flags of its solver, overlap and slip of the last accepted step, which are not needed here.
#pragma once

#include "laws/adhesive/adhesive_curve.h"
#include "laws/damping.h"

#define SCREE_CONTACT_SPHERE_SPHERE_PARAMS(P)                                                                \
    P(impact_model, "1", 0.0, 0.0, 2.0, NONE,                                                                \
      "adhesive_elasto_plastic|hunt_crossley|gonthier_carvalho_martins",                                     \
      "Spring with memory and adhesion, or a spring whose damping follows from restitution (0, 1, 2 of the " \
      "page).")                                                                                              \
    P(contact_stiffness, "N/m", NAN, 1e-12, 1e15, NONE, NULL,                                                \
      "Stiffness kc of loading at the reference overlap; with 1 m the number kc in N/m^n.")                  \
    P(contact_stiffness_exponent, "1", 1.0, 0.1, 10.0, NONE, NULL, "Exponent n of the overlap.")             \
    P(reference_overlap, "m", 1.0, 1e-9, 1e3, NONE, NULL,                                                    \
      "Overlap D that makes powers pure numbers: the force is kc D (d/D)^n.")                                \
    P(contact_damping, "N s/m", 0.0, 0.0, 1e15, NONE, NULL,                                                  \
      "Linear dashpot dc, added in every impact model; it lowers the restitution further.")                  \
    P(contact_plasticity_ratio, "1", 0.0, 0.0, 0.999999, NONE, NULL,                                         \
      "lambda = 1 - kc/k2 of adhesive_elasto_plastic; 0: unloading retraces loading.")                       \
    P(adhesion_coefficient, "N/m", 0.0, 0.0, 1e15, NONE, NULL,                                               \
      "kadh of adhesive_elasto_plastic at the reference overlap; needs a plasticity ratio above 0 to act.")  \
    P(adhesion_exponent, "1", 1.0, 0.0, 10.0, NONE, NULL, "Exponent of the overlap in adhesion.")            \
    P(constant_pull_off_force, "N", 0.0, 0.0, 1e15, NONE, NULL,                                              \
      "Pull fadh of adhesive_elasto_plastic while in contact.")                                              \
    P(restitution, "1", 1.0, 1e-3, 1.0, MEAN, NULL, "Restitution e of the two other impact models.")         \
    P(minimum_impact_velocity, "m/s", 0.0, 0.0, 1e9, NONE, NULL,                                             \
      "Lower bound of the impact speed in the damping; slower impacts are damped less, not more.")           \
    P(speed_of_energy, "1", SCREE_NOT_GIVEN, 0.0, 1.0, NONE, NULL,                                           \
      "The impact speed is at least this part of the speed that the stored energy stands for; 0: as "        \
      "published; not given: 0.1, or 0 with convention: original.")                                          \
    P(exact_restitution, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                 \
      "Alpha solved so that a free collision returns exactly the restitution asked for.")                    \
    P(no_tension, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                        \
      "No pull: the force of a law without adhesion is cut at zero.")                                        \
    P(active_connector, "1", 1.0, 0.0, 1.0, NONE, "off|on", "Off: no force, and memory stays as it is.")     \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "The page with its errata repaired, or the program as it computes.")

SCREE_LAW_STRUCT(
    contact_sphere_sphere, SCREE_CONTACT_SPHERE_SPHERE_PARAMS, scree_adhesive_curve q;
    double variant, alpha, plastic, shrink, kt, keep, tie, at_start, known, tail,
    loading;) // tail, loading: of f2 length xp^(n + 1): work until the bodies part from xp, loss of loading
enum { scree_contact_sphere_sphere_columns = 2, scree_contact_sphere_sphere_variants = 4 };

static const scree_history_desc scree_contact_sphere_sphere_history[] = {
    {"impact_velocity", "m/s", "Approach speed when the contact began."},
    {"plastic_overlap", "m", "Plastic overlap dp, below which the spring no longer pushes."},
};

static inline double scree_contact_sphere_sphere_alpha(double model, double e, double exact) {
    if (model == 0.0) {
        return 0.0;
    }
    if (exact > 0.5) {
        return scree_impact_alpha(e);
    }
    return model == 1.0    ? 1.5 * (1.0 - e)
           : e > 1.0 / 3.0 ? 1.5 * (1.0 - e) * (11.0 - e) / (1.0 + 9.0 * e)
                           : (1.0 - e * e) / e;
}

static inline const char *scree_contact_sphere_sphere_derive(const double *param, const scree_pairing *pair,
                                                             double *derived) {
    scree_contact_sphere_sphere *p = scree_contact_sphere_sphere_take(param, derived);
    double n = p->contact_stiffness_exponent, original = p->convention;
    double ratio = p->impact_model == 0.0 ? p->contact_plasticity_ratio : 0.0;
    p->plastic = ratio > 0.0 ? 1.0 : 0.0;
    // Exudyn ignores the adhesion exponent if the other one is 1, and all adhesion if lambda is 0
    double n_adh = original > 0.5 && n == 1.0 ? 1.0 : p->adhesion_exponent;
    double pull = p->impact_model == 0.0 && (ratio > 0.0 || original < 0.5) ? p->constant_pull_off_force : 0;
    p->q = scree_adhesive_curve_of(p->contact_stiffness, n, p->reference_overlap, ratio,
                                   p->plastic * p->adhesion_coefficient, n_adh, pull);
    p->variant = p->q.variant < 2.0 ? p->q.variant : 2.0 + p->plastic; // 2: a single power
    p->alpha = scree_contact_sphere_sphere_alpha(p->impact_model, p->restitution, p->exact_restitution);
    p->shrink = p->plastic > 0.0 ? scree_power(ratio, 1.0 / n) : 0.0;
    const double meets = scree_power(p->q.f2 / (p->q.f2 + p->q.fa), p->q.inverse);
    p->tail = scree_adhesive_tail(&p->q, meets);
    p->loading = p->plastic > 0.0 ? p->tail - scree_adhesive_tail(&p->q, 1.0 / p->shrink) : 0.0;
    p->known = original > 0.5 || p->q.n_adh != n || pull > 0.0 ? 0.0 : 1.0; // a pull jumps at touch
    p->kt = 4.0 * pair->g_star / pair->e_star * n;                          // Mindlin's ratio, of the slopes
    p->keep = 1.0 - p->no_tension;
    p->tie = original;
    p->at_start = 1.0 - original;
    const int bounded = !isinf(p->speed_of_energy);
    p->speed_of_energy = bounded ? p->speed_of_energy : original > 0.5 ? 0.0 : 0.1;
    if (original > 0.5 && p->speed_of_energy > 0.0) {
        return "the original program does not bound the impact speed by the stored energy; accepted: "
               "speed_of_energy: 0, or convention: corrected";
    }
    if (original > 0.5 && (p->exact_restitution > 0.5 || p->no_tension > 0.5)) {
        return "the original program has neither exact_restitution nor no_tension; accepted: both off, or "
               "convention: corrected";
    }
    return p->no_tension > 0.5 && (p->plastic > 0.0 || pull > 0.0)
               ? "no_tension would take away the adhesion asked for; accepted: no_tension: off, or "
                 "contact_plasticity_ratio and constant_pull_off_force 0, or another impact_model"
               : NULL;
}

SCREE_LAW void scree_contact_sphere_sphere_law(const scree_contact_sphere_sphere *p, scree_contact *c,
                                               double *h) {
    const scree_adhesive_curve *q = &p->q;
    double on = c->overlap > 0.0 ? p->active_connector : 0.0, d = c->overlap > 0.0 ? c->overlap : 0.0;
    double x = d / q->length;
    // Exudyn has no impact speed for a contact that exists at the start of a run
    double arrival = c->fresh * c->dt > 0.0 ? c->vn : p->at_start * c->vn;
    arrival = arrival > 0.0 ? arrival : 0.0;
    double apart = p->at_start * arrival + (1.0 - p->at_start) * h[0]; // bonded bodies may be so
    double kept = d > 0.0 ? h[0] : apart, v0 = c->fresh > 0.5 ? arrival : kept;
    double old = p->plastic * (h[1] / q->length), xp = p->shrink * x > old ? p->shrink * x : old;
    double power = scree_adhesive_power(q, p->variant, x), memory = xp, before = old, sticky = power;
    if (p->variant < 2.0 || p->variant == 3.0) {
        memory = scree_adhesive_power(q, p->variant, xp);
        before = scree_adhesive_power(q, p->variant, old);
    }
    if (p->variant == 3.0) {
        sticky = scree_power_by(&q->adhesion, x);
    }
    double loading = q->f1 * power, line = q->f2 * (power - memory), limit = -q->fa * sticky;
    double held = line > limit ? line : limit, curve = loading < held ? loading : held;
    double least = p->speed_of_energy * sqrt(2.0 * loading * d / ((q->n + 1.0) * c->m_eff));
    double vm = v0 > p->minimum_impact_velocity ? v0 : p->minimum_impact_velocity;
    vm = vm > least ? vm : least;
    double damping = vm > 0.0 ? curve * (p->alpha / vm) : 0.0;
    double base = curve - q->pull;
    // Exudyn does not handle line == limit: the force of loading remains, and the dashpot is added twice
    double tie = line == limit && line < loading ? p->tie : 0.0;
    double cn = on * (damping + (1.0 + tie) * p->contact_damping);
    double elastic = on * (base + tie * (loading - base)), fn = elastic + cn * c->vn;
    double limited = fn < 0.0 ? p->keep * fn : fn;
    // the force without adhesion, that is without the constant pull and the adhesive branch
    int sticks = line < limit;
    double pushes = limited + on * (sticks ? q->pull - limit : q->pull);
    double kn = d > 0.0 ? on * loading / d : 0.0, slope = c->m_eff * (q->n * kn);
    // with unequal exponents: on the adhesive branch the line is shifted so that it meets the branch
    double zero = xp, moved = memory;
    if (p->variant != 2.0) {
        moved = sticks ? power - limit / q->f2 : memory;
        double root = scree_adhesive_root(q, p->variant, moved);
        zero = sticks ? root : xp;
    }
    double store = scree_adhesive_store(q, p->variant, x, power, zero, moved);
    // The store is what the bodies get back until they part, because the branch is retraced and nothing is lost on it.
    double branch = -(q->fa / q->f2) * (sticky * x) / (q->n + 1.0);
    double back = sticks ? branch : store - p->tail * (memory * xp);
    store = p->known > 0.5 ? back : store;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = pushes > 0.0 ? pushes : 0.0;
    c->kn = kn;
    c->kt = p->kt * kn;
    c->cn = cn;
    c->zeta = slope > 0.0 ? 0.5 * cn / sqrt(slope) : 0.0;
    c->radius = sqrt(c->r_eff * d);
    c->apart = 0.0;
    c->energy_n = on * (q->f2 * q->length * store - q->pull * d); // the pull has a potential
    c->viscous_n = (limited - elastic) * c->vn;
    c->lost_n = on * (q->f2 * q->length * p->loading) * (memory * xp - before * old);
    h[0] = p->active_connector * v0 + (1.0 - p->active_connector) * h[0];
    double plastic = c->overlap > 0.0 ? xp * q->length : 0.0; // cleared when separated
    h[1] = p->active_connector * plastic + (1.0 - p->active_connector) * h[1];
}

static inline int scree_contact_sphere_sphere_loses(const double *derived) {
    const scree_contact_sphere_sphere *p = (const scree_contact_sphere_sphere *)(const void *)derived;
    return p->plastic > 0.0;
}

static inline scree_known scree_contact_sphere_sphere_known(const double *derived) {
    const scree_contact_sphere_sphere *p = (const scree_contact_sphere_sphere *)(const void *)derived;
    return p->known > 0.5 ? SCREE_KNOWN_OVERLAP : SCREE_KNOWN_NOT;
}

static inline double scree_contact_sphere_sphere_collision_time(const double *derived, double m, double r,
                                                                double v) {
    (void)r;
    return scree_adhesive_time(&((const scree_contact_sphere_sphere *)(const void *)derived)->q, m, v);
}

static inline double scree_contact_sphere_sphere_restitution(const double *derived, double m, double r,
                                                             double v) {
    (void)r;
    const scree_contact_sphere_sphere *p = (const scree_contact_sphere_sphere *)(const void *)derived;
    if (p->active_connector < 0.5) {
        return (double)NAN; // no collision
    }
    if (p->contact_damping > 0.0) {
        double zeta = 0.5 * p->contact_damping / sqrt(m * p->contact_stiffness);
        int linear = p->q.n == 1.0 && p->alpha == 0.0 && p->plastic == 0.0 && p->q.pull == 0.0;
        return !linear             ? (double)NAN
               : p->no_tension > 0 ? scree_restitution_zero_force(zeta)
                                   : scree_restitution_zero_overlap(zeta);
    }
    if (p->impact_model == 0.0) {
        return p->plastic + p->q.pull > 0.0 ? scree_adhesive_restitution(&p->q, m, v) : 1.0;
    }
    return scree_impact_restitution(p->alpha *
                                    (v > p->minimum_impact_velocity ? 1.0 : v / p->minimum_impact_velocity));
}

static const scree_alias scree_contact_sphere_sphere_alias[] = {
    {"impact_model", "impactModel"},
    {"contact_stiffness", "contactStiffness"},
    {"contact_stiffness_exponent", "contactStiffnessExponent"},
    {"contact_damping", "contactDamping"},
    {"contact_plasticity_ratio", "contactPlasticityRatio"},
    {"adhesion_coefficient", "adhesionCoefficient"},
    {"adhesion_exponent", "adhesionExponent"},
    {"constant_pull_off_force", "constantPullOffForce"},
    {"restitution", "restitutionCoefficient"},
    {"minimum_impact_velocity", "minimumImpactVelocity"},
    {"active_connector", "activeConnector"},
    {NULL, NULL},
};

extern const scree_erratum scree_contact_sphere_sphere_errata[];

static const scree_law scree_contact_sphere_sphere_table = {
    .name = "contact_sphere_sphere",
    .slot = SCREE_NORMAL,
    .title = "Exudyn's sphere contact: adhesive elasto-plastic spring, or damping that follows from the "
             "restitution.",
    .formula = "F = min(kc d^n, max(k2 (d^n - dp^n), -kadh d^nadh)) - fadh + dc v, or kc d^n (1 + alpha(e) v "
               "/ max(v0, v_min)) + dc v",
    .source = "Exudyn 1.11 ObjectContactSphereSphere; Morrissey, Thakur and Ooi 2014; Hunt and Crossley, J. "
              "Appl. Mech. 42 (1975) 440; Gonthier and others, Multibody Syst. Dyn. 11 (2004) 209; Carvalho "
              "and Martins, Mech. Mach. Theory 139 (2019) 174",
    SCREE_LAW_PARTS_AND_HISTORY(contact_sphere_sphere),
    .collision_time = scree_contact_sphere_sphere_collision_time,
    .restitution = scree_contact_sphere_sphere_restitution,
    .known = scree_contact_sphere_sphere_known,
    .loses = scree_contact_sphere_sphere_loses,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_ORIGINAL | SCREE_TRAIT_IMPACT,
    .validity = "Overlaps small against the radii; the impact models assume that nothing else pulls or "
                "pushes during the collision.",
    .alias = scree_contact_sphere_sphere_alias,
    .erratum = scree_contact_sphere_sphere_errata,
};
