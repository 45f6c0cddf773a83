// SPDX-License-Identifier: BSD-3-Clause
#include "step/temperature_classes.h"
#include "access/temperature_class.h"
#include "step/recompute.h"

enum { EVERY = 64 }; // steps

static bool has_classes(const scree_world *w) {
    return w->case_->copies > 0;
}

// K. Walls whose temperature follows from the heat through them, or that have none, keep that of the start.
static double temperature_of_wall(const scree_world *w, const scree_wall *wall) {
    const scree_wall_heat_kind kind = scree_wall_heat_kind_of(&wall->def->heat);
    return kind == SCREE_WALL_OF_TEMPERATURE || kind == SCREE_WALL_OF_MASS ? wall->now.temperature
                                                                           : w->case_->heat.temperature;
}

static uint64_t class_of(const scree_material_def *m, uint64_t now, double temperature, bool keep) {
    const bool is_one = now == 0 || now < (uint64_t)m->classes;
    return keep && is_one ? now : scree_temperature_class_next(m, now, temperature);
}

bool scree_temperature_classes_set(scree_world *w, bool keep) {
    const scree_material_def *material = w->case_->material.data;
    const size_t rows =
        w->p.temperature_class ? w->p.n : 0; // walls may be of a class of tables that a phase takes away
    uint64_t changed = 0;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, rows)) reduction(+ : changed)
    for (size_t i = 0; i < rows; i++) {
        uint64_t *class = &w->p.temperature_class[i];
        const uint64_t next =
            class_of(&material[w->p.motion[i].w.material], *class, w->p.temperature[i], keep);
        changed += next != *class;
        *class = next;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        scree_wall *wall = &w->wall.data[k];
        const uint64_t next = class_of(&material[wall->def->material], wall->now.temperature_class,
                                       temperature_of_wall(w, wall), keep);
        changed += next != wall->now.temperature_class;
        wall->now.temperature_class = next;
    }
    return changed > 0;
}

static void warn_of_unused(const scree_world *w, scree_report *r) {
    for (size_t m = 0; m < scree_case_named(w->case_); m++) {
        const scree_material_def *def = &w->case_->material.data[m];
        for (size_t k = 0; k < def->tables.law.n; k++) {
            const scree_thermal_table *t = &def->tables.law.data[k];
            if (!t->used) {
                scree_report_at(r, SCREE_SEVERITY_WARNING, w->case_->path, t->place.line, t->place.column,
                                "materials.%s.temperature_tables.%s changes nothing: no pair of the material "
                                "takes the parameter from it",
                                def->name, t->name);
            }
        }
    }
}

void scree_temperature_classes_begin(scree_world *w, scree_report *r) {
    if (!has_classes(w)) {
        return;
    }
    warn_of_unused(w, r);
    const uint64_t none = UINT64_MAX; // then the nearest one is taken
    for (size_t i = 0; i < w->p.n; i++) {
        w->p.temperature_class[i] = none;
    }
    for (size_t k = 0; k < w->wall.n; k++) {
        w->wall.data[k].now.temperature_class = none;
    }
    scree_temperature_classes_set(w, false);
}

bool scree_temperature_classes_due(const scree_world *w) {
    return has_classes(w) && w->step % EVERY == 0;
}

scree_status scree_temperature_classes_follow(scree_world *w, scree_report *r) {
    if (!scree_temperature_classes_due(w) ||
        !scree_comm_any(w->comm, scree_temperature_classes_set(w, false))) {
        return SCREE_OK;
    }
    w->list_valid = false;
    return scree_world_recompute(w, r);
}
