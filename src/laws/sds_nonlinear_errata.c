// SPDX-License-Identifier: BSD-3-Clause
#include "laws/sds_nonlinear.h"

const scree_erratum scree_sds_nonlinear_errata[] = {
    {"The tangential overlap is the length of path slid, never negative, and the force opposes the present "
     "slip: the spring never pushes back, there is no static friction, and the law amounts to Coulomb "
     "friction.",
     "Path length. Sums and limits are of absolute values, as coded.",
     "A spring with direction, a vector in the tangent plane, trimmed when the contact slides."},
    {"TTI puts effective values where the formula has those of the particles: sqrt(2 R) E sqrt(d) / ((2 - "
     "nu) "
     "(1 + nu)) is 1 / (2 sqrt(2) (1 - nu^2)) of Mindlin's stiffness, 0.39 of it at nu = 0.3.",
     "As the code.", "Mindlin's 8 G* sqrt(R* d)."},
    {"The dashpot of TTI is to equal the normal one, but takes only its coefficient, without d^(1/4): by "
     "default 20 to 60 times too strong, and in N s m^-5/4.",
     "The coefficient of the normal law, for damping_formula TTI; other formulas of the normal law have "
     "other "
     "coefficients: give tangential_damping_coefficient with them.",
     "The dashpot of the normal law as it acts."},
    {"DD is a secant stiffness, 2/3 of Mindlin's tangent stiffness, for a total displacement at constant "
     "normal "
     "force.",
     "16/3 G* sqrt(R* d).",
     "16/3 G* sqrt(R* d), which its authors recommend, on a spring that keeps its force as the contact "
     "stiffens and its extension as it softens."},
    {"The mean of two Poisson ratios stands for an effective one; exact only for equal materials.",
     "The mean.",
     "s = mu d E* / (4 G*), for which the curve starts with Mindlin's stiffness for any two materials."},
    {"LTH and ZZY multiply the curve by the whole normal force with its dashpot: a spring that pulses with "
     "the "
     "normal speed creates energy.",
     "The absolute value of the whole force.", "The elastic normal force."},
    {"The dashpot of ZZY falls with the speed and pushes beyond eta vt = 5 G* s: it then creates energy.",
     "As the formula.", "Its force stays at its maximum, 0.625 s dF/dxi, beyond eta vt = 2.5 G* s."},
    {"With a friction coefficient of 0 the reach s is 0, and the formulas of LTH and ZZY give no number.",
     "No force.", "No force."},
    {"Units: the damping coefficient of TTI is in N s/m, that of LTH a ratio, that of ZZY in Pa s, under one "
     "name.",
     "Three names with their units.", "Three names with their units."},
    {NULL, NULL, NULL},
};
