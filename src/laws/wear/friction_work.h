// SPDX-License-Identifier: BSD-3-Clause
// Wear by the work of friction: the volume that a wall loses is V = C W, with the work W of sliding that the ledger takes. Where friction
// is at its limit mu F, it is Archard's with C = k / (mu H); what a contact stores and gives back without sliding wears nothing.
// Source: Fleischer, Groeger and Thum, Verschleiss und Zuverlaessigkeit (1980): volume per energy density.
#pragma once

#include "laws/table.h"

#define SCREE_FRICTION_WORK_PARAMS(P)                                                                        \
    P(wear_per_work, "m3/J", NAN, 0.0, 1.0, MEAN, NULL, "Volume C for the work of sliding.")

SCREE_LAW_STRUCT(friction_work, SCREE_FRICTION_WORK_PARAMS)
enum { scree_friction_work_columns = 0 };

static inline const char *scree_friction_work_derive(const double *param, const scree_pairing *pair,
                                                     double *derived) {
    (void)pair;
    scree_friction_work_take(param, derived);
    return NULL;
}

SCREE_LAW void scree_friction_work_law(const scree_friction_work *p, scree_contact *c, double *h) {
    (void)h;
    c->wear_rate = 0.0;
    c->wear_impact = 0.0;
    c->wear_per_work = p->wear_per_work;
}

static const scree_law scree_friction_work_table = {
    .name = "friction_work",
    .slot = SCREE_WEAR,
    .title = "Wear by sliding: volume for the work of friction in the ledger.",
    .formula = "V = C W",
    .source = "Fleischer, Groeger and Thum, Verschleiss und Zuverlaessigkeit (1980)",
    SCREE_LAW_PARTS(friction_work),
    .page = "wear",
};
