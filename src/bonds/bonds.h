// SPDX-License-Identifier: BSD-3-Clause
// Bonds are made by bonds/bond_events.c. From then on they are a part of the contact: its history, its laws (laws/bond.h), its digest
// and checkpoint. A bonded pair stays on the list at any distance, because the reach of the list follows the longest bond.
#pragma once

#include "access/capability.h"
#include "access/column.h"
#include "laws/contact.h"
#include "text/report.h"

struct scree_chunk_sums;

// To be called after a change of positions from outside, before a new list: bonds may be longer than at the last force evaluation.
void scree_bonds_measure(scree_world *w);
// Takes over the numbers and energies of a force evaluation, of all ranks.
void scree_bonds_count(scree_world *w, const struct scree_chunk_sums *sums);
// Has a body of these groups, bits, a bond or a bridge on this rank?
bool scree_bonds_of_groups(const scree_world *w, uint64_t groups);
// Ends the contacts of bodies that are apart and whose bond or bridge has broken in this evaluation. If they went on, a touch in the next step would have the
// history of the bond, which a run that is resumed here does not have.
void scree_bonds_end_parted(scree_world *w);
// Warns, once, of bonds that have ended without breaking.
void scree_bonds_warn(scree_world *w, scree_report *r);
// Largest gap between bonded bodies, m, at the last force evaluation; 0: none. Collective.
double scree_bonds_longest(const scree_world *w);

// One bond, for output.
typedef struct scree_bond {
    size_t pair;                // in the list
    uint64_t a, b;              // ids; b of a wall: its element
    int wall;                   // -1: none
    scree_vec3 from, to;        // m, the two ends: centres, or the point on the wall
    double length, made;        // m, s, when it was made
    double factor;              // of its strengths
    double load;                // 1, utilisation
    scree_vec3 force, moment;   // N, N m, of the bond alone on a
    double energy[SCREE_MODES]; // J, stored
} scree_bond;
typedef SCREE_ARRAY(scree_bond) scree_bond_list;

// Places of two bonded bodies: centres, or the point on a wall; `to` as the image nearest to `from`.
typedef struct scree_bond_ends {
    scree_vec3 from, to, normal;
    double gap, ra, rb; // m; rb of a wall: ra
} scree_bond_ends;

// The bond of pair k alone, as its law sees it there, without motion.
scree_contact scree_bond_evaluate(const scree_world *w, const scree_pair_block *block, size_t k,
                                  const scree_bond_ends *ends);
// How many there are, of all ranks.
uint64_t scree_bonds_number(const scree_world *w);
// The bonds that this rank counts, ascending by the ids of their bodies.
void scree_bonds_list(const scree_world *w, scree_bond_list *list);

// The columns of the series of cases in which a pair of materials has a bond law, in any phase.
extern const scree_column_table scree_bond_columns;
// The functions of bonds that the engine calls.
extern const scree_capability scree_bonds_capability;
