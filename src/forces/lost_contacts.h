// SPDX-License-Identifier: BSD-3-Clause
// Bonds that end without breaking as a body is deleted, both are held, or a wall ends, and contacts of known energy that end as a particle
// leaves the domain or a program takes it away. A new list does not have them, so they are looked for
// in the old one: what they had stored when forces were last evaluated leaves with them, and what they took since then, as their last force
// acts on both bodies in the first half of the step. Contacts that end in a step with events are booked together (forces/contacts.c). A bond that is lost otherwise, because a body
// moved too far in one step, is noticed when the bonds are counted (scree_bonds_count), where it is booked with the change of the others
// in that step.
#pragma once

#include "state/world.h"

// To be called before a new list. ago: s by which the positions are later than the last evaluation of forces. Collective.
void scree_contacts_let_go(scree_world *w, double ago);
