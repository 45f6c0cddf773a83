// SPDX-License-Identifier: BSD-3-Clause
// Liquid on particles and walls. A film belongs to each particle (a field) and to each wall with an area; a bridge belongs to a contact
// whose laws have one in the slot `liquid`, and is a bond to the engine (laws/liquid_bridge.h). Volumes go from films into bridges and back
// in counted units, so none is gained or lost, with any threads and ranks (liquid/bridges.c).
#pragma once

#include "access/capability.h"

struct scree_chunk_sums;

// The films of walls at the start, and the pairs that wait for a bridge or have ruptured; bridges form; what ruptured is given back.
void scree_bridges_begin(scree_world *w);
scree_status scree_bridges_form(scree_world *w, scree_report *r);
void scree_bridges_give_back(scree_world *w, scree_report *r);

// A bridge ends with its contact, not by rupture: its liquid goes to the films of its bodies, half to each, and the half of a body that is deleted
// is lost. gone: which of them are deleted, 1 the first and 2 the second. Every rank that owns one of them calls this.
void scree_bridge_end(scree_world *w, const scree_pair_block *block, size_t k, unsigned gone);
// To be called on all ranks after that: films of walls are shown between steps.
void scree_bridges_have_ended(scree_world *w);
// A bridge whose body is deleted leaves its liquid, m3: a part is lost, and films of particles get the other.
typedef struct scree_bridge_estate {
    scree_double_double lost, to_films;
} scree_bridge_estate;
// Adds one bridge, which one rank counts.
void scree_bridge_estate_add(const scree_world *w, const scree_pair_block *block, size_t k, unsigned gone,
                             scree_bridge_estate *sum);
// Notes before a save what each film would get if all bridges ended; gives it what is missing in its bridges after a change of the case.
void scree_bridges_note(scree_world *w, scree_report *r);
scree_status scree_bridges_after_change(scree_world *w, scree_report *r);

// Takes over the numbers and energies of a force evaluation, of all ranks.
void scree_liquid_count(scree_world *w, const struct scree_chunk_sums *sums);
// Bridges that end with a body, of all ranks; see forces/lost_contacts.h.
void scree_liquid_lose_bridges(scree_world *w, uint64_t bridges, const scree_bridge_estate *liquid);

// The longest step that is stable with the dashpots of bridges that may form; see access/capability.h.
double scree_liquid_longest_step(const scree_world *w, const scree_smallest_bodies *smallest);
bool scree_liquid_step_fits(const scree_world *w, const scree_smallest_bodies *smallest, scree_report *r);

// The functions of liquid that the engine calls.
extern const scree_capability scree_liquid_capability;
