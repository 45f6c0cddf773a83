// SPDX-License-Identifier: BSD-3-Clause
// The functions of bonds that the engine calls.
#include "bonds/bond_events.h"
#include "bonds/bond_keys.h"
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include <math.h>

// The list has all bonds, and the bodies that are to be bonded.
static double reach(scree_world *w, double ago) {
    if (!w->has_bonds) {
        return 0.0;
    }
    if (ago == 0.0) {
        scree_bonds_measure(w);
    }
    w->bond_reach = fmax(scree_bonds_longest(w), scree_bond_events_reach(w));
    return w->bond_reach;
}

// Begins a run with the bonds of a checkpoint: its ledger counts the energy that they store as inserted.
static scree_status begin(scree_world *w, scree_report *r) {
    (void)r;
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.inserted += w->ledger.now.bonded[k];
    }
    return SCREE_OK;
}

static void end(scree_world *w, scree_report *r) {
    (void)r;
    for (int k = 0; w->breaks && k < w->threads; k++) {
        scree_array_free(&w->breaks[k]);
    }
    scree_free(w->breaks);
    scree_array_free(&w->broken);
    scree_array_free(&w->placed);
}

static const char *unusable(const scree_world *w) {
    bool all = true;
    for (int k = 0; k < SCREE_MODES; k++) {
        all &= isfinite(w->ledger.broken[k] + w->ledger.now.bonded[k]);
    }
    return all ? NULL : "energy of broken bonds";
}

const scree_capability scree_bonds_capability = {
    .attempt = {[SCREE_AT_BEGIN] = begin,
                [SCREE_BEFORE_CONTACTS] = scree_bonds_make,
                [SCREE_BEFORE_CONTACTS_AT_REST] = scree_bonds_make_placed},
    .at = {[SCREE_AT_AUDIT] = scree_bonds_audit,
           [SCREE_AFTER_ALL] = scree_bonds_warn,
           [SCREE_AT_MEASURE] = scree_fragments_measure,
           [SCREE_AT_END] = end},
    .is_due = scree_bonds_are_due,
    .reach = reach,
    .reach_of = "bonds of bodies",
    .reach_remedy = "a smaller gap of the bonds, or bonds that break earlier",
    .unusable = unusable,
    .check_pairs = scree_check_bonds,
    .columns = &scree_bond_columns,
};
