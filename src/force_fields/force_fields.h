// SPDX-License-Identifier: BSD-3-Clause
// Force fields: forces on particles that do not come from contacts, in each step after those.
#pragma once

#include "access/capability.h"
#include "state/world.h"

// Work on particles by fields less what they store and what they lost to the fluid, J: what the balance of energies has to have.
static inline double scree_force_fields_account(const scree_world *w) {
    const scree_field_ledger *l = &w->field_ledger;
    return l->work + l->exchanged - l->stored - l->dragged;
}

// Stiffness of the forces of fields, and the time step for it; see access/capability.h.
void scree_force_fields_hold(const scree_world *w, size_t i, scree_hold *sum);
double scree_force_fields_longest_step(const scree_world *w, const scree_smallest_bodies *smallest);
bool scree_force_fields_step_fits(const scree_world *w, const scree_smallest_bodies *smallest,
                                  scree_report *r);
