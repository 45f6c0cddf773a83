// SPDX-License-Identifier: BSD-3-Clause
#include "checks/audit_cell.h"
#include <math.h>

static const double ROUNDING = 1e-9; // of unit vectors
static const double MOST_PERIODS =
    200; // images of a mesh are counted in a byte from its middle (state/cell.h)

static bool refuse(const scree_world *w, const scree_wall *wall, scree_report *r, const char *text,
                   int axis) {
    const scree_place at = wall->def->place;
    scree_report_at(r, SCREE_SEVERITY_ERROR, w->case_->path, at.line, at.column,
                    "walls.%s: %s; the domain is periodic along %c", wall->def->name, text, 'x' + axis);
    return false;
}

static double along(const scree_wall *wall, int axis) {
    return fabs(vec_get(wall->def->axis, axis));
}

static bool is_periodic(const scree_world *w) {
    return scree_cell_periodic_axes(&w->cell) > 0;
}

bool scree_audit_cell_may_turn(const scree_world *w, const scree_wall *wall, scree_vec3 axis) {
    const double length = vec_norm(axis);
    const scree_vec3 a = length > 0.0 ? vec_scale(1.0 / length, axis) : axis;
    if (!is_periodic(w) || wall->mesh || length == 0.0 ||
        vec_norm(vec_cross(a, wall->def->axis)) < ROUNDING) {
        return true;
    }
    bool others = wall->def->kind != SCREE_WALL_PLANE;
    for (int k = 0; k < 3; k++) {
        others |= w->cell.periodic[k] && !(fabs(vec_get(a, k)) > 1.0 - ROUNDING);
    }
    return !others; // a plane turns about the only periodic axis
}

static bool turns_fit(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const scree_wall_def *d = wall->def;
    const char *text =
        d->kind == SCREE_WALL_PLANE
            ? "after a turn the plane would not be the same on both sides of the periodic border; accepted: "
              "a "
              "rotation about its normal or about the only periodic axis, or a rectangle, whose periodic "
              "images act"
            : "the cylinder turns about another direction than its own, in which its images do not act; "
              "accepted: a turn about an axis along its own, or a cone with two equal radii, whose images "
              "act";
    bool fit = true;
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
    return fit || refuse(w, wall, r, text, axis);
}

static bool plane_fits(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    return along(wall, axis) < ROUNDING ||
           refuse(w, wall, r,
                  "the plane is not the same on both sides of the periodic border, where it would end; "
                  "accepted: a normal at right angles to the periodic axes, or a rectangle, whose periodic "
                  "images act",
                  axis);
}

static bool cylinder_fits(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const double length = w->cell.period.length[axis];
    if (along(wall, axis) > ROUNDING && along(wall, axis) < 1.0 - ROUNDING) {
        return refuse(
            w, wall, r,
            "the axis of the cylinder is oblique to the periodic border, where the cylinder would "
            "end; accepted: an axis along or at right angles to the periodic axes, or a cone with two "
            "equal radii, whose images act",
            axis);
    }
    if (along(wall, axis) < 0.5 && !wall->def->outside && 2.0 * wall->def->radius > length) {
        return refuse(w, wall, r,
                      "the cylinder with particles inside is wider than the cell, so none of its wall is in "
                      "it; accepted: a diameter up to the period, or a mesh",
                      axis);
    }
    return true;
}

static bool mesh_fits(const scree_world *w, const scree_wall *wall, int axis, scree_report *r) {
    const double size = vec_get(wall->mesh->max, axis) - vec_get(wall->mesh->min, axis);
    if (size <= MOST_PERIODS * w->cell.period.length[axis]) {
        return true;
    }
    char *text = scree_format("the mesh is %.4g m long, more than %g periods of %.4g m; accepted: a shorter "
                              "one, as its images continue it",
                              size, MOST_PERIODS, w->cell.period.length[axis]);
    refuse(w, wall, r, text, axis);
    scree_free(text);
    return false;
}

bool scree_audit_cell_walls(const scree_world *w, scree_report *r) {
    bool fit = true;
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        bool good = !isinf(wall->def->start); // otherwise it does not exist until a phase starts it
        for (int axis = 0; axis < 3 && good; axis++) {
            if (w->cell.periodic[axis]) {
                good = wall->mesh                            ? mesh_fits(w, wall, axis, r)
                       : wall->def->kind == SCREE_WALL_PLANE ? plane_fits(w, wall, axis, r)
                                                             : cylinder_fits(w, wall, axis, r);
                good = good && turns_fit(w, wall, axis, r);
                fit &= good;
            }
        }
    }
    return fit;
}

// Between the cylinder and its image along an axis, m; INFINITY where particles are inside of it only.
static double gap_along(const scree_world *w, const scree_wall *wall, int axis) {
    const double period = w->cell.period.length[axis];
    return along(wall, axis) > 0.5            ? period - wall->def->length
           : wall->def->outside || wall->ends ? period - 2.0 * wall->def->radius
                                              : INFINITY;
}

bool scree_audit_cell_shafts(const scree_world *w, double r_max, scree_report *r) {
    for (size_t k = 0; k < w->wall.n; k++) {
        const scree_wall *wall = &w->wall.data[k];
        for (int axis = 0; axis < 3; axis++) {
            if (!wall->wraps[axis] || isinf(wall->def->start)) {
                continue;
            }
            const double gap = gap_along(w, wall, axis);
            if (gap < 2.0 * r_max) {
                char *text =
                    scree_format("the gap between the cylinder and its image is %.4g m, and a particle of "
                                 "%.4g m would touch both; accepted: a larger domain,%s or a cone "
                                 "with two equal radii, all of whose images act",
                                 gap, 2.0 * r_max, along(wall, axis) > 0.5 ? " a length of the period," : "");
                refuse(w, wall, r, text, axis);
                scree_free(text);
                return false;
            }
        }
    }
    return true;
}
