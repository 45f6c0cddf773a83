// SPDX-License-Identifier: BSD-3-Clause
#include "bonds/bond_reach.h"
#include "bonds/bond_events.h"
#include "bonds/bonds.h"
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

scree_status scree_bonds_list_pairs(scree_world *w, double ago, scree_report *r) {
    if (w->has_bonds && !set_reach(w, r)) {
        return SCREE_USER_ERROR;
    }
    scree_contacts_let_go(w, ago);
    return scree_pairs_rebuild(w, r);
}
