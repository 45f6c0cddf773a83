// SPDX-License-Identifier: BSD-3-Clause
#include "laws/lammps_hertz.h"
#include "laws/lammps_hooke.h"
#include "laws/sds_rolling.h"

const scree_erratum scree_lammps_errata[] = {
    {"Under one name gamma_n is a rate (gran/hooke, mass_velocity), a rate per length (gran/hertz, "
     "viscoelastic) "
     "or a coefficient (velocity): a number carried from one to the other has another unit.",
     "One name.", "Three names with their units; exactly one is given."},
    {"gamma_t is a coefficient of its own in gran/*, half of gamma_n by default, and a ratio to the normal "
     "dashpot in granular, 1 by default.",
     "As stated.", "tangential_damping_factor 0.5 of the tangential law, with damping: normal."},
    {"The dashpot can pull at the end of a contact.",
     "It pulls, unless limit_damping is on: then the restitution rises.", "The same, by the same switch."},
    {"Velocities in the forces are those of the half step: damping is of first order in the time step.",
     "Half step.", "Full step; integrator: verlet_half_step computes as LAMMPS (docs/tour.md, time levels)."},
    {"The tangential history of gran/hertz/history is an extension that a changing stiffness multiplies, so "
     "that closed paths create energy; that of gran/hooke/history is projected into the plane and shrinks.",
     "preset: lammps of the tangential laws, with rotation: project for gran/*.",
     "preset: scree of the tangential laws."},
    {NULL, NULL, NULL},
};

const scree_erratum scree_sds_rolling_errata[] = {
    {"At slip the sum of spring and dashpot is set to the limit, and the spring force to the limit minus the "
     "dashpot force: in fast rolling it points the wrong way and stores energy that no work has supplied.",
     "As stated.", "The spring alone is trimmed to the limit; the dashpot force is limited to the rest."},
    {"The limit takes the absolute value of the whole normal force, with dashpot and adhesion.",
     "The absolute value.", "The elastic normal force."},
    {"The pseudo-force acts at R*, and its stiffness is given in N/m: the rotational stiffness follows as k "
     "R*^2, "
     "so small particles roll freely where large ones hold.",
     "As stated.", "As stated: choose the stiffness for the size."},
    {NULL, NULL, NULL},
};
