// SPDX-License-Identifier: BSD-3-Clause
// Simplified JKR cohesion, second form: an attraction k A with A = 2 pi d (2 R*), twice the area in which two spheres
// intersect at small overlap. Source: cohesion sjkr2 of LIGGGHTS 3.8, which uses half of it for walls (original).
#pragma once

#include "laws/adhesive/cohesion_area.h"

#define SCREE_SJKR2_PARAMS(P)                                                                                \
    SCREE_COHESION_PARAMS(P)                                                                                 \
    P(convention, "1", 0.0, 0.0, 1.0, NONE, "corrected|original",                                            \
      "original: against walls A = 2 pi d R, half of what the formula gives, as LIGGGHTS.")

SCREE_LAW_STRUCT(sjkr2, SCREE_SJKR2_PARAMS, double wall;)
enum { scree_sjkr2_columns = 0 };

static inline const char *scree_sjkr2_derive(const double *param, const scree_pairing *pair,
                                             double *derived) {
    (void)pair;
    scree_sjkr2 *p = scree_sjkr2_take(param, derived);
    p->wall = p->convention > 0.5 ? 0.5 : 1.0;
    return NULL;
}

SCREE_LAW void scree_sjkr2_law(const scree_sjkr2 *p, scree_contact *c, double *h) {
    (void)h;
    double share = c->r_eff == c->ra ? p->wall : 1.0; // for two spheres r_eff is smaller than both radii
    double area = share * (4.0 * SCREE_PI * (c->r_eff * c->overlap));
    scree_cohesion_add(c, area, 0.5 * area * c->overlap, p->cohesion_energy_density, p->tangential_reduce);
}

static const scree_alias scree_sjkr2_alias[] = {{"cohesion_energy_density", "cohesionEnergyDensity"},
                                                {NULL, NULL}};

static const scree_law scree_sjkr2_table = {
    .name = "sjkr2",
    .slot = SCREE_COHESION,
    .title = "Attraction in proportion to the overlap.",
    .formula = "F = -k A;  A = 2 pi d (2 R*)",
    .source = "cohesion sjkr2 of LIGGGHTS 3.8",
    SCREE_LAW_PARTS(sjkr2),
    .known = scree_known_by_overlap,
    .traits = SCREE_TRAIT_ORIGINAL,
    .validity = "Overlaps small against both radii.",
    .cohesive = "cohesion_energy_density",
    .alias = scree_sjkr2_alias,
    .erratum = scree_sjkr_errata,
    .page = "sjkr",
};
