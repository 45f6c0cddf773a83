// SPDX-License-Identifier: BSD-3-Clause
// Tether: a thread between two bodies that pulls along the line of their centres when it is taut, F = k (l - L), is slack when
// l < L, and tears at l = L (1 + strain). L is the slack ratio times the distance at which it was tied. No dashpot, no moments.
// A bond law: laws/bond.h says what the engine keeps of a bond and what the law adds to the contact.
#pragma once

#include "laws/bond.h"

#define TETHER_PARAMS(P)                                                                                     \
    P(tether_stiffness, "N/m", NAN, 1e-12, 1e15, HARMONIC, NULL, "Stiffness k of the taut thread.")          \
    P(tether_slack, "1", 1.0, 1.0, 100.0, MEAN, NULL, "Length L over the distance at which it was tied.")    \
    P(tether_strain, "1", NAN, 1e-9, 100.0, MIN, NULL, "Strain at which it tears, times the bond's factor.")

SCREE_LAW_STRUCT(tether, TETHER_PARAMS, )
enum { scree_tether_columns = SCREE_BOND_COLUMNS };

static const scree_history_desc scree_tether_history[] = {
    SCREE_BOND_HISTORY}; // and more, if the law needs it

static inline const char *scree_tether_derive(const double *param, const scree_pairing *pair,
                                              double *derived) {
    (void)pair;
    (void)scree_tether_take(param, derived);
    return NULL;
}

// Adds to the rows of the contact laws before it, and writes those of SCREE_CONTACT_BREAK.
SCREE_LAW void scree_tether_law(const scree_tether *p, scree_contact *c, double *h) {
    scree_bond_begin(c); // first
    const int holds = scree_bond_holds(h);
    const double length = p->tether_slack * h[SCREE_BOND_LENGTH],
                 most = p->tether_strain * h[SCREE_BOND_STATE] * length;
    const double stretch = c->distance > length ? c->distance - length : 0.0, k = p->tether_stiffness;
    const int tears = holds & (stretch >= most), acts = holds & !tears;
    const double energy = 0.5 * k * (stretch * stretch);
    c->fn -= acts ? k * stretch : 0.0; // fn > 0 repels
    c->fn_elastic -= acts ? k * stretch : 0.0;
    c->kn += acts & (stretch > 0.0) ? k : 0.0;
    c->energy_n += acts ? energy : 0.0;
    c->bond_load = holds ? stretch / most : 0.0;
    c->break_mode = tears ? 1.0 + SCREE_MODE_NORMAL : 0.0;
    c->bond_energy_n = holds ? energy : 0.0;
    c->bond_power_n = holds ? -k * stretch * c->vn : 0.0; // force times velocity
    scree_bond_end(c, h, tears, 0);                       // last
}

// For the longest time step, by mode.
static inline void scree_tether_stiffness(const double *derived, double ra, double rb, double length,
                                          double *stiffness) {
    (void)ra, (void)rb, (void)length;
    stiffness[SCREE_MODE_NORMAL] = ((const scree_tether *)(const void *)derived)->tether_stiffness;
    stiffness[SCREE_MODE_TANGENTIAL] = stiffness[SCREE_MODE_ROLLING] = stiffness[SCREE_MODE_TWISTING] = 0.0;
}

static const scree_law scree_tether_table = {
    .name = "tether",
    .slot = SCREE_BOND,
    .title = "Thread that pulls when it is taut, and tears.",
    .formula = "F = k (l - L) for l > L; tears at l = L (1 + strain)",
    .source = "made for this example, 2026",
    SCREE_LAW_PARTS_AND_HISTORY(tether),
    .bond_stiffness = scree_tether_stiffness,
};
