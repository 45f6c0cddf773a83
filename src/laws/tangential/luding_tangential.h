// SPDX-License-Identifier: BSD-3-Clause
// Luding's sliding: kt = k2hat stiffness_ratio, limit friction (Fn + ka d), with the slider of luding_slider.h. With
// another normal law the limit is friction times the critical force of that law.
// Source: Luding, Granular Matter 10 (2008) 235; WooDEM.
#pragma once

#include "laws/tangential/luding_slider.h"

#define SCREE_LUDING_TANGENTIAL_PARAMS(P)                                                                    \
    P(friction, "1", NAN, 0.0, 1e12, MIN, NULL, "Static friction coefficient.")                              \
    P(stiffness_ratio, "1", 0.2, 0.0, 1e3, MEAN, NULL, "Tangential stiffness over k2hat.")                   \
    P(tangential_viscosity, "N s/m", 0.0, 0.0, 1e15, MIN, NULL, "Viscous coefficient.")                      \
    SCREE_LUDING_SLIDER_PARAMS(P)

SCREE_LAW_STRUCT(luding_tangential, SCREE_LUDING_TANGENTIAL_PARAMS, scree_luding_slider slider;)
enum { scree_luding_tangential_columns = 4 };

static const scree_history_desc scree_luding_tangential_history[] = {
    {"spring_x", "m", "Extension of the tangential spring, x."},
    {"spring_y", "m", "Extension of the tangential spring, y."},
    {"spring_z", "m", "Extension of the tangential spring, z."},
    {"slides", "1", "1 while it slides."},
};

static inline const char *scree_luding_tangential_derive(const double *param, const scree_pairing *pair,
                                                         double *derived) {
    scree_luding_tangential *p = scree_luding_tangential_take(param, derived);
    const char *wrong = scree_luding_slider_derive(&p->slider, p->variant, p->stiffness, p->dynamic_ratio,
                                                   p->slip_reset, p->adhesion_ratio, SCREE_NOT_GIVEN, pair);
    p->stiffness = p->slider.size.given;
    return wrong;
}

SCREE_LAW void scree_luding_tangential_law(const scree_luding_tangential *p, scree_contact *c, double *h) {
    const double v[3] = {c->vtx, c->vty, c->vtz};
    double k2hat = scree_luding_k2hat(&p->slider.size, c->ra, c->rb);
    double limit = p->friction * scree_luding_capacity(&p->slider, c, k2hat);
    double s[4];
    scree_turn_with_bodies(c, h, s);
    const double move[3] = {c->move_x, c->move_y, c->move_z};
    s[3] = h[3];
    double part = 1.0 - c->taken;
    scree_luding_slide_of o = scree_luding_slide(&p->slider, c, part * (k2hat * p->stiffness_ratio),
                                                 part * p->tangential_viscosity, limit, v, move, s);
    c->ftx = o.f[0];
    c->fty = o.f[1];
    c->ftz = o.f[2];
    c->energy_t = o.energy;
    c->viscous_t = o.viscous;
    c->spring_t = 0.0;
    h[0] = s[0];
    h[1] = s[1];
    h[2] = s[2];
    h[3] = s[3];
}

static const scree_alias scree_luding_tangential_alias[] = {
    {"friction", "tanPhi"}, {"stiffness_ratio", "ktDivKn"},  {"tangential_viscosity", "viscT"},
    {"stiffness", "k2hat"}, {"dynamic_ratio", "dynDivStat"}, {"adhesion_ratio", "kaDivKn"},
    {NULL, NULL},
};

static const scree_law scree_luding_tangential_table = {
    .name = "luding",
    .slot = SCREE_TANGENTIAL,
    .title = "Tangential spring and dashpot with static and dynamic friction.",
    .formula =
        "ft = -kt x - gamma v up to mu (Fn + ka d), then phi_d times that;  kt = k2hat stiffness_ratio",
    .source = "Luding, Granular Matter 10 (2008) 235; WooDEM",
    SCREE_LAW_PARTS_AND_HISTORY(luding_tangential),
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Slip small against the radii between two slides.",
    .alias = scree_luding_tangential_alias,
    .erratum = scree_luding_errata,
    .page = "luding",
};
