// SPDX-License-Identifier: BSD-3-Clause
// A single contact of sphere a with sphere b or a flat wall, with the laws of a case's `lab`; when it begins and ends follows
// the engine's rules (kernels/kernels.c).
#pragma once

#include "kernels/one_contact.h"
#include "tools/lab/table.h"

typedef struct scree_single_contact {
    const scree_case *c;
    const scree_kernels *kernels;
    scree_law_set set, far; // far: the laws that act within a field, before touch
    double ra, rb;          // m; rb = 0: a wall
    double ma, mb;          // kg; mb = 0: a wall
    double neck, field;     // m beyond touch
    scree_contact k;        // geometry and motion in, forces out
    double h[SCREE_HISTORY_MAX];
    int touching;       // as in scree_pairs
    double bond_length; // m, of the bond that the two have from the start; 0: none
} scree_single_contact;

// The material that body a meets: of b, or of the wall.
static inline size_t scree_single_contact_other(const scree_lab_def *lab) {
    return (size_t)(lab->has_b ? lab->b.material : lab->wall);
}
// Initialises a contact. False, with a report, if the case has no lab.
bool scree_single_contact_open(scree_single_contact *l, const scree_case *c, scree_report *r);
// Makes the bond or the liquid bridge that the two have from the start.
void scree_single_contact_bond(scree_single_contact *l);
// Evaluates the geometry and motion in l->k: history advances by dt times the rates, then the forces, as after a half
// step. The new history stays in l->h.
void scree_single_contact_evaluate(scree_single_contact *l, double dt);
// Are all forces and moments finite?
bool scree_single_contact_is_finite(const scree_single_contact *l);
// "tangential_spring_x": name of history value i, 0 <= i < l->set.n_history.
void scree_single_contact_history_name(const scree_single_contact *l, int i, char out[SCREE_HISTORY_NAME]);
// Adds a column for each value of the history.
void scree_single_contact_history_columns(const scree_single_contact *l, scree_table *out);
// Adds a column of energies for each mode: "elastic_normal", ...
void scree_single_contact_mode_columns(const char *what, scree_table *out);
// Index of the law of history value i, and its column.
const scree_history_desc *scree_single_contact_history(const scree_single_contact *l, int i,
                                                       const scree_law **owner);

extern const char *const scree_mode_names[SCREE_MODES]; // "normal", "tangential", "rolling", "twisting"
