// SPDX-License-Identifier: BSD-3-Clause
// Rolling spring, dashpot and slider with given coefficients: M = R* F, F = k xi + gamma v, |F| <= mu_r Fn, with the rolling
// velocity v = R* w of the relative spin w in the plane and its path xi. Kept as a moment: kr = k R*^2, cr = gamma R*^2.
// corrected: as in rolling_spring.h, the spring alone is trimmed at slip and the limit is of the elastic normal force.
// original: as LAMMPS, spring and dashpot together equal the limit of the whole normal force at slip.
// Sources: Luding, Granular Matter 10 (2008) 235; Marshall, J. Comput. Phys. 228 (2009) 1541; Santos, Bolintineanu, Grest et
// al., Phys. Rev. E 102 (2020) 032903; rolling sds of LAMMPS' pair_style granular.
#pragma once

#include "laws/rolling/rolling_spring.h"

#define SCREE_SDS_ROLLING_PARAMS(P)                                                                          \
    P(rolling_friction, "1", NAN, 0.0, 10.0, MEAN, NULL, "Rolling friction coefficient mu_r.")               \
    P(rolling_stiffness, "N/m", NAN, 0.0, 1e15, HARMONIC, NULL, "Stiffness k of the rolling spring.")        \
    P(rolling_damping_coefficient, "N s/m", 0.0, 0.0, 1e15, MEAN, NULL,                                      \
      "Coefficient gamma of the rolling dashpot.")                                                           \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "original: as LAMMPS, the limit takes |Fn| with dashpot and adhesion, and at slip the spring stores "  \
      "what the dashpot leaves.")

SCREE_LAW_STRUCT(sds_rolling, SCREE_SDS_ROLLING_PARAMS, double variant;)
enum { scree_sds_rolling_columns = 4, scree_sds_rolling_variants = 2 };
SCREE_ROLLING_HISTORY(sds_rolling)
extern const scree_erratum scree_sds_rolling_errata[];

static inline const char *scree_sds_rolling_derive(const double *param, const scree_pairing *pair,
                                                   double *derived) {
    (void)pair;
    scree_sds_rolling *p = scree_sds_rolling_take(param, derived);
    p->variant = p->convention;
    return NULL;
}

// The spring stores what the dashpot leaves of the limit, also where that points the other way.
SCREE_LAW void scree_sds_rolling_original(scree_contact *c, double *h, double kr, double cr, double limit) {
    double m[3];
    scree_turn_into_plane(c, h, m);
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    double wx = c->wrx - along * c->nx, wy = c->wry - along * c->ny, wz = c->wrz - along * c->nz;
    double turn[3], seen = scree_seen_of_step(c, h[3]), step = kr * seen;
    scree_across(c, c->turn_x, c->turn_y, c->turn_z, turn);
    double tx = (m[0] + step * turn[0]) + cr * wx, ty = (m[1] + step * turn[1]) + cr * wy;
    double tz = (m[2] + step * turn[2]) + cr * wz;
    double size = sqrt(tx * tx + ty * ty + tz * tz), cut = size > limit ? limit / size : 1.0;
    tx *= cut;
    ty *= cut;
    tz *= cut;
    double x = tx - cr * wx, y = ty - cr * wy, z = tz - cr * wz, soft = kr > 0.0 ? 1.0 / kr : 0.0;
    c->mrx = -tx;
    c->mry = -ty;
    c->mrz = -tz;
    c->spring_r = scree_spring_work(1.0, m, 1.0, x, y, z, turn);
    c->energy_r = 0.5 * soft * (x * x + y * y + z * z);
    c->viscous_r = cr * (wx * wx + wy * wy + wz * wz);
    double hold = kr > 0.0 ? 1.0 : 0.0; // without a spring nothing is stored
    h[0] = hold * x;
    h[1] = hold * y;
    h[2] = hold * z;
    h[3] = kr;
}

SCREE_LAW void scree_sds_rolling_law(const scree_sds_rolling *p, scree_contact *c, double *h) {
    double square = (1.0 - c->taken) * (c->r_eff * c->r_eff), arm = p->rolling_friction * c->r_eff;
    double kr = p->rolling_stiffness * square, cr = p->rolling_damping_coefficient * square;
    if (p->variant == 0.0) {
        scree_rolling_corrected(c, h, kr, cr, arm, 1.0, 1);
    } else {
        scree_sds_rolling_original(c, h, kr, cr, arm * fabs(c->fn));
    }
}

static const scree_alias scree_sds_rolling_alias[] = {
    {"rolling_stiffness", "k_roll"},
    {"rolling_damping_coefficient", "gamma_roll"},
    {"rolling_friction", "mu_roll"},
    {NULL, NULL},
};

static const scree_law scree_sds_rolling_table = {
    .name = "sds",
    .slot = SCREE_ROLLING,
    .title = "Rolling spring, dashpot and slider with given coefficients, as in LAMMPS.",
    .formula = "M = -R* (k xi + gamma v), |M| <= mu_r R* Fn;  v = R* w, dxi = v dt",
    .source = "Luding, Granular Matter 10 (2008) 235; rolling sds of LAMMPS' pair_style granular",
    SCREE_LAW_PARTS_AND_HISTORY(sds_rolling),
    .springs = 1,
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Check the time step against k R*^2 and the inertia: the stiffness is given, not derived.",
    .alias = scree_sds_rolling_alias,
    .erratum = scree_sds_rolling_errata,
    .page = "lammps",
};
