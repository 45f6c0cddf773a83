// SPDX-License-Identifier: BSD-3-Clause
#include "laws/liggghts_conduction.h"

const scree_erratum scree_liggghts_conduction_errata[] = {
    {"The length in the conductance is the square root of the area, sqrt(pi) times the radius of the circle: "
     "half-spaces that meet in a circle conduct 2 k a (Batchelor and O'Brien 1977), so it is 1.77 times too "
     "much.",
     "sqrt(A).", "As in LIGGGHTS here; the law conduction has a."},
    {"The circle in which the undeformed spheres intersect has a radius sqrt(2) times that of a Hertz "
     "contact. Together with sqrt(pi) the conductance is sqrt(2 pi) = 2.507 times that of a Hertz contact.",
     "Circle of intersection.",
     "As in LIGGGHTS here; the law conduction takes the radius of the normal law."},
    {"The manual says that the projection is that of the smaller particle.", "The larger one.",
     "The larger one, as its source."},
    {"The correction of a softened modulus is right at a given force only; in a given impact the area grows "
     "with E^(-1/5).",
     "E^(2/3) on the overlap.", "The same; the law conduction has both."},
    {NULL, NULL, NULL},
};
