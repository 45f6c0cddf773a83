// SPDX-License-Identifier: BSD-3-Clause
// Dashpot with a given coefficient, as in LAMMPS: cn = c + m* (gamma + gamma_a a), one of the three given, a = sqrt(R* d).
// The unit of the coefficient tells which: N s/m is LAMMPS' damping velocity, 1/s its mass_velocity and its pair_style
// gran/hooke, 1/(m s) its viscoelastic and its pair_style gran/hertz.
#pragma once

#include "laws/damping.h"
#include "laws/table.h"

#define SCREE_LAMMPS_DASHPOT_PARAMS(P)                                                                       \
    P(damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                  \
      "Coefficient of the dashpot; `velocity` in LAMMPS. Give one of the three.")                            \
    P(damping_rate, "1/s", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                           \
      "Coefficient over the effective mass; gamma_n of gran/hooke, `mass_velocity` in LAMMPS.")              \
    P(damping_rate_per_length, "1/m/s", SCREE_NOT_GIVEN, 0.0, 1e18, MEAN, NULL,                              \
      "Coefficient over effective mass and contact radius; gamma_n of gran/hertz, `viscoelastic` in "        \
      "LAMMPS.")                                                                                             \
    P(limit_damping, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                     \
      "Whether the force is cut where the dashpot would make it pull.")

#define SCREE_LAMMPS_DASHPOT_ALIASES                                                                         \
    {"damping_rate", "gamma_n"}, {"stiffness", "kn"}, {                                                      \
        NULL, NULL                                                                                           \
    }

// Replaces coefficients that are not given by 0, so that the sum of the three is the one that is. Returns a message, or NULL.
static inline const char *scree_lammps_dashpot_take(double *coefficient, double *rate, double *per_length) {
    double *one[] = {coefficient, rate, per_length};
    int given = 0;
    for (int k = 0; k < 3; k++) {
        given += !isinf(*one[k]);
        *one[k] = isinf(*one[k]) ? 0.0 : *one[k];
    }
    return given == 1 ? NULL
                      : "needs one dashpot; accepted: one of damping_rate (1/s), damping_rate_per_length "
                        "(1/m/s) and damping_coefficient (N s/m), 0 is elastic";
}
