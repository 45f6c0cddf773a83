// SPDX-License-Identifier: BSD-3-Clause
// Wire between two bodies, for meshes and ropes: it pulls, yields, stays longer, and is slack when the bodies come closer; no shear, no moments.
// With the strain e = (l - l0) / l0, the largest strain so far k, and the stress curve of first loading S,
//   F = A max(0, S(k) - E (k - e)),   S = E e up to yield, then up to four straight pieces of slope hardening E,
// so it unloads by E from wherever it is, and breaks at the end of the last piece. What yielding takes is a loss.
// Sources: Bertrand, Nicot, Gotteland and Lambert, Comput. Geotech. 35 (2008) 805; Thoeni, Lambert, Giacomini and Sloan, Comput. Geotech. 49 (2013)
// 158: WirePM of YADE, without its double-twisted wires and random lengths.
#pragma once

#include "laws/bond_motion.h"

#define SCREE_WIRE_PIECE(P, k, length)                                                                       \
    P(wire_piece_##k, "1", length, 0.0, 10.0, MEAN, NULL,                                                    \
      "Length in strain of piece " #k " of the curve after yield.")                                          \
    P(wire_hardening_##k, "1", 0.0, 0.0, 1.0, MEAN, NULL, "Its slope over Young's modulus.")
#define SCREE_WIRE_PARAMS(P)                                                                                 \
    P(wire_diameter, "m", NAN, 1e-9, 10.0, MIN, NULL, "Diameter of the wire.")                               \
    P(wire_young, "Pa", NAN, 1.0, 1e13, HARMONIC, NULL, "Young's modulus E of the wire.")                    \
    P(wire_yield, "Pa", NAN, 1e-3, 1e13, MIN, NULL, "Stress at which it yields.")                            \
    SCREE_WIRE_PIECE(P, 1, NAN)                                                                              \
    SCREE_WIRE_PIECE(P, 2, 0.0)                                                                              \
    SCREE_WIRE_PIECE(P, 3, 0.0)                                                                              \
    SCREE_WIRE_PIECE(P, 4, 0.0)                                                                              \
    P(wire_damping, "1", 0.0, 0.0, 10.0, MEAN, NULL, "Damping ratio of stretching, while it pulls.")         \
    P(contact_while_bonded, "1", 1.0, 0.0, 1.0, NONE, "no|yes",                                              \
      "Whether the contact laws act on bonded bodies that overlap.")

// area: m2; onset, end: strain at yield, and at breaking.
SCREE_LAW_STRUCT(wire, SCREE_WIRE_PARAMS, double area, onset, end;)
enum { SCREE_WIRE_LARGEST = SCREE_BOND_MOTION_COLUMNS, scree_wire_columns };

static const scree_history_desc scree_wire_history[] = {SCREE_BOND_MOTION_HISTORY,
                                                        {"largest_strain", "1", "Largest strain so far."}};

static inline const char *scree_wire_derive(const double *param, const scree_pairing *pair, double *derived) {
    (void)pair;
    scree_wire *p = scree_wire_take(param, derived);
    p->area = 0.25 * SCREE_PI * (p->wire_diameter * p->wire_diameter);
    p->onset = p->wire_yield / p->wire_young;
    p->end = p->onset + ((p->wire_piece_1 + p->wire_piece_2) + (p->wire_piece_3 + p->wire_piece_4));
    return NULL;
}

// Returns the part of a strain that is in a piece of this length, and goes on behind it.
SCREE_LAW double scree_wire_part(double *strain, double length) {
    const double part = *strain < length ? *strain : length;
    *strain -= part;
    return part;
}

// Strain that the stress of first loading would have without plasticity.
SCREE_LAW double scree_wire_curve(const scree_wire *p, double strain) {
    double rest = strain;
    const double elastic = scree_wire_part(&rest, p->onset);
    const double first = p->wire_hardening_1 * scree_wire_part(&rest, p->wire_piece_1),
                 second = p->wire_hardening_2 * scree_wire_part(&rest, p->wire_piece_2),
                 third = p->wire_hardening_3 * scree_wire_part(&rest, p->wire_piece_3),
                 fourth = p->wire_hardening_4 * scree_wire_part(&rest, p->wire_piece_4);
    return elastic + ((first + second) + (third + fourth));
}

SCREE_LAW void scree_wire_law(const scree_wire *p, scree_contact *c, double *h) {
    scree_bond_begin(c);
    scree_bond_motion m = scree_bond_motion_of(c, h);
    const double strain = m.stretch / m.length, before = h[SCREE_WIRE_LARGEST],
                 largest = strain > before ? strain : before,
                 end = p->end * (m.holds ? h[SCREE_BOND_STATE] : 1.0);
    const double line = scree_wire_curve(p, largest) - (largest - strain), elastic = line > 0.0 ? line : 0.0;
    const int breaks = m.holds & (largest >= end), acts = m.holds & !breaks;
    double k[4] = {0.0, 0.0, 0.0, 0.0}, d[4] = {0.0, 0.0, 0.0, 0.0};
    k[SCREE_MODE_NORMAL] = p->wire_young * p->area / m.length;
    d[SCREE_MODE_NORMAL] = line > 0.0 ? 2.0 * p->wire_damping * sqrt(k[SCREE_MODE_NORMAL] * c->m_eff) : 0.0;
    m.stretch = elastic * m.length;
    const scree_bond_load f = scree_bond_springs(&m, c, k, d, 1);
    scree_bond_add(&m, &f, c, acts, 1.0);
    scree_bond_store_energy(&f, 0.0, c, f.stored, acts, breaks, SCREE_MODE_NORMAL);
    c->bond_area = acts ? p->area : 0.0;
    c->bond_load = (m.holds & (largest > 0.0)) ? largest / end : 0.0;
    scree_bond_motion_keep(&m, c, h, acts);
    h[SCREE_WIRE_LARGEST] = acts ? largest : 0.0;
    scree_bond_end(c, h, breaks, p->contact_while_bonded < 0.5);
}

static inline void scree_wire_stiffness(const double *derived, double ra, double rb, double length,
                                        double *stiffness) {
    const scree_wire *p = (const scree_wire *)(const void *)derived;
    (void)ra, (void)rb;
    stiffness[SCREE_MODE_NORMAL] = p->wire_young * p->area / length;
    stiffness[SCREE_MODE_TANGENTIAL] = stiffness[SCREE_MODE_ROLLING] = stiffness[SCREE_MODE_TWISTING] = 0.0;
}

static const scree_law scree_wire_table = {
    .name = "wire",
    .slot = SCREE_BOND,
    .title = "Wire that pulls, yields along up to four pieces of a curve and breaks, and is slack otherwise.",
    .formula = "F = A max(0, S(k) - E (k - e)), e = (l - l0)/l0, k the largest e so far, S the curve of "
               "first loading",
    .source =
        "Bertrand, Nicot, Gotteland and Lambert, Comput. Geotech. 35 (2008) 805; Thoeni and others, Comput. "
        "Geotech. 49 (2013) 158: WirePM of YADE",
    SCREE_LAW_PARTS_AND_HISTORY(wire),
    .bond_stiffness = scree_wire_stiffness,
    .validity = "Wires that are straight when they are bonded",
    .page = "wire_bond",
};
