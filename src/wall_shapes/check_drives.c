// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of walls that forces move.
#include "files/read_time_table.h"
#include "geometry/wall_form.h"
#include "keys/complain.h"
#include "memory/names.h"
#include "wall_shapes/drive_keys.h"
#include <stdio.h>

void scree_check_freedom(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_freedom_def *f = base;
    if (scree_yaml_has(node, "limits") &&
        !(f->limit[0] <= 0.0 && f->limit[1] >= 0.0 && f->limit[0] < f->limit[1])) {
        scree_config_error(g, scree_yaml_place(node, "limits"),
                           "%s: it begins outside its limits; accepted: two that differ, the first not above "
                           "0 and the second not below",
                           path);
    }
    if (f->has_factor) {
        const char *key = f->factor_kind == SCREE_MOTION_TABLE ? "table" : "formula";
        const scree_yaml *factor = node->item.data[scree_yaml_find(node, "factor")];
        char below[SCREE_PATH_SIZE];
        snprintf(below, sizeof below, "%.200s.factor", path);
        scree_time_table_make(g, &f->factor, NULL, factor->item.data[scree_yaml_find(factor, key)], below,
                              key);
    }
}

void scree_check_turn(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_freedom_def *f = base;
    f->has_point = scree_yaml_has(node, "point");
    const bool any = vec_norm2(f->axis) > 0.0;
    if (!any && (scree_yaml_has(node, "spring") || scree_yaml_has(node, "limits") ||
                 scree_yaml_has(node, "torque") || scree_yaml_has(node, "factor"))) {
        scree_config_error(
            g, node->place,
            "%s: springs, limits and torques are about an axis, which is missing; accepted: 'about'", path);
    }
    scree_check_freedom(g, base, node, path);
}

void scree_check_servo_slide(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_freedom_def *f = base;
    f->has_stress = scree_yaml_has(node, "stress");
    if (f->has_stress == scree_yaml_has(node, "force")) {
        scree_config_error(g, node->place, "%s: %s; accepted: one of 'force' and 'stress'", path,
                           f->has_stress ? "both a force and a stress are given"
                                         : "what it holds is missing");
    }
    if (!f->has_stress && (scree_yaml_has(node, "area") || scree_yaml_has(node, "between"))) {
        scree_config_error(g, scree_yaml_place(node, scree_yaml_has(node, "area") ? "area" : "between"),
                           "%s: a force has no area; accepted: 'stress' instead of 'force'", path);
    }
    if (scree_yaml_has(node, "area") && scree_yaml_has(node, "between")) {
        scree_config_error(g, scree_yaml_place(node, "area"),
                           "%s: both 'area' and 'between' are given; accepted: one of them", path);
    }
    if (scree_yaml_has(node, "between") && f->between.n != 4) {
        scree_config_error(g, scree_yaml_place(node, "between"),
                           "%s: %zu walls; accepted: four planes such as [left, right, front, back]", path,
                           f->between.n);
    }
    scree_check_freedom(g, base, node, path);
}

void scree_check_drive(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    const scree_wall_drive_def *d = base;
    const scree_freedom_list *s = &d->slide;
    for (size_t i = 0; i < s->n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (!(fabs(vec_dot(s->data[i].axis, s->data[k].axis)) < 1e-9)) {
                scree_config_error(
                    g, s->data[i].place,
                    "%s: its slides are not normal to each other; accepted: up to three axes at right angles",
                    path);
                return;
            }
        }
    }
    if (d->turn.n > 1) {
        scree_config_error(g, d->turn.data[1].place,
                           "%s: %zu turns; accepted: one; {} turns a free wall about all axes", path,
                           d->turn.n);
    }
    if (d->servo && s->n + d->turn.n == 0) {
        scree_config_error(g, node->place, "%s: it holds nothing; accepted: 'slide', 'turn' or both", path);
    }
}

// A wall without slides and turns moves and turns in all directions.
static void free_all(scree_wall_drive_def *d, scree_place place) {
    const scree_vec3 axis[] = {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1), vec3(0, 0, 0)};
    for (int k = 0; k < 4; k++) {
        const scree_freedom_def f = {.axis = axis[k], .place = place};
        scree_array_push(k < 3 ? &d->slide : &d->turn, f);
    }
}

static void check_free(scree_config *g, scree_wall_def *wall, const scree_yaml *node, const char *path) {
    scree_wall_drive_def *d = &wall->drive;
    d->has_centre = scree_yaml_has(node, "centre");
    if (d->slide.n + d->turn.n == 0) {
        free_all(d, node->place);
    }
    if (d->mass > 0.0 && d->density > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "density"),
                           "%s: both 'mass' and 'density' are given; accepted: one of them", path);
    }
    if (d->turn.n > 0 && d->slide.n > 0 && d->turn.data[0].has_point) {
        scree_config_error(
            g, d->turn.data[0].place,
            "%s: a wall that slides turns about its centre; accepted: 'turn' without a point, or no 'slide'",
            path);
    }
    if (scree_yaml_has(node, "inertia") && d->inertia.n != 3 && d->inertia.n != 6) {
        scree_config_error(g, scree_yaml_place(node, "inertia"),
                           "%s: %zu moments; accepted: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]", path,
                           d->inertia.n);
    }
    for (size_t k = 0; k < 3 && k < d->inertia.n; k++) {
        if (!(d->inertia.data[k] > 0.0)) {
            scree_config_error(g, scree_yaml_place(node, "inertia"),
                               "%s: a moment of inertia is not above 0; accepted: three above 0, none larger "
                               "than the sum of the others",
                               path);
            return;
        }
    }
    if (d->turn.n == 0 && (vec_norm2(d->spin) > 0.0 || d->inertia.n > 0)) {
        scree_config_error(g, scree_yaml_place(node, d->inertia.n > 0 ? "inertia" : "spin"),
                           "%s: the wall only slides; accepted: also 'turn'", path);
    }
    if (d->slide.n == 0 && d->turn.n > 0 && vec_norm2(d->velocity) > 0.0) {
        scree_config_error(g, scree_yaml_place(node, "velocity"),
                           "%s: the wall only turns; accepted: 'spin', or also 'slide'", path);
    }
}

void scree_check_driven_wall(scree_config *g, scree_wall_def *wall, const scree_yaml *node,
                             const char *path) {
    scree_wall_drive_def *d = &wall->drive;
    if (!scree_wall_is_driven(d)) {
        return;
    }
    const scree_yaml *below = node->item.data[scree_yaml_find(node, d->free ? "free" : "servo")];
    const char *other = d->servo && d->free                     ? "servo"
                        : vec_norm2(wall->surface_velocity) > 0 ? "surface_velocity"
                        : wall->has_belt                        ? "belt"
                        : d->free && wall->motion.n > 0         ? "motion"
                                                                : NULL;
    if (other) {
        scree_config_error(g, scree_yaml_place(node, other),
                           "%s: both '%s' and '%s' are given; accepted: one of them", path,
                           d->free ? "free" : "servo", other);
        return;
    }
    char where[SCREE_PATH_SIZE];
    snprintf(where, sizeof where, "%.200s.%s", path, d->free ? "free" : "servo");
    if (d->free) {
        check_free(g, wall, below, where);
    }
    if (!wall->gives_reference) {
        const bool hinge = d->turn.n > 0 && d->turn.data[0].has_point;
        wall->reference = hinge ? d->turn.data[0].point : d->has_centre ? d->centre : wall->reference;
        wall->reference_at_centre = d->free && !hinge && !d->has_centre;
    }
    for (size_t k = 0; k < d->slide.n; k++) {
        const scree_freedom_def *f = &d->slide.data[k];
        if (f->has_stress && f->area == 0.0 && f->between.n == 0 && !scree_wall_has_area(wall)) {
            scree_config_error(g, f->place,
                               "%s: the area of the stress is missing, as this wall has no triangles; "
                               "accepted: 'area', or 'between' with four planes",
                               where);
        }
    }
}

static int find_plane(scree_config *g, const scree_freedom_def *f, const char *name) {
    const int wall = scree_names_find(g->c->wall, name);
    if (wall >= 0 && g->c->wall.data[wall].kind == SCREE_WALL_PLANE) {
        return wall;
    }
    scree_config_error(g, f->place,
                       "between: there is no plane '%.60s'; accepted: names of walls with 'plane'", name);
    return 0;
}

// The first two planes face each other, and so do the others.
static void check_pairs(scree_config *g, const scree_freedom_def *f) {
    for (size_t i = 0; i + 1 < f->between_wall.n; i += 2) {
        const scree_wall_def *a = &g->c->wall.data[f->between_wall.data[i]],
                             *b = &g->c->wall.data[f->between_wall.data[i + 1]];
        if (!(vec_dot(a->axis, b->axis) < -1.0 + 1e-9) ||
            !(vec_dot(a->axis, vec_sub(b->point, a->point)) > 0.0)) {
            scree_config_error(
                g, f->place,
                "between: the planes '%.60s' and '%.60s' do not face each other; accepted: two pairs that do",
                a->name, b->name);
            return;
        }
    }
}

void scree_find_planes(scree_config *g) {
    for (size_t w = 0; w < g->c->wall.n; w++) {
        scree_freedom_list *slide = &g->c->wall.data[w].drive.slide;
        for (size_t k = 0; k < slide->n; k++) {
            for (size_t i = 0; i < slide->data[k].between.n; i++) {
                const int plane = find_plane(g, &slide->data[k], slide->data[k].between.data[i]);
                scree_array_push(&slide->data[k].between_wall, plane);
            }
            check_pairs(g, &slide->data[k]);
        }
    }
}
