// SPDX-License-Identifier: BSD-3-Clause
// An infinite plane: everything behind it overlaps it, so no centre is ever lost there. In a periodic cell it has to be the same on both
// sides of the border.
#include "geometry/wall_form.h"

static const double ROUNDING = 1e-9; // of unit vectors

static double distance(const scree_wall *wall, scree_vec3 own, scree_vec3 *normal) {
    const scree_wall_def *d = wall->def;
    *normal = d->axis;
    return vec_dot(vec_sub(own, d->point), d->axis);
}

static scree_convex_depth deepest(const scree_wall *wall, const scree_convex *body, scree_vec3 own) {
    scree_vec3 normal;
    const double from = distance(wall, own, &normal);
    return scree_convex_on_plane(body, normal, from);
}

static int marks(const scree_wall_def *d, scree_vec3 own[2]) {
    own[0] = d->point;
    return 1;
}

static double farthest(const scree_wall_def *d, scree_vec3 point, scree_vec3 axis, scree_vec3 low,
                       scree_vec3 high) {
    (void)d;
    double most = 0.0;
    for (int k = 0; k < 8; k++) {
        const scree_vec3 x = scree_corner_of_box(low, high, k);
        if (isfinite(vec_norm2(x))) {
            most = fmax(most, scree_from_axis(point, axis, x));
        }
    }
    return most;
}

static const char *why_not_periodic(const scree_wall *wall, const scree_cell *cell, int axis) {
    (void)cell;
    return fabs(vec_get(wall->def->axis, axis)) < ROUNDING
               ? NULL
               : "the plane is not the same on both sides of the periodic border, where it would end; "
                 "accepted: a normal at right angles to the periodic axes, or a rectangle, whose periodic "
                 "images act";
}

// About its normal, or about the only periodic axis.
static bool may_turn(const scree_wall_def *d, const scree_cell *cell, scree_vec3 about) {
    bool others = false;
    for (int k = 0; k < 3; k++) {
        others |= cell->periodic[k] && !(fabs(vec_get(about, k)) > 1.0 - ROUNDING);
    }
    return !others || vec_norm(vec_cross(about, d->axis)) < ROUNDING;
}

static void draw(const scree_wall *wall, scree_vec3 low, scree_vec3 high, scree_vec3 *corner) {
    const scree_vec3 point = scree_wall_to_lab(wall, wall->def->point);
    scree_vec3 u, v;
    double from, to, left, right;
    vec_across(mat_mul(&wall->now.pose.rotation, wall->def->axis), &u, &v);
    scree_reach_of_box(low, high, point, u, &from, &to);
    scree_reach_of_box(low, high, point, v, &left, &right);
    for (int k = 0; k < 4; k++) {
        corner[k] =
            vec_add_scaled(vec_add_scaled(point, k == 1 || k == 2 ? to : from, u), k >= 2 ? right : left, v);
    }
}

const scree_wall_form scree_wall_plane = {
    .name = "plane",
    .flat = true,
    .distance = distance,
    .deepest = deepest,
    .marks = marks,
    .farthest = farthest,
    .why_not_periodic = why_not_periodic,
    .may_turn = may_turn,
    .turn_problem = "after a turn the plane would not be the same on both sides of the periodic border; "
                    "accepted: a rotation about its normal or about the only periodic axis, or a rectangle, "
                    "whose periodic images act",
    .quads = 1,
    .draw = draw,
};
