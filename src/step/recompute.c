// SPDX-License-Identifier: BSD-3-Clause
#include "step/recompute.h"
#include "capabilities/list.h"
#include "forces/contacts.h"
#include "particles/group.h"
#include "particles/integrate.h"
#include "step/list_rebuild.h"
#include "wall_contacts/wall_touch.h"
#include <string.h>

scree_status scree_forces_at_rest(scree_world *w, bool all_due, scree_report *r) {
    double dt = w->dt;
    w->pairs.half_step = -1.0;
    scree_wall_touches(w);
    const scree_status status =
        scree_capabilities_attempt(w, all_due ? SCREE_BEFORE_CONTACTS : SCREE_BEFORE_CONTACTS_AT_REST, r);
    scree_contact_forces_first(w);
    w->next_dt = dt;
    w->dt = 0.0;
    scree_integrate_second(w, false);
    w->dt = dt;
    return status;
}

scree_status scree_contacts_change(scree_world *w, bool all_due, scree_report *r) {
    const scree_ledger_modes before = w->ledger.now;
    const double removed = w->ledger.removed;
    double broken[SCREE_MODES];
    memcpy(broken, w->ledger.broken, sizeof broken);
    const double half = 0.5 * w->dt;
    for (int k = 0; k < SCREE_MODES;
         k++) { // the end of a trapezoid, whose other half comes with the new forces
        w->ledger.work[k] -= half * before.work[k] + (before.elastic[k] - before.bonded[k] - before.known[k]);
        w->ledger.viscous[k] -= half * before.viscous[k];
    }
    w->ledger.wall_work -= half * w->ledger.wall_power;
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].now.work -= half * w->wall.data[k].now.power;
    }
    const scree_status status = scree_forces_at_rest(w, all_due, r);
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.changed += w->ledger.now.elastic[k] - before.elastic[k];
        w->ledger.changed += w->ledger.broken[k] - broken[k]; // of bonds that the other laws break at once
    }
    w->ledger.removed = removed; // what lost bonds had stored is in the difference
    return status;
}

void scree_step_length_follow(scree_world *w) {
    if (!(w->wanted_dt > 0.0)) {
        return;
    }
    const double half = 0.5 * (w->wanted_dt - w->dt);
    const scree_clock_change end = {w->step, scree_world_time(w), w->dt};
    scree_capabilities_at(w, SCREE_BEFORE_LENGTH_CHANGES, NULL);
    for (int k = 0; k < SCREE_MODES; k++) {
        w->ledger.work[k] += half * w->ledger.now.work[k];
        w->ledger.viscous[k] += half * w->ledger.now.viscous[k];
    }
    w->ledger.wall_work += half * w->ledger.wall_power;
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].now.work += half * w->wall.data[k].now.power;
    }
    const size_t n = w->clock.n;
    if (w->step > (n > 0 ? w->clock.data[n - 1].step : 0)) { // else no step had this length
        scree_array_push(&w->clock, end);
    }
    w->dt = w->wanted_dt;
    w->wanted_dt = 0.0;
    scree_capabilities_at(w, SCREE_AFTER_LENGTH_CHANGES, NULL);
    scree_groups_renew(w); // velocities that lead to the next place of a table
    w->alarms.losses.unknown = true;
}

scree_status scree_world_recompute(scree_world *w, scree_report *r) {
    // On several ranks bodies may have changed on one of them only, and ghosts have the velocities of the middle of the last step.
    const bool is_valid = w->list_valid && !w->domain;
    const scree_status status = is_valid ? SCREE_OK : scree_list_rebuild(w, 0.0, r);
    return status == SCREE_OK ? scree_contacts_change(w, false, r) : status;
}

scree_status scree_walls_reshape(scree_world *w, scree_report *r) {
    if (!scree_capabilities_reshape(w)) {
        return SCREE_OK;
    }
    scree_status status = scree_capabilities_attempt(w, SCREE_AT_RESHAPE, r);
    w->list_valid = false;
    status = status == SCREE_OK ? scree_world_recompute(w, r) : status;
    scree_capabilities_at(w, SCREE_AFTER_RESHAPE, NULL);
    return status;
}
