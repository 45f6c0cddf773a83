// SPDX-License-Identifier: BSD-3-Clause
// Columns of the series about bonds and fragments.
#include "bonds/bonds.h"

static bool shows_bonds(const scree_case *c) {
    return c->shows_bonds;
}

static double number(const scree_column_item *c) {
    return (double)scree_bonds_number(c->w);
}

static double elastic(const scree_column_item *c) {
    const double *b = c->w->ledger.now.bonded;
    return (((b[0] - c->w->liquid_ledger.capillary) + b[1]) + b[2]) + b[3];
}

static double broken_energy(const scree_column_item *c) {
    const double *b = c->w->ledger.broken;
    return ((b[0] - c->w->liquid_ledger.rupture_energy) + b[1]) + (b[2] + b[3]);
}

#define AT(member) SCREE_COLUMN_OF_WORLD(member)
static const scree_column column[] = {
    {"bonds", "1", "Number of bonds now.", .value = number},
    {"bonds_made", "1", "Bonds made since the start.", AT(bonds.made)},
    {"bonds_broken_tension", "1", "Bonds broken since the start, by what broke them.", AT(bonds.broken[0])},
    {"bonds_broken_shear", "1", NULL, AT(bonds.broken[1])},
    {"bonds_broken_bending", "1", NULL, AT(bonds.broken[2])},
    {"bonds_broken_torsion", "1", NULL, AT(bonds.broken[3])},
    {"bonds_lost", "1", "Bonds that ended without breaking, since the start.", AT(bonds.lost)},
    {"bonds_elastic", "J", "Energy stored in bonds; the columns `elastic_...` include it.", .value = elastic},
    {"broken_energy", "J",
     "What bonds had stored when they broke; `plastic_normal` and `friction_...` do not include it.",
     .value = broken_energy},
    {"fragments", "1", "Number of sets of particles that bonds connect.", AT(fragments.count)},
    {"largest_fragment", "kg", "Mass of the largest of them.", AT(fragments.largest)},
};

const scree_column_table scree_bond_columns = {"in cases with bonds", shows_bonds, SCREE_COLUMNS(column)};
