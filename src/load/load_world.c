// SPDX-License-Identifier: BSD-3-Clause
#include "load/load_world.h"
#include "checks/audit_cell.h"
#include "compare/phase_cases.h"
#include "input/config.h"
#include "load/load_walls.h"
#include "step/pack.h"
#include "step/setup.h"
#include "wall_motion/wall_drive.h"
#include <string.h>

// The world of a case, which it takes over; read: what was read so far is fine.
static scree_world *world_of(scree_case *c, bool read, int threads, const char *isa, scree_report *r) {
    if (read && !(c->end > 0.0)) {
        scree_report_at(r, SCREE_SEVERITY_ERROR, c->path, 0, 0,
                        "the case has a 'lab' and no 'time'; accepted: `scree law drive|eval|collide`, or a "
                        "'time' to run it");
    }
    scree_world *w = read && c->end > 0.0 ? scree_world_create(c, threads, isa, r) : NULL;
    if (!w) {
        scree_case_clear(c);
        scree_free(c);
        return NULL;
    }
    w->pack = scree_pack;
    bool ok = true;
    for (size_t k = 0; k < c->wall.n; k++) {
        const scree_wall_def *wall = &c->wall.data[k];
        ok &= !scree_wall_has_triangles(wall) || scree_walls_make(w, k, r);
    }
    if (!ok || !scree_audit_cell_walls(w, r) || !scree_wall_drives_make(w, r)) {
        scree_world_destroy(w);
        return NULL;
    }
    return w;
}

scree_world *scree_load_case(const char *case_path, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool read = scree_case_read(case_path, changes, c, r) && scree_phase_cases_scan(c, changes, r);
    return world_of(c, read, threads, isa, r);
}

scree_world *scree_load_phase(const scree_case *known, const scree_changes *changes,
                              const scree_phase_times *times, int threads, const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    const bool read = scree_case_read_phase(known->path, changes, times, c, r);
    scree_phase_cases_take(c, known);
    return world_of(c, read, threads, isa, r);
}

scree_world *scree_load_text(const char *name, const char *text, const scree_changes *changes, int threads,
                             const char *isa, scree_report *r) {
    scree_case *c = scree_realloc(NULL, 0, sizeof *c);
    bool read = scree_case_read_changed(name, text, changes, c, r);
    if (read && c->phase.n > 0) {
        const scree_place at = c->phase.data[0].place;
        read =
            scree_report_at(r, SCREE_SEVERITY_ERROR, name, at.line, at.column,
                            "phases: only runs of files carry them out; accepted: a case without 'phases'");
    }
    return world_of(c, read, threads, isa, r);
}

void scree_load_continue_run(const scree_world *w, scree_world *fresh) {
    fresh->comm = w->comm;
    fresh->rebuilds = w->rebuilds;
    fresh->alarms = w->alarms;
    for (size_t k = 0; k < w->wall.n; k++) {
        fresh->wall.data[k].cold_steps = w->wall.data[k].cold_steps;
    }
    for (size_t k = 0; k < w->measured.n && k < fresh->measured.n; k++) {
        fresh->measured.data[k].told = w->measured.data[k].told;
    }
    fresh->stop_wanted = w->stop_wanted;
    fresh->watch = w->watch;
    fresh->watcher = w->watcher;
    memcpy(fresh->wall_time, w->wall_time, sizeof fresh->wall_time);
}
