// SPDX-License-Identifier: BSD-3-Clause
// Heat between two near bodies by all the ways of a packed bed: the contact, which may be rough, the gas around it, and radiation,
//   q = (1 / (1 / (2 k a) + Rs) + Gg) (Tb - Ta) + Gr (Tb^4 - Ta^4),   k = 2 ka kb / (ka + kb); bonded: k A / l in place of the contact.
// Rough: Rs = (H / P)^0.95 s / (1.25 k m pi a^2), P = F / (pi a^2), with height s and slope m of the roughness and hardness H.
// Gas: conduction along the axis through the layer of thickness l(r) between the surfaces, at least `least_gap`, from the contact out to
// where the film around one body, of `film` times the radius, meets the other: Gg = kg Int 2 pi r dr / max(l, least_gap), in closed form
// for equal spheres, of radius 2 ra rb / (ra + rb) where they differ, and for a wall.
// Radiation: Gr = sigma / ((1/ea - 1) / Aa + 1 / (Aa Fab) + (1/eb - 1) / Ab) with the view factor of two spheres, of bodies whose gap is
// below `radiation_range` times that radius; a wall counts as the disc of the sphere's radius in front of it.
// Sources: Batchelor and O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313 (contact); Yovanovich, AIAA paper 81-1164 (1981) (rough); Rong and
// Horio, 2nd Int. Conf. CFD in the Minerals and Process Industries (1999) 65 (gas), as in MFiX; the view factor is a fit to its integral, exact to 0.6 %.
#pragma once

#include "laws/heat/contact_area.h"
#include "maths/power.h"

#define SCREE_PACKED_BED_PARAMS(P)                                                                           \
    SCREE_CONTACT_AREA_PARAMS(P)                                                                             \
    P(gas_conductivity, "W/(m K)", 0.0, 0.0, 1e6, HARMONIC, NULL,                                            \
      "Heat conductivity of the gas between the bodies; 0: none.")                                           \
    P(film, "1", 0.2, 0.0, 2.0, MEAN, NULL, "Thickness of the film of gas around a body over its radius.")   \
    P(least_gap, "m", 2.75e-8, 1e-12, 1e-2, MEAN, NULL,                                                      \
      "Least thickness of the gas, by its mean free path and the roughness.")                                \
    P(roughness, "m", 0.0, 0.0, 1e-2, MEAN, NULL, "Height of the roughness of the surfaces; 0: smooth.")     \
    P(roughness_slope, "1", 0.1, 1e-4, 10.0, MEAN, NULL, "Mean slope of the roughness.")                     \
    P(hardness, "Pa", SCREE_NOT_GIVEN, 1.0, 1e13, MIN, NULL,                                                 \
      "Hardness of the softer surface; needed with a roughness.")                                            \
    P(radiation, "1", 0.0, 0.0, 1.0, NONE, "off|on",                                                         \
      "Radiation between the bodies, with the emissivities of the materials.")                               \
    P(radiation_range, "1", 1.0, 0.0, 10.0, MEAN, NULL,                                                      \
      "Gap up to which bodies radiate to each other, over their radius.")

SCREE_LAW_STRUCT(packed_bed, SCREE_PACKED_BED_PARAMS, double variant, two_k, area_factor, rough, lens, range,
                 ea, eb;)
enum { scree_packed_bed_columns = 0, scree_packed_bed_variants = 2 };

static inline const char *scree_packed_bed_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    scree_packed_bed *p = scree_packed_bed_take(param, derived);
    const int rough = p->roughness > 0.0, radiates = p->radiation > 0.5;
    const char *problem = scree_area_factor(pair, p->area_correction, p->real_young, &p->area_factor);
    p->two_k = 2.0 * p->conductivity;
    p->lens = p->gas_conductivity > 0.0 ? p->film : 0.0;
    p->range = radiates ? p->radiation_range : -1.0;
    p->ea = radiates ? pair->emissivity[0] : 1.0;
    p->eb = radiates ? pair->emissivity[1] : 1.0;
    p->rough = rough ? p->roughness / (1.25 * p->conductivity * p->roughness_slope) : 0.0;
    p->variant = p->area;
    return problem                       ? problem
           : rough && isinf(p->hardness) ? "a roughness needs the hardness; accepted: a key hardness, in Pa"
           : radiates && !(p->ea > 0.0 && p->eb > 0.0) ? "radiation needs an 'emissivity' of both materials"
                                                       : NULL;
}

// W/K. Thickness l = D - n u at the height u = sqrt(R^2 - r^2) on a body, n = 2 of two spheres, 1 at a wall.
SCREE_LAW double scree_packed_bed_gas(const scree_packed_bed *p, double gap, double r, double n) {
    const double d = gap + n * r, lens = (1.0 + p->lens) * r, r2 = r * r;
    const double by_spheres = 0.5 * (d * d + r2 - lens * lens) / d, square = r2 - lens * lens + d * d,
                 by_wall = sqrt(square > 0.0 ? square : 0.0), out = n > 1.5 ? by_spheres : by_wall;
    const double u_out = out > 0.0 ? out : 0.0, thinnest = gap > p->least_gap ? gap : p->least_gap,
                 u_in = (d - thinnest) / n, l_out = d - n * u_out;
    const double wider = l_out > thinnest ? l_out : thinnest,
                 outer =
                     2.0 * SCREE_PI / (n * n) * (d * scree_power_log(wider / thinnest) - (wider - thinnest));
    const double touch = r2 - d * d / (n * n), contact = touch > 0.0 ? touch : 0.0,
                 flat = r2 - u_in * u_in - contact, inner = SCREE_PI * (flat > 0.0 ? flat : 0.0) / thinnest;
    return l_out > thinnest ? p->gas_conductivity * (outer + inner) : 0.0;
}

// W/K^4.
SCREE_LAW double scree_packed_bed_radiation(const scree_packed_bed *p, const scree_contact *c, int wall) {
    const double stefan_boltzmann = 5.670374419e-8; // W/(m2 K4), CODATA 2018
    const double a2 = c->ra * c->ra, b2 = c->rb * c->rb,
                 distance = wall ? c->ra - c->overlap : c->ra + c->rb - c->overlap,
                 inverse = 1.0 / (distance * distance);
    const double s = (a2 + b2) * inverse, product = a2 * b2 * (inverse * inverse);
    const double spheres =
        SCREE_PI * a2 * b2 * inverse * (1.0 + s * (0.25 + s * (-0.0506 + 0.4508 * s)) + 0.6126 * product);
    const double disc = 2.0 * SCREE_PI * a2 * (1.0 - distance / sqrt(distance * distance + a2));
    const double area_a = 4.0 * SCREE_PI * a2, area_b = wall ? SCREE_PI * a2 : 4.0 * SCREE_PI * b2;
    return stefan_boltzmann /
           ((1.0 / p->ea - 1.0) / area_a + 1.0 / (wall ? disc : spheres) + (1.0 / p->eb - 1.0) / area_b);
}

SCREE_LAW void scree_packed_bed_law(const scree_packed_bed *p, scree_contact *c, double *h) {
    (void)h;
    const int wall = scree_is_wall_contact(c);
    const double n = wall ? 1.0 : 2.0, r = n * c->r_eff, gap = -c->overlap;
    const double a =
        (p->variant == 1.0 ? sqrt(scree_intersection_square(c, c->overlap)) : c->radius) * p->area_factor;
    const double section = SCREE_PI * (a * a), force = c->fn_elastic > 1e-30 ? c->fn_elastic : 1e-30,
                 held = section > 1e-30 ? section : 1e-30, smooth = p->two_k * a;
    const double spots =
        p->rough > 0.0 ? p->rough * scree_power(p->hardness * held / force, 0.95) / held : 0.0;
    const double contact = smooth / (1.0 + smooth * spots),
                 bond = p->conductivity * c->bond_area / c->distance,
                 solid = c->bond_area > 0.0 ? bond : contact;
    const double gas = scree_packed_bed_gas(p, gap, r, n), ta2 = c->ta * c->ta, tb2 = c->tb * c->tb,
                 fourth = (ta2 + tb2) * (c->ta + c->tb),
                 seen = gap <= p->range * r ? scree_packed_bed_radiation(p, c, wall) : 0.0;
    c->heat = (solid + gas + seen * fourth) * (c->tb - c->ta);
}

// Heat that bodies radiate goes with their surface, heat that they conduct with their radius.
static inline const char *scree_packed_bed_coarsen(double *param, double factor) {
    enum { RADIATION = offsetof(scree_packed_bed, radiation) / sizeof(double) };
    (void)factor;
    return param[RADIATION] > 0.5
               ? "radiation between larger bodies conducts more heat through a bed, by the factor; "
                 "accepted: radiation: off, with a larger conductivity of the gas"
               : NULL;
}

// Of the radius 2 r_eff, which is not smaller than that of the bodies between which the law acts.
static inline double scree_packed_bed_reach(const double *derived, double r_eff) {
    const scree_packed_bed *p = (const scree_packed_bed *)(const void *)derived;
    return 2.0 * r_eff * (p->lens > p->range ? p->lens : p->range > 0.0 ? p->range : 0.0);
}

static const scree_alias scree_packed_bed_alias[] = {
    {"conductivity", "thermalConductivity"}, {"real_young", "youngsModulusOriginal"}, {NULL, NULL}};

static const scree_law scree_packed_bed_table = {
    .name = "packed_bed",
    .slot = SCREE_HEAT,
    .title = "Heat between near bodies: through a contact, perhaps rough, through the gas around it, and by "
             "radiation.",
    .formula = "q = (1 / (1 / (2 k a) + Rs) + Gg) (Tb - Ta) + Gr (Tb^4 - Ta^4)",
    .source = "Batchelor and O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313; rough: Yovanovich, AIAA paper "
              "81-1164 (1981); "
              "gas: Rong and Horio 1999, as in MFiX",
    SCREE_LAW_PARTS(packed_bed),
    .reach = scree_packed_bed_reach,
    .traits = SCREE_TRAIT_FIELD | SCREE_TRAIT_RADIATES,
    .validity = "Gas at rest, whose heat the bodies do not store; contacts that are small against the radii.",
    .coarsen = scree_packed_bed_coarsen,
    .alias = scree_packed_bed_alias,
};
