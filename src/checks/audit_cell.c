// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_cell.h"
#include "geometry/wall_form.h"
#include <math.h>

static const double MOST_PERIODS =
    200; // images of a mesh are counted in a byte from its middle (state/cell.h)

// Reports an error of a wall and is false.
#define REFUSE(w, wall, r, axis, format, ...)                                                                \
    scree_report_at(r, SCREE_SEVERITY_ERROR, (w)->case_->path, (wall)->def->place.line,                      \
                    (wall)->def->place.column, "walls.%s: " format "; the domain is periodic along %c",      \
                    (wall)->def->name, __VA_ARGS__, 'x' + (axis))

static bool is_periodic(const scree_world *w) {
    return scree_cell_periodic_axes(&w->cell) > 0;
}

bool scree_audit_cell_may_turn(const scree_world *w, const scree_wall *wall, scree_vec3 axis) {
    const double length = vec_norm(axis);
    const scree_wall_form *form = scree_wall_form_of(wall->def);
    return !is_periodic(w) || !form || !form->may_turn || length == 0.0 ||
           form->may_turn(wall->def, &w->cell, vec_scale(1.0 / length, axis));
}

static bool turns_fit(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const scree_wall_def *d = wall->def;
    const scree_wall_form *form = scree_wall_form_of(d);
    bool fit = true;
    if (!form || !form->may_turn) {
        return true;
    }
    for (size_t k = 0; k < d->motion.n; k++) {
        const scree_motion *m = &d->motion.data[k];
        if (m->kind == SCREE_MOTION_ROTATE || m->table.angle.n > 0) {
            fit &= scree_audit_cell_may_turn(w, wall, m->axis);
        }
    }
    for (size_t k = 0; k < d->drive.turn.n; k++) {
        const scree_vec3 about = d->drive.turn.data[k].axis;
        fit &= vec_norm2(about) > 0.0 && scree_audit_cell_may_turn(w, wall, about);
    }
    return fit || REFUSE(w, wall, r, axis, "%s", form->turn_problem);
}

static bool form_fits(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const char *problem = scree_wall_form_of(wall->def)->why_not_periodic(wall, &w->cell, axis);
    return !problem || REFUSE(w, wall, r, axis, "%s", problem);
}

static bool mesh_fits(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const double size = vec_get(wall->mesh->max, axis) - vec_get(wall->mesh->min, axis);
    return size <= MOST_PERIODS * w->cell.period.length[axis] ||
           REFUSE(w, wall, r, axis,
                  "the mesh is %.4g m long, more than %g periods of %.4g m; accepted: a shorter one, as its "
                  "images continue it",
                  size, MOST_PERIODS, w->cell.period.length[axis]);
}

bool scree_audit_cell_walls(const scree_world *w, scree_report *r) {
    bool fit = true;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        bool good = !isinf(wall->def->start); // otherwise it does not exist until a phase starts it
        for (int axis = 0; axis < 3 && good; axis++) {
            if (w->cell.periodic[axis]) {
                good = wall->mesh ? mesh_fits(w, wall, axis, r) : form_fits(w, wall, axis, r);
                good = good && turns_fit(w, wall, axis, r);
                fit &= good;
            }
        }
    }
    return fit;
}

bool scree_audit_cell_shafts(const scree_world *w, double r_max, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        for (int axis = 0; axis < 3; axis++) {
            if (!wall->wraps[axis] || isinf(wall->def->start)) {
                continue;
            }
            const scree_wall_form *form = scree_wall_form_of(wall->def);
            const char *accepted;
            const double gap = form->gap(wall, &w->cell, axis, &accepted);
            if (gap < 2.0 * r_max) {
                return REFUSE(w, wall, r, axis,
                              "the gap between the %s and its image is %.4g m, and a particle of %.4g m "
                              "would touch both; accepted: %s",
                              form->name, gap, 2.0 * r_max, accepted);
            }
        }
    }
    return true;
}
