// SPDX-License-Identifier: BSD-3-Clause
#include "step/setup.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "capabilities/list.h"
#include "checks/alarm.h"
#include "checks/audit.h"
#include "checks/audit_fit.h"
#include "checks/audit_units.h"
#include "clumps/body.h"
#include "domain/domain.h"
#include "forces/contacts.h"
#include "kernels/block_job.h"
#include "kernels/kernels.h"
#include "measure/totals.h"
#include "mesh/bvh.h"
#include "pairs/surface.h"
#include "pairs/wall_pairs.h"
#include "parallel/launch.h"
#include "particles/damping.h"
#include "particles/gravity.h"
#include "particles/group.h"
#include "particles/integrate.h"
#include "particles/outside_forces.h"
#include "regions/region.h"
#include "search/rebuild.h"
#include "skin/skin_check.h"
#include "step/events.h"
#include "step/list_rebuild.h"
#include "step/recompute.h"
#include "step/temperature_classes.h"
#include "step_limit/step_limit.h"
#include "step_limit/step_watch.h"
#include "wall_contacts/between_walls.h"
#include "wall_contacts/wall_crossing.h"
#include "wall_contacts/wall_touch.h"
#include "wall_motion/wall_drive.h"
#include "wall_motion/wall_motion.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// One thread per rank unless the user gives a number, because each rank usually has its own core.
static int usual_threads(void) {
    return scree_launch_size() > 0 && !getenv("OMP_NUM_THREADS") ? 1 : omp_get_max_threads();
}

// Time that this thread has had a core, s.
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

scree_world *scree_world_create(scree_case *c, int threads, const char *isa, scree_report *r) {
    const scree_kernels *kernels = scree_kernels_choose(isa);
    if (!kernels) {
        scree_report_error(r, "instruction set '%s' is not one of v2, v3, v4, or this processor lacks it",
                           isa);
        return NULL;
    }
    scree_world *w = scree_zeros(sizeof *w);
    w->case_ = c;
    w->cell = scree_cell_of(c);
    w->gravity = c->gravity;
    w->kernels = kernels;
    w->shapes = scree_shape_facts_of(c);
    w->threads = w->p.threads = threads > 0 ? threads : usual_threads();
    w->team = scree_team_create(
        w->threads, threads > 0 || getenv("OMP_NUM_THREADS") || scree_launch_size() > 0, cpu_seconds);
    w->p.absent = scree_particles_absent(c);
    w->next_id = 1;
    w->most_pairs = SCREE_PAIRS_MOST;
    w->skin_check = scree_zeros(sizeof *w->skin_check);
    w->crossing = scree_zeros(sizeof *w->crossing);
    w->integration = scree_zeros(sizeof *w->integration);
    scree_contacts_create(w);
    scree_array_resize(&w->wall, c->wall.n);
    for (size_t k = 0; k < c->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        memset(wall, 0, sizeof *wall);
        wall->def = &c->wall.data[k];
        wall->surface_owner = (int)k;
        wall->moves =
            wall->def->motion.n > 0 || scree_wall_is_driven(&wall->def->drive) || wall->def->movable;
        wall->now.start = wall->now.pose = wall->before = wall->list_pose = scree_pose_none();
    }
    scree_walls_set_wraps(w);
    scree_array_zeros(&w->source, c->source.n);
    scree_array_zeros(&w->outlet, c->outlet.n);
    scree_array_zeros(&w->group, c->group.n);
    scree_array_zeros(&w->probe, c->probe.n);
    scree_array_zeros(&w->measured, c->measure.n);
    scree_array_zeros(&w->measure_memory, c->measure.n);
    w->has_fixed = scree_case_holds(c);
    scree_array_resize(&w->track, c->track.n);
    for (size_t k = 0; k < c->track.n; k++) {
        const scree_vec3 none = vec3(NAN, NAN, NAN);
        w->track.data[k] = (scree_track){none, none, none, none};
    }
    for (size_t k = 0; k < c->source.n; k++) { // set before the first one exists, as in a resumed run
        w->has_fixed |= c->source.data[k].fixed;
    }
    return w;
}

void scree_world_destroy(scree_world *w) {
    if (!w) {
        return;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        scree_surface_clear(wall);
        scree_array_free(&wall->corner);
        if (wall->mesh) {
            scree_bvh_destroy(wall->tree);
            scree_mesh_clear(wall->mesh);
            scree_free(wall->mesh);
        }
    }
    scree_array_free(&w->wall);
#define SCREE_FREE(type, name, ...) scree_array_free(&w->name);
    SCREE_SAVED_ARRAYS(SCREE_FREE)
#undef SCREE_FREE
    scree_array_free(&w->probe);
    scree_array_free(&w->measured);
    scree_array_free(&w->track);
    scree_array_free(&w->driven);
    scree_array_free(&w->hook);
    scree_array_free_each(&w->host.hook);
    scree_array_free(&w->host.order);
    scree_free(w->host.text);
    scree_array_free(&w->forces_before);
    scree_free(w->integration);
    scree_domain_destroy(w);
    scree_particles_clear(&w->p);
    scree_pairs_clear(&w->pairs);
    scree_scratch_clear(&w->scratch);
    scree_skin_check_free(w->skin_check);
    scree_contacts_free(w);
    scree_free(w->crossing);
    scree_free(w->wall_load);
    scree_capabilities_at(w, SCREE_AT_END, NULL);
    scree_wall_touches_free(w);
    scree_case_clear(w->case_);
    scree_free(w->case_);
    scree_free(w);
}

bool scree_world_set_mesh(scree_world *w, size_t k, const scree_vec3 *corners, size_t n, scree_report *r) {
    scree_wall *wall = &w->wall.data[k];
    wall->mesh = scree_zeros(sizeof *wall->mesh);
    if (!scree_mesh_build(wall->mesh, corners, n, r)) {
        scree_mesh_clear(wall->mesh);
        scree_free(wall->mesh);
        wall->mesh = NULL;
        return false;
    }
    wall->tree = scree_bvh_create(wall->mesh);
    wall->surface = wall->mesh;
    wall->surface_tree = wall->tree;
    return true;
}

// With several ranks: the first partition, of a box around the particles and the regions of insertion.
static void create_domain(scree_world *w) {
    if (!w->comm) {
        return;
    }
    scree_vec3 low, high, from, to;
    scree_particles_box(&w->p, &low, &high);
    for (size_t k = 0; k < w->source.n; k++) {
        if (scree_region_bounds(w, &w->case_->source.data[k].region, &from, &to)) {
            low = vec_min(low, from);
            high = vec_max(high, to);
        }
    }
    scree_comm_box(w->comm, &low, &high);
    scree_domain_create(w, low, high);
}

// The number of the first step is computed from the time step, which the contacts at the start may have shortened.
static void begin_at(scree_world *w) {
    const uint64_t step = scree_step_of(w, w->began);
    if (step != w->step) {
        w->step = step;
        w->events_done = step + 1;
        scree_update_active_walls(w);
        scree_move_walls(w);
    }
}

// Hooks, and walls as they are now.
static void set_hooks_and_walls(scree_world *w, scree_report *r) {
    scree_groups_begin(w);
    scree_loads_begin(w);
    scree_damping_begin(w); // behind the loads, as it takes a part of all forces
    scree_capabilities_at(w, SCREE_AT_HOOKS, r);
    scree_update_active_walls(w);
    scree_move_walls(w);
}

// What is made once in each process, before there is a list.
static void set_up(scree_world *w, scree_report *r) {
    create_domain(w);
    scree_gravity_begin(w);
    scree_surfaces_join(w);
    set_hooks_and_walls(w, r);
}

// Makes the list, and puts saved contacts back into it.
static scree_status list_and_restore(scree_world *w, scree_restore *restore, void *context, scree_report *r) {
    scree_temperature_classes_set(w, true);
    const scree_status status = scree_list_rebuild(w, 0.0, r);
    if (status == SCREE_OK) {
        restore(w, context);
        scree_wall_touches(w); // where the last forces acted, for what ends before the next ones
    }
    return status;
}

scree_status scree_world_begin(scree_world *w, scree_restore *restore, void *context, scree_report *r) {
    scree_audit_mesh_sizes(w, r);
    scree_audit_units(w, r);
    scree_bodies_warn(w, r);
    scree_capabilities_at(w, SCREE_AT_AUDIT, r);
    if (scree_alarm_state(w, r) != SCREE_OK || !scree_audit_sources(w, r) || !scree_audit_time_step(w, r)) {
        return SCREE_USER_ERROR;
    }
    w->step = scree_step_of(w, w->began);
    scree_audit_skin(w, r);
    if (!scree_audit_box(w, r)) {
        return SCREE_USER_ERROR;
    }
    set_up(w, r);
    w->ledger.walls_gained += scree_wall_drives_energy(w);
    scree_status status = scree_events(w, r);
    if (status == SCREE_OK) {
        w->events_done = w->step + 1;
        scree_temperature_classes_begin(w, r);
        status = scree_list_rebuild(w, 0.0, r);
    }
    if (status != SCREE_OK) {
        return status;
    }
    if (restore) {
        restore(w, context);
    }
    scree_wall_touches(w);
    if (!scree_audit_contacts(w, r)) {
        return SCREE_USER_ERROR;
    }
    begin_at(w);
    scree_step_watch_begin(w);
    status = scree_forces_at_rest(w, true, r);
    if (status == SCREE_OK) {
        status = scree_capabilities_attempt(w, SCREE_AT_BEGIN, r);
    }
    scree_audit_state(w, r);
    scree_between_walls_warn(w, r);
    scree_groups_warn(w, r);
    return status;
}

scree_status scree_world_continue(scree_world *w, scree_restore *restore, void *context, scree_report *r) {
    scree_audit_skin(w, r);
    if (!scree_audit_box(w, r)) { // the skin may differ from that of the checkpoint's run
        return SCREE_USER_ERROR;
    }
    set_up(w, r);
    return list_and_restore(w, restore, context, r);
}

scree_status scree_world_revert(scree_world *w, scree_restore *restore, void *context, scree_report *r) {
    w->gravity = scree_gravity_at(w->case_, scree_world_time(w));
    set_hooks_and_walls(w, r);
    return list_and_restore(w, restore, context, r);
}

scree_status scree_world_change(scree_world *w, bool contacts, const scree_world_before *before,
                                scree_restore *restore, void *context, scree_report *r) {
    scree_status status = scree_world_continue(w, restore, context, r);
    status = status == SCREE_OK ? scree_capabilities_attempt(w, SCREE_AT_CHANGE, r) : status;
    if (status != SCREE_OK) {
        return status;
    }
    const scree_vec3 change = vec_sub(w->gravity, before->gravity);
    const bool is_evaluated = contacts || scree_capabilities_are_due(w);
    if (is_evaluated) {
        scree_wall_touches(w);
        status = scree_step_watch_look(w, true, r);
        status = status == SCREE_OK ? scree_contacts_change(w, true, r) : status;
    }
    scree_step_length_follow(w);
    scree_step_watch_renew(w);
    scree_groups_renew(w);
    w->ledger.walls_gained += scree_wall_drives_account(w) - before->walls;
    if (vec_norm2(change) > 0.0) {
        w->ledger.changed += scree_world_totals(w).potential - before->potential;
        w->ledger.changed -= is_evaluated ? 0.0 : scree_gravity_lag(w, change);
        w->ledger.walls_gained -= is_evaluated ? 0.0 : scree_wall_drives_lag(w, change);
    }
    return status;
}
