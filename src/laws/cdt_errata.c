// SPDX-License-Identifier: BSD-3-Clause
#include "laws/cdt.h"

const scree_erratum scree_cdt_errata[] = {
    {"It takes the direction and the size of the torque from the whole relative spin and then drops the "
     "part "
     "along the normal, so a twisting contact resists rolling less.",
     "As described; the size is mu_r R* kn d.",
     "The spin in the plane of the contact gives the direction, the elastic normal force the size; adhesion "
     "adds no resistance."},
    {"Near rest the sign of the torque changes in each step, so the torque does work in a bed at rest.",
     "As described.",
     "The torque is at most what stops the relative rotation within twelve steps; at rest it is zero."},
    {"Against walls the program scales the spin by the lever arm over the radius, a few per mille.",
     "Not reproduced: the relative spin is taken as it is.", "The same."},
    {NULL, NULL, NULL},
};
