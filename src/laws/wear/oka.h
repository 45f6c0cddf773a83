// SPDX-License-Identifier: BSD-3-Clause
// Erosion by a grain of mass m and diameter D that hits at the speed v and the angle a to the surface, of metals and others by their hardness Hv in GPa:
//   V = 1e-9 m3/kg m g(a) E90,  g = sin(a)^n1 (1 + Hv (1 - sin a))^n2,  E90 = K Hv^k1 (v/v')^k2 (D/D')^k3,
//   n1 = 0.71 Hv^0.14, n2 = 2.4 Hv^-0.94, k2 = 2.3 Hv^0.038 unless they are given.
// Source: Oka, Okamura and Yoshida, Wear 259 (2005) 95; Oka and Yoshida, Wear 259 (2005) 102. The defaults are those of angular silica. Once for each
// contact, with the velocity of the contact point when it begins; D is that of a sphere of the volume of the grain, whatever its shape. The measurements are for 50 to 200 m/s.
#pragma once

#include "laws/table.h"
#include "maths/power.h"

#define SCREE_OKA_PARAMS(P)                                                                                  \
    P(hardness, "Pa", NAN, 1e6, 1e12, MIN, NULL, "Vickers hardness of the wall.")                            \
    P(particle_factor, "1", 65.0, 0.0, 1e9, MEAN, NULL, "Factor K of the grains.")                           \
    P(hardness_exponent, "1", -0.12, -5.0, 5.0, MEAN, NULL, "Exponent k1 of the hardness.")                  \
    P(speed_exponent, "1", SCREE_NOT_GIVEN, 0.0, 10.0, MEAN, NULL,                                           \
      "Exponent k2 of the speed; if not given 2.3 Hv^0.038.")                                                \
    P(size_exponent, "1", 0.19, -5.0, 5.0, MEAN, NULL, "Exponent k3 of the diameter.")                       \
    P(sine_exponent, "1", SCREE_NOT_GIVEN, 0.0, 20.0, MEAN, NULL,                                            \
      "Exponent n1 of the sine of the angle; if not given 0.71 Hv^0.14.")                                    \
    P(flat_exponent, "1", SCREE_NOT_GIVEN, 0.0, 50.0, MEAN, NULL,                                            \
      "Exponent n2 for flat hits; if not given 2.4 Hv^-0.94.")                                               \
    P(reference_speed, "m/s", 104.0, 1e-3, 1e4, MEAN, NULL, "Speed v' of the tests.")                        \
    P(reference_diameter, "m", 326e-6, 1e-9, 1.0, MEAN, NULL, "Diameter D' of the grains of the tests.")

SCREE_LAW_STRUCT(oka, SCREE_OKA_PARAMS, double gpa; double factor;)
enum { scree_oka_columns = 0 };

static inline const char *scree_oka_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_oka *p = scree_oka_take(param, derived);
    p->gpa = 1e-9 * p->hardness;
    p->speed_exponent = isinf(p->speed_exponent) ? 2.3 * scree_power(p->gpa, 0.038) : p->speed_exponent;
    p->sine_exponent = isinf(p->sine_exponent) ? 0.71 * scree_power(p->gpa, 0.14) : p->sine_exponent;
    p->flat_exponent = isinf(p->flat_exponent) ? 2.4 * scree_power(p->gpa, -0.94) : p->flat_exponent;
    p->factor = 1e-9 * p->particle_factor * scree_power(p->gpa, p->hardness_exponent); // from mm3/kg
    return NULL;
}

SCREE_LAW void scree_oka_law(const scree_oka *p, scree_contact *c, double *h) {
    (void)h;
    const double n = c->vn > 0.0 ? c->vn : 0.0,
                 v = sqrt(n * n + (c->vtx * c->vtx + c->vty * c->vty + c->vtz * c->vtz)),
                 sine = n / (v > 0.0 ? v : 1.0),
                 of_angle = scree_power(sine, p->sine_exponent) *
                            scree_power(1.0 + p->gpa * (1.0 - sine), p->flat_exponent),
                 at_right = p->factor * scree_power(v / p->reference_speed, p->speed_exponent) *
                            scree_power(c->size / p->reference_diameter, p->size_exponent);
    c->wear_rate = 0.0;
    c->wear_impact = c->fresh * (c->m_eff * (of_angle * at_right));
    c->wear_per_work = 0.0;
}

static const scree_law scree_oka_table = {
    .name = "oka",
    .slot = SCREE_WEAR,
    .title = "Erosion by grains that hit, by the hardness of the wall.",
    .formula = "V = 1e-9 m3/kg m K Hv^k1 (v/v')^k2 (D/D')^k3 sin(a)^n1 (1 + Hv (1 - sin a))^n2, Hv in GPa",
    .source = "Oka, Okamura and Yoshida, Wear 259 (2005) 95",
    SCREE_LAW_PARTS(oka),
    .page = "wear",
};
