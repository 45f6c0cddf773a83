// SPDX-License-Identifier: BSD-3-Clause
// Two spheres of different sizes and materials in contact, for tests of laws against values computed in the tests.
#pragma once

#include "reference.h"

// Of both spheres together; the materials are in contact_of.
static const double RA = 4e-3, RB = 6e-3, MA = 1e-3, MB = 3e-3;            // m, kg
static const double R = 2.4e-3, M = 7.5e-4, A12 = 4.8e-3;                  // R*, m*, 2 ra rb / (ra + rb)
static const double I = 1.4 * 1.6e-8 * 1.08e-7 / (1.6e-8 + 1.08e-7);       // kg m2, 7/5 m r^2 of each
static const double E = 1.0 / ((1.0 - 0.04) / 1e7 + (1.0 - 0.1225) / 2e7); // E*
static const double G =
    1.0 / ((2.0 - 0.2) * 2.4 / 1e7 + (2.0 - 0.35) * 2.7 / 2e7); // G*, shear moduli E / (2 (1 + nu))
static const double PI = 3.14159265358979323846;
#define TEXT                                                                                                 \
    "time: {end: 1}\nmaterials:\n"                                                                           \
    "  a: {density: 2500, young: 1e7, poisson: 0.2}\n  b: {density: 2500, young: 2e7, poisson: 0.35}\n"      \
    "contacts: [{between: any, tangential: none, %s}]\n"

static inline single_contact contact_of(const char *laws) {
    char *text = scree_format(TEXT, laws);
    single_contact l = single_contact_of(text);
    set_bodies(&l.k, RA, RB, MA, MB);
    scree_free(text);
    return l;
}

static inline void expect(double x, double wanted, double scale, const char *what, const char *laws) {
    if (!(fabs(x - wanted) <= 1e-11 * scale)) {
        fail_msg("%s of %s: %.17g, wanted %.17g", what, laws, x, wanted);
    }
}

// |ln e| / sqrt(ln^2 e + pi^2)
static inline double ratio_of(double e) {
    return -log(e) / sqrt(log(e) * log(e) + PI * PI);
}

enum { MOMENTS = 3 }; // largest number of states of a contact on a path
