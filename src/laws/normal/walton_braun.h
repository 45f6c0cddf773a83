// SPDX-License-Identifier: BSD-3-Clause
// Walton and Braun's spring that latches: loading along F = k1 d, unloading and reloading along F = k2 (d - d0) with the
// residual overlap d0 = (1 - k1 / k2) d_max, no force below d0, which is kept until the spheres separate. Restitution is
// exact: e = sqrt(k1 / k2) at every speed, or with k2 = k1 + S F_max falling with speed, e = (1 + S v sqrt(m* /
// k1))^(-1/2). Energy: stored is F^2 / (2 k2), the energy returned by unloading.
// Sources: Walton and Braun, J. Rheol. 30 (1986) 949 and Acta Mech. 63 (1986) 73. Valid for plastic contacts that load and
// unload slowly compared to their own vibration.
#pragma once

#include "laws/latching.h"

#define SCREE_WALTON_BRAUN_PARAMS(P)                                                                         \
    P(stiffness, "N/m", NAN, 1e-12, 1e15, HARMONIC, NULL, "Stiffness k1 of loading.")                        \
    P(unloading, "1", 0.0, 0.0, 1.0, NONE, "constant|variable",                                              \
      "Stiffness k2 of unloading: the same at every force, or growing with the largest force.")              \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Restitution at every speed, k2 = k1 / restitution^2; for unloading: constant.")                       \
    P(unloading_stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e18, HARMONIC, NULL,                              \
      "Stiffness k2 of unloading, instead of restitution; for unloading: constant.")                         \
    P(stiffening, "1/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                             \
      "S of k2 = k1 + S F_max; for unloading: variable.")                                                    \
    P(damping_ratio, "1", 0.0, 0.0, 10.0, NONE, NULL,                                                        \
      "Ratio of an extra dashpot to critical damping; the paper has none.")

SCREE_LAW_STRUCT(walton_braun, SCREE_WALTON_BRAUN_PARAMS, double k1, k2, growth, kt;)
enum { scree_walton_braun_columns = 1 };

static const scree_history_desc scree_walton_braun_history[] = {
    {"overlap_max", "m", "Largest overlap so far."},
};

static inline const char *scree_walton_braun_derive(const double *param, const scree_pairing *pair,
                                                    double *derived) {
    scree_walton_braun *p = scree_walton_braun_take(param, derived);
    int variable = p->unloading > 0.5, direct = !isinf(p->unloading_stiffness);
    double e = isinf(p->restitution) ? 1.0 : p->restitution;
    p->k1 = p->stiffness;
    p->k2 = variable ? p->k1 : direct ? p->unloading_stiffness : p->k1 / (e * e);
    p->growth = variable && !isinf(p->stiffening) ? p->stiffening * p->k1 : 0.0; // of k2 with d_max, N/m2
    p->kt = p->stiffness * (4.0 * pair->g_star / pair->e_star); // Mindlin's ratio kt / kn = 4 G* / E*
    return variable && isinf(p->stiffening) ? "unloading: variable needs 'stiffening', the S of k2 = k1 + S "
                                              "F_max; or choose unloading: constant"
           : !variable && !direct && isinf(p->restitution)
               ? "unloading: constant needs 'restitution', from 0.01 to 1, or 'unloading_stiffness'"
           : p->k2 < p->k1
               ? "'unloading_stiffness' must be at least 'stiffness', or collisions would gain energy"
               : NULL;
}

SCREE_LAW void scree_walton_braun_law(const scree_walton_braun *p, scree_contact *c, double *h) {
    double most = c->overlap > h[0] ? c->overlap : h[0];
    double k2 = p->k2 + p->growth * most, load = p->k1 * most;
    double fall = load - k2 * (most - c->overlap); // along k2 from the largest overlap
    double elastic = fall > 0.0 ? fall : 0.0;
    double cn = 2.0 * p->damping_ratio * sqrt(c->m_eff * p->k1);
    cn = fall > 0.0 ? cn : 0.0;
    double viscous = cn * c->vn, fn = elastic + viscous;
    c->fn = fn;
    c->fn_elastic = elastic;
    c->critical = fn > 0.0 ? fn : 0.0;
    c->kn = fall > 0.0 ? p->k1 : 0.0;
    c->kt = fall > 0.0 ? p->kt : 0.0;
    c->cn = cn;
    c->zeta = p->damping_ratio;
    c->radius = fall > 0.0 ? sqrt(c->r_eff * c->overlap) : 0.0;
    c->apart = 0.0;
    c->energy_n = 0.5 * elastic * elastic / k2;
    c->viscous_n = viscous * c->vn;
    c->lost_n = scree_latching_loading(p->k1, k2, most) -
                scree_latching_loading(p->k1, p->k2 + p->growth * h[0], h[0]);
    h[0] = most;
}

static inline int scree_walton_braun_loses(const double *derived) {
    const scree_walton_braun *p = (const scree_walton_braun *)(const void *)derived;
    return p->k2 > p->k1 || p->growth > 0.0;
}

// k2 after a first collision at speed v.
static inline double scree_walton_braun_k2(const scree_walton_braun *p, double m, double v) {
    return p->k2 + p->growth * (v * sqrt(m / p->k1));
}

// Duration of an oscillation along k2, the shortest one; a first collision lasts longer.
static inline double scree_walton_braun_collision_time(const double *derived, double m, double r, double v) {
    (void)r;
    return SCREE_PI *
           sqrt(m / scree_walton_braun_k2((const scree_walton_braun *)(const void *)derived, m, v));
}

static inline double scree_walton_braun_restitution(const double *derived, double m, double r, double v) {
    (void)r;
    const scree_walton_braun *p = (const scree_walton_braun *)(const void *)derived;
    return p->damping_ratio > 0.0 ? (double)NAN : sqrt(p->k1 / scree_walton_braun_k2(p, m, v));
}

static const scree_law scree_walton_braun_table = {
    .name = "walton_braun",
    .slot = SCREE_NORMAL,
    .title = "Two springs that latch: one for loading, a stiffer one for unloading; restitution exact.",
    .formula = "F = k1 d, unloading k2 (d - d0) with d0 = (1 - k1 / k2) d_max;  e = sqrt(k1 / k2), k2 "
               "constant or k1 + S F_max",
    .source = "Walton and Braun, J. Rheol. 30 (1986) 949",
    SCREE_LAW_PARTS_AND_HISTORY(walton_braun),
    .collision_time = scree_walton_braun_collision_time,
    .restitution = scree_walton_braun_restitution,
    .known = scree_known_by_overlap,
    .loses = scree_walton_braun_loses,
    .validity = "Plastic dents; impacts slow against the vibration of the spheres",
};
