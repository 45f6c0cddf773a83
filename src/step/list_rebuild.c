// SPDX-License-Identifier: BSD-3-Clause
#include "step/list_rebuild.h"
#include "capabilities/list.h"
#include "forces/lost_contacts.h"
#include "search/rebuild.h"
#include "skin/skin_check.h"
#include <math.h>

// Less than this part of the mean diameter is no skin.
static const double least_skin = 0.002;

// Follows a cell that deforms; false and reported if it has no room for a list any more.
static bool follow_cell(scree_world *w, scree_report *r) {
    if (!w->cell.deforms) {
        return true;
    }
    const double room = scree_cell_room(&w->cell);
    w->skin_most += room - w->cell.room;
    w->cell.room = room;
    if (!(w->skin_most > least_skin * w->skin_check->mean_diameter)) {
        scree_report_error(r,
                           "t = %.9g s: the cell has become %.4g m thin, so two particles could meet twice; "
                           "use more particles, or "
                           "stop the deformation before",
                           scree_world_time(w), 2.0 * room);
        return false;
    }
    return true;
}

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
    if (!follow_cell(w, r) || !set_reach(w, ago, r)) {
        return SCREE_USER_ERROR;
    }
    scree_contacts_let_go(w, ago);
    return scree_pairs_rebuild(w, r);
}
