// SPDX-License-Identifier: BSD-3-Clause
// Areas through which heat laws conduct.
#pragma once

#include "laws/table.h"

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
