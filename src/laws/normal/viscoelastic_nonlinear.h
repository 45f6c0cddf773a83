// SPDX-License-Identifier: BSD-3-Clause
// Hertz normal force with a choice of dashpots:
//   F = K d^(3/2) + cn v,   K = 4/3 E* sqrt(R*),
//   cn = 0 | eta | xi sqrt(6 m* K) d^(1/4) | eta d^(1/4) | eta d^(1/2) | eta m*
//   for   none linear  critical_ratio         TTI           KK          LH
// TTI without a coefficient: eta = sqrt(5) zeta sqrt(m* K), zeta from the restitution in closed form (damping.h), for the
// end of contact given by remove_cohesion: zero force if true, zero overlap if false.
// convention original: eta = -2.2664 ln e sqrt(m* K) / sqrt(10.1354 + ln^2 e) for both, as DEMLab.
// Sources: Hertz 1882; TTI: Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239; KK: Kuwabara and Kono, Jpn. J. Appl.
// Phys. 26 (1987) 1230; LH: Lee and Herrmann, J. Phys. A 26 (1993) 373. Valid while d << R*.
#pragma once

#include "laws/damping.h"
#include "laws/impact.h"
#include "laws/table.h"

#define SCREE_VISCOELASTIC_NONLINEAR_PARAMS(P)                                                               \
    P(damping_formula, "1", 3.0, 0.0, 5.0, NONE, "none|linear|critical_ratio|TTI|KK|LH",                     \
      "How the dashpot depends on overlap d: not at all there; constant; as d^(1/4) with a ratio of the "    \
      "critical damping; as d^(1/4) with a restitution; as d^(1/2); constant per effective mass.")           \
    P(restitution, "1", SCREE_NOT_GIVEN, 0.0, 1.0, MEAN, NULL,                                               \
      "Coefficient of restitution of a head-on collision; for TTI, unless damping_coefficient is given.")    \
    P(ratio, "1", SCREE_NOT_GIVEN, 0.0, 100.0, NONE, NULL,                                                   \
      "Ratio xi of the damping that is critical at each overlap; for critical_ratio, which needs it.")       \
    P(damping_coefficient, "1", SCREE_NOT_GIVEN, 0.0, 1e15, NONE, NULL,                                      \
      "Coefficient eta in SI units: N s/m (linear), N s m^-5/4 (TTI), N s m^-3/2 (KK), 1/s (LH); linear, "   \
      "KK "                                                                                                  \
      "and LH need it, TTI takes it instead of a restitution.")                                              \
    P(remove_cohesion, "1", 1.0, 0.0, 1.0, NONE, "false|true",                                               \
      "Whether the contact force is cut where the dashpot would make it pull.")                              \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "With the errata repaired, or as DEMLab computes.")

// cn = zeta 2 sqrt(m* S) + the given eta, S = dF/dd = 2 E* sqrt(R* d): 2 sqrt(m* S) = sqrt(6 m* K) d^(1/4); all but one of
// zeta and the eta are 0.
SCREE_LAW_STRUCT(viscoelastic_nonlinear, SCREE_VISCOELASTIC_NONLINEAR_PARAMS, double k, s, kt, zeta,
                 eta_quarter, eta_half, eta_linear, eta_rate;)
enum { scree_viscoelastic_nonlinear_columns = 0 };

// Checks which parameters the formula uses. Returns an error message for the given ones, or NULL.
static inline const char *scree_viscoelastic_nonlinear_problem(const scree_viscoelastic_nonlinear *p) {
    int formula = (int)p->damping_formula, e = !isinf(p->restitution), xi = !isinf(p->ratio),
        eta = !isinf(p->damping_coefficient), original = p->convention > 0.5;
    if (formula == 2 && !xi) {
        return "damping_formula critical_ratio needs ratio; accepted: a number >= 0, 0 is elastic";
    }
    if ((formula == 1 || formula >= 4) && !eta) {
        return "damping_formula linear, KK and LH need damping_coefficient; accepted: a number >= 0 in the "
               "unit that the formula gives it";
    }
    if (formula == 3 && !eta && !e) {
        return "damping_formula TTI needs restitution; accepted: restitution 0 to 1, or damping_coefficient, "
               "or another damping_formula";
    }
    if (formula == 3 && !eta && p->restitution <= 0.0 && (original || p->remove_cohesion > 0.5)) {
        return original
                   ? "restitution 0 gives no number in the original formula; accepted: above 0 and up to 1"
                   : "no damping reaches restitution 0 while remove_cohesion is true; accepted: restitution "
                     "above 0, or remove_cohesion: false";
    }
    if (original) {
        return NULL; // the rest is ignored there
    }
    if (formula == 3 && eta && e) {
        return "restitution and damping_coefficient both say how strong the dashpot is; accepted: one of "
               "them";
    }
    if (formula != 3 && e) {
        return "only damping_formula TTI reaches a given restitution; accepted: no restitution here (in the "
               "materials neither), or damping_formula: TTI";
    }
    if (formula != 2 && xi) {
        return "ratio belongs to damping_formula critical_ratio; accepted: no ratio, or that formula";
    }
    if ((formula == 0 || formula == 2) && eta) {
        return "damping_formula none and critical_ratio take no damping_coefficient; accepted: none, or "
               "damping_formula linear, TTI, KK or LH";
    }
    return NULL;
}

// Ratio to 2 sqrt(m* S), for the restitution of TTI.
static inline double scree_viscoelastic_nonlinear_ratio(const scree_viscoelastic_nonlinear *p) {
    double e = p->restitution;
    if (p->convention > 0.5) {
        double l = scree_log(e);
        return -2.2664 * l / sqrt(6.0 * (10.1354 + l * l));
    }
    return sqrt(5.0 / 6.0) * (e > 0.0 ? scree_damping_ratio(e, p->remove_cohesion > 0.5) : 1.0);
}

static inline const char *scree_viscoelastic_nonlinear_derive(const double *param, const scree_pairing *pair,
                                                              double *derived) {
    scree_viscoelastic_nonlinear *p = scree_viscoelastic_nonlinear_take(param, derived);
    const char *problem = scree_viscoelastic_nonlinear_problem(p);
    int formula = (int)p->damping_formula, given = !isinf(p->damping_coefficient);
    double eta = given ? p->damping_coefficient : 0.0, e = p->restitution;
    p->k = 4.0 / 3.0 * pair->e_star;
    p->s = 2.0 * pair->e_star;
    p->kt = 8.0 * pair->g_star;
    p->zeta = formula == 2 && !isinf(p->ratio)                  ? p->ratio
              : formula == 3 && !given && !isinf(e) && !problem ? scree_viscoelastic_nonlinear_ratio(p)
                                                                : 0.0;
    p->eta_linear = formula == 1 ? eta : 0.0;
    p->eta_quarter = formula == 3 ? eta : 0.0;
    p->eta_half = formula == 4 ? eta : 0.0;
    p->eta_rate = formula == 5 ? eta : 0.0;
    p->restitution = isinf(e) ? 0.0 : e; // constants are finite
    p->ratio = isinf(p->ratio) ? 0.0 : p->ratio;
    p->damping_coefficient = eta;
    return problem;
}

SCREE_LAW void scree_viscoelastic_nonlinear_law(const scree_viscoelastic_nonlinear *p, scree_contact *c,
                                                double *h) {
    (void)h;
    double a = sqrt(c->r_eff * c->overlap), root = sqrt(c->overlap); // contact radius
    double elastic = p->k * a * c->overlap;
    double critical = 2.0 * sqrt(c->m_eff * (p->s * a));
    double eta = p->eta_quarter * sqrt(root) + p->eta_half * root + (p->eta_linear + p->eta_rate * c->m_eff);
    double cn = p->zeta * critical + eta;
    double fn = elastic + cn * c->vn;
    double limited = p->remove_cohesion > 0.5 && fn < 0.0 ? 0.0 : fn;
    c->fn = limited;
    c->fn_elastic = elastic;
    c->critical = limited > 0.0 ? limited : 0.0;
    c->kn = p->k * a;
    c->kt = p->kt * a;
    c->cn = cn;
    c->zeta = p->zeta + (critical > 0.0 ? eta / critical : 0.0);
    c->radius = a;
    c->apart = 0.0;
    c->energy_n = 0.4 * elastic * c->overlap;
    c->viscous_n = (limited - elastic) * c->vn;
}

static inline double scree_viscoelastic_nonlinear_collision_time(const double *derived, double m, double r,
                                                                 double v) {
    const scree_viscoelastic_nonlinear *p = (const scree_viscoelastic_nonlinear *)(const void *)derived;
    return scree_impact_hertz_time(p->k, m, r, v);
}

// In closed form if the dashpot is proportional to d^(1/4); else it depends on speed.
static inline double scree_viscoelastic_nonlinear_restitution(const double *derived, double m, double r,
                                                              double v) {
    (void)v;
    const scree_viscoelastic_nonlinear *p = (const scree_viscoelastic_nonlinear *)(const void *)derived;
    if (p->eta_half + p->eta_linear + p->eta_rate > 0.0) {
        return NAN;
    }
    double zeta = sqrt(6.0 / 5.0) * p->zeta + p->eta_quarter / sqrt(5.0 * m * (p->k * sqrt(r)));
    return p->remove_cohesion > 0.5 ? scree_restitution_zero_force(zeta)
                                    : scree_restitution_zero_overlap(zeta);
}

static const scree_alias scree_viscoelastic_nonlinear_alias[] = {
    {"restitution", "restitution_coeff"},
    {"damping_coefficient", "damping_coeff"},
    {"remove_cohesion", "remove_artificial_cohesion"},
    {NULL, NULL},
};
extern const scree_erratum scree_viscoelastic_nonlinear_errata[];

// The unit of eta depends on the formula.
static inline const char *scree_viscoelastic_nonlinear_coarsen(double *param, double factor) {
    enum { COEFFICIENT = offsetof(scree_viscoelastic_nonlinear, damping_coefficient) / sizeof(double) };
    const int formula = (int)param[0];
    const double root = sqrt(factor);
    param[COEFFICIENT] *= formula == 1   ? factor * factor
                          : formula == 3 ? factor * root * sqrt(root)
                          : formula == 4 ? factor * root
                          : formula == 5 ? 1.0 / factor
                                         : 1.0;
    return NULL;
}

static const scree_law scree_viscoelastic_nonlinear_table = {
    .name = "viscoelastic_nonlinear",
    .slot = SCREE_NORMAL,
    .title =
        "Hertz elastic force with one of five dashpots, or none; the restitution asked for is the one got.",
    .formula = "F = K d^(3/2) + cn v, K = 4/3 E* sqrt(R*);  cn = eta (linear), xi sqrt(6 m* K) d^(1/4) "
               "(critical_ratio), eta d^(1/4) (TTI), eta d^(1/2) (KK), eta m* (LH)",
    .source = "DEMLab 1.0.1, ContactForceN_ViscoElasticNonlinear; Tsuji, Tanaka and Ishida 1992; Kuwabara "
              "and Kono 1987; Lee and Herrmann 1993",
    SCREE_LAW_PARTS(viscoelastic_nonlinear),
    .collision_time = scree_viscoelastic_nonlinear_collision_time,
    .restitution = scree_viscoelastic_nonlinear_restitution,
    .known = scree_known_by_overlap,
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Spheres with an overlap much smaller than the effective radius. linear and LH act in full "
                "at first touch; KK, linear and LH give a restitution that depends on speed.",
    .coarsen = scree_viscoelastic_nonlinear_coarsen,
    .alias = scree_viscoelastic_nonlinear_alias,
    .erratum = scree_viscoelastic_nonlinear_errata,
};
