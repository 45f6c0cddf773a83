// SPDX-License-Identifier: BSD-3-Clause
// Wear in sliding: the volume that a wall loses is V = k F s / H, with the normal force F over the sliding distance s.
// Source: Archard, J. Appl. Phys. 24 (1953) 981. Valid while the worn volume is proportional to load and distance: no heating, no
// running in. Repulsive force only: a pull does not wear.
#pragma once

#include "laws/table.h"

#define SCREE_ARCHARD_PARAMS(P)                                                                              \
    P(wear_coefficient, "1", NAN, 0.0, 1.0, MEAN, NULL, "Archard's coefficient k of the pair.")              \
    P(hardness, "Pa", NAN, 1.0, 1e15, MIN, NULL, "Hardness H of the softer one of the two.")

SCREE_LAW_STRUCT(archard, SCREE_ARCHARD_PARAMS, double per_path;)
enum { scree_archard_columns = 0 };

static inline const char *scree_archard_derive(const double *param, const scree_pairing *pair,
                                               double *derived) {
    (void)pair;
    scree_archard *p = scree_archard_take(param, derived);
    p->per_path = p->wear_coefficient / p->hardness;
    return NULL;
}

SCREE_LAW void scree_archard_law(const scree_archard *p, scree_contact *c, double *h) {
    (void)h;
    const double push = c->fn > 0.0 ? c->fn : 0.0;
    c->wear_rate = p->per_path * (push * sqrt(c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz));
    c->wear_impact = 0.0;
    c->wear_per_work = 0.0;
}

static const scree_law scree_archard_table = {
    .name = "archard",
    .slot = SCREE_WEAR,
    .title = "Wear by sliding: volume per load and distance.",
    .formula = "V = k F s / H",
    .source = "Archard, J. Appl. Phys. 24 (1953) 981",
    SCREE_LAW_PARTS(archard),
    .page = "wear",
};
