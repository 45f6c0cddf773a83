// SPDX-License-Identifier: BSD-3-Clause
// Laws for the drag on a sphere. Each returns the drag over that of Stokes, 3 pi mu d (u - v), for the Reynolds number re = density |u - v| d / viscosity and the
// porosity. Their drag coefficient is cd = 24 / re times that.
#pragma once

#include "maths/math.h"
#include "maths/power.h"
#include <math.h>

// Stokes, Trans. Camb. Phil. Soc. 9 (1851) 8: creeping flow, re well below 1.
static inline double scree_drag_stokes(double re, double porosity) {
    (void)re, (void)porosity;
    return 1.0;
}

// Schiller and Naumann, Z. Ver. Dtsch. Ing. 77 (1933) 318, up to re = 1000; above it cd = 0.44, Newton's regime, up to about 2e5. cd jumps by 0.4 % between them.
static inline double scree_drag_schiller_naumann(double re, double porosity) {
    (void)porosity;
    return re < 1000.0 ? (re > 0.0 ? 1.0 + 0.15 * scree_power(re, 0.687) : 1.0) : 0.44 / 24.0 * re;
}

// Dallavalle, Micromeritics (1948): cd = (0.63 + 4.8 / sqrt(re))^2. At rest it is 4 % below Stokes' drag.
static inline double scree_drag_dallavalle(double re, double porosity) {
    (void)porosity;
    const double root = 0.63 * sqrt(re) + 4.8;
    return root * root / 24.0;
}

// Di Felice, Int. J. Multiphase Flow 20 (1994) 153: Dallavalle's drag at the superficial velocity, porosity (u - v), times porosity^-beta with
// beta = 3.7 - 0.65 exp(-(1.5 - log10 re)^2 / 2) and its Reynolds number. It is the drag alone, without the force of the mean pressure gradient.
static inline double scree_drag_di_felice(double re, double porosity) {
    const double superficial = porosity * re,
                 away = superficial > 0.0 ? 1.5 - scree_log(superficial) / 2.302585092994045684 : 40.0,
                 beta = 3.7 - 0.65 * scree_exp(-0.5 * (away * away));
    return porosity * scree_drag_dallavalle(superficial, porosity) * scree_power(porosity, -beta);
}

// D(name)
#define SCREE_DRAG_LAWS(D) D(stokes) D(schiller_naumann) D(dallavalle) D(di_felice)

typedef enum scree_drag_law_number {
    SCREE_DRAG_NONE,
#define SCREE_DRAG_NUMBER(name) SCREE_DRAG_##name,
    SCREE_DRAG_LAWS(SCREE_DRAG_NUMBER)
#undef SCREE_DRAG_NUMBER
} scree_drag_law_number;
#define SCREE_DRAG_CHOICE(name) "|" #name
#define SCREE_DRAG_CHOICES "none" SCREE_DRAG_LAWS(SCREE_DRAG_CHOICE)
