// SPDX-License-Identifier: BSD-3-Clause
// DEMLab's nonlinear tangential springs with dashpot and slider, for Hertz contacts; a = sqrt(R* d), |Ft| <= mu Fn:
//   DD   kt = 16/3 G* a, without dashpot
//   TTI  kt = 8 G* a, dashpot given or that of the normal law
//   LTH  |F| = mu Fn (1 - (1 - xi/s)^(3/2)) up to xi = s = mu d E* / (4 G*), then mu Fn; dashpot 2 eta sqrt(m* dF/dxi)
//   ZZY  the same spring, dashpot q (1 - 0.4 q) s dF/dxi with q = eta vt / (2 G* s)
// For equal materials s = mu d (2 - nu) / (2 - 2 nu), and the curve starts with Mindlin's stiffness 8 G* a.
// corrected: the spring xi is a vector; DD and TTI as in tangent_spring.h. The curve of LTH and ZZY acts on the elastic normal
// force. If a change of overlap raised its energy U = mu Fn s (q - 2/5 (1 - (1 - q)^(5/2))), q = xi/s, xi is shortened by that
// ratio: U grows with q at least in proportion, so it never grows without tangential work. Over Hertz, for small q, that is
// the spring that keeps its force as the contact stiffens. original, as DEMLab: xi is the length of the slip path
// (slip_path.h), TTI has 0.39 (nu = 0.3) of Mindlin's stiffness and a dashpot without its factor d^(1/4).
// Sources: DD: Di Renzo and Di Maio, Chem. Eng. Sci. 59 (2004) 525; TTI: Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992)
// 239; LTH: Langston, Tuzun and Heyes, Chem. Eng. Sci. 49 (1994) 1259; ZZY: Zheng, Zhu and Yu, Powder Technol. 226 (2012) 130.
#pragma once

#include "laws/tangential/slip_path.h"
#include "laws/tangential/tangent_spring.h"
#include <string.h>

#define SCREE_SDS_NONLINEAR_PARAMS(P)                                                                        \
    P(friction, "1", NAN, 0.0, 1e12, MEAN, NULL, "Coulomb friction coefficient mu.")                         \
    P(formula, "1", 0.0, 0.0, 3.0, NONE, "DD|TTI|LTH|ZZY",                                                   \
      "Spring and dashpot: Di Renzo and Di Maio; Tsuji, Tanaka and Ishida; Langston, Tuzun and Heyes; "      \
      "Zheng, Zhu and Yu.")                                                                                  \
    P(tangential_damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                       \
      "Coefficient of the dashpot of TTI; without it, that of the normal law.")                              \
    P(tangential_damping_ratio, "1", SCREE_NOT_GIVEN, 0.0, 1e6, MEAN, NULL,                                  \
      "Ratio eta of the critical damping; for LTH, which needs it.")                                         \
    P(tangential_viscosity, "Pa s", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                  \
      "Viscosity eta of the dashpot; for ZZY, which needs it.")                                              \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "With the errata repaired, or as DEMLab computes.")

// kt = stiff a of DD and TTI, a that of the normal law; reach = s / (mu d);
// of_normal, of_quarter: of cn, of cn / d^(1/4).
SCREE_LAW_STRUCT(sds_nonlinear, SCREE_SDS_NONLINEAR_PARAMS, double variant, stiff, reach, two_g, given,
                 of_normal, of_quarter, lth, zzy;)
enum { scree_sds_nonlinear_columns = 6, scree_sds_nonlinear_variants = 4 };

static const scree_history_desc scree_sds_nonlinear_history[] = {
    {"spring_x", "m", "Extension of the tangential spring, x."},
    {"spring_y", "m", "Extension of the tangential spring, y."},
    {"spring_z", "m", "Extension of the tangential spring, z."},
    {"stiffness", "N/m", "Stiffness when last evaluated; DD and TTI only."},
    {"path", "m", "Length of path slid since the contact began; original only."},
    {"energy", "J", "Energy of the spring; LTH and ZZY only."},
};

static inline const char *scree_sds_nonlinear_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    scree_sds_nonlinear *p = scree_sds_nonlinear_take(param, derived);
    int original = p->convention > 0.5, formula = (int)p->formula, curve = formula >= 2;
    int of_tti = !isinf(p->tangential_damping_coefficient), of_lth = !isinf(p->tangential_damping_ratio),
        of_zzy = !isinf(p->tangential_viscosity), offered = formula == 1 && !of_tti;
    double nu = 0.5 * (pair->poisson[0] + pair->poisson[1]);
    p->tangential_damping_coefficient = of_tti ? p->tangential_damping_coefficient : 0.0;
    p->tangential_damping_ratio = of_lth ? p->tangential_damping_ratio : 0.0;
    p->tangential_viscosity = of_zzy ? p->tangential_viscosity : 0.0;
    p->variant = (original ? 2.0 : 0.0) + (curve ? 1.0 : 0.0);
    p->stiff = formula == 0 ? 16.0 / 3.0 * pair->g_star
               : original   ? sqrt(2.0) * pair->e_star / ((2.0 - nu) * (1.0 + nu))
                            : 8.0 * pair->g_star;
    p->reach = original ? (2.0 - nu) / (2.0 - 2.0 * nu) : 0.25 * pair->e_star / pair->g_star;
    p->two_g = 2.0 * pair->g_star;
    p->of_normal = offered && !original ? 1.0 : 0.0;
    p->of_quarter = offered && original ? 1.0 : 0.0;
    if ((formula == 2 && !of_lth) || (formula == 3 && !of_zzy)) {
        return formula == 2 ? "LTH needs tangential_damping_ratio; accepted: a number >= 0"
                            : "ZZY needs tangential_viscosity; accepted: a number >= 0 in Pa s";
    }
    if ((of_tti && formula != 1) || (of_lth && formula != 2) || (of_zzy && formula != 3)) {
        return "the formula has another dashpot; accepted: none with DD, tangential_damping_coefficient with "
               "TTI, tangential_damping_ratio with LTH, tangential_viscosity with ZZY";
    }
    if (pair->normal && (pair->normal->traits & SCREE_TRAIT_NO_SOLID)) {
        return "the formulas are for solid spheres, and the normal law offers no shear stiffness; accepted: "
               "another normal law";
    }
    if (p->of_quarter > 0.0 && pair->normal && strcmp(pair->normal->name, "viscoelastic_nonlinear") != 0) {
        return "the original takes the coefficient of DEMLab's Hertz dashpot; accepted: "
               "tangential_damping_coefficient, or normal: viscoelastic_nonlinear with damping_formula TTI, "
               "or convention: corrected";
    }
    return NULL;
}

// Energy of the curve at extension `size`, J; beyond s it slides at the limit. With r = sqrt(1 - q) it is factored so that small
// extensions keep their digits.
SCREE_LAW double scree_sds_nonlinear_energy(double limit, double s, double size) {
    double q = s > 0.0 ? size / s : 1.0, within = q < 1.0 ? q : 1.0, r = sqrt(1.0 - within);
    double part = within / (1.0 + r);
    return limit * s * (part * part * (0.6 + r * (1.2 + r * (0.8 + r * 0.4))) + (q - within));
}

// The curve as a vector spring.
SCREE_LAW void scree_sds_nonlinear_curve(const scree_sds_nonlinear *p, scree_contact *c, double *h) {
    double turned[3], seen = c->fresh > 0.5 ? c->begins : 1.0;
    scree_turn_with_bodies(c, h, turned);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    double elastic = c->fn_elastic > 0.0 ? c->fn_elastic : 0.0, d = c->overlap > 0.0 ? c->overlap : 0.0;
    double limit = d > 0.0 ? p->friction * elastic : 0.0, s = p->friction * p->reach * d;
    double length = sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
    double now = scree_sds_nonlinear_energy(limit, s, length), shrink = now > h[5] ? h[5] / now : 1.0;
    double x = shrink * turned[0] + seen * move[0];
    double y = shrink * turned[1] + seen * move[1];
    double z = shrink * turned[2] + seen * move[2];
    double size = sqrt(x * x + y * y + z * z), trim = size > s ? s / size : 1.0;
    x *= trim;
    y *= trim;
    z *= trim;
    size *= trim;
    double left = s > 0.0 ? 1.0 - size / s : 0.0; // below 1e-8 it is rounding: the contact slides
    double root = left > 1e-8 ? sqrt(left) : 0.0;
    double stiff = s > 0.0 ? 1.5 * limit / s : 0.0;
    double secant = s > 0.0 ? limit / s * ((1.0 + root + root * root) / (1.0 + root)) : 0.0;
    double speed = sqrt(c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz);
    double rate = s > 0.0 ? p->tangential_viscosity * speed / (p->two_g * s) : 0.0;
    double slows =
        rate < 1.25 ? 1.0 - 0.4 * rate : 0.625 / rate; // rate * slows does not fall after its maximum
    double tangent = stiff * root, ct = 2.0 * p->tangential_damping_ratio * sqrt(c->m_eff * tangent) +
                                        p->tangential_viscosity / p->two_g * slows * tangent;
    double fx = secant * x + ct * c->vtx, fy = secant * y + ct * c->vty, fz = secant * z + ct * c->vtz;
    double whole = sqrt(fx * fx + fy * fy + fz * fz), cut = whole > limit ? limit / whole : 1.0;
    fx *= cut;
    fy *= cut;
    fz *= cut;
    c->ftx = -fx;
    c->fty = -fy;
    c->ftz = -fz;
    c->energy_t = scree_sds_nonlinear_energy(limit, s, size);
    double dx = fx - secant * x, dy = fy - secant * y, dz = fz - secant * z;
    c->spring_t = 0.0;
    c->viscous_t = dx * c->vtx + dy * c->vty + dz * c->vtz;
    h[0] = x;
    h[1] = y;
    h[2] = z;
    h[3] = 0.0;
    h[4] = 0.0;
    h[5] = c->energy_t;
}

SCREE_LAW void scree_sds_nonlinear_law(const scree_sds_nonlinear *p, scree_contact *c, double *h) {
    double part = 1.0 - c->taken, kt = part * (p->stiff * c->radius);
    double ct = part * p->tangential_damping_coefficient + p->of_normal * c->cn;
    if (p->variant == 0.0) {
        scree_tangent_spring(c, h, kt, ct, p->friction * c->critical);
        h[4] = 0.0;
        h[5] = 0.0;
    } else if (p->variant == 1.0) {
        scree_sds_nonlinear_curve(p, c, h);
    } else {
        double d = c->overlap > 0.0 ? c->overlap : 0.0, limit = p->friction * fabs(c->fn);
        double vt, path = scree_slip_path(c, h, &vt);
        double spring = kt * path,
               dashpot = (ct + p->of_quarter * (d > 0.0 ? c->cn / sqrt(sqrt(d)) : 0.0)) * vt;
        if (p->variant == 3.0) {
            double s = p->friction * p->reach * d, over = s > 0.0 ? 1.0 / s : 0.0;
            double left = path < s ? 1.0 - path / s : 0.0, root = sqrt(left);
            double rate = p->tangential_viscosity * vt * over / p->two_g;
            spring = limit * (1.0 - left * root);
            dashpot = p->tangential_damping_ratio * sqrt(6.0 * c->m_eff * limit * root * over) * vt +
                      rate * (1.0 - 0.4 * rate) * (1.5 * limit * root);
        }
        scree_slip_path_force(c, h, path, vt, spring, dashpot, limit);
        h[5] = 0.0;
    }
}

static const scree_alias scree_sds_nonlinear_alias[] = {
    {"friction", "friction_coeff"},
    {"tangential_damping_coefficient", "damping_coeff"},
    {NULL, NULL},
};
extern const scree_erratum scree_sds_nonlinear_errata[];

static const scree_law scree_sds_nonlinear_table = {
    .name = "sds_nonlinear",
    .slot = SCREE_TANGENTIAL,
    .title = "Nonlinear tangential spring by one of four formulas, dashpot and slider; memory turns with the "
             "contact.",
    .formula = "DD: kt = 16/3 G* sqrt(R* d);  TTI: kt = 8 G* sqrt(R* d), ct = cn;  LTH, ZZY: Ft = mu Fn (1 - "
               "(1 - xi/s)^(3/2)), s = mu d E* / (4 G*)",
    .source = "DEMLab 1.0.1, ContactForceT_SDSNonlinear; Di Renzo and Di Maio 2004; Tsuji, Tanaka and Ishida "
              "1992; Langston, Tuzun and Heyes 1994; Zheng, Zhu and Yu 2012",
    SCREE_LAW_PARTS_AND_HISTORY(sds_nonlinear),
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Solid spheres with a Hertz normal law. The curve of LTH and ZZY is Mindlin's for a constant "
                "normal force; the dashpots of LTH and ZZY vanish where the contact slides.",
    .alias = scree_sds_nonlinear_alias,
    .erratum = scree_sds_nonlinear_errata,
};
