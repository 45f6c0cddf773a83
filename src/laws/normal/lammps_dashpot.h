// SPDX-License-Identifier: BSD-3-Clause
// Dashpot with a given coefficient, as in LAMMPS: cn = c + m* (gamma + gamma_a a), one of the three given, a = sqrt(R* d).
// The unit of the coefficient tells which: N s/m is LAMMPS' damping velocity, 1/s its mass_velocity and its pair_style
// gran/hooke, 1/(m s) its viscoelastic and its pair_style gran/hertz. Or cn = alpha sqrt(m* kn), kn = F/d, with alpha from a
// restitution: a polynomial fitted for Hertz (tsuji), which is not the restitution that results, or exactly (coeff_restitution).
#pragma once

#include "laws/damping.h"
#include "laws/table.h"

#define SCREE_LAMMPS_DASHPOT_PARAMS(P)                                                                       \
    P(damping_coefficient, "N s/m", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                  \
      "Coefficient of the dashpot; `velocity` in LAMMPS. Give one of the five.")                             \
    P(damping_rate, "1/s", SCREE_NOT_GIVEN, 0.0, 1e15, MEAN, NULL,                                           \
      "Coefficient over the effective mass; gamma_n of gran/hooke, `mass_velocity` in LAMMPS.")              \
    P(damping_rate_per_length, "1/m/s", SCREE_NOT_GIVEN, 0.0, 1e18, MEAN, NULL,                              \
      "Coefficient over effective mass and contact radius; gamma_n of gran/hertz, `viscoelastic` in "        \
      "LAMMPS.")                                                                                             \
    P(coeff_restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                        \
      "Restitution of a head-on collision, which it gives exactly; `coeff_restitution` in LAMMPS.")          \
    P(tsuji_restitution, "1", SCREE_NOT_GIVEN, 0.01, 1.0, MEAN, NULL,                                        \
      "Restitution from which a polynomial makes the dashpot; `tsuji` in LAMMPS.")                           \
    P(limit_damping, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                     \
      "Whether the force is cut where the dashpot would make it pull.")

#define SCREE_LAMMPS_DASHPOT_ALIASES                                                                         \
    {"damping_coefficient", "velocity"}, {"damping_rate", "mass_velocity"},                                  \
        {"damping_rate_per_length", "viscoelastic"}, {"tsuji_restitution", "tsuji"}, {"stiffness", "kn"}, {  \
        NULL, NULL                                                                                           \
    }

// Given parameters; `alpha` is set from the restitutions, 0 without one.
typedef struct scree_lammps_dashpot {
    double *coefficient, *rate, *per_length, *exact, *tsuji, *alpha;
} scree_lammps_dashpot;

// The fit of Tsuji, Tanaka and Ishida, Powder Technol. 71 (1992) 239, as the manual of LAMMPS gives it.
static inline double scree_lammps_tsuji(double e) {
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

// Replaces coefficients that are not given by 0, so that the sum of all is the one that is. exact: alpha over the damping ratio of
// damping.h, 2 of a linear spring, sqrt(5) of Hertz'. Returns a message, or NULL.
static inline const char *scree_lammps_dashpot_take(const scree_lammps_dashpot *d, double exact) {
    double *one[] = {d->coefficient, d->rate, d->per_length, d->exact, d->tsuji};
    const int fitted = !isinf(*d->tsuji), known = !isinf(*d->exact);
    int given = 0;
    *d->alpha = known    ? exact * scree_damping_ratio(*d->exact, 0)
                : fitted ? scree_lammps_tsuji(*d->tsuji)
                         : 0.0;
    for (int k = 0; k < 5; k++) {
        given += !isinf(*one[k]);
        *one[k] = isinf(*one[k]) ? 0.0 : *one[k];
    }
    return given == 1 ? NULL
                      : "needs one dashpot; accepted: one of damping_rate (1/s), damping_rate_per_length "
                        "(1/m/s), damping_coefficient (N s/m), coeff_restitution and tsuji_restitution, 0 or "
                        "a restitution of 1 is elastic";
}
