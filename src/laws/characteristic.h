// SPDX-License-Identifier: BSD-3-Clause
// Quantities that the linear laws of LIGGGHTS can compute for each contact instead of reading them as parameters.
//   Stiffness from a characteristic velocity V: k = 16/15 sqrt(R*) E* (15 m* V^2 / (16 sqrt(R*) E*))^(1/5), written with a
//   dimensionless number under the root: k = 16/15 E* R* (15/16 m* V^2 / (E* R*^3))^(1/5). Documentation of LIGGGHTS, model hooke.
//   Restitution from the Stokes number S = m* v / (6 pi mu_f R*^2): ln e = ln e_max - c_S/|S|. Legendre, Daniel and
//   Guiraud, Phys. Fluids 17 (2005) 097105.
#pragma once

#include "laws/table.h"

// x > 0, 1e-40 .. 1e40. 1/5 = 3/16 + 3/256 + ..., so square roots give 8 % accuracy; five steps of Newton's method, each of
// which squares the error, give full accuracy. Unrolled by hand, because gcc 12 does not vectorise a loop that contains a loop.
SCREE_LAW double scree_fifth_root(double x) {
    double a = sqrt(sqrt(sqrt(x))), b = sqrt(a); // x^(1/8), x^(1/16)
    double c = sqrt(sqrt(sqrt(b))), d = sqrt(c); // x^(1/128), x^(1/256)
    double y = (a * b) * (c * d), q;
#define SCREE_NEWTON                                                                                         \
    q = y * y;                                                                                               \
    y = 0.8 * y + 0.2 * (x / (q * q));
    SCREE_NEWTON SCREE_NEWTON SCREE_NEWTON SCREE_NEWTON SCREE_NEWTON
#undef SCREE_NEWTON
        return y;
}

SCREE_LAW double scree_characteristic_stiffness(double e_star, double r_eff, double m_eff, double velocity) {
    double x = 0.9375 * m_eff * (velocity * velocity) / (e_star * (r_eff * r_eff * r_eff));
    return 16.0 / 15.0 * (e_star * r_eff) * scree_fifth_root(x);
}

// Damping ratio |ln e| / sqrt(ln^2 e + pi^2) with ln e = ln_e_max - drag R*^2 / (m* v), drag = 6 pi mu_f c_S, without the
// division by v: critical damping at rest. v < 0 gives the result of LIGGGHTS for bodies that separate.
SCREE_LAW double scree_stokes_damping_ratio(double ln_e_max, double drag, double r_eff, double m_eff,
                                            double v) {
    double l = ln_e_max * v - drag * (r_eff * r_eff) / m_eff, t = SCREE_PI * v;
    double all = sqrt(l * l + t * t);
    return all > 0.0 ? fabs(l) / all : 0.0;
}

// Returns what is wrong with the parameters of `viscous: on`, or NULL.
static inline const char *scree_stokes_problem(double viscosity, double critical_stokes, double e_max) {
    return isinf(viscosity) || isinf(critical_stokes) || isinf(e_max)
               ? "viscous: on needs fluid_viscosity, critical_stokes and maximum_restitution"
               : NULL;
}

// Parameters of the normal laws that have this option.
#define SCREE_VISCOUS_PARAMS(P)                                                                              \
    P(viscous, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                           \
      "Restitution from the Stokes number of the impact in a fluid, in place of restitution.")               \
    P(fluid_viscosity, "Pa s", SCREE_NOT_GIVEN, 1e-12, 1e6, MEAN, NULL,                                      \
      "Dynamic viscosity mu_f of the fluid between the bodies; needed with viscous: on.")                    \
    P(critical_stokes, "1", SCREE_NOT_GIVEN, 1e-6, 1e6, MEAN, NULL,                                          \
      "Critical Stokes number c_S; needed with viscous: on.")                                                \
    P(maximum_restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                      \
      "Restitution e_max of a dry impact; needed with viscous: on.")
#define SCREE_VISCOUS_ALIASES                                                                                \
    {"fluid_viscosity", "FluidViscosity"}, {"critical_stokes", "CriticalStokes"}, {                          \
        "maximum_restitution", "MaximumRestitution"                                                          \
    }
