// SPDX-License-Identifier: BSD-3-Clause
// Conduction of heat through a bar between the centres with the section of the contact, and through the section of a bond:
//   q = k A (Tb - Ta) / d,   A = pi a^2,   bonded: q = k A (Tb - Ta) / l,   k = 2 ka kb / (ka + kb).
// d is the distance of the centres, to a wall that of its surface. For sintered necks and bonds, whose section is as wide as the
// bodies; through small contact areas it gives far too little, as it leaves out that the flow spreads.
// Source: the bar of Fourier's law, as the pipe model of DEMLab and the heat through bonds of MUSEN have it.
#pragma once

#include "laws/heat/contact_area.h"

#define SCREE_PIPE_PARAMS(P)                                                                                 \
    P(conductivity, "W/(m K)", NAN, 0.0, 1e9, HARMONIC, NULL, "Heat conductivity of the material.")          \
    P(area, "1", 0.0, 0.0, 1.0, NONE, "contact|intersection",                                                \
      "Radius of the area: that of the normal law, or of the circle in which the two surfaces intersect.")

SCREE_LAW_STRUCT(pipe, SCREE_PIPE_PARAMS, double variant;)
enum { scree_pipe_columns = 0, scree_pipe_variants = 2 };

static inline const char *scree_pipe_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_pipe *p = scree_pipe_take(param, derived);
    p->variant = p->area;
    return NULL;
}

SCREE_LAW void scree_pipe_law(const scree_pipe *p, scree_contact *c, double *h) {
    (void)h;
    const double square =
                     p->variant == 1.0 ? scree_intersection_square(c, c->overlap) : c->radius * c->radius,
                 area = c->bond_area > 0.0 ? c->bond_area : SCREE_PI * square;
    c->heat = p->conductivity * area / c->distance * (c->tb - c->ta);
}

static const scree_law scree_pipe_table = {
    .name = "pipe",
    .slot = SCREE_HEAT,
    .title = "Heat through a bar between the centres with the section of the contact, or of the bond.",
    .formula = "q = k A (Tb - Ta) / d; A = pi a^2, or the section of the bond; k = 2 ka kb / (ka + kb)",
    .source = "Fourier, Theorie analytique de la chaleur, 1822; as in the pipe model of DEMLab",
    SCREE_LAW_PARTS(pipe),
    .page = "conduction",
};
