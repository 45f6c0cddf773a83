// SPDX-License-Identifier: BSD-3-Clause
// The longest time step of bonds. They are made later than it is checked, so the laws of all pairs of materials count, with the
// smallest bodies that can meet, bonded where they touch, and the members of agglomerates that overlap, whose bonds are shorter and
// stiffer. What else overlaps is seen when it is bonded (bonds/bond_events.c).
#pragma once

#include "access/capability.h"

typedef struct scree_bond_limit {
    // s, INFINITY: there are no bonds. `one`: a single bond becomes unstable beyond it. `many`: particles with six bonds do, or
    // nearly: a bound that is 1.2 to 1.4 below the limit of chains and of cubic blocks.
    double one, many;
    double
        undamped; // s, `many` without the dashpots of the bonds: what resolves their vibrations follows from it
    bool damped;   // is the mode that limits damped? Then the limit is below that of its vibration
    int mode;      // scree_mode that limits
    size_t a, b;   // materials
    double length; // m, of that bond
} scree_bond_limit;

// No bonds yet: INFINITY.
scree_bond_limit scree_bond_limit_none(void);
// Lowers the limit to that of a bond of this length, m, between spheres of the radii ra and rb, m, of the materials ma and mb, which have
// a bond law; rb = 0: with a wall or a fixed body.
void scree_bond_limit_add(scree_bond_limit *l, const scree_world *w, size_t ma, size_t mb, double ra,
                          double rb, double length);
// Chosen by dt: auto, s, before it is rounded.
double scree_bond_limit_step(const scree_bond_limit *l);
// What bonds say of the time step before a run (access/capability.h).
double scree_bonds_longest_step(const scree_world *w, const scree_smallest_bodies *smallest);
bool scree_bonds_step_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r);
