// SPDX-License-Identifier: BSD-3-Clause
// From the manuals of LIGGGHTS, LAMMPS, EDEM, Yade, MFiX and MercuryDPM, and the letters of papers.
#include "input/foreign_names.h"
#include <stddef.h>
#include <string.h>

#define MATERIAL "in a material"
#define LAW "in 'contacts' or a material"
#define TIME "in 'time'"
static const scree_foreign_name table[] = {
    {"E", "young", MATERIAL},
    {"youngsmodulus", "young", MATERIAL},
    {"youngmodulus", "young", MATERIAL},
    {"elasticmodulus", "young", MATERIAL},
    {"modulusofelasticity", "young", MATERIAL},
    {"G", "shear_modulus", MATERIAL},
    {"nu", "poisson", MATERIAL},
    {"poissonsratio", "poisson", MATERIAL},
    {"poissonratio", "poisson", MATERIAL},
    {"rho", "density", MATERIAL},
    {"particledensity", "density", MATERIAL},
    {"soliddensity", "density", MATERIAL},
    {"mu", "friction", LAW},
    {"mus", "friction", LAW},
    {"staticfriction", "friction", LAW},
    {"slidingfriction", "friction", LAW},
    {"frictioncoefficient", "friction", LAW},
    {"coefficientfriction", "friction", LAW},
    {"coefficientoffriction", "friction", LAW},
    {"coefficientofstaticfriction", "friction", LAW},
    {"frictionangle", "friction", LAW " (the tangent of that angle)"},
    {"angleoffriction", "friction", LAW " (the tangent of that angle)"},
    {"mur", "rolling_friction", LAW},
    {"rollingfrictioncoefficient", "rolling_friction", LAW},
    {"coefficientrollingfriction", "rolling_friction", LAW},
    {"coefficientofrollingfriction", "rolling_friction", LAW},
    {"e", "restitution", LAW},
    {"en", "restitution", LAW},
    {"cor", "restitution", LAW},
    {"coeffrestitution", "restitution", LAW},
    {"restitutioncoefficient", "restitution", LAW},
    {"coefficientrestitution", "restitution", LAW},
    {"coefficientofrestitution", "restitution", LAW},
    {"kn", "stiffness", LAW},
    {"normalstiffness", "stiffness", LAW},
    {"cohesionenergydensity", "cohesion_energy_density", LAW},
    {"timestep", "dt", TIME},
    {"timestepsize", "dt", TIME},
    {"deltat", "dt", TIME},
    {"tend", "end", TIME},
    {"endtime", "end", TIME},
    {"finaltime", "end", TIME},
    {"maxtime", "end", TIME},
    {"tmax", "end", TIME},
    {"duration", "end", TIME},
    {"simulationtime", "end", TIME},
    {"g", "gravity", "at the top of the file"},
    {"np", "count", "in 'insertion'"},
    {"nparticles", "count", "in 'insertion'"},
    {"numparticles", "count", "in 'insertion'"},
    {"numberofparticles", "count", "in 'insertion'"},
    {"particleradius", "radius", "in 'insertion'"},
    {"particlediameter", "diameter", "in 'insertion'"},
    {"omega", "rate", "in 'motion: {rotate: ...}' of a wall"},
    {"rpm", "rate", "in 'motion: {rotate: ...}' of a wall"},
    {"angularvelocity", "rate", "in 'motion: {rotate: ...}' of a wall"},
    {"stl", "file", "in 'mesh' of a wall"},
    {"stlfile", "file", "in 'mesh' of a wall"},
    {"filename", "file", "in 'mesh' of a wall, or in 'particles'"},
    {"hold", "for", "in 'until' of a phase"},
};

// Small letters without _ and -, so that one row stands for all spellings; single letters keep their case.
static void normalise(const char *name, char out[40]) {
    size_t n = 0;
    for (const char *c = name; *c && n < 39; c++) {
        if (*c != '_' && *c != '-' && *c != ' ' && *c != '\'') {
            out[n++] = (char)(name[1] && *c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
        }
    }
    out[n] = '\0';
}

const scree_foreign_name *scree_foreign_name_find(const char *name) {
    char plain[40];
    normalise(name, plain);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (strcmp(table[k].theirs, plain) == 0) {
            return &table[k];
        }
    }
    return NULL;
}
