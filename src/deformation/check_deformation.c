// SPDX-License-Identifier: BSD-3-Clause
// Rules between the keys of a cell that deforms, and between it and the rest of a case.
#include "deformation/deformation.h"
#include "deformation/deformation_keys.h"
#include "keys/complain.h"
#include <math.h>

void scree_check_deformation(scree_config *g, void *base, const scree_yaml *node, const char *path) {
    scree_deformation_def *d = base;
    d->place = node->place;
    d->has_pressure = false;
    for (size_t k = 0; k < node->item.n && node->kind == SCREE_YAML_MAP; k++) {
        const scree_yaml *own = node->item.data[k];
        d->has_pressure |= scree_yaml_has(own, "pressure");
    }
    if (d->path == SCREE_PATH_SIMPLE_SHEAR && d->flow >= d->gradient) {
        scree_config_error(g, node->place,
                           "%s: the flow is along %c and its gradient along %c; accepted: flow x with "
                           "gradient y or z, or flow y with "
                           "gradient z (turn the axes of the case)",
                           path, 'x' + d->flow, 'x' + d->gradient);
    }
    if (d->path == SCREE_PATH_BIAXIAL && d->axis == d->side) {
        scree_config_error(g, node->place, "%s: 'axis' and 'side' are both %c; accepted: two different axes",
                           path, 'x' + d->axis);
    }
}

static bool is_plane_along(const scree_wall_def *wall, int axis) {
    const double length = vec_norm(wall->axis);
    return wall->kind == SCREE_WALL_PLANE && length > 0.0 &&
           fabs(fabs(vec_get(wall->axis, axis)) - length) <= 1e-12 * length;
}

static void check_walls(scree_config *g, int axes) {
    for (size_t k = 0; k < g->c->wall.n; k++) {
        const scree_wall_def *wall = &g->c->wall.data[k];
        bool fits = false;
        for (int axis = 0; axis < 3; axis++) {
            fits |= !(axes >> axis & 1) && is_plane_along(wall, axis);
        }
        if (!fits) {
            scree_config_error(g, wall->place,
                               "walls.%s: the cell deforms, and walls do not; accepted: planes normal to an "
                               "axis along which "
                               "the cell does not deform",
                               wall->name);
        }
    }
}

// Does the case look for room for particles?
static bool inserts(const scree_case *c) {
    bool any = false;
    for (size_t k = 0; k < c->source.n; k++) {
        any |= c->source.data[k].kind == SCREE_SOURCE_FILL || c->source.data[k].kind == SCREE_SOURCE_RATE;
    }
    return any;
}

static void check_lean(scree_config *g) {
    static const int from[3] = {0, 0, 1}, to[3] = {1, 2, 2};
    const scree_case *c = g->c;
    const scree_vec3 size = vec_sub(c->domain_max, c->domain_min);
    for (int k = 0; k < 3; k++) {
        const double lean = vec_get(c->deformation.lean, k);
        if (lean == 0.0) {
            continue;
        }
        const char x = (char)('x' + from[k]), y = (char)('x' + to[k]);
        if (!(c->has_domain && c->periodic[from[k]] && c->periodic[to[k]])) {
            scree_config_error(
                g, c->deformation.place,
                "cell.lean: it leans from %c to %c; accepted: a domain that is periodic along both", y, x);
        } else if (!(fabs(lean) <= 0.5 * vec_get(size, from[k]))) {
            scree_config_error(g, c->deformation.place,
                               "cell.lean: %.9g m is more than half of the length along %c, %.9g m; "
                               "accepted: the lean less whole lengths, which is the same "
                               "lattice",
                               lean, x, vec_get(size, from[k]));
        } else if (inserts(c)) {
            scree_config_error(g, c->deformation.place,
                               "cell.lean: insertion looks for room in a box; accepted: 'particles' in a "
                               "cell that leans at the start");
        }
    }
}

void scree_check_deformation_of_case(scree_config *g) {
    const scree_case *c = g->c;
    const scree_deformation_def *d = &c->deformation;
    if (!c->has_deformation) {
        return;
    }
    const int axes = scree_deformation_axes(d);
    const scree_vec3 gravity = c->gravity;
    for (int axis = 0; axis < 3; axis++) {
        if (axes >> axis & 1 && !(c->has_domain && c->periodic[axis])) {
            scree_config_error(g, d->place,
                               "cell: it deforms along %c, which is not periodic; accepted: a 'domain' with "
                               "'periodic: [..., %c]', "
                               "or a path that leaves this axis alone",
                               'x' + axis, 'x' + axis);
            return;
        }
        if (axes >> axis & 1 && (vec_get(gravity, axis) != 0.0 || c->has_gravity_table)) {
            scree_config_error(
                g, d->place,
                "cell: it deforms along %c, along which there is gravity; accepted: gravity: [0, 0, 0]",
                'x' + axis);
            return;
        }
    }
    if (c->integrator != SCREE_VERLET) {
        scree_config_error(
            g, d->place,
            "cell: the velocities of its stress are those of verlet; accepted: time.integrator: verlet");
    }
    if (c->outlet.n > 0) {
        scree_config_error(g, d->place, "cell: outlets in a cell that deforms; accepted: no 'outlets'");
    }
    if (c->output.fields.every > 0.0 && c->output.fields.along < 2) {
        scree_config_error(
            g, d->place,
            "cell: it may lean along x and y, so slices of output.fields across these have no borders; "
            "accepted: output.fields with 'cells', or 'along' z");
    }
    check_walls(g, axes);
    check_lean(g);
}
