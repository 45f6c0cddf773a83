// SPDX-License-Identifier: BSD-3-Clause
// What convex bodies cannot be used with.
#include "clumps/clump_keys.h"
#include "geometry/wall_form.h"
#include "keys/complain.h"
#include "laws/list/law_set.h"
#include <math.h>

// Does a plane close the end of a cylinder at this length along its axis? sign: -1 at its far end.
static bool closes(const scree_wall_def *plane, const scree_wall_def *cylinder, double end, double sign) {
    const double slack = 1e-6 * cylinder->radius;
    const scree_vec3 at = vec_add_scaled(cylinder->point, end, cylinder->axis);
    return plane->kind == SCREE_WALL_PLANE && sign * vec_dot(plane->axis, cylinder->axis) > 1.0 - 1e-9 &&
           sign * vec_dot(vec_sub(plane->point, at), cylinder->axis) >= -slack;
}

// The edge of a cylinder is not seen by convex bodies, so they may not get there: at each end there is a plane, or the cylinder is continued by its images.
static bool has_open_end(const scree_case *c, const scree_wall_def *cylinder) {
    for (int axis = 0; axis < 3; axis++) {
        if (c->has_domain && c->periodic[axis] && fabs(vec_get(cylinder->axis, axis)) > 0.5) {
            return false;
        }
    }
    bool closed[2] = {false, false};
    for (size_t k = 0; k < c->wall.n; k++) {
        closed[0] |= closes(&c->wall.data[k], cylinder, 0.0, 1.0);
        closed[1] |= closes(&c->wall.data[k], cylinder, cylinder->length, -1.0);
    }
    return isfinite(cylinder->length) && !(closed[0] && closed[1]);
}

static void check_wall(scree_config *g, const scree_wall_def *d) {
    const scree_wall_form *form = scree_wall_form_of(d);
    if (form && !form->deepest) {
        scree_config_error(g, d->place,
                           "walls.%s: convex bodies do not touch walls of this kind; accepted: planes, "
                           "cylinders and walls of triangles, or clumps instead of convex bodies",
                           d->name);
    } else if (d->kind == SCREE_WALL_CYLINDER && has_open_end(g->c, d)) {
        scree_config_error(g, d->place,
                           "walls.%s: convex bodies do not see the edge of a cylinder; accepted: planes that "
                           "close both of its ends, or no 'length'",
                           d->name);
    }
}

void scree_check_convex(scree_config *g) {
    const scree_case *c = g->c;
    for (size_t k = 0; k < c->wall.n; k++) {
        check_wall(g, &c->wall.data[k]);
    }
}

void scree_check_convex_pairs(scree_config *g) {
    const scree_case *c = g->c;
    const size_t n = scree_case_named(c);
    for (size_t k = 0; g->message.n == 0 && scree_case_has_convex(c) && k < n * n; k++) {
        const scree_law_set set = scree_law_set_of(c, k / n, k % n);
        const bool field = set.traits & SCREE_TRAIT_FIELD;
        if ((set.bond >= 0 || field) && k / n <= k % n) {
            scree_config_error(g, c->shape.data[0].place,
                               "shapes: %s with %s has a law that %s, which is not known of convex bodies; "
                               "accepted: laws that act while bodies touch, or clumps",
                               c->material.data[k / n].name, c->material.data[k % n].name,
                               field ? "acts at a distance" : "makes bonds");
        }
    }
}
