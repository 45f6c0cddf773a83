// SPDX-License-Identifier: BSD-3-Clause
// Simplified JKR cohesion: an attraction k A with A the area of the circle in which two undeformed spheres intersect,
//   A = pi/4 d (2 ra - d)(2 rb - d)(2 (ra + rb) - d) / (ra + rb - d)^2;  a wall: A = pi d (2 ra - d).
// Source: cohesion sjkr of LIGGGHTS 3.8. It is not JKR: there is no attraction beyond touch, and it vanishes with the overlap.
#pragma once

#include "laws/adhesive/cohesion_area.h"

#define SCREE_SJKR_PARAMS(P) SCREE_COHESION_PARAMS(P)

SCREE_LAW_STRUCT(sjkr, SCREE_SJKR_PARAMS, )
enum { scree_sjkr_columns = 0 };

static inline const char *scree_sjkr_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_sjkr_take(param, derived);
    return NULL;
}

SCREE_LAW void scree_sjkr_law(const scree_sjkr *p, scree_contact *c, double *h) {
    (void)h;
    double d = c->overlap, both = c->ra + c->rb, apart = both - d, less = c->ra - c->rb;
    double lens = d * (2.0 * c->ra - d) * (2.0 * c->rb - d) * (2.0 * both - d) / (apart * apart);
    double lens_volume = d * d * ((2.0 * both + apart) * (1.0 / 3.0) - less * less / apart);
    double cap = 4.0 * d * (2.0 * c->ra - d), cap_volume = 4.0 * (d * d) * (c->ra - d * (1.0 / 3.0));
    int wall = c->r_eff == c->ra; // for two spheres r_eff is smaller than both radii
    double quarter = 0.25 * SCREE_PI;
    scree_cohesion_add(c, quarter * (wall ? cap : lens), quarter * (wall ? cap_volume : lens_volume),
                       p->cohesion_energy_density, p->tangential_reduce);
}

static const scree_alias scree_sjkr_alias[] = {{"cohesion_energy_density", "cohesionEnergyDensity"},
                                               {NULL, NULL}};

static const scree_law scree_sjkr_table = {
    .name = "sjkr",
    .slot = SCREE_COHESION,
    .title = "Attraction in proportion to the area in which the spheres intersect.",
    .formula = "F = -k A;  A = pi/4 d (2 ra - d)(2 rb - d)(2 (ra + rb) - d) / (ra + rb - d)^2, wall: A = pi "
               "d (2 ra - d)",
    .source = "cohesion sjkr of LIGGGHTS 3.8",
    SCREE_LAW_PARTS(sjkr),
    .known = scree_known_by_overlap,
    .validity = "Overlaps small against both radii.",
    .cohesive = "cohesion_energy_density",
    .alias = scree_sjkr_alias,
    .erratum = scree_sjkr_errata,
};
