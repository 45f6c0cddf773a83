// SPDX-License-Identifier: BSD-3-Clause
// Conduction of heat as fix heat/gran/conduction of LIGGGHTS computes it:
//   q = 4 ka kb / (ka + kb) sqrt(A) (Tb - Ta),
// with the area A of the circle in which the surfaces intersect, a given area, or the projection pi max(ra, rb)^2. The modulus
// correction multiplies the overlap by E*/E*_real to the power 2/3, or 1 with hooke. For comparison with its runs: see
// conduction.h for the flow between half-spaces.
#pragma once

#include "laws/heat/contact_area.h"
#include <string.h>

#define SCREE_LIGGGHTS_CONDUCTION_PARAMS(P)                                                                  \
    P(conductivity, "W/(m K)", NAN, 0.0, 1e9, HARMONIC, NULL, "Heat conductivity of the material.")          \
    P(area, "1", 0.0, 0.0, 2.0, NONE, "overlap|constant|projection",                                         \
      "Area: of the circle of intersection, contact_area, or of the larger particle's projection.")          \
    P(contact_area, "m2", SCREE_NOT_GIVEN, 0.0, 1e9, NONE, NULL, "With area: constant.")                     \
    P(real_young, "Pa", SCREE_NOT_GIVEN, 1.0, 1e15, HARMONIC, NULL,                                          \
      "Young's modulus of the real material: corrects the overlap for a softened one.")

SCREE_LAW_STRUCT(liggghts_conduction, SCREE_LIGGGHTS_CONDUCTION_PARAMS, double two_k; double shrink;
                 double root; double variant;)
enum { scree_liggghts_conduction_columns = 0, scree_liggghts_conduction_variants = 3 };

static inline const char *scree_liggghts_conduction_derive(const double *param, const scree_pairing *pair,
                                                           double *derived) {
    scree_liggghts_conduction *p = scree_liggghts_conduction_take(param, derived);
    const int constant = p->area == 1.0, given = p->contact_area < SCREE_NOT_GIVEN,
              real = p->real_young < SCREE_NOT_GIVEN;
    if (constant != given) {
        return constant ? "area: constant needs the area; accepted: a key contact_area"
                        : "contact_area is given without area: constant; accepted: both";
    }
    if (real && p->area > 0.0) {
        return "real_young corrects the overlap, which this area does not use; accepted: area: overlap";
    }
    const int linear = pair->normal && strcmp(pair->normal->name, "hooke") == 0;
    const double softening = real ? scree_softening(pair, p->real_young) : 1.0;
    p->two_k = 2.0 * p->conductivity;
    p->shrink = real ? linear ? softening : scree_pow(softening, 2.0 / 3.0) : 1.0;
    p->root = constant ? sqrt(p->contact_area) : 0.0;
    p->variant = p->area;
    return NULL;
}

SCREE_LAW void scree_liggghts_conduction_law(const scree_liggghts_conduction *p, scree_contact *c,
                                             double *h) {
    (void)h;
    const double larger = c->ra > c->rb ? c->ra : c->rb;
    const double overlap = p->variant == 0.0
                               ? sqrt(SCREE_PI * scree_intersection_square(c, p->shrink * c->overlap))
                               : 0.0,
                 projection = sqrt(SCREE_PI) * larger,
                 root = p->variant == 0.0   ? overlap
                        : p->variant == 1.0 ? p->root
                                            : projection,
                 bond = p->conductivity * c->bond_area / c->distance;
    c->heat = (c->bond_area > 0.0 ? bond : p->two_k * root) * (c->tb - c->ta);
}

static const scree_alias scree_liggghts_conduction_alias[] = {
    {"conductivity", "thermalConductivity"}, {"real_young", "youngsModulusOriginal"}, {NULL, NULL}};

extern const scree_erratum scree_liggghts_conduction_errata[];

static const scree_law scree_liggghts_conduction_table = {
    .name = "liggghts_conduction",
    .slot = SCREE_HEAT,
    .title = "Heat between two particles as LIGGGHTS computes it, for comparison.",
    .formula = "q = 4 ka kb / (ka + kb) sqrt(A) (Tb - Ta); bonded: q = k A (Tb - Ta) / l",
    .source =
        "Kloss et al., Prog. Comput. Fluid Dyn. 12 (2012) 140; manual and source of fix heat/gran/conduction",
    SCREE_LAW_PARTS(liggghts_conduction),
    .alias = scree_liggghts_conduction_alias,
    .erratum = scree_liggghts_conduction_errata,
};
