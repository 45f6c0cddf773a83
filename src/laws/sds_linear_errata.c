// SPDX-License-Identifier: BSD-3-Clause
#include "laws/sds_linear.h"

const scree_erratum scree_sds_linear_errata[] = {
    {"The page has lost all its formulas and the reference for the damping; they stand in the code.",
     "As the code.", "As stated above, with the repairs below."},
    {"Units: over a Hertz normal law the automatic stiffness is a ratio times K in N m^-3/2, used as N/m. In "
     "an impact at 1 m/s of a 1 cm sphere (E* 10 MPa) it is 28 times too large. Mindlin's ratio belongs to "
     "the tangent stiffness, 3/2 K sqrt(d).",
     "The number of K, computed from E* and R*; only over a Hertz normal law, and over hooke its constant k, "
     "where the formula is right.",
     "What the normal law offers, over Hertz 8 G* sqrt(R* d), which follows the overlap."},
    {"The mean of the two Poisson ratios stands for an effective one; exact only for equal materials.",
     "The mean.", "G* of the two materials, 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2."},
    {"The tangential overlap is the length of path slid, never negative, and the force opposes the present "
     "slip: the spring never pushes back, and the law amounts to Coulomb friction. Figures of the page's "
     "own theory show a signed spring.",
     "Path length. Sums and limits are of absolute values, as coded.",
     "A spring with direction, a vector in the tangent plane; the limit shortens the force and keeps its "
     "direction."},
    {"The spring goes on growing while the contact slides.", "It does.",
     "It is trimmed to the limit, and the dashpot gets what the spring leaves below it."},
    {"At exactly zero slip there is no direction, so no force: no static friction.", "No force.",
     "The spring holds."},
    {"The direction of slip is taken from rounding noise when nothing slides: spurious forces up to 6 % of "
     "the normal force, changing sign each step.",
     "The direction of any slip that is not exactly 0.", "No direction is needed."},
    {"The default for automatic damping differs between the class, where it is off and no number results, "
     "and the reader, where it is on unless a coefficient is given.",
     "As the reader: from the restitution unless a coefficient is given, which wins silently; with neither, "
     "an error.",
     "From the restitution, or the coefficient; both is an error, neither means no dashpot."},
    {"2/7 is for solid spheres; cylinders get it too.", "2/7.", "2/7; there are no cylinders."},
    {"The tangential restitution is not reached: that takes a contact that sticks for just half a tangential "
     "period. In DEMLab every sticking impact gives -0.008 to 0.009 whatever is asked.",
     "A strength of damping.", "A strength of damping, and called so; it acts on a spring that swings."},
    {"Restitution 0 is a case of its own, yet the limit of the formula: critical damping.", "Critical.",
     "Critical."},
    {"Without a normal law the limit is 0 and so is the force, silently.",
     "An error: friction needs a normal law.", "An error: friction needs a normal law."},
    {"The limit multiplies the whole normal force with its viscous part, after it was cut.",
     "Its absolute value.",
     "By default what the normal law calls critical: its compressive part, adhesion taken out; the elastic "
     "part or the absolute value can be chosen."},
    {"One coefficient for static and dynamic friction; a negative one only warns.",
     "One coefficient; a negative one is an error.", "One coefficient; a negative one is an error."},
    {"Against walls the lever arm is R - d for velocities and R - d/2 for the torque, so the power of the "
     "force does not balance. The path advances before the force is evaluated, at the integrator's own "
     "time level. What was slid in an earlier contact may be kept after a separation between two searches.",
     "Not part of the law: the engine has one arm, gives the time levels, and forgets when spheres part.",
     "Not part of the law: the engine has one arm, gives the time levels, and forgets when spheres part."},
    {"The page is two-dimensional: nothing turns the memory with the contact.",
     "A path length needs no turning.", "The spring is turned into the tangent plane and keeps its length."},
    {NULL, NULL, NULL},
};
