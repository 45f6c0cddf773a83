// SPDX-License-Identifier: BSD-3-Clause
#include "step/list_rebuild.h"
#include "capabilities/list.h"
#include "forces/lost_contacts.h"
#include "search/rebuild.h"
#include <math.h>

// Sets the reach of the next list; false and reported if the periodic box has no room for it.
static bool set_reach(scree_world *w, double ago, scree_report *r) {
    const scree_capability *farthest = NULL;
    const double before = w->reach, most = scree_capabilities_reach(w, ago, &farthest);
    w->reach = fmax(w->law_reach, most);
    w->skin_most -= w->reach - before;
    if (w->reach > w->law_reach && w->skin_most < 0.1 * w->skin) {
        scree_report_error(r,
                           "t = %.9g s: %s %.4g m apart: the periodic box has room for %.4g m only; use a "
                           "larger box, %s",
                           scree_world_time(w), farthest->reach_of, w->reach,
                           w->skin_most + w->reach - 0.1 * w->skin, farthest->reach_remedy);
        return false;
    }
    w->skin = fmin(w->skin, w->skin_most);
    return true;
}

scree_status scree_list_rebuild(scree_world *w, double ago, scree_report *r) {
    if (!set_reach(w, ago, r)) {
        return SCREE_USER_ERROR;
    }
    scree_contacts_let_go(w, ago);
    return scree_pairs_rebuild(w, r);
}
