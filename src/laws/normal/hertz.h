// SPDX-License-Identifier: BSD-3-Clause
// Hertz normal force with a dashpot whose restitution does not depend on speed:
//   F = K d^(3/2) + 2 sqrt(5/6) zeta sqrt(m* S) v,   K = 4/3 E* sqrt(R*),   S = dF/dd = 2 E* sqrt(R* d).
// Sources: Hertz, J. reine angew. Math. 92 (1882) 156; Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239 for the
// d^(1/4) dashpot; zeta from the restitution in closed form, see damping.h. Valid while d << R*.
#pragma once

#include "laws/damping.h"
#include "laws/impact.h"
#include "laws/table.h"

#define SCREE_HERTZ_PARAMS(P)                                                                                \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                              \
      "Coefficient of restitution of a head-on collision; or damping_ratio.")                                \
    P(end, "1", 0.0, 0.0, 2.0, NONE, SCREE_END_CHOICES, SCREE_END_DOC)                                       \
    P(damping_ratio, "1", SCREE_NOT_GIVEN, 0.0, 100.0, MEAN, NULL,                                           \
      "Ratio b of the dashpot 2 b sqrt(m* S) to the critical one of the stiffness S = dF/dd, in place of "   \
      "restitution; betan of YADE.")

SCREE_LAW_STRUCT(hertz, SCREE_HERTZ_PARAMS, double k, s, kt, zeta;)
enum { scree_hertz_columns = 0 };

static inline const char *scree_hertz_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    scree_hertz *p = scree_hertz_take(param, derived);
    p->k = 4.0 / 3.0 * pair->e_star;
    p->s = 2.0 * pair->e_star;
    p->kt = 8.0 * pair->g_star;
    const int e = !isinf(p->restitution), ratio = !isinf(p->damping_ratio);
    p->zeta = ratio ? p->damping_ratio
              : e   ? sqrt(5.0 / 6.0) * scree_damping_ratio(p->restitution, p->end == 1.0)
                    : 0.0;
    return e == ratio ? e ? "has two dashpots; accepted: one of 'restitution' and 'damping_ratio'"
                          : "needs 'restitution', a number from 0.01 to 1, or 'damping_ratio', in an entry "
                            "of contacts or in the materials"
                      : NULL;
}

SCREE_LAW void scree_hertz_law(const scree_hertz *p, scree_contact *c, double *h) {
    (void)h;
    double a = sqrt(c->r_eff * c->overlap); // contact radius
    double elastic = p->k * a * c->overlap;
    double cn = 2.0 * p->zeta * sqrt(c->m_eff * (p->s * a));
    double fn = elastic + cn * c->vn;
    double limited = p->end > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = p->k * a;
    c->kt = p->kt * a;
    c->cn = cn;
    c->zeta = p->zeta;
    c->radius = a;
    c->apart = 0.0;
    c->energy_n = 0.4 * elastic * c->overlap;
    c->viscous_n = (limited - elastic) * c->vn;
}

static inline double scree_hertz_collision_time(const double *derived, double m, double r, double v) {
    const scree_hertz *p = (const scree_hertz *)(const void *)derived;
    return scree_impact_hertz_time(p->k, m, r, v);
}

static inline double scree_hertz_restitution(const double *derived, double m, double r, double v) {
    (void)m, (void)r, (void)v;
    const scree_hertz *p = (const scree_hertz *)(const void *)derived;
    const double zeta = p->zeta / sqrt(5.0 / 6.0);
    return p->end < 2.0 && !isinf(p->restitution) ? p->restitution
           : p->end > 0.0                         ? scree_restitution_zero_force(zeta)
                                                  : scree_restitution_zero_overlap(zeta);
}

static const scree_alias scree_hertz_alias[] = {{"restitution", "coefficientRestitution"},
                                                {"restitution", "en"},
                                                {"damping_ratio", "betan"},
                                                {NULL, NULL}};

static const scree_law scree_hertz_table = {
    .name = "hertz",
    .slot = SCREE_NORMAL,
    .title = "Hertz elastic force with a dashpot that gives the same restitution at every speed.",
    .formula = "F = K d^(3/2) + 2 sqrt(5/6) zeta sqrt(m* S) v;  K = 4/3 E* sqrt(R*), S = 2 E* sqrt(R* d), "
               "zeta from restitution",
    .source = "Hertz 1882; Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239; closed form of zeta: "
              "Antypov and Elliott 2011",
    SCREE_LAW_PARTS(hertz),
    .collision_time = scree_hertz_collision_time,
    .restitution = scree_hertz_restitution,
    .known = scree_known_by_overlap,
    .alias = scree_hertz_alias,
};
