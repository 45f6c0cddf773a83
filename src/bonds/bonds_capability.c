// SPDX-License-Identifier: BSD-3-Clause
// The functions of bonds that the engine calls, and the neighbour list of cases with bonds.
#include "bonds/bond_events.h"
#include "bonds/bond_keys.h"
#include "bonds/bonds.h"
#include "bonds/fragments.h"
#include "bonds/lost_contacts.h"
#include "search/rebuild.h"
#include <math.h>

// Sets the reach of the next list; false and reported if the periodic box has no room for it.
static bool set_reach(scree_world *w, scree_report *r) {
    const double before = w->reach;
    w->bond_reach = fmax(scree_bonds_longest(w), scree_bond_events_reach(w));
    w->reach = fmax(w->law_reach, w->bond_reach);
    w->skin_most -= w->reach - before;
    if (w->skin_most < 0.1 * w->skin) {
        scree_report_error(r,
                           "t = %.9g s: bonds of bodies %.4g m apart: the periodic box has room for %.4g m "
                           "only; use a larger box, a smaller gap of the bonds, or bonds that break earlier",
                           scree_world_time(w), w->bond_reach, w->skin_most + w->reach - 0.1 * w->skin);
        return false;
    }
    w->skin = fmin(w->skin, w->skin_most);
    return true;
}

scree_status scree_list_rebuild(scree_world *w, double ago, scree_report *r) {
    if (w->has_bonds && !set_reach(w, r)) {
        return SCREE_USER_ERROR;
    }
    scree_contacts_let_go(w, ago);
    return scree_pairs_rebuild(w, r);
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
    .unusable = unusable,
    .check_pairs = scree_check_bonds,
    .columns = &scree_bond_columns,
};
