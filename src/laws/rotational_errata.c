// SPDX-License-Identifier: BSD-3-Clause
#include "laws/rotational_bond.h"

const scree_erratum scree_rotational_errata[] = {
    {"The sum that breaks the bond contains the absolute value of the normal force since 2026; before, and "
     "in the documentation, "
     "tension is positive and compression holds against shear, bending and twisting.",
     "bond_compression: loads takes the absolute value.", "Tension is positive, the default."},
    {"A negative sum B, by compression, gives a factor 1 - B^4 below 1, and below zero for strong "
     "compression: the bond then pulls "
     "the bodies into each other.",
     "The factor is 1 for B < 0.", "The factor is 1 for B < 0."},
    {"The energy of a bond is that of its springs without the factor 1 - B^4.",
     "The work of loading in proportion, 1 - B^4 / 3 of it.",
     "The work of loading in proportion, 1 - B^4 / 3 of it."},
    {"With the factor 1 - B^4 the force is not the gradient of an energy when several modes change.",
     "bond_smooth: yes, the default of LAMMPS, computes so.", "bond_smooth: no is the default."},
    {"Shear below a displacement whose square is 1e-10 m2 is ignored, so that short bonds have none for "
     "small angles.",
     "No threshold.", "No threshold."},
    {"Angles come from arc cosines near 1: they have a noise of 1e-8 rad.",
     "They are integrated from the spins.", "They are integrated from the spins."},
    {NULL, NULL, NULL},
};
