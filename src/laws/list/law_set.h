// SPDX-License-Identifier: BSD-3-Clause
// The laws of a material pair, ready to run on batches of contacts.
#pragma once

#include "laws/list/registry.h"
#include "state/world.h"

// One law of a law set, ready to run on a batch.
typedef struct scree_law_in_set {
    int law; // index in scree_laws()
    int h0;  // first history row
    scree_slot slot;
    scree_stage *user; // stage of a user's law; NULL: built in
    double derived[SCREE_DERIVED_MAX];
} scree_law_in_set;

// The laws of one material pair, in slot order.
typedef struct scree_law_set {
    int n, n_history;
    int traits;   // union of the traits of its laws
    double reach; // m beyond touch; used if a law has the trait NECK or FIELD
    int springs;  // bit k: the laws of mode k write the work of their springs
    int known;    // bit k: what contacts store in mode k follows from their state (scree_law.known)
    int loses;    // bit k: and the normal law writes what it loses where its memory changes (scree_law.loses)
    bool follows; // some law follows the motion in the step (SCREE_CONTACT_STEP)
    int bond;     // history column of the bond's state (laws/bond.h); -1: no bond law
    int bond_columns;
    bool wet;                   // the bond is a liquid bridge (laws/liquid_bridge.h)
    bool bond_replaces_contact; // the other laws do not act while bodies are bonded
    int heat;                   // index in `step` of the heat law; -1: none
    int direction; // history column of the n of a contact of convex bodies and the two after it (convex/quick.h); -1: there are none
    int loss_column; // history column of the power and, after it, the energy of the last evaluation (access/loss_heat.h); -1: none
    scree_law_in_set step[SCREE_SLOT_COUNT];
} scree_law_set;

// The laws of a block's pairs, without those of wear: world.wall_laws has these too.
static inline size_t scree_laws_index(const scree_world *w, const scree_pair_block *block) {
    return (size_t)block->material[0] * w->case_->material.n + (size_t)block->material[1];
}
static inline const scree_law_set *scree_laws_of_block(const scree_world *w, const scree_pair_block *block) {
    return &w->laws[scree_laws_index(w, block)];
}

// The modes in which the ledger knows what a block's contacts store. With servos it takes the work: their speed is that of the step before,
// and differs from it while they settle, so the sums of their power would not be what contacts store. Contacts with meshes get the memories of those around
// them as a body moves on, and a correction their mean: what such a memory loses is no function of its changes by the law.
static inline int scree_block_knows(const scree_world *w, const scree_pair_block *block) {
    const scree_law_set *set = scree_laws_of_block(w, block);
    const scree_wall *wall = block->wall >= 0 ? &w->wall.data[block->wall] : NULL;
    const bool takes_work = wall && (wall->def->drive.servo || (wall->mesh && set->loses));
    return takes_work ? 0 : set->known;
}

// Do its laws keep bodies apart? Without a normal law they may lie in each other, however deep.
static inline bool scree_law_set_keeps_apart(const scree_law_set *set) {
    return set->n > 0 && set->step[0].slot == SCREE_NORMAL;
}

// The laws between bodies of materials a and b of the case, in this order.
scree_law_set scree_law_set_of(const scree_case *c, size_t a, size_t b);
// Name of history value i, such as "tangential_spring_x".
enum { SCREE_HISTORY_NAME = 64 };
void scree_law_set_history_name(const scree_law_set *set, int i, char name[SCREE_HISTORY_NAME]);
// Distance beyond touch up to which its laws act for this effective radius, m.
double scree_law_set_reach(const scree_law_set *set, double r_eff);
// Returns the normal and the cohesion law of the set.
scree_law_set scree_law_set_normal(const scree_law_set *set);
// Returns the laws of the set that act on bodies within a field that do not touch.
scree_law_set scree_law_set_in_field(const scree_law_set *set);
// Has it a law of wear?
bool scree_law_set_wears(const scree_law_set *set);
// Returns the set without its law of wear, as it is between particles.
scree_law_set scree_law_set_without_wear(const scree_law_set *set);
// Returns the bond law of the set alone.
scree_law_set scree_law_set_bond(const scree_law_set *set);
