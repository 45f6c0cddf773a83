// SPDX-License-Identifier: BSD-3-Clause
#include "step/events.h"
#include "access/particle.h"
#include "access/step_time.h"
#include "capabilities/list.h"
#include "insertion/insert.h"
#include "maths/double_double.h"
#include "outlets/outlet.h"
#include "particles/group.h"

static bool source_due(const scree_world *w, size_t k) {
    const scree_source_def *s = &w->case_->source.data[k];
    const scree_schedule rate = {s->start, scree_insert_interval(s)};
    const bool before =
        scree_step_of(w, s->start) < scree_step_of(w, w->began); // done by the run of the checkpoint
    return !w->source.data[k].done &&
           ((s->kind == SCREE_SOURCE_FILL && !before && w->step >= scree_step_of(w, s->start)) ||
            (s->kind == SCREE_SOURCE_RATE && scree_schedule_has(w, &rate, w->step)));
}

// A fill at the start that places nothing is an error; a later one gives only a warning, because the run may have taken days.
static scree_status sources(scree_world *w, scree_report *r) {
    scree_status status = SCREE_OK;
    for (size_t k = 0; k < w->source.n; k++) {
        const scree_source_def *s = &w->case_->source.data[k];
        if (!source_due(w, k)) {
            continue;
        }
        if (s->kind == SCREE_SOURCE_RATE && w->step >= scree_step_of(w, s->stop)) {
            w->source.data[k].done = true;
            continue;
        }
        if (!scree_insert(w, k, scree_world_time(w), r)) {
            scree_report_note(
                r,
                "t = %.6g s: stopped during insertion '%s'; nothing that came or left in this step is kept",
                scree_world_time(w), s->name);
            return SCREE_INTERRUPTED;
        }
        if (s->kind == SCREE_SOURCE_FILL && w->source.data[k].inserted == w->source.data[k].inserted_before &&
            w->step == 0) {
            scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, s->place.line, s->place.column,
                            "insertion '%s' places nothing: likely causes are a wall that covers the region, "
                            "as a plane does whose normal points away from it, a mesh with another unit or a "
                            "region inside of another body",
                            s->name);
            status = SCREE_USER_ERROR;
        }
    }
    return status;
}

bool scree_fills_are_due(const scree_world *w) {
    bool any = false;
    for (size_t k = 0; k < w->source.n; k++) {
        any |= w->case_->source.data[k].kind == SCREE_SOURCE_FILL && source_due(w, k);
    }
    return any && w->events_done != w->step + 1;
}

void scree_update_active_walls(scree_world *w) {
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        bool active = scree_is_between(w, wall->def->start, wall->def->stop);
        if (active != wall->active) {
            wall->active = active;
            w->list_valid = false;
        }
    }
}

// Do walls appear or end in the next step?
static bool gates_due(const scree_world *w) {
    const uint64_t next = w->step + 1;
    bool any = false;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall_def *def = w->wall.data[k].def;
        any |= next == scree_step_of(w, def->start) ||
               (isfinite(def->stop) && next == scree_step_of(w, def->stop));
    }
    return any;
}

scree_disturbance scree_disturbance_due(const scree_world *w) {
    return scree_groups_growing(w) != 0          ? SCREE_GROWTH
           : scree_events_due(w) || gates_due(w) ? SCREE_EVENTS
                                                 : SCREE_UNDISTURBED;
}

bool scree_events_due(const scree_world *w) {
    bool any = scree_outlets_are_due(w);
    for (size_t k = 0; k < w->source.n; k++) {
        any |= source_due(w, k);
    }
    any |= scree_groups_due(w);
    return any && w->events_done != w->step + 1;
}

scree_status scree_events(scree_world *w, scree_report *r) {
    if (!scree_events_due(w)) {
        return SCREE_OK;
    }
    scree_capabilities_at(w, SCREE_BEFORE_BODIES_CHANGE, r);
    scree_outlets_act(w, r);
    const scree_status status = sources(w, r);
    if (status != SCREE_INTERRUPTED) {
        scree_groups_act(w, r);
    }
    scree_capabilities_at(w, SCREE_AFTER_BODIES_CHANGE, r);
    return status;
}

scree_status scree_remove_lost(scree_world *w, scree_report *r) {
    const scree_case *c = w->case_;
    scree_double_double energy = {0}, mass = {0};
    uint64_t count = 0;
    scree_status status = SCREE_OK;
    scree_capabilities_at(w, SCREE_BEFORE_BODIES_CHANGE, r);
    scree_outlets_take_lost(w);
    for (size_t i = 0; i < w->p.n && status == SCREE_OK; i++) {
        const scree_vec3 x = scree_whole_centre(&w->p, i);
        if (scree_cell_holds(&w->cell, x) || w->p.dead[i] ||
            !(isfinite(x.x) && isfinite(x.y) && isfinite(x.z))) {
            continue;
        }
        if (c->lost_is_error) {
            scree_report_error(
                r,
                "t = %.9g s, step %llu: particle %llu left the domain at (%.6g, %.6g, %.6g) m; enlarge "
                "domain, close the wall it came through, or set domain.lost: delete",
                scree_world_time(w), (unsigned long long)w->step, (unsigned long long)w->p.id[i], x.x, x.y,
                x.z);
            status = SCREE_BAD_NUMBERS;
            continue;
        }
        scree_outlet_delete(w, i, true, &energy);
        count += scree_is_first(&w->p, i);
    }
    status = scree_comm_agree(w->comm, status, r);
    scree_outlet_add_ranks(w, &count, &mass, &energy);
    scree_capabilities_at(w, SCREE_AFTER_BODIES_CHANGE, r);
    w->lost += count;
    w->ledger.removed += scree_double_double_value(&energy);
    // Outlets may have taken particles of one rank alone; all ranks rebuild the list, or none.
    w->list_valid = !scree_comm_any(w->comm, !w->list_valid || count > 0);
    return status;
}
