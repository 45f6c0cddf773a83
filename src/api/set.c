// SPDX-License-Identifier: BSD-3-Clause
// Keys of the case that change while a world is open. As where a phase begins (load/phases.c), a world is made from the changed case and goes
// on from the state; it then takes the place of the old one, so that the host's pointer stays.
#include "access/particle.h"
#include "api/host.h"
#include "capabilities/list.h"
#include "changes/changes.h"
#include "checkpoint/checkpoint.h"
#include "compare/compare.h"
#include "compare/phase_cases.h"
#include "kernels/kernels.h"
#include "load/load_state.h"
#include "load/load_world.h"
#include "step/setup.h"
#include "text/units.h"
#include <string.h>

static bool same_path(const char *a, const char *b) {
    a = scree_change_shown(a);
    b = scree_change_shown(b);
    const size_t n = strcspn(a, "=");
    return n == strcspn(b, "=") && strncmp(a, b, n) == 0;
}

// The world of the case with the changes so far and this one, without particles; NULL: reported.
static scree_world *changed_world(const scree_world *w, const char *change, scree_report *r) {
    const scree_case *c = w->case_;
    SCREE_ARRAY(const char *) all = {0};
    for (size_t k = 0; k < c->change.n; k++) {
        scree_array_push(&all, c->change.data[k]);
    }
    all.n -=
        all.n > 0 && same_path(all.data[all.n - 1], change); // what is set again and again does not pile up
    scree_array_push(&all, change);
    const scree_changes changes = {.count = all.n, .text = all.data};
    scree_report *own = scree_report_create(); // its warnings are those of the case, which were given
    scree_world *fresh = scree_load_text(c->path, w->host.text, &changes, w->threads, w->kernels->name, own);
    if (!fresh) {
        scree_report_take(r, own);
    }
    scree_report_destroy(own);
    scree_array_free(&all);
    return fresh;
}

// Is the wall one surface with others? Then its contacts belong to that surface.
static bool is_joined(const scree_world *w, size_t wall) {
    return w->wall.data[wall].surface_owner != (int)wall || w->wall.data[wall].part != NULL;
}

static bool may_become(const scree_world *w, const scree_case *c, const scree_comparison *x,
                       scree_report *r) {
    if (!scree_case_same_items(w->case_, c)) {
        return scree_report_error(
            r, "walls, insertions, outlets, groups, probes, tracks and materials cannot be added or removed "
               "while a world is open; accepted: those of the case, which may begin with `start: never`");
    }
    for (size_t k = 0; k < x->differ.n; k++) {
        const char *path = x->differ.data[k].path;
        size_t wall;
        if (!scree_case_may_change(c, path)) {
            return scree_report_error(
                r, "%s cannot change while the world is open; accepted: " SCREE_CASE_MAY_CHANGE, path);
        }
        const char *key = scree_case_key_of_wall(c, path, &wall);
        if (key && strcmp(key, "reference") != 0 && is_joined(w, wall)) {
            return scree_report_error(
                r,
                "%s cannot change while the world is open, as the wall is one surface with others; accepted: "
                "keys of walls that touch no other of their material and motion, or that are `movable`",
                path);
        }
    }
    return true;
}

// Gives the new world what does not follow from the case and the state.
static void continue_run(const scree_world *w, scree_world *fresh) {
    scree_load_continue_run(w, fresh);
    fresh->team = w->team;
    fresh->case_->external = w->case_->external;
    scree_phase_cases_take(fresh->case_, w->case_);
    fresh->p.absent = scree_particles_absent(fresh->case_);
    for (size_t k = 0; k < w->wall.n; k++) {
        fresh->case_->wall.data[k].separate = !is_joined(w, k); // its contacts are its own, whatever its keys
    }
}

// *w becomes the fresh world, which becomes the old one.
static void swap_worlds(scree_world *w, scree_world *fresh) {
    const scree_world old = *w;
    *w = *fresh;
    *fresh = old;
    w->host = old.host;
    w->host.case_hash = 0;
    memset(&fresh->host, 0, sizeof fresh->host);
    scree_host_hooks_last(w);
}

static scree_status go_on_with(scree_world *w, scree_world *fresh, scree_report *r) {
    scree_comparison x = scree_case_compare(w->case_, fresh->case_);
    scree_status status = may_become(w, fresh->case_, &x, r) ? SCREE_OK : SCREE_USER_ERROR;
    if (status == SCREE_OK && x.differ.n > 0) {
        scree_checkpoint file;
        continue_run(w, fresh);
        scree_capabilities_at(w, SCREE_BEFORE_SAVE, NULL);
        scree_checkpoint_take(w, 0, &file);
        status = scree_load_change(fresh, &file, w->case_->path,
                                   scree_comparison_has_contacts(&x, fresh->case_), w, r);
        status = scree_comm_agree(w->comm, status, r);
        if (status == SCREE_OK) {
            swap_worlds(w, fresh);
        }
    }
    scree_comparison_clear(&x);
    return status;
}

scree_status scree_world_set(scree_world *w, const char *path, const char *value, scree_report *r) {
    if (!scree_host_may(w, "change its case", r) || !scree_host_may_edit(w, "change its case", r)) {
        return SCREE_USER_ERROR;
    }
    if (w->case_->phase.n > 0 || !w->host.text) {
        scree_report_error(r,
                           "%s: keys of a case with phases cannot change while the world is open; accepted: "
                           "a case without 'phases'",
                           w->case_->path);
        return SCREE_USER_ERROR;
    }
    if (!scree_draft_path_is_usable(path, r)) {
        return SCREE_USER_ERROR;
    }
    scree_status status = scree_host_end_edit(w, r);
    if (status != SCREE_OK) {
        return status;
    }
    char now[32];
    scree_number_text_full(scree_world_time(w), now);
    char *change = scree_format("--later %s %s=%s", now, path, value);
    scree_world *fresh = changed_world(w, change, r);
    status = scree_comm_agree(w->comm, fresh ? SCREE_OK : SCREE_USER_ERROR, r);
    if (status == SCREE_OK) {
        status = go_on_with(w, fresh, r);
    }
    scree_world_destroy(fresh);
    scree_free(change);
    return status;
}
