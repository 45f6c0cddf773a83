// SPDX-License-Identifier: BSD-3-Clause
// Adhesion of hard spheres after Derjaguin, Muller and Toporov: a constant pull 2 pi w R*, w = 2 surface_energy, as long
// as the bodies touch; with hertz as the normal law this is their model. The pull has a potential, so
// the energy gained at touch is needed at separation: no loss. Friction uses fn + 2 F_pulloff, as in LAMMPS.
// Source: Derjaguin, Muller and Toporov, J. Colloid Interface Sci. 53 (1975) 314. Valid for small, hard, weakly adhesive
// spheres, (R* w^2 / E*^2 / z0^3)^(1/3) < 0.1 (z0 about 0.3 nm); else jkr.
#pragma once

#include "laws/table.h"

#define SCREE_DMT_PARAMS(P)                                                                                  \
    P(surface_energy, "J/m2", NAN, 0.0, 1e3, GEOMETRIC, NULL,                                                \
      "Surface energy of each body; the work of adhesion is w = 2 surface_energy.")

SCREE_LAW_STRUCT(dmt, SCREE_DMT_PARAMS, double pull_off;)
enum { scree_dmt_columns = 0 };

static inline const char *scree_dmt_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_dmt *p = scree_dmt_take(param, derived);
    p->pull_off = 4.0 * SCREE_PI * p->surface_energy; // over R*
    return NULL;
}

SCREE_LAW void scree_dmt_law(const scree_dmt *p, scree_contact *c, double *h) {
    (void)h;
    double pull = c->overlap > 0.0 ? p->pull_off * c->r_eff : 0.0;
    pull = c->apart > 0.0 ? 0.0 : pull;
    c->fn -= pull;
    c->fn_elastic -= pull;
    c->critical += pull; // the normal law has no adhesion, so this gives fn + 2 pull
    c->energy_n -= pull * c->overlap;
}

static const scree_law scree_dmt_table = {
    .name = "dmt",
    .slot = SCREE_COHESION,
    .title = "Constant pull of hard adhesive spheres after Derjaguin, Muller and Toporov, while they touch.",
    .formula = "F = Fn - 2 pi w R*;  w = 2 surface_energy",
    .source = "Derjaguin, Muller and Toporov, J. Colloid Interface Sci. 53 (1975) 314",
    SCREE_LAW_PARTS(dmt),
    .validity =
        "Small, hard, weakly adhesive spheres: (R* w^2 / E*^2 / z0^3)^(1/3) < 0.1 with z0 about 0.3 nm",
    .cohesive = "surface_energy",
};
