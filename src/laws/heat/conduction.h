// SPDX-License-Identifier: BSD-3-Clause
// Conduction of heat through the contact area, a circle of radius a between two half-spaces, and through the section of a bond:
//   q = 2 k a (Tb - Ta),   bonded: q = k A (Tb - Ta) / l,   k = 2 ka kb / (ka + kb).
// Source: Batchelor and O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313. Valid while a is much smaller than the radii, and while heat
// spreads in a particle faster than it comes through its contacts, 2 a / r << 1.
//
// A softened stiffness makes the area too large: at a given force a grows with E^(-1/3), in a given impact with E^(-1/5). The
// correction with that name gives the area for the real modulus.
#pragma once

#include "laws/heat/contact_area.h"

#define SCREE_CONDUCTION_PARAMS(P) SCREE_CONTACT_AREA_PARAMS(P)

SCREE_LAW_STRUCT(conduction, SCREE_CONDUCTION_PARAMS, double two_k; double variant;)
enum { scree_conduction_columns = 0, scree_conduction_variants = 2 };

static inline const char *scree_conduction_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    scree_conduction *p = scree_conduction_take(param, derived);
    double factor;
    const char *problem = scree_area_factor(pair, p->area_correction, p->real_young, &factor);
    p->two_k = 2.0 * p->conductivity * factor;
    p->variant = p->area;
    return problem;
}

SCREE_LAW void scree_conduction_law(const scree_conduction *p, scree_contact *c, double *h) {
    (void)h;
    const double a = p->variant == 1.0 ? sqrt(scree_intersection_square(c, c->overlap)) : c->radius,
                 contact = p->two_k * a, bond = p->conductivity * c->bond_area / c->distance;
    c->heat = (c->bond_area > 0.0 ? bond : contact) * (c->tb - c->ta);
}

static const scree_alias scree_conduction_alias[] = {
    {"conductivity", "thermalConductivity"}, {"real_young", "youngsModulusOriginal"}, {NULL, NULL}};

static const scree_law scree_conduction_table = {
    .name = "conduction",
    .slot = SCREE_HEAT,
    .title = "Heat through the contact area between two half-spaces, and through bonds.",
    .formula = "q = 2 k a (Tb - Ta); bonded: q = k A (Tb - Ta) / l; k = 2 ka kb / (ka + kb)",
    .source = "Batchelor and O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313",
    SCREE_LAW_PARTS(conduction),
    .alias = scree_conduction_alias,
};
