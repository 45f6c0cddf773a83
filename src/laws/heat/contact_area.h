// SPDX-License-Identifier: BSD-3-Clause
// Areas through which heat laws conduct.
#pragma once

#include "laws/table.h"

// The parameters that both laws of conduction through a contact have.
#define SCREE_CONTACT_AREA_PARAMS(P)                                                                         \
    P(conductivity, "W/(m K)", NAN, 0.0, 1e9, HARMONIC, NULL, "Heat conductivity of the material.")          \
    P(area, "1", 0.0, 0.0, 1.0, NONE, "contact|intersection",                                                \
      "Radius of the area: that of the normal law, or of the circle in which the two surfaces intersect.")   \
    P(area_correction, "1", 0.0, 0.0, 2.0, NONE, "none|force|impact",                                        \
      "Area of a contact of the real modulus: at the same force, or in the same impact.")                    \
    P(real_young, "Pa", SCREE_NOT_GIVEN, 1.0, 1e15, HARMONIC, NULL,                                          \
      "Young's modulus of the real material, for area_correction.")

// Against a wall r_eff is the radius itself, which it never is between two spheres.
SCREE_LAW int scree_is_wall_contact(const scree_contact *c) {
    return c->r_eff > 0.75 * (c->ra > c->rb ? c->ra : c->rb);
}

// Square of the radius of the circle in which the surfaces of two spheres, or of a sphere and a plane, intersect at this overlap; 0
// without one.
SCREE_LAW double scree_intersection_square(const scree_contact *c, double overlap) {
    const double d = overlap > 0.0 ? overlap : 0.0, distance = c->ra + c->rb - d;
    const double spheres = d * (2.0 * c->ra - d) * (2.0 * c->rb - d) * (2.0 * (c->ra + c->rb) - d) /
                           (4.0 * (distance * distance)),
                 plane = d * (2.0 * c->ra - d), square = scree_is_wall_contact(c) ? plane : spheres;
    return square > 0.0 ? square : 0.0;
}

// Ratio of the stiffness in the computation to the real one, given the real Young's modulus of the pair as the harmonic mean of the
// two. Exact where both have the same Poisson's ratio.
static inline double scree_softening(const scree_pairing *pair, double real_young) {
    return 2.0 * pair->young[0] * pair->young[1] / (pair->young[0] + pair->young[1]) / real_young;
}

// Sets the factor of the radius of contacts of a softened material that gives the radius with the real one: at a given force it grows with
// E^(-1/3), in a given impact with E^(-1/5). correction: 0 none, 1 force, 2 impact. Returns what is wrong, or NULL.
static inline const char *scree_area_factor(const scree_pairing *pair, double correction, double real_young,
                                            double *factor) {
    const int given = real_young < SCREE_NOT_GIVEN;
    *factor = 1.0;
    if (given != (correction > 0.0)) {
        return given
                   ? "real_young is given without area_correction; accepted: area_correction: force or impact"
                   : "area_correction needs the real modulus; accepted: a key real_young";
    }
    *factor =
        given ? scree_pow(scree_softening(pair, real_young), correction == 1.0 ? 1.0 / 3.0 : 1.0 / 5.0) : 1.0;
    return NULL;
}
