// SPDX-License-Identifier: BSD-3-Clause
// Bonds are made at the times that the case gives, and in agglomerates when these are placed: between bodies that the neighbour
// list finds near each other, just after a new list, so that every rank that lists a pair bonds it from the same bits.
#pragma once

#include "state/world.h"
#include "text/report.h"

// Is an event due in this step, or was an agglomerate placed? Then a new list is needed, and after it and the touches of walls
// scree_bonds_make.
bool scree_bonds_are_due(const scree_world *w);
// How far beyond touch the list has to reach for what is due, m.
double scree_bond_events_reach(const scree_world *w);
// Makes the bonds that are due, and warns of events that find nothing to bond. SCREE_USER_ERROR (and reported) where the time step is too
// long for some of them. Collective.
scree_status scree_bonds_make(scree_world *w, scree_report *r);
// Makes the bonds of agglomerates that were placed, without the events: for the evaluation of forces between two steps.
scree_status scree_bonds_make_placed(scree_world *w, scree_report *r);
// Before a run: warns of laws without events, and of pairs of materials without a law.
void scree_bonds_audit(scree_world *w, scree_report *r);
