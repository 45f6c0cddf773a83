// SPDX-License-Identifier: BSD-3-Clause
#include "laws/epsd.h"

const scree_erratum scree_epsd_errata[] = {
    {"The moment of epsd, epsd2 and epsd3 stays fixed in space while the contact turns.", "As described.",
     "It is turned into the plane of the contact and keeps its length."},
    {"A moment kept while the rolling stiffness falls gives away energy on a closed path.", "As described.",
     "The moment is kept when the contact stiffens and follows the stiffness when it softens."},
    {"The limit of the moment takes the whole normal force in absolute value: a dashpot that pulls, or "
     "adhesion, makes a contact resist rolling.",
     "mu_r R* |Fn|.", "mu_r R* times the elastic part of the normal force where that pushes."},
    {"The limit is the spring's: while the spring is below it the dashpot adds to the moment without a "
     "limit, "
     "also in the paper (its f = 0; f = 1 has the dashpot at the limit too).",
     "As described.", "As described; dashpot: inside keeps the whole moment at the limit, outside is f = 1."},
    {"Against walls the program scales the spin by the lever arm over the radius, a few per mille.",
     "Not reproduced: the relative spin is taken as it is.", "The same."},
    {"The documentation of epsd3 calls its property coeffRollingStiffness, the program wants "
     "rollingStiffness.",
     "rollingStiffness is accepted for rolling_stiffness.", "The same."},
    {NULL, NULL, NULL},
};
