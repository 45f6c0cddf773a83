// SPDX-License-Identifier: BSD-3-Clause
// Rotational bond: springs and dashpots for stretching, shear, bending and twisting with stiffnesses of their own, which do not
// depend on sizes, and one criterion for all of them. With tension, stretch and Fr positive where the bond is pulled,
//   Fr = kr (l - l0), Fs = ks u, tb = kb theta, tt = kt psi,
//   B = Fr / Frc + |Fs| / Fsc + |tb| / tbc + |tt| / ttc,  breaks where B >= 1,
// and with `bond_smooth` all forces, moments and dashpots are multiplied by w = 1 - B^4 (1 for B < 0), so that none of them jumps when
// the bond breaks. Such a bond stores what loading it in proportion takes, 1 - B^4 / 3 of the energy of its springs, and this is
// what it releases. Its force is not the gradient of an energy where the modes do not change in proportion: closed paths then make or
// take energy, which the ledger has as a plastic loss that may be negative. Therefore it is off by default; LAMMPS has it on.
// Sources: Wang, Acta Geotech. 4 (2009) 117; Clemmer, Monti and Lechman, Soft Matter 20 (2024) 1702: bond_style bpm/rotational of LAMMPS.
// Differences: shear is a displacement in the middle between the centres, and angles are integrated from the spins, not computed from
// orientations: equal for small angles, up to their second order.
#pragma once

#include "laws/bond_motion.h"

#define SCREE_ROTATIONAL_PARAMS(P)                                                                           \
    P(bond_kr, "N/m", NAN, 0.0, 1e15, HARMONIC, NULL, "Stiffness of stretching, kr.")                        \
    P(bond_ks, "N/m", NAN, 0.0, 1e15, HARMONIC, NULL, "Stiffness of shear, ks.")                             \
    P(bond_kb, "N m", NAN, 0.0, 1e15, HARMONIC, NULL, "Stiffness of bending per radian, kb.")                \
    P(bond_kt, "N m", NAN, 0.0, 1e15, HARMONIC, NULL, "Stiffness of twisting per radian, kt.")               \
    P(bond_fr, "N", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                                   \
      "Strength in tension; without it stretching does not load the bond.")                                  \
    P(bond_fs, "N", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                                   \
      "Strength in shear; without it shear does not load the bond.")                                         \
    P(bond_tb, "N m", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                                 \
      "Strength in bending; without it bending does not load the bond.")                                     \
    P(bond_tt, "N m", SCREE_NOT_GIVEN, 0.0, 1e15, MIN, NULL,                                                 \
      "Strength in twisting; without it twisting does not load the bond.")                                   \
    P(bond_gamma_n, "N s/m", 0.0, 0.0, 1e12, MEAN, NULL, "Dashpot of stretching.")                           \
    P(bond_gamma_s, "N s/m", 0.0, 0.0, 1e12, MEAN, NULL, "Dashpot of shear.")                                \
    P(bond_gamma_r, "N m s", 0.0, 0.0, 1e12, MEAN, NULL, "Dashpot of bending.")                              \
    P(bond_gamma_t, "N m s", 0.0, 0.0, 1e12, MEAN, NULL, "Dashpot of twisting.")                             \
    P(bond_smooth, "1", 0.0, 0.0, 1.0, NONE, "no|yes",                                                       \
      "Forces go to zero, by the factor 1 - B^4, before the bond breaks, as LAMMPS does by default; on "     \
      "closed "                                                                                              \
      "paths of several modes this can make energy.")                                                        \
    P(contact_while_bonded, "1", 0.0, 0.0, 1.0, NONE, "no|yes",                                              \
      "Whether the contact laws act on bonded bodies that overlap.")                                         \
    P(bond_compression, "1", 0.0, 0.0, 1.0, NONE, "relieves|loads",                                          \
      "Compression holds against the other loads, or breaks the bond as tension does, as in LAMMPS since "   \
      "2026.")

// 1 / strength by mode; 0: none
SCREE_LAW_STRUCT(rotational, SCREE_ROTATIONAL_PARAMS, double weak[4], smooth;)
enum { scree_rotational_columns = SCREE_BOND_MOTION_COLUMNS };

static const scree_history_desc scree_rotational_history[] = {SCREE_BOND_MOTION_HISTORY};

static inline const char *scree_rotational_derive(const double *param, const scree_pairing *pair,
                                                  double *derived) {
    (void)pair;
    scree_rotational *p = scree_rotational_take(param, derived);
    p->smooth = p->bond_smooth;
    p->weak[SCREE_MODE_NORMAL] = 1.0 / p->bond_fr;
    p->weak[SCREE_MODE_TANGENTIAL] = 1.0 / p->bond_fs;
    p->weak[SCREE_MODE_ROLLING] = 1.0 / p->bond_tb;
    p->weak[SCREE_MODE_TWISTING] = 1.0 / p->bond_tt;
    return p->bond_fr > 0.0 && p->bond_fs > 0.0 && p->bond_tb > 0.0 && p->bond_tt > 0.0
               ? NULL
               : "'bond_fr', 'bond_fs', 'bond_tb' and 'bond_tt' must be larger than 0: a bond without "
                 "strength would break when it is made; leave out a strength that is never reached";
}

// The mode that contributes most.
SCREE_LAW double scree_rotational_mode(const double *use) {
    const double ab = use[1] > use[0] ? 1.0 : 0.0, of_ab = use[1] > use[0] ? use[1] : use[0];
    const double cd = use[3] > use[2] ? 3.0 : 2.0, of_cd = use[3] > use[2] ? use[3] : use[2];
    return of_cd > of_ab ? cd : ab;
}

SCREE_LAW void scree_rotational_law(const scree_rotational *p, scree_contact *c, double *h) {
    scree_bond_begin(c);
    const scree_bond_motion m = scree_bond_motion_of(c, h);
    const double strengthen = 1.0 / h[SCREE_BOND_STATE], pull = p->bond_kr * m.stretch;
    double k[4], d[4], use[4], stored[4];
    k[SCREE_MODE_NORMAL] = p->bond_kr;
    k[SCREE_MODE_TANGENTIAL] = p->bond_ks;
    k[SCREE_MODE_ROLLING] = p->bond_kb;
    k[SCREE_MODE_TWISTING] = p->bond_kt;
    d[SCREE_MODE_NORMAL] = p->bond_gamma_n;
    d[SCREE_MODE_TANGENTIAL] = p->bond_gamma_s;
    d[SCREE_MODE_ROLLING] = p->bond_gamma_r;
    d[SCREE_MODE_TWISTING] = p->bond_gamma_t;
    const double load = p->bond_compression > 0.5 ? fabs(pull) : pull;
    use[0] = load * p->weak[0] * strengthen;
    use[1] = k[1] * sqrt(scree_bond_dot(m.shear, m.shear)) * p->weak[1] * strengthen;
    use[2] = k[2] * sqrt(scree_bond_dot(m.bend, m.bend)) * p->weak[2] * strengthen;
    use[3] = k[3] * fabs(m.twist) * p->weak[3] * strengthen;
    const double sum = (use[0] + use[1]) + (use[2] + use[3]), b = 0.5 * (sum + fabs(sum)),
                 low = 0.5 * (1.0 + b - fabs(1.0 - b));
    const int breaks = m.holds & (sum >= 1.0),
              acts = m.holds & !breaks; // without selects of conditions: gcc 12
    const double fourth = p->smooth * ((low * low) * (low * low)), left = 1.0 - fourth / 3.0;
    const double r = c->ra < c->rb ? c->ra : c->rb;
    const scree_bond_load f = scree_bond_springs(&m, c, k, d, 1);
    stored[0] = left * f.stored[0];
    stored[1] = left * f.stored[1];
    stored[2] = left * f.stored[2];
    stored[3] = left * f.stored[3];
    scree_bond_add(&m, &f, c, acts, 1.0 - fourth);
    scree_bond_store_energy(&f, 1.0 - p->smooth, c, stored, acts, breaks, scree_rotational_mode(use));
    c->bond_area = acts ? SCREE_PI * (r * r) : 0.0;
    c->bond_load = m.holds ? b : 0.0;
    scree_bond_motion_keep(&m, c, h, acts);
    scree_bond_end(c, h, breaks, p->contact_while_bonded < 0.5);
}

static inline void scree_rotational_stiffness(const double *derived, double ra, double rb, double length,
                                              double *stiffness) {
    const scree_rotational *p = (const scree_rotational *)(const void *)derived;
    (void)ra, (void)rb, (void)length;
    stiffness[SCREE_MODE_NORMAL] = p->bond_kr;
    stiffness[SCREE_MODE_TANGENTIAL] = p->bond_ks;
    stiffness[SCREE_MODE_ROLLING] = p->bond_kb;
    stiffness[SCREE_MODE_TWISTING] = p->bond_kt;
}

extern const scree_erratum scree_rotational_errata[];

static const scree_law scree_rotational_table = {
    .name = "rotational",
    .slot = SCREE_BOND,
    .title = "Springs for stretching, shear, bending and twisting with stiffnesses of their own, and one "
             "criterion for all four.",
    .formula = "Fr = kr (l - l0), Fs = ks u, tb = kb theta, tt = kt psi;  breaks at Fr/Frc + |Fs|/Fsc + "
               "|tb|/tbc + |tt|/ttc = 1",
    .source =
        "Wang, Acta Geotech. 4 (2009) 117; LAMMPS bpm/rotational: Clemmer et al., Soft Matter 20 (2024) 1702",
    SCREE_LAW_PARTS_AND_HISTORY(rotational),
    .bond_stiffness = scree_rotational_stiffness,
    .validity = "Small angles and displacements against the size of the bodies",
    .erratum = scree_rotational_errata,
    .page = "rotational_bond",
};
