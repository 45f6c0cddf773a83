// SPDX-License-Identifier: BSD-3-Clause
// One time step on one screen. Positions first, then a new list if the skin is used up, then forces at the new positions with
// velocities of the same time level, then the second half kick:
//   v(t + dt/2) = v(t) + dt/2 a(t);  x(t + dt) = x(t) + dt v(t + dt/2);  forces use v(t + dt/2) + dt/2 a(t)
//   v(t + dt) = v(t + dt/2) + dt/2 a(t + dt)
// which is of order 2 with damping (Groot and Warren, J. Chem. Phys. 107 (1997) 4423, lambda = 1). The variant
// verlet_half_step uses v(t + dt/2), as LAMMPS and LIGGGHTS do: order 1 with damping. The ledger uses the power of forces at
// v(t + dt/2) + dt/2 a(t) in both (late_power.h), and closes to order 2.
#include "step/step.h"
#include "batch/pair_job.h"
#include "bonds/bonds.h"
#include "capabilities/list.h"
#include "checks/alarm.h"
#include "domain/domain.h"
#include "domain/halo.h"
#include "forces/contacts.h"
#include "measures/list/measures.h"
#include "outlets/outlet.h"
#include "particles/group.h"
#include "particles/integrate.h"
#include "skin/skin_check.h"
#include "step/events.h"
#include "step/list_rebuild.h"
#include "step/recompute.h"
#include "step/temperature_classes.h"
#include "step_limit/step_limit.h"
#include "step_limit/step_watch.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_contacts/wall_touch.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_motion.h"
#include <time.h>

const char *const scree_stage_names[SCREE_STAGE_COUNT] = {
    "integrate", "search", "walls", "contacts", "sum", "events", "output", "",
};

double scree_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double lap(scree_world *w, int stage, double since) {
    double now = scree_now();
    w->wall_time[stage] += now - since;
    return now;
}

// Combines over all ranks: the speed of the fastest particle, the longest way by a turn, whether any particle was lost or is bad, whether any rank wants
// to stop or has particles that are not in the list.
static scree_drift agree_on_drift(scree_world *w, scree_drift drift) {
    double most[6] = {drift.bad ? 0.0 : drift.speed, drift.lost, drift.bad, w->stop_wanted, !w->list_valid,
                      drift.bad ? 0.0 : drift.turn};
    scree_comm_max(w->comm, most, 6);
    w->stop_agreed = most[3] > 0.0;
    w->list_valid = !(most[4] > 0.0);
    return (scree_drift){most[0], most[5], most[1] > 0.0, most[2] > 0.0};
}

// Will bodies grow whose bonds and bridges then store another energy at once? Collective.
static bool bonds_will_grow(const scree_world *w) {
    return w->disturbance == SCREE_GROWTH && w->has_bonds &&
           (w->case_->has_liquid ||
            scree_comm_any(w->comm, scree_bonds_of_groups(w, scree_groups_growing(w))));
}

scree_status scree_world_step_fused(scree_world *w, bool may_fuse, scree_report *r) {
    const double began = scree_now();
    const uint64_t rebuilds = w->rebuilds;
    double t = began;
    w->disturbance = scree_disturbance_due(w);
    const bool follow_growth = bonds_will_grow(w);
    // Whether bodies or walls change is seen by the list, which such a change ends. An edit of a program may have ended it before, so it counts as valid here.
    bool was_listed = w->list_valid;
    w->list_valid = true;
    scree_status status =
        w->next_drift_done ? SCREE_OK : scree_events(w, r); // insertion, outlets: whatever is due
    bool is_changed = !w->list_valid;
    w->list_valid = w->list_valid && was_listed;
    if (status == SCREE_INTERRUPTED) {
        w->disturbance = SCREE_UNDISTURBED;
        return status;
    }
    if (follow_growth && status == SCREE_OK) {
        w->disturbance = SCREE_UNDISTURBED;
        status = scree_world_recompute(w, r);
    }
    t = lap(w, SCREE_TIME_EVENTS, t);

    scree_drift drift = scree_integrate_first(w);
    scree_halo_invalidate(w);
    w->step++;
    was_listed = w->list_valid;
    w->list_valid = true;
    scree_update_active_walls(w);
    is_changed |= !w->list_valid;
    w->list_valid = w->list_valid && was_listed;
    scree_wall_drives_advance(w);
    scree_move_walls(w);
    scree_movable_walls_advance(w);
    scree_hooks_run(w, SCREE_BEFORE_FORCES);
    const bool is_stiffened = scree_capabilities_are_due(w);
    w->list_valid = w->list_valid && !is_stiffened;
    drift = agree_on_drift(w, drift);
    if (w->disturbance == SCREE_EVENTS && !scree_comm_any(w->comm, is_changed)) {
        w->disturbance = SCREE_UNDISTURBED; // what was due has changed nothing
    }
    if (drift.lost > 0 && status == SCREE_OK) {
        status = scree_remove_lost(w, r);
    }
    t = lap(w, SCREE_TIME_INTEGRATE, t);

    if (drift.bad) {
        return scree_alarm_position(w, r);
    }
    scree_outlets_watch(w, drift.speed);
    scree_skin_count_approach(w, drift.speed, drift.turn);
    if (scree_skin_is_used_up(w, drift.speed)) {
        scree_status listed = scree_alarm_state(w, r);
        listed = listed == SCREE_OK ? scree_list_rebuild(w, w->dt, r) : listed;
        if (listed != SCREE_OK) {
            return listed;
        }
    }
    scree_halo_start(w);
    t = lap(w, SCREE_TIME_SEARCH, t);

    w->pairs.half_step = 0.5 * w->dt;
    scree_wall_touches(w);
    const scree_status before = scree_capabilities_attempt(w, SCREE_BEFORE_CONTACTS, r);
    status = status == SCREE_OK ? before : status;
    scree_wall_crossings(w, drift.speed);
    t = lap(w, SCREE_TIME_WALLS, t);
    if (status == SCREE_OK && scree_step_watch_due(w)) { // with the memory of the forces
        status = scree_step_watch_look(w, true, r);
    }
    const bool keeps_length = w->wanted_dt == 0.0;
    const bool goes_on = !w->stop_agreed && status == SCREE_OK && keeps_length &&
                         scree_disturbance_due(w) == SCREE_UNDISTURBED && !scree_temperature_classes_due(w) &&
                         !scree_capabilities_reshape(w);
    may_fuse = may_fuse && goes_on && !scree_hooks_need_particles(w, SCREE_AFTER_FORCES) &&
               !scree_hooks_need_particles(w, SCREE_AFTER_STEP);
    // What begins or ends contacts needs the energy that they store. Output, which may follow, also after a signal, needs it too, but a program may say that it
    // needs none.
    const bool stored = !goes_on || !(may_fuse || w->host.leaves_energy);
    scree_chunk_sums sums = scree_contact_forces(w, stored);
    t = lap(w, SCREE_TIME_CONTACTS, t);
    may_fuse = may_fuse && sums.deep == 0;
    status = scree_capabilities_advance(w, may_fuse, status, r);
    scree_integrate_second(w, may_fuse && status == SCREE_OK);
    scree_measures_follow(w);
    scree_hooks_run(w, SCREE_AFTER_STEP);
    status = status == SCREE_OK ? scree_temperature_classes_follow(w, r) : status;
    status = status == SCREE_OK ? scree_walls_reshape(w, r) : status;
    scree_step_watch_contacts(w, is_stiffened);
    scree_step_length_follow(w);
    t = lap(w, SCREE_TIME_SUM, t);
    scree_team_count(&w->team, t - began, w->rebuilds != rebuilds);

    scree_wall_drives_warn(w, r);
    scree_capabilities_at(w, SCREE_AFTER_ALL, r);
    if (sums.large > 0 && w->alarms.large_steps++ == 0) {
        scree_warn_overlap(w, r);
    }
    if (sums.unfinished > 0) {
        scree_warn_unfinished(w, sums.unfinished, r);
    }
    if (status == SCREE_OK && sums.deep > 0) {
        status = scree_alarm_overlap(w, r);
    }
    return status;
}
