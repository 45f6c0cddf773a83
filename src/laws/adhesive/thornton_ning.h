// SPDX-License-Identifier: BSD-3-Clause
// Elastic, perfectly plastic spheres after Thornton (and Ning): Hertz, or with a surface energy JKR, until the pressure at
// the centre reaches the limit p_y; beyond it the pressure is limited to p_y, F = F_y + pi R* p_y (d - d_y); unloading and
// reloading as an elastic contact flattened to R_p > R* (yield_curve.h; also for adhesion). So a contact may end while the
// undeformed spheres still overlap: the flattening is stored until they separate completely, and contact starts again where its
// force is zero. Energy: stored is what an elastic unloading would return, less the surface energy (see jkr.h).
// Sources: Thornton, J. Appl. Mech. 64 (1997) 383 (restitution in closed form); Thornton and Ning, Powder Technol. 99
// (1998) 154. Where we differ: a contact does not yield under tension (yield_curve.h). Valid for moderate impacts, no full
// plasticity (contact radius below some 0.1 R*), no hardening, R* > 32 w E*^2 / (3 pi^2 p_y^3) with adhesion.
#pragma once

#include "laws/adhesive/yield_curve.h"

#define SCREE_THORNTON_NING_PARAMS(P)                                                                        \
    P(yield_stress, "Pa", NAN, 1e-3, 1e15, MIN, NULL,                                                        \
      "Contact yield stress: the limiting contact pressure p_y, about 1.6 times the uniaxial one of "        \
      "metals.")                                                                                             \
    P(surface_energy, "J/m2", 0.0, 0.0, 1e3, GEOMETRIC, NULL,                                                \
      "Surface energy of each body, w = 2 surface_energy; 0: no adhesion.")                                  \
    P(damping_ratio, "1", 0.0, 0.0, 10.0, NONE, NULL,                                                        \
      "Ratio of an extra dashpot to critical damping; the paper has none.")

SCREE_LAW_STRUCT(thornton_ning, SCREE_THORNTON_NING_PARAMS, double variant, e_star, k2, s, kt, pull_off;)
enum { scree_thornton_ning_columns = 2, scree_thornton_ning_variants = 2 }; // 0: plastic only, 1: adhesive

static const scree_history_desc scree_thornton_ning_history[] = {
    {"radius_max", "m", "Contact radius where the last yielding ended; 0 before it yields."},
    {"parted", "1", "1 while the dent is open though the spheres overlap, else 0."},
};

static inline const char *scree_thornton_ning_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    scree_thornton_ning *p = scree_thornton_ning_take(param, derived);
    double w = 2.0 * p->surface_energy;
    p->variant = w > 0.0 ? 1.0 : 0.0;
    p->e_star = pair->e_star;
    p->k2 = 2.0 * SCREE_PI * w / pair->e_star; // k^2 R*, m
    p->s = SCREE_PI * p->yield_stress / pair->e_star;
    p->kt = 8.0 * pair->g_star;
    p->pull_off = 1.5 * SCREE_PI * w; // over R*
    return NULL;
}

// Without adhesion: lost by loading to t, which is y or more, over E* R^3; q = y^2 / t^2. The work of loading, less the energy of the flattened contact.
SCREE_LAW double scree_thornton_ning_loss(double t, double y) {
    double t2 = t * t, q = y * y / t2, q2 = q * q, back = q * (3.0 - q2);
    return t2 * (t2 * t2) * (t2 * t2) *
           (q * (1.0 - 2.0 / 3.0 * q2 + 0.2 * (q2 * q2)) - 2.0 / 15.0 * (back * back));
}

SCREE_LAW void scree_thornton_ning_law(const scree_thornton_ning *p, scree_contact *c, double *h) {
    double r = c->r_eff, d = c->overlap / r, k = 0.0, s = p->s, y = sqrt(0.5 * s);
    if (p->variant == 1.0) {
        k = sqrt(p->k2 / r);
        s = scree_yield_limit(s, k);
        y = scree_yield_root(s, k);
    }
    double t = sqrt(h[0] / r); // the turning point, or the yield point
    t = t > y ? t : y;
    double was = t, t4 = t * t * (t * t), flat = scree_yield_flattening(t, k, s, y);
    double beyond = flat * (d - t4 * (1.0 - flat)); // overlap of the flattened contact over its radius
    double opened = h[1] > 0.0 && !(beyond > 0.0) ? 1.0 : 0.0;
    double loads = d > t4 - k * t && !(opened > 0.0) ? 1.0 : 0.0;
    double x = loads > 0.0 ? d : beyond, kx = loads > 0.0 ? k : k * sqrt(flat);
    double torn = x < 0.0 ? 1.0 : 0.0, root = sqrt(sqrt(x > 0.0 ? x : 0.0));
    if (p->variant == 1.0) {
        root = scree_jkr_root(x, kx, &torn);
    }
    double in = scree_yield_flattening(root, k, s, y);
    flat = loads > 0.0 ? in : flat;
    kx = k * sqrt(flat);
    double parted = opened > torn ? opened : torn;
    double never = c->overlap > 0.0 ? 0.0 : c->fresh; // no contact forms beyond touch
    parted = parted > never ? parted : never;
    double tp = parted > 0.0 ? 0.0 : loads > 0.0 ? root * sqrt(flat) : root;
    double rp = r / flat, a = rp * (tp * tp);
    double elastic = p->e_star * (rp * rp) * scree_jkr_force(tp, kx);
    double cn = 2.0 * p->damping_ratio * sqrt(c->m_eff * (2.0 * p->e_star * a));
    double viscous = cn * c->vn, fn = elastic + viscous;
    double limit = fn > 0.0 ? fn : 0.0;
    if (p->variant == 1.0) {
        limit = parted > 0.0 ? 0.0 : elastic + 2.0 * (p->pull_off * rp);
    }
    c->fn = fn;
    c->fn_elastic = elastic;
    c->critical = limit;
    c->kn = 4.0 / 3.0 * p->e_star * a;
    c->kt = p->kt * a;
    c->cn = cn;
    c->zeta = p->damping_ratio;
    c->radius = a;
    c->apart = c->overlap > 0.0 ? 0.0 : parted;
    c->energy_n = p->e_star * (rp * rp * rp) * scree_jkr_energy(tp, kx);
    c->viscous_n = viscous * c->vn;
    c->lost_n = 0.0;
    if (p->variant == 0.0) {
        double is = loads > 0.0 && root > was ? root : was;
        c->lost_n =
            p->e_star * (r * r * r) * (scree_thornton_ning_loss(is, y) - scree_thornton_ning_loss(was, y));
    }
    double now = r * (root * root);
    h[0] = loads > 0.0 ? now : h[0];
    h[1] = parted;
}

// With adhesion a contact jumps where it forms and where it tears.
static inline scree_known scree_thornton_ning_known(const double *derived) {
    const scree_thornton_ning *p = (const scree_thornton_ning *)(const void *)derived;
    return p->variant == 0.0 ? SCREE_KNOWN_OVERLAP : SCREE_KNOWN_NOT;
}

// The collision lasts as long as a Hertzian one with the same largest contact radius, see jkr.h.
static inline double scree_thornton_ning_collision_time(const double *derived, double m, double r, double v) {
    const scree_thornton_ning *p = (const scree_thornton_ning *)(const void *)derived;
    double k = sqrt(p->k2 / r), s = scree_yield_limit(p->s, k), y = scree_yield_root(s, k);
    double t = scree_yield_turning(0.5 * m * v * v / (p->e_star * (r * r * r)), k, s, y);
    return 2.8498137 * sqrt(m / (p->e_star * (r * t * t)));
}

// Without adhesion Thornton's closed form (1997); with adhesion from the energy returned on unloading, less that of the tear.
static inline double scree_thornton_ning_restitution(const double *derived, double m, double r, double v) {
    const scree_thornton_ning *p = (const scree_thornton_ning *)(const void *)derived;
    double k = sqrt(p->k2 / r), s = scree_yield_limit(p->s, k), y = scree_yield_root(s, k);
    double e = 0.5 * m * v * v / (p->e_star * (r * r * r));
    if (p->damping_ratio > 0.0) {
        return NAN;
    }
    if (k == 0.0) {
        double q2 = scree_jkr_energy(y, 0.0) / e, q = sqrt(q2); // q = V_y / V
        double ratio = q / (q + 2.0 * sqrt(fabs(6.0 - q2) / 5.0));
        return q >= 1.0 ? 1.0 : sqrt(1.2 * sqrt(3.0) * (1.0 - q2 / 6.0) * sqrt(ratio));
    }
    double t = scree_yield_turning(e, k, s, y), c = scree_yield_flattening(t, k, s, y), kp = k * sqrt(c);
    double out = (scree_jkr_energy(t * sqrt(c), kp) - scree_jkr_tear_energy(kp)) / (c * c * c);
    return out > 0.0 ? sqrt(out / e) : 0.0;
}

static inline double scree_thornton_ning_reach(const double *derived, double r) {
    const scree_thornton_ning *p = (const scree_thornton_ning *)(const void *)derived;
    return -(1.0 + 1e-9) * r * scree_jkr_tear(sqrt(p->k2 / r)); // a flattened contact tears earlier
}

static const scree_law scree_thornton_ning_table = {
    .name = "thornton_ning",
    .slot = SCREE_NORMAL,
    .title = "Elastic, perfectly plastic spheres after Thornton, with the adhesion of Thornton and Ning.",
    .formula = "Hertz or JKR up to p_y, then F = F_y + pi R* p_y (d - d_y) without adhesion; unloads as "
               "Hertz or JKR of radius R_p = 4 E* a^3 / (3 (F + sqrt(8 pi w E* a^3))) at the turning point",
    .source = "Thornton, J. Appl. Mech. 64 (1997) 383; Thornton and Ning, Powder Technol. 99 (1998) 154",
    SCREE_LAW_PARTS_AND_HISTORY(thornton_ning),
    .collision_time = scree_thornton_ning_collision_time,
    .restitution = scree_thornton_ning_restitution,
    .reach = scree_thornton_ning_reach,
    .known = scree_thornton_ning_known,
    .loses = scree_loses_always,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_NECK,
    .validity = "Moderate impacts: no full plasticity (contact radius below some 0.1 R*), no hardening; with "
                "adhesion R* > 32 w E*^2 / (3 pi^2 p_y^3), smaller ones yield later than in the paper",
};
