// SPDX-License-Identifier: BSD-3-Clause
// Bond of a brittle material that softens by damage, with friction; it carries no moments. With the strains en = (l - l0) / l0 and et = u / l0
// of a disc of area A,
//   Fn/A = (1 - D) E en in tension, E en in compression,   |Ft|/A = G |et - slip| <= max(0, c (1 - D) - mu Fn/A)   (tension positive),
//   D = (1 - e0/k) / (1 - e0/ef), from 0 at k = e0 to 1 at k = ef, with the largest en so far, k, and ef = ductility e0.
// A bond breaks where D = 1. In tension the stress rises to E e0 and falls on a straight line to 0 at ef, so opening it takes A l0 E e0 ef / 2;
// unloading goes straight to the origin. What damage and slip take is a loss.
// Source: the Concrete Particle Model of YADE, Smilauer, PhD thesis, Czech Technical University (2010), with its linear softening, without its rate
// dependence and confinement.
#pragma once

#include "laws/bond_motion.h"

#define SCREE_CONCRETE_PARAMS(P)                                                                             \
    P(bond_young, "Pa", NAN, 1.0, 1e13, HARMONIC, NULL, "Young's modulus E of the bond.")                    \
    P(bond_ratio, "1", 0.2, 0.0, 10.0, MEAN, NULL, "Shear over normal stiffness, G / E.")                    \
    P(bond_radius, "1", 1.0, 1e-6, 100.0, MEAN, NULL, "Radius of the bond over that of the smaller body.")   \
    P(bond_crack_onset, "1", NAN, 0.0, 1.0, MIN, NULL, "Strain e0 at which damage begins.")                  \
    P(bond_ductility, "1", 30.0, 1.0, 1e6, MEAN, NULL, "Strain at which the bond is broken, over e0.")       \
    P(bond_cohesion, "Pa", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                            \
      "Shear strength c without normal stress and damage; without it there is no slip.")                     \
    P(bond_friction, "1", 0.0, 0.0, 10.0, MEAN, NULL,                                                        \
      "Friction coefficient mu, by which compression adds to the shear strength.")                           \
    P(bond_damping, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of stretching and of shear.")            \
    P(contact_while_bonded, "1", 0.0, 0.0, 1.0, NONE, "no|yes",                                              \
      "Whether the contact laws act on bonded bodies that overlap.")

// sharpness: 1 / (1 - e0/ef).
SCREE_LAW_STRUCT(concrete, SCREE_CONCRETE_PARAMS, double sharpness;)
enum { SCREE_CONCRETE_LARGEST = SCREE_BOND_MOTION_COLUMNS, scree_concrete_columns };

static const scree_history_desc scree_concrete_history[] = {
    SCREE_BOND_MOTION_HISTORY,
    {"largest_strain", "1", "Largest strain in tension so far, from which the damage follows."}};

static inline const char *scree_concrete_derive(const double *param, const scree_pairing *pair,
                                                double *derived) {
    (void)pair;
    scree_concrete *p = scree_concrete_take(param, derived);
    p->sharpness = 1.0 / (1.0 - 1.0 / p->bond_ductility);
    return p->bond_crack_onset > 0.0 && p->bond_ductility > 1.0
               ? NULL
               : "'bond_crack_onset' must be larger than 0 and 'bond_ductility' larger than 1: the bond "
                 "would break at "
                 "once; a value little above 1 is brittle";
}

// Area of the bond, m2.
SCREE_LAW double scree_concrete_area(const scree_concrete *p, double ra, double rb) {
    const double r = p->bond_radius * (ra < rb ? ra : rb);
    return SCREE_PI * (r * r);
}

SCREE_LAW void scree_concrete_law(const scree_concrete *p, scree_contact *c, double *h) {
    scree_bond_begin(c);
    scree_bond_motion m = scree_bond_motion_of(c, h);
    const double area = scree_concrete_area(p, c->ra, c->rb), strain = m.stretch / m.length,
                 before = h[SCREE_CONCRETE_LARGEST], largest = strain > before ? strain : before,
                 onset = p->bond_crack_onset * (m.holds ? h[SCREE_BOND_STATE] : 1.0),
                 end = p->bond_ductility * onset;
    const double damage = largest > onset ? p->sharpness * (1.0 - onset / largest) : 0.0;
    const int breaks = m.holds & (largest >= end), acts = m.holds & !breaks;
    const double left = 1.0 - (damage < 1.0 ? damage : 1.0), whole = p->bond_young * area / m.length;
    double k[4] = {0.0, 0.0, 0.0, 0.0}, d[4] = {0.0, 0.0, 0.0, 0.0};
    k[SCREE_MODE_NORMAL] = strain > 0.0 ? left * whole : whole;
    k[SCREE_MODE_TANGENTIAL] = p->bond_ratio * whole;
    d[SCREE_MODE_NORMAL] = 2.0 * p->bond_damping * sqrt(k[SCREE_MODE_NORMAL] * c->m_eff);
    d[SCREE_MODE_TANGENTIAL] = 2.0 * p->bond_damping * sqrt(k[SCREE_MODE_TANGENTIAL] * c->m_eff);
    const double strength = (p->bond_cohesion * left) * (onset / p->bond_crack_onset) * area -
                            p->bond_friction * (k[0] * m.stretch),
                 limit = strength > 0.0 ? strength : 0.0,
                 trial = k[SCREE_MODE_TANGENTIAL] * sqrt(scree_bond_dot(m.shear, m.shear));
    m.shear = scree_bond_times(trial > limit ? limit / trial : 1.0, m.shear);
    const scree_bond_load f = scree_bond_springs(&m, c, k, d, 1);
    scree_bond_add(&m, &f, c, acts, 1.0);
    scree_bond_store_energy(&f, 0.0, c, f.stored, acts, breaks, SCREE_MODE_NORMAL);
    // The shear spring is in the middle between the centres, its force at the contact point: what the couple of the two takes is work of the spring.
    const scree_bond_vector turning = {c->wrx, c->wry, c->wrz};
    const double couple = m.offset * scree_bond_dot(f.across, turning);
    c->bond_power_t = acts ? couple : 0.0;
    c->bond_power_r = acts ? -couple : 0.0;
    c->bond_area = acts ? area : 0.0;
    c->bond_load = (m.holds & (largest > 0.0)) ? largest / end : 0.0;
    scree_bond_motion_keep(&m, c, h, acts);
    h[SCREE_CONCRETE_LARGEST] = acts ? largest : 0.0;
    scree_bond_end(c, h, breaks, p->contact_while_bonded < 0.5);
}

static inline void scree_concrete_stiffness(const double *derived, double ra, double rb, double length,
                                            double *stiffness) {
    const scree_concrete *p = (const scree_concrete *)(const void *)derived;
    stiffness[SCREE_MODE_NORMAL] = p->bond_young * scree_concrete_area(p, ra, rb) / length;
    stiffness[SCREE_MODE_TANGENTIAL] = p->bond_ratio * stiffness[SCREE_MODE_NORMAL];
    stiffness[SCREE_MODE_ROLLING] = stiffness[SCREE_MODE_TWISTING] = 0.0;
}

static const scree_alias scree_concrete_alias[] = {{"bond_crack_onset", "epsCrackOnset"},
                                                   {"bond_ductility", "relDuctility"},
                                                   {"bond_cohesion", "sigmaT"},
                                                   {NULL, NULL}};

static const scree_law scree_concrete_table = {
    .name = "concrete",
    .slot = SCREE_BOND,
    .title = "Disc that softens by damage in tension and slips with friction, without moments.",
    .formula = "Fn/A = (1 - D) E (l - l0)/l0 in tension, |Ft|/A <= c (1 - D) - mu Fn/A;  D = (1 - e0/k) / (1 "
               "- e0/ef), k "
               "the largest strain so far",
    .source = "Smilauer, PhD thesis, Czech Technical University in Prague (2010): the Concrete Particle "
              "Model of YADE",
    SCREE_LAW_PARTS_AND_HISTORY(concrete),
    .bond_stiffness = scree_concrete_stiffness,
    .validity = "Small strains of the bond; slow loading, as there is no dependence on the rate",
    .alias = scree_concrete_alias,
    .page = "concrete_bond",
};
