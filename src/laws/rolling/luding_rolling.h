// SPDX-License-Identifier: BSD-3-Clause
// Luding's rolling as a couple: kr = k2hat rolling_stiffness_ratio a12^2, limit rolling_friction (Fn + ka d) a12, with
// the slider of luding_slider.h on the relative spin in the plane of the contact. (The page has a12^1, which is no
// torsional stiffness: rolling_exponent.)
// Source: Luding, Granular Matter 10 (2008) 235; WooDEM.
#pragma once

#include "laws/tangential/luding_slider.h"

#define SCREE_LUDING_ROLLING_PARAMS(P) SCREE_LUDING_COUPLE_PARAMS(P, rolling)

SCREE_LAW_STRUCT(luding_rolling, SCREE_LUDING_ROLLING_PARAMS, scree_luding_slider slider;)
enum { scree_luding_rolling_columns = 4 };

static const scree_history_desc scree_luding_rolling_history[] = {
    {"spring_x", "1", "Elastic rolling angle, x."},
    {"spring_y", "1", "Elastic rolling angle, y."},
    {"spring_z", "1", "Elastic rolling angle, z."},
    {"slides", "1", "1 while it slides."},
};

static inline const char *scree_luding_rolling_derive(const double *param, const scree_pairing *pair,
                                                      double *derived) {
    scree_luding_rolling *p = scree_luding_rolling_take(param, derived);
    return scree_luding_couple_derive(&p->slider, p->variant, &p->stiffness, p->dynamic_ratio, p->slip_reset,
                                      p->adhesion_ratio, &p->rolling_exponent, pair);
}

SCREE_LAW void scree_luding_rolling_law(const scree_luding_rolling *p, scree_contact *c, double *h) {
    double along = c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz;
    const double w[3] = {c->wrx - along * c->nx, c->wry - along * c->ny, c->wrz - along * c->nz};
    double s[4], turn[3];
    scree_turn_with_bodies(c, h, s);
    scree_across(c, c->turn_x, c->turn_y, c->turn_z, turn);
    s[3] = h[3];
    scree_luding_slide_of o = scree_luding_couple(&p->slider, c, p->rolling_stiffness_ratio,
                                                  p->rolling_viscosity, p->rolling_friction, w, turn, s);
    c->mrx = o.f[0];
    c->mry = o.f[1];
    c->mrz = o.f[2];
    c->energy_r = o.energy;
    c->viscous_r = o.viscous;
    c->spring_r = 0.0;
    h[0] = s[0];
    h[1] = s[1];
    h[2] = s[2];
    h[3] = s[3];
}

static const scree_alias scree_luding_rolling_alias[] = {
    SCREE_LUDING_COUPLE_ALIAS(rolling, "R"),
    {"rolling_stiffness_ratio", "krDivKn"},
    {NULL, NULL},
};

static const scree_law scree_luding_rolling_table = {
    .name = "luding",
    .slot = SCREE_ROLLING,
    .title = "Rolling spring and dashpot with static and dynamic friction, a couple.",
    .formula = "mr = -kr x - gamma w up to mu_r (Fn + ka d) a12, then phi_d times that;  kr = k2hat "
               "rolling_stiffness_ratio a12^2",
    .source = "Luding, Granular Matter 10 (2008) 235; WooDEM",
    SCREE_LAW_PARTS_AND_HISTORY(luding_rolling),
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Elastic angles small against 1; check the time step against kr and the inertia.",
    .coarsen = scree_luding_couple_coarsen,
    .alias = scree_luding_rolling_alias,
    .erratum = scree_luding_errata,
    .page = "luding",
};
