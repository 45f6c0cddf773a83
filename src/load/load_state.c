// SPDX-License-Identifier: BSD-3-Clause
#include "load/load_state.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "capabilities/list.h"
#include "checks/audit.h"
#include "compare/case_hash.h"
#include "compare/other_case.h"
#include "domain/halo.h"
#include "insertion/insert.h"
#include "laws/list/law_set.h"
#include "load/load_particles.h"
#include "load/load_walls.h"
#include "load/restore.h"
#include "measure/totals.h"
#include "particles/gravity.h"
#include "search/rebuild.h"
#include "step/setup.h"
#include "step/temperature_classes.h"
#include "step_limit/step_watch.h"
#include "tools/plot/plot_check.h"
#include "wall_motion/wall_drive.h"
#include <string.h>

scree_status scree_load_resume(scree_world *w, const char *path, scree_report *r) {
    scree_checkpoint file;
    return scree_checkpoint_read_share(path, w->comm, &file, r) ? scree_load_continue(w, &file, path, r)
                                                                : SCREE_USER_ERROR;
}

// Everything but the contacts, which go to `from`, as the file does.
static bool adopt_state(scree_world *w, scree_checkpoint *file, const char *path, scree_restoration *from,
                        scree_report *r) {
    const bool phases = file->phase_start.n > 0;
    if (file->source.n != w->source.n || file->outlet.n != w->outlet.n || file->group.n != w->group.n) {
        return scree_report_error(r, "%s: its sources, outlets or groups are not those of %s", path,
                                  w->case_->path);
    }
    if (file->measure_memory.n != w->case_->measure.n) {
        return scree_report_error(r, "%s: its measures are not those of %s", path, w->case_->path);
    }
    if (phases != (w->case_->phase.n > 0) || file->phase_start.n > w->case_->phase.n) {
        return scree_report_error(r, "%s: its phases are not those of %s", path, w->case_->path);
    }
#define SCREE_TAKE(type, name, ...) w->name = file->name;
    SCREE_SAVED_NUMBERS(SCREE_TAKE)
#undef SCREE_TAKE
    scree_capabilities_at(w, SCREE_AT_NUMBERS, r);
    if (!scree_load_particles(w, file, path, -1, 0, true, r)) {
        return false;
    }
#define SCREE_TAKE(type, name, ...) scree_array_copy(&w->name, &file->name);
    SCREE_SAVED_ARRAYS(SCREE_TAKE)
#undef SCREE_TAKE
    w->has_fixed = scree_comm_any(w->comm, w->has_fixed);
    w->alarms.losses.unknown = true;
    scree_restoration_keep(w, from, file, path);
    *file = (scree_checkpoint){0};
    return true;
}

scree_status scree_load_continue(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r) {
    scree_restoration from = {.report = r};
    scree_status status = SCREE_USER_ERROR;
    if (file->case_hash != scree_case_hash(w)) {
        scree_other_case(
            w, path, "to start a new case from its particles, list it under 'particles' as 'checkpoint'", r);
    } else if (scree_plot_check(w, r) && scree_walls_resume(w, file, path, r) &&
               adopt_state(w, file, path, &from, r)) {
        status = scree_world_continue(w, scree_restore_contacts, &from, r);
    }
    scree_restoration_clear(&from);
    scree_checkpoint_clear(file);
    return status;
}

// Copies the contacts: ranks that send them to the owners of their particles replace the list.
static void copy_contacts(const scree_checkpoint *from, scree_checkpoint *to) {
    memset(&to->contact, 0, sizeof to->contact);
    memset(&to->history, 0, sizeof to->history);
    scree_array_copy(&to->contact, &from->contact);
    scree_array_copy(&to->history, &from->history);
}

// Removes all particles and allocates the fields that the checkpoint has.
static void clear_particles(scree_world *w, const scree_particles *file) {
    scree_halo_finish(w);
    scree_pairs_forget(w);
    scree_particles_clear(&w->p);
    w->case_->external = scree_comm_any(w->comm, scree_particles_have(file, SCREE_ARRAY_external_force));
    w->p.threads = w->threads;
    w->p.absent = scree_particles_absent(w->case_);
}

scree_status scree_load_back(scree_world *w, scree_checkpoint *file, const char *path, scree_report *r) {
    scree_restoration from = {.report = r};
    scree_status status = SCREE_USER_ERROR;
    scree_checkpoint copy = *file;
    if (w->comm) {
        copy_contacts(file, &copy);
    }
    clear_particles(w, &file->p);
    if (scree_walls_resume(w, &copy, path, r) && adopt_state(w, &copy, path, &from, r)) {
        scree_capabilities_at(w, SCREE_AT_RETURN, r);
        status = scree_world_revert(w, scree_restore_contacts, &from, r);
        copy = from.files.data[0].file;
        from.files.data[0].file = (scree_checkpoint){0};
    }
    if (w->comm) {
        scree_array_free(&copy.contact);
        scree_array_free(&copy.history);
    }
    scree_restoration_clear(&from);
    return status;
}

// Do the same contacts act in two worlds, x after a change of y, and does the ledger know what the same of them store? A wall that becomes a
// servo or free changes the latter (scree_block_knows), one that begins or ends in this moment the former.
static bool book_the_same(const scree_world *x, const scree_world *y) {
    const size_t n = x->case_->material.n;
    bool same = n == y->case_->material.n;
    for (size_t k = 0; same && k < n * n; k++) {
        same = x->laws[k].known == y->laws[k].known && x->laws[k].loses == y->laws[k].loses;
    }
    for (size_t k = 0; same && k < x->wall.n; k++) {
        const scree_wall_def *def = x->wall.data[k].def;
        same = k < y->wall.n && def->drive.servo == y->wall.data[k].def->drive.servo &&
               scree_is_between(y, def->start, def->stop) == y->wall.data[k].active;
    }
    return same;
}

scree_status scree_load_change(scree_world *w, scree_checkpoint *file, const char *path, bool contacts,
                               const scree_world *before, scree_report *r) {
    scree_restoration from = {.new_case = contacts, .report = r};
    scree_status status = SCREE_USER_ERROR;
    if (scree_ledger_lacks_stored(&file->ledger)) {
        scree_report_error(r,
                           "%s: the energy that contacts store was not summed in its last step, so what "
                           "another phase or key changes is not known; accepted: a state that `scree run` "
                           "wrote, or a program after a step with the energy (scree_world_want_energy)",
                           path);
    } else if (adopt_state(w, file, path, &from, r)) {
        scree_capabilities_follow(w, before);
        const double dt = w->case_->dt;
        scree_walls_change(w, before, &from.files.data[0].file);
        scree_temperature_classes_set(w, !contacts);
        for (size_t k = 0; k < w->source.n; k++) {
            scree_insert_change(w, k, &before->case_->source.data[k]);
        }
        w->case_->dt = w->dt; // the run's own: the time is a multiple of it
        const bool fits = !contacts || scree_audit_time_step(w, r);
        w->case_->dt = dt;
        const scree_world_before then = {scree_gravity_at(before->case_, scree_world_time(w)),
                                         scree_wall_drives_account(before),
                                         scree_world_totals(before).potential};
        if (contacts && fits && !(w->dt_most > 0.0)) { // the audit has seen this step and no longer one
            scree_step_watch_bound(w);
        }
        status = fits ? scree_world_change(w, contacts || !book_the_same(w, before), &then,
                                           scree_restore_contacts, &from, r)
                      : status;
    }
    scree_restoration_clear(&from);
    scree_checkpoint_clear(file);
    return status;
}
