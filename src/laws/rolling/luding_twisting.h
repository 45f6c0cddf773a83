// SPDX-License-Identifier: BSD-3-Clause
// Luding's twisting as a couple along the normal: kw = k2hat twisting_stiffness_ratio a12^2, limit twisting_friction
// (Fn + ka d) a12, with the slider of luding_slider.h on the relative spin along n. (a12^1 of the page:
// rolling_exponent.)
// Source: Luding, Granular Matter 10 (2008) 235; WooDEM.
#pragma once

#include "laws/tangential/luding_slider.h"

#define SCREE_LUDING_TWISTING_PARAMS(P) SCREE_LUDING_COUPLE_PARAMS(P, twisting)

SCREE_LAW_STRUCT(luding_twisting, SCREE_LUDING_TWISTING_PARAMS, scree_luding_slider slider;)
enum { scree_luding_twisting_columns = 2 };

static const scree_history_desc scree_luding_twisting_history[] = {
    {"spring", "1", "Elastic twisting angle."},
    {"slides", "1", "1 while it slides."},
};

static inline const char *scree_luding_twisting_derive(const double *param, const scree_pairing *pair,
                                                       double *derived) {
    scree_luding_twisting *p = scree_luding_twisting_take(param, derived);
    return scree_luding_couple_derive(&p->slider, p->variant, &p->stiffness, p->dynamic_ratio, p->slip_reset,
                                      p->adhesion_ratio, &p->rolling_exponent, pair);
}

SCREE_LAW void scree_luding_twisting_law(const scree_luding_twisting *p, scree_contact *c, double *h) {
    const double w[3] = {c->wrx * c->nx + c->wry * c->ny + c->wrz * c->nz, 0.0, 0.0};
    const double turn[3] = {c->turn_x * c->nx + c->turn_y * c->ny + c->turn_z * c->nz, 0.0, 0.0};
    double s[4] = {h[0], 0.0, 0.0, h[1]};
    scree_luding_slide_of o = scree_luding_couple(&p->slider, c, p->twisting_stiffness_ratio,
                                                  p->twisting_viscosity, p->twisting_friction, w, turn, s);
    c->mw = o.f[0];
    c->energy_w = o.energy;
    c->viscous_w = o.viscous;
    c->spring_w = 0.0;
    h[0] = s[0];
    h[1] = s[3];
}

static const scree_alias scree_luding_twisting_alias[] = {
    SCREE_LUDING_COUPLE_ALIAS(twisting, "W"),
    {"twisting_stiffness_ratio", "kwDivKn"},
    {NULL, NULL},
};

static const scree_law scree_luding_twisting_table = {
    .name = "luding",
    .slot = SCREE_TWISTING,
    .title = "Twisting spring and dashpot with static and dynamic friction, a couple along the normal.",
    .formula = "mw = -kw x - gamma w up to mu_w (Fn + ka d) a12, then phi_d times that;  kw = k2hat "
               "twisting_stiffness_ratio a12^2",
    .source = "Luding, Granular Matter 10 (2008) 235; WooDEM",
    SCREE_LAW_PARTS_AND_HISTORY(luding_twisting),
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Elastic angles small against 1; check the time step against kw and the inertia.",
    .coarsen = scree_luding_couple_coarsen,
    .alias = scree_luding_twisting_alias,
    .erratum = scree_luding_errata,
    .page = "luding",
};
