// SPDX-License-Identifier: BSD-3-Clause
#include "laws/viscoelastic_nonlinear.h"

const scree_erratum scree_viscoelastic_nonlinear_errata[] = {
    {"The page announces three viscous formulas, shows four without headings, and the code has a fifth. A "
     "comment calls the normal force tangential.",
     "The five by name: linear, critical_ratio, TTI, KK, LH.",
     "The same five, and none, which has no dashpot."},
    {"The option called NONE_DAMP is a linear dashpot, reached by giving a coefficient without a formula; "
     "without a coefficient its force is no number.",
     "The linear dashpot, but it has to be asked for by name: damping_formula linear.",
     "linear is the linear dashpot and needs its coefficient; none is none."},
    {"Restitution 0 with TTI gives no number: the logarithm is infinite in numerator and denominator.",
     "An error.",
     "Where the contact ends at zero overlap, restitution 0 is the weakest damping without rebound (zeta = "
     "1); where it ends at zero force no damping reaches 0, and that is an error."},
    {"The restitution asked for is not the one got: the coefficients are for a contact that ends at zero "
     "overlap, while by default the force is cut where it would pull. 0.2 asked gives 0.324, 0.5 gives "
     "0.550, 0.8 gives 0.808.",
     "The same coefficient whatever remove_cohesion says.",
     "The damping ratio is solved in closed form for the end that remove_cohesion makes, so the restitution "
     "is exact for both."},
    {"2.2664 and 10.1354 of TTI are a fit, attributed to the wrong paper; the exact values are sqrt(5) and "
     "pi^2. The fit is off by up to 0.002 in the restitution.",
     "The two printed decimals.", "The exact values."},
    {"A ratio of 1 is called critically damped. It is critical for the linearised oscillator at each "
     "instant, "
     "not for the collision: without cutting the force the rebound is gone at sqrt(5/6) = 0.913, with "
     "cutting a ratio of 1 still gives a restitution of 0.12.",
     "The formula as printed.",
     "The same formula; the restitution that a ratio gives is known in closed form and reported."},
    {"The KK coefficient has two conventions in use: eta here, and a dissipation time A that other pages "
     "multiply with K or with 3/2 K. No restitution can be asked for, it depends on speed.",
     "eta as given, N s m^-3/2.", "The same; from a dissipation time of Brilliantov et al. eta = 3/2 A K."},
    {"The LH coefficient multiplies the effective mass, so it is a rate; the unit of damping_coeff changes "
     "with the formula and is nowhere stated.",
     "eta times the effective mass.", "The same; the unit that each formula gives it is stated."},
    {"A given coefficient silently overrides the restitution for TTI and is silently ignored for "
     "critical_ratio; what a formula does not use is ignored.",
     "The same.", "Values that contradict each other or that the formula does not use are an error."},
    {"On re-contact within one interaction object the coefficients of the first contact may be kept.",
     "Every contact computes its own: only the driver of DEMLab could keep them.",
     "Every contact computes its own."},
    {"A template lists a stiffness coefficient for this model, which the code always overwrites.",
     "No such parameter; giving one is an error.", "No such parameter; giving one is an error."},
    {"Restitution of the wrong type, negative or above 1, and a negative ratio or coefficient, are accepted "
     "with a message; damping then feeds energy in.",
     "An error: only values in range are accepted.", "An error: only values in range are accepted."},
    {"The effective radius against a wall is that of the sphere even where the wall is curved, and cylinders "
     "use the force of spheres though a line contact is nearly linear.",
     "The radius of the sphere; there are no cylinders.",
     "The effective radius is that of the engine, which is the sphere's against every wall; there are no "
     "cylinders."},
    {"Contacts are only looked for every few steps, so they start late: 0.8 becomes 0.817 at every 50th. The "
     "default integrator, forward Euler, adds energy: an undamped impact rebounds with 1.024 at 10 us.",
     "Not part of the law: the engine searches in time and integrates with Verlet.",
     "Not part of the law: the engine searches in time and integrates with Verlet."},
    {NULL, NULL, NULL},
};
