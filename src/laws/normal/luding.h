// SPDX-License-Identifier: BSD-3-Clause
// Luding's adhesive elastic-plastic contact: data shared by its four modes, and the normal law.
//   k2hat = A / (a1/E1 + a2/E2), A = pi min(a1, a2)^2, or given;  a12 = 2 a1 a2 / (a1 + a2), against a wall its radius
//   k1 = k2hat loading_ratio, ka = k2hat adhesion_ratio, d_lim = k2hat / (k2hat - k1) plasticity_depth a12
//   k2 = k1 + (k2hat - k1) min(d_max / d_lim, 1)
//   F = clamp(k2 d - (k2 - k1) d_max, from -ka d, to k1 d) + gamma v
// Variants: `consistent` has these branches, reversible at given d_max; `luding2008` caps d_max at d_lim, beyond which
// loading and unloading follow the k2hat line, and lowers it on the adhesive branch so that reloading starts along k2; `woo` is
// WooDEM's code: branches as in consistent, and the motion is ignored in the evaluation in which the contact forms.
// Source: Luding, Granular Matter 10 (2008) 235; WooDEM. Valid while d << a and while one k2 per contact is a sufficient
// description.
#pragma once

#include "laws/damping.h"
#include "laws/latching.h"

extern const scree_erratum scree_luding_errata[];

enum { SCREE_LUDING_CONSISTENT, SCREE_LUDING_2008, SCREE_LUDING_WOO };
#define SCREE_LUDING_VARIANT(P, doc) P(variant, "1", 0.0, 0.0, 2.0, NONE, "consistent|luding2008|woo", doc)
#define SCREE_LUDING_STIFFNESS(P)                                                                            \
    P(stiffness, "N/m", SCREE_NOT_GIVEN, 1e-12, 1e15, HARMONIC, NULL,                                        \
      "Largest unloading stiffness k2hat; not given: from Young's moduli and radii.")

// Terms of k2hat: the given value, or pi and the compliances of both materials.
typedef struct scree_luding_size {
    double given;          // N/m, 0: not given
    double pi;             // 0 if k2hat is given
    double soft_a, soft_b; // 1/Pa
} scree_luding_size;

static inline scree_luding_size scree_luding_size_of(double stiffness, const scree_pairing *pair) {
    int given = !isinf(stiffness);
    scree_luding_size s = {given ? stiffness : 0.0, given ? 0.0 : SCREE_PI, 1.0 / pair->young[0],
                           1.0 / pair->young[1]};
    return s;
}

SCREE_LAW double scree_luding_k2hat(const scree_luding_size *s, double ra, double rb) {
    double r = ra < rb ? ra : rb;
    return s->given + s->pi * (r * r) / (ra * s->soft_a + rb * s->soft_b);
}

SCREE_LAW double scree_luding_a12(const scree_contact *c) {
    return 2.0 * c->ra * c->rb / (c->ra + c->rb);
}

#define SCREE_LUDING_NORMAL_PARAMS(P)                                                                        \
    SCREE_LUDING_VARIANT(P, "Branches of the page, those of the paper (capped and irreversible), or "        \
                            "WooDEM's code.")                                                                \
    SCREE_LUDING_STIFFNESS(P)                                                                                \
    P(loading_ratio, "1", 0.5, 1e-9, 1.0, MEAN, NULL, "First loading stiffness over k2hat.")                 \
    P(adhesion_ratio, "1", 0.2, 0.0, 1e3, MEAN, NULL, "Stiffness of the adhesive limit over k2hat.")         \
    P(plasticity_depth, "1", 0.1, 0.0, 1e3, MEAN, NULL,                                                      \
      "Plasticity range phi: unloading is as stiff as k2hat from an overlap of phi a12 k2hat/(k2hat - k1) "  \
      "on.")                                                                                                 \
    P(normal_viscosity, "N s/m", 0.0, 0.0, 1e15, MIN, NULL, "Viscous coefficient of the normal dashpot.")

SCREE_LAW_STRUCT(luding_normal, SCREE_LUDING_NORMAL_PARAMS, scree_luding_size size;
                 double limit, per_limit; // d_lim / a12 (1e300: none) and a12 / d_lim (0: none)
                 double kt_ratio;)
enum { scree_luding_normal_columns = 1, scree_luding_normal_variants = 3 };

static const scree_history_desc scree_luding_normal_history[] = {
    {"largest_overlap", "m", "Largest overlap so far, which sets stiffness and force-free overlap."},
};

static inline const char *scree_luding_normal_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    scree_luding_normal *p = scree_luding_normal_take(param, derived);
    p->size = scree_luding_size_of(p->stiffness, pair);
    p->stiffness = p->size.given;
    int plastic = p->loading_ratio < 1.0;
    p->limit = plastic ? p->plasticity_depth / (1.0 - p->loading_ratio) : 1e300;
    p->per_limit = plastic && p->limit > 0.0 ? 1.0 / p->limit : 0.0;
    p->kt_ratio = 4.0 * pair->g_star / pair->e_star; // Mindlin's ratio, for tangential laws that need it
    return !plastic && p->plasticity_depth == 0.0
               ? "loading_ratio = 1 together with plasticity_depth = 0 leaves the plastic limit undefined; "
                 "accepted: loading_ratio below 1, or plasticity_depth above 0 (of no effect then)"
               : NULL;
}

// Unloading stiffness at a largest overlap.
SCREE_LAW double scree_luding_k2(double k1, double k2hat, double d, double limit, double per_limit) {
    return d >= limit ? k2hat : k1 + (k2hat - k1) * (d * per_limit);
}

SCREE_LAW void scree_luding_normal_law(const scree_luding_normal *p, scree_contact *c, double *h) {
    double a12 = scree_luding_a12(c), k2hat = scree_luding_k2hat(&p->size, c->ra, c->rb);
    double k1 = k2hat * p->loading_ratio, ka = k2hat * p->adhesion_ratio, d = c->overlap;
    double limit = p->limit * a12, per_limit = p->per_limit / a12;
    double pull = ka * d, elastic, k2, energy, lost, largest = d > h[0] ? d : h[0];
    if (p->variant == (double)SCREE_LUDING_2008) {
        largest = largest > limit ? limit : largest;
        k2 = scree_luding_k2(k1, k2hat, largest, limit, per_limit);
        double line = k2 * d - (k2 - k1) * largest;
        // the largest overlap whose k2 line meets the adhesive limit here
        double q = (k2hat - k1) * per_limit, soft = q > 0.0 ? 1.0 / q : 0.0;
        double lowered = 0.5 * (d + sqrt(d * d + 4.0 * (k1 + ka) * soft * d));
        int yields = line < -pull;
        lowered = lowered < largest ? lowered : largest;
        double was = h[0] > limit ? limit : h[0];
        double k2_was = scree_luding_k2(k1, k2hat, was, limit, per_limit);
        largest = yields ? lowered : largest;
        k2 = scree_luding_k2(k1, k2hat, largest, limit, per_limit);
        elastic = yields ? -pull : line;
        energy = 0.5 * elastic * elastic / k2;
        lost = scree_latching_lost(k1, ka, k2_was, was, k2, largest);
    } else {
        k2 = scree_luding_k2(k1, k2hat, largest, limit, per_limit);
        double line = k2 * d - (k2 - k1) * largest;
        double least = (k2 - k1) / (k2 + ka) * largest; // overlap where the k2 line meets the adhesive limit
        double upper = k1 * d;
        elastic = line < -pull ? -pull : line;
        elastic = elastic > upper ? upper : elastic;
        double on_line = d < least ? ka * least : elastic;
        double below = d < least ? 0.5 * ka * (least * least - d * d) : 0.0;
        energy = 0.5 * on_line * on_line / k2 + below;
        double k2_was = scree_luding_k2(k1, k2hat, h[0], limit, per_limit);
        lost = scree_latching_loading(k1, k2, largest) - scree_latching_loading(k1, k2_was, h[0]);
    }
    double vn = p->variant == (double)SCREE_LUDING_WOO ? (1.0 - c->fresh) * c->vn : c->vn;
    double fn = elastic + p->normal_viscosity * vn, critical = fn + pull;
    c->fn = fn;
    c->fn_elastic = elastic;
    c->critical = critical > 0.0 ? critical : 0.0;
    c->kn = k2;
    c->kt = p->kt_ratio * k2hat;
    c->cn = p->normal_viscosity;
    c->zeta = 0.5 * p->normal_viscosity / sqrt(c->m_eff * k2hat);
    c->radius = sqrt(c->r_eff * d);
    c->apart = 0.0;
    c->energy_n = energy;
    c->viscous_n = p->normal_viscosity * (vn * vn);
    c->lost_n = lost;
    h[0] = largest;
}

static inline int scree_luding_normal_loses(const double *derived) {
    const scree_luding_normal *p = (const scree_luding_normal *)(const void *)derived;
    return p->loading_ratio < 1.0;
}

// A reversible adhesive branch stores energy that is lost where a contact ends, and no law sees that end.
static inline scree_known scree_luding_normal_known(const double *derived) {
    const scree_luding_normal *p = (const scree_luding_normal *)(const void *)derived;
    const int retraces = p->variant != (double)SCREE_LUDING_2008 && p->loading_ratio < 1.0;
    return retraces && p->adhesion_ratio > 0.0 ? SCREE_KNOWN_NOT : SCREE_KNOWN_OVERLAP;
}

// If k2hat depends on the radii, r_eff is taken as that of equal spheres, which gives the largest stiffness.
static inline double scree_luding_normal_collision_time(const double *derived, double m, double r, double v) {
    (void)v;
    const scree_luding_normal *p = (const scree_luding_normal *)(const void *)derived;
    return SCREE_PI * sqrt(m / scree_luding_k2hat(&p->size, 2.0 * r, 2.0 * r));
}

// Linear (loading_ratio 1): exp(-eta t). Undamped: from the energy lost in the loop up to the largest effective overlap.
static inline double scree_luding_normal_restitution(const double *derived, double m, double r, double v) {
    const scree_luding_normal *p = (const scree_luding_normal *)(const void *)derived;
    double k2hat = scree_luding_k2hat(&p->size, 2.0 * r, 2.0 * r);
    if (p->loading_ratio == 1.0) {
        return scree_restitution_zero_overlap(0.5 * p->normal_viscosity / sqrt(m * k2hat));
    }
    if (p->normal_viscosity > 0.0) {
        return NAN;
    }
    double k1 = k2hat * p->loading_ratio, ka = k2hat * p->adhesion_ratio, limit = p->limit * 2.0 * r;
    double largest = v * sqrt(m / k1);
    largest = p->variant == (double)SCREE_LUDING_2008 && largest > limit ? limit : largest;
    double k2 = scree_luding_k2(k1, k2hat, largest, limit, p->per_limit / (2.0 * r));
    double free = (1.0 - k1 / k2) * largest, least = (k2 - k1) / (k2 + ka) * largest;
    double e2 = 1.0 - (k1 * largest + ka * least) * free / (m * v * v);
    return e2 > 0.0 ? sqrt(e2) : 0.0;
}

static const scree_alias scree_luding_normal_alias[] = {
    {"stiffness", "k2hat"},        {"loading_ratio", "k1DivKn"},
    {"adhesion_ratio", "kaDivKn"}, {"plasticity_depth", "deltaLimRel"},
    {"normal_viscosity", "viscN"}, {NULL, NULL},
};

static const scree_law scree_luding_normal_table = {
    .name = "luding",
    .slot = SCREE_NORMAL,
    .title = "Elastic-plastic adhesive spring that hardens with the largest overlap, and a dashpot.",
    .formula = "F = clamp(k2 d - (k2 - k1) d_max, from -ka d, to k1 d) + gamma v;  k2 = k1 + (k2hat - k1) "
               "min(d_max / d_lim, 1), d_lim = phi a12 k2hat / (k2hat - k1)",
    .source = "Luding, Granular Matter 10 (2008) 235; WooDEM",
    SCREE_LAW_PARTS_AND_HISTORY(luding_normal),
    .collision_time = scree_luding_normal_collision_time,
    .restitution = scree_luding_normal_restitution,
    .known = scree_luding_normal_known,
    .loses = scree_luding_normal_loses,
    .traits = SCREE_TRAIT_ADHESIVE | SCREE_TRAIT_ORIGINAL,
    .validity = "Overlaps small against the radii; the restitution stated is that of equal spheres where the "
                "stiffness follows from their moduli.",
    .alias = scree_luding_normal_alias,
    .erratum = scree_luding_errata,
    .page = "luding",
};
