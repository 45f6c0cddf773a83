// SPDX-License-Identifier: BSD-3-Clause
// Linear tangential spring, dashpot and slider: Ft = -(kt xi + ct vt), |Ft| <= mu Fn,
//   kt given, or a ratio times that of the normal law, or what this offers (8 G* sqrt(R* d) for Hertz),
//   ct given, or 2 beta sqrt(m_t kt) with beta = -ln e_t / sqrt(ln^2 e_t + pi^2), 1 for e_t = 0; m_t = 2/7 m* is the
//   effective mass of two solid spheres for a tangential force, as in DEMLab and YADE's ViscElMat; MFiX takes m*.
// corrected: the spring xi is a vector, rotated and limited as in tangent_spring.h. original, as DEMLab: xi is the length of the
// slip path (slip_path.h); kt is the number of the normal law's stiffness coefficient, K = 4/3 E* sqrt(R*) in N m^-3/2 for Hertz, used as if it were N/m.
// Sources: Cundall and Strack, Geotechnique 29 (1979) 47; Mindlin, J. Appl. Mech. 16 (1949) 259; ct: Deen et al., Chem.
// Eng. Sci. 62 (2007) 28.
#pragma once

#include "laws/tangential/slip_path.h"
#include "laws/tangential/tangent_spring.h"
#include <string.h>

#define SCREE_SDS_LINEAR_PARAMS(P)                                                                           \
    P(friction, "1", NAN, 0.0, 1e12, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    P(tangential_stiffness, "N/m", SCREE_NOT_GIVEN, 0.0, 1e15, HARMONIC, NULL,                               \
      "Stiffness of the spring; without it and a stiffness_ratio, what the normal law offers: 8 G* sqrt(R* " \
      "d) over Hertz.")                                                                                      \
    P(tangential_damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                       \
      "Coefficient of the dashpot; without it, from tangential_restitution.")                                \
    P(tangential_restitution, "1", SCREE_NOT_GIVEN, 0.0, 1.0, MEAN, NULL,                                    \
      "Sets the dashpot: the restitution of a sticking contact that lasts half a tangential period, 0 is "   \
      "critical damping; without it and without a coefficient there is no dashpot.")                         \
    P(limit, "1", 0.0, 0.0, 3.0, NONE, SCREE_LIMIT_CHOICES, SCREE_LIMIT_DOC)                                 \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "With the errata repaired, or as DEMLab computes.")                                                    \
    P(stiffness_ratio, "1", SCREE_NOT_GIVEN, 0.0, 10.0, MEAN, NULL,                                          \
      "Tangential over normal stiffness, in place of tangential_stiffness.")                                 \
    P(tangential_mass, "1", 0.0, 0.0, 1.0, NONE, "sphere|effective",                                         \
      "Mass in the dashpot from tangential_restitution: 2/7 m*, that of solid spheres, or m*, as in MFiX.")

// kt = kt_given + kt_offered * (kt of the normal law) + kt_hertz sqrt(R*) + kt_linear * (kn of the normal law), one of
// the four; ct = tangential_damping_coefficient + beta2 sqrt(m* kt)
SCREE_LAW_STRUCT(sds_linear, SCREE_SDS_LINEAR_PARAMS, double variant, weight[4], kt_given, kt_offered,
                 kt_hertz, kt_linear, beta2;)
enum { scree_sds_linear_columns = 5, scree_sds_linear_variants = 2 };

static const scree_history_desc scree_sds_linear_history[] = {
    {"spring_x", "m", "Extension of the tangential spring, x."},
    {"spring_y", "m", "Extension of the tangential spring, y."},
    {"spring_z", "m", "Extension of the tangential spring, z."},
    {"stiffness", "N/m", "Stiffness when last evaluated."},
    {"path", "m", "Length of path slid since the contact began; original only."},
};

// Stiffness of the original if none is given; false: none for this normal law.
static inline int scree_sds_linear_original_stiffness(scree_sds_linear *p, const scree_pairing *pair) {
    double nu = 0.5 * (pair->poisson[0] + pair->poisson[1]), ratio = (1.0 - nu) / (1.0 - 0.5 * nu);
    const char *normal = pair->normal ? pair->normal->name : "hertz";
    p->kt_hertz = ratio * (4.0 / 3.0 * pair->e_star);
    if (strcmp(normal, "hooke") == 0) {
        p->kt_hertz = 0.0;
        p->kt_linear = ratio;
        return 1;
    }
    return strcmp(normal, "viscoelastic_nonlinear") == 0 || strcmp(normal, "hertz") == 0;
}

static inline const char *scree_sds_linear_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    scree_sds_linear *p = scree_sds_linear_take(param, derived);
    int original = p->convention > 0.5, k = !isinf(p->tangential_stiffness),
        c = !isinf(p->tangential_damping_coefficient), e = !isinf(p->tangential_restitution),
        ratio = !isinf(p->stiffness_ratio);
    const char *problem = NULL;
    p->variant = original;
    scree_limit_weights(original ? 3.0 : p->limit, p->weight);
    p->tangential_stiffness = p->kt_given = k ? p->tangential_stiffness : 0.0;
    p->tangential_damping_coefficient = c ? p->tangential_damping_coefficient : 0.0;
    p->tangential_restitution = e ? p->tangential_restitution : 0.0;
    double l = p->tangential_restitution > 0.0 ? scree_log(p->tangential_restitution) : -INFINITY;
    double beta = isinf(l) ? 1.0 : -l / sqrt(l * l + SCREE_PI * SCREE_PI);
    p->beta2 = e && !c ? 2.0 * sqrt(p->tangential_mass > 0.5 ? 1.0 : 2.0 / 7.0) * beta : 0.0;
    p->kt_offered = k || original || ratio ? 0.0 : 1.0;
    p->kt_hertz = 0.0;
    p->kt_linear = p->stiffness_ratio = ratio ? p->stiffness_ratio : 0.0;
    if (original && !k && !scree_sds_linear_original_stiffness(p, pair)) {
        problem = "the original takes its stiffness from the coefficient of a Hertz or linear normal law; "
                  "accepted: tangential_stiffness, or normal: viscoelastic_nonlinear, hertz or hooke, or "
                  "convention: corrected";
    }
    if (original && !c && !e) {
        problem = "the original has no dashpot to do without; accepted: tangential_restitution 0 to 1 (1: no "
                  "damping), or tangential_damping_coefficient";
    }
    if (original && param[4] != 0.0) {
        problem =
            "the original limits by the absolute normal force; accepted: no limit, or convention: corrected";
    }
    if (ratio && (k || original)) {
        problem =
            "stiffness_ratio is in place of tangential_stiffness, and not in the original; accepted: one of "
            "them, or convention: corrected";
    }
    if (p->tangential_mass > 0.5 && (c || !e || original)) {
        problem =
            "tangential_mass: effective is for the dashpot from tangential_restitution; accepted: with it, "
            "and convention: corrected";
    }
    if (!original && c && e) {
        problem = "tangential_restitution and tangential_damping_coefficient both say how strong the dashpot "
                  "is; accepted: one of them";
    }
    if (!original && !k && !ratio && pair->normal && (pair->normal->traits & SCREE_TRAIT_NO_SOLID)) {
        problem =
            "the normal law offers no shear stiffness; accepted: tangential_stiffness, or another normal law";
    }
    return problem;
}

SCREE_LAW void scree_sds_linear_law(const scree_sds_linear *p, scree_contact *c, double *h) {
    double part = 1.0 - c->taken, own = part * p->kt_given;
    double kt =
        (own + p->kt_offered * c->kt) + (part * (p->kt_hertz * sqrt(c->r_eff)) + p->kt_linear * c->kn);
    double ct = part * p->tangential_damping_coefficient + p->beta2 * sqrt(c->m_eff * kt);
    double limit = scree_coulomb_limit(c, p->friction, p->weight);
    if (p->variant == 0.0) {
        scree_tangent_spring(c, h, kt, ct, limit);
        h[4] = 0.0;
    } else {
        double vt, path = scree_slip_path(c, h, &vt);
        scree_slip_path_force(c, h, path, vt, kt * path, ct * vt, limit);
    }
}

static const scree_alias scree_sds_linear_alias[] = {
    {"friction", "friction_coeff"},
    {"tangential_stiffness", "stiff_coeff"},
    {"tangential_damping_coefficient", "damping_coeff"},
    {"tangential_restitution", "restitution_coeff"},
    {"tangential_restitution", "et"},
    {"tangential_stiffness", "ks"},
    {"tangential_damping_coefficient", "cs"},
    {"stiffness_ratio", "ktDivKn"},
    {NULL, NULL},
};
extern const scree_erratum scree_sds_linear_errata[];

static const scree_law scree_sds_linear_table = {
    .name = "sds_linear",
    .slot = SCREE_TANGENTIAL,
    .title = "Tangential spring, dashpot and slider, each given or derived; memory turns with the contact.",
    .formula = "Ft = -kt xi - ct vt, |Ft| <= mu Fn;  kt given or 8 G* sqrt(R* d), ct given or 2 beta "
               "sqrt(2/7 m* kt), beta from e_t",
    .source =
        "DEMLab 1.0.1, ContactForceT_SDSLinear; Mindlin 1949; slider: Luding, Granular Matter 10 (2008) 235; "
        "tangential_mass: MFiX, DES_ET_INPUT",
    SCREE_LAW_PARTS_AND_HISTORY(sds_linear),
    .springs = 1,
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Solid spheres (2/7 is theirs). e_t is a strength of damping: it is the restitution only of "
                "a contact that sticks for just half a tangential period.",
    .alias = scree_sds_linear_alias,
    .erratum = scree_sds_linear_errata,
};
