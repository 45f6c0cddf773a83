// SPDX-License-Identifier: BSD-3-Clause
// Edinburgh elasto-plastic adhesive contact, overlap d, approach speed v:
//   F = min(k1 d^n, max(k2 (d^n - p), -kadh d^a)) - f0 + c v,   k2 = k1 / (1 - lambda),
// where the history value p is kept between lambda d^n (virgin loading) and d^n + kadh/k2 d^a (adhesive branch): reloading from
// any point of the adhesive branch follows a line parallel to k2, and energy is lost. (contact_sphere_sphere, otherwise the
// same, reloads along the adhesive branch.) The dashpot c = zeta sqrt(2 (n + 1) m* k1 d^(n-1)) gives a contact without
// plasticity exactly the required restitution for any n: in terms of y = d^((n+1)/2) the motion is that of a damped linear
// spring. The usual c, 2 zeta sqrt(m* k1), does not contain d, so its units depend on n.
// Sources: Thakur, Morrissey, Sun, Chen and Ooi, Granular Matter 16 (2014) 383, critical force eq. 13;
// Morrissey, PhD thesis, University of Edinburgh (2013).
#pragma once

#include "laws/adhesive/adhesive_curve.h"
#include "laws/damping.h"

#define SCREE_EEPA_PARAMS(P)                                                                                 \
    P(contact_stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, NONE, NULL,                                    \
      "Stiffness k1 of virgin loading at the reference overlap; not given: that of Hertz, for n = 3/2.")     \
    P(contact_stiffness_exponent, "1", 1.5, 0.1, 10.0, NONE, NULL, "Exponent n of the overlap.")             \
    P(reference_overlap, "m", 1.0, 1e-9, 1e3, NONE, NULL,                                                    \
      "Overlap D that makes powers pure numbers: the force is k1 D (d/D)^n.")                                \
    P(contact_plasticity_ratio, "1", NAN, 0.0, 0.999999, MEAN, NULL,                                         \
      "lambda = 1 - k1/k2; 0: unloading retraces loading.")                                                  \
    P(adhesion_coefficient, "N/m", 0.0, 0.0, 1e15, NONE, NULL,                                               \
      "kadh of the adhesive branch at the reference overlap.")                                               \
    P(adhesion_exponent, "1", SCREE_NOT_GIVEN, 0.0, 10.0, NONE, NULL,                                        \
      "Exponent of the overlap on the adhesive branch; not given: that of loading.")                         \
    P(constant_pull_off_force, "N", 0.0, 0.0, 1e15, NONE, NULL, "Pull f0 while in contact.")                 \
    P(restitution, "1", 1.0, 0.01, 1.0, MEAN, NULL,                                                          \
      "Restitution that the dashpot alone would give; plasticity lowers it further.")

SCREE_LAW_STRUCT(eepa, SCREE_EEPA_PARAMS, scree_adhesive_curve q;
                 double variant, hertz, given, damping, kt,
                 loading;) // loss of loading, over f2 length p^(1 + 1/n)
enum { scree_eepa_columns = 1, scree_eepa_variants = 4 };

static const scree_history_desc scree_eepa_history[] = {
    {"plastic_power", "1", "Memory p: plastic overlap over reference overlap, to the power n."},
};

static inline const char *scree_eepa_derive(const double *param, const scree_pairing *pair, double *derived) {
    scree_eepa *p = scree_eepa_take(param, derived);
    double n = p->contact_stiffness_exponent;
    int hertz = isinf(p->contact_stiffness);
    p->hertz = hertz ? 4.0 / 3.0 * pair->e_star : 0.0;
    p->given = hertz ? 0.0 : p->contact_stiffness;
    p->contact_stiffness = p->given;
    p->adhesion_exponent = isinf(p->adhesion_exponent) ? n : p->adhesion_exponent;
    p->q = scree_adhesive_curve_of(1.0, n, p->reference_overlap, p->contact_plasticity_ratio,
                                   p->adhesion_coefficient, p->adhesion_exponent, p->constant_pull_off_force);
    p->variant = p->q.variant < 2.0 ? p->q.variant : p->q.n_adh == n ? 2.0 : 3.0;
    const double ratio = p->q.ratio;
    p->loading = ratio > 0.0 ? -scree_adhesive_tail(&p->q, scree_power(ratio, -p->q.inverse)) : 0.0;
    p->damping = sqrt(2.0 * (n + 1.0)) * scree_damping_ratio(p->restitution, 0);
    p->kt = 4.0 * pair->g_star / pair->e_star * n; // Mindlin's ratio, of the slopes
    return hertz && n != 1.5 ? "Hertz's stiffness goes with contact_stiffness_exponent 1.5; accepted: that, "
                               "or contact_stiffness in N/m at the reference overlap"
                             : NULL;
}

// F1 of a contact of this radius, N; Hertz: 4/3 E* sqrt(R D) in N/m at the reference overlap D.
SCREE_LAW double scree_eepa_force(const scree_eepa *p, double r_eff) {
    return (p->given + p->hertz * sqrt(r_eff * p->q.length)) * p->q.length;
}

static inline scree_adhesive_curve scree_eepa_curve(const scree_eepa *p, double r_eff) {
    scree_adhesive_curve q = p->q;
    q.f1 = scree_eepa_force(p, r_eff);
    q.f2 = q.f1 / (1.0 - q.ratio);
    return q;
}

SCREE_LAW void scree_eepa_law(const scree_eepa *p, scree_contact *c, double *h) {
    const scree_adhesive_curve *q = &p->q;
    double f1 = scree_eepa_force(p, c->r_eff), f2 = f1 / (1.0 - q->ratio);
    double on = c->overlap > 0.0 ? 1.0 : 0.0, d = c->overlap > 0.0 ? c->overlap : 0.0, x = d / q->length;
    double power = scree_adhesive_power(q, p->variant, x), sticky = power;
    if (p->variant == 3.0) {
        sticky = scree_power_by(&q->adhesion, x);
    }
    double loading = f1 * power, line = f2 * (power - h[0]), limit = -q->fa * sticky;
    double held = line > limit ? line : limit, curve = loading < held ? loading : held;
    double memory = line > loading ? q->ratio * power : line < limit ? power - limit / f2 : h[0];
    double kn = d > 0.0 ? loading / d : 0.0;
    double cn = p->damping * sqrt(c->m_eff * kn);
    double elastic = on * (curve - q->pull), fn = elastic + cn * c->vn,
           critical = fn + on * (q->pull - limit);
    double zero = scree_adhesive_root(q, p->variant, memory);
    double store = scree_adhesive_store(q, p->variant, x, power, zero, memory), lost = 0.0;
    if (p->variant < 3.0) { // else the place of the memory on the adhesive branch has no closed form
        double tail = scree_adhesive_tail(q, scree_adhesive_root(q, p->variant, f2 / (f2 + q->fa)));
        double was = h[0] * scree_adhesive_root(q, p->variant, h[0]), is = memory * zero;
        lost = (f2 * q->length) * (is < was ? tail * (was - is) : p->loading * (is - was));
    }
    c->fn = fn;
    c->fn_elastic = elastic;
    c->critical = critical > 0.0 ? critical : 0.0;
    c->kn = kn;
    c->kt = p->kt * kn;
    c->cn = cn;
    c->zeta = p->damping * 0.5 / sqrt(q->n);
    c->radius = sqrt(c->r_eff * d);
    c->apart = 0.0;
    c->energy_n = on * (f2 * q->length * store - q->pull * d); // the pull has a potential
    c->viscous_n = cn * c->vn * c->vn;
    c->lost_n = on * lost;
    h[0] = on * memory;
}

static inline int scree_eepa_loses(const double *derived) {
    const scree_eepa *p = (const scree_eepa *)(const void *)derived;
    return p->q.ratio > 0.0;
}

// A constant pull jumps at touch.
static inline scree_known scree_eepa_known(const double *derived) {
    const scree_eepa *p = (const scree_eepa *)(const void *)derived;
    return p->variant < 3.0 && !(p->q.pull > 0.0) ? SCREE_KNOWN_OVERLAP : SCREE_KNOWN_NOT;
}

static inline double scree_eepa_collision_time(const double *derived, double m, double r, double v) {
    scree_adhesive_curve q = scree_eepa_curve((const scree_eepa *)(const void *)derived, r);
    return scree_adhesive_time(&q, m, v);
}

static inline double scree_eepa_restitution(const double *derived, double m, double r, double v) {
    const scree_eepa *p = (const scree_eepa *)(const void *)derived;
    scree_adhesive_curve q = scree_eepa_curve(p, r);
    int elastic = q.ratio == 0.0 && q.pull == 0.0;
    return elastic                ? p->restitution
           : p->restitution < 1.0 ? (double)NAN
                                  : scree_adhesive_restitution(&q, m, v);
}

static const scree_law scree_eepa_table = {
    .name = "eepa",
    .slot = SCREE_NORMAL,
    .title = "Edinburgh elasto-plastic adhesive contact: plastic loading, steeper unloading, adhesion that "
             "is used up.",
    .formula =
        "F = min(k1 d^n, max(k2 (d^n - p), -kadh d^a)) - f0 + c v;  k2 = k1 / (1 - lambda), p the memory",
    .source = "Thakur, Morrissey, Sun, Chen and Ooi, Granular Matter 16 (2014) 383; Morrissey, PhD thesis, "
              "University of Edinburgh (2013)",
    SCREE_LAW_PARTS_AND_HISTORY(eepa),
    .collision_time = scree_eepa_collision_time,
    .restitution = scree_eepa_restitution,
    .known = scree_eepa_known,
    .loses = scree_eepa_loses,
    .traits = SCREE_TRAIT_ADHESIVE,
    .validity = "Cohesive powders and soils, meso-scale particles; overlaps small against the radii.",
};
