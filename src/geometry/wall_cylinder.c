// SPDX-License-Identifier: BSD-3-Clause
// A cylinder, open at its ends. Without ends everything behind it overlaps it, as with a plane. With ends it is a shell with two sides, whose
// end circles are edges, so that a sphere has one contact with all of it. In a periodic cell its nearest image acts, and if it is as long as
// the period, its images continue it.
#include "convex/round_walls.h"
#include "geometry/wall_form.h"

static const double ROUNDING = 1e-9; // of unit vectors, and of a length that is meant to be the period

// A position in the frame of a cylinder.
typedef struct cylinder_place {
    double along, beyond; // m, along the axis from its point, and beyond the nearer end
    double side;          // m, from the surface, positive on the particles' side
    scree_vec3 out, away; // unit, from the axis, and towards the particles' side
} cylinder_place;

// Distance beyond the nearer end, m, of a position `along` the axis from its point; negative between the ends, and everywhere if it has none.
static double beyond_ends(const scree_wall *wall, double along) {
    return wall->ends ? fmax(-along, along - wall->def->length) : -INFINITY;
}

static cylinder_place place_at(const scree_wall *wall, scree_vec3 own) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 local = vec_sub(own, d->point);
    cylinder_place p = {.along = vec_dot(local, d->axis)};
    p.beyond = beyond_ends(wall, p.along);
    const scree_vec3 radial = vec_add_scaled(local, -p.along, d->axis);
    const double rho = vec_norm(radial);
    if (rho > 0.0) {
        p.out = vec_scale(1.0 / rho, radial);
    } else { // on the axis: all directions are the same
        scree_vec3 v;
        vec_across(d->axis, &p.out, &v);
    }
    p.away = d->outside ? p.out : vec_scale(-1.0, p.out);
    p.side = d->outside ? rho - d->radius : d->radius - rho;
    return p;
}

static scree_vec3 away_from_end(const scree_wall *wall, const cylinder_place *p) {
    return vec_scale(p->along < 0.0 ? -1.0 : 1.0, wall->def->axis);
}

static double distance(const scree_wall *wall, scree_vec3 own, scree_vec3 *normal) {
    const cylinder_place p = place_at(wall, own);
    if (p.beyond > 0.0) {
        const double far = sqrt(p.side * p.side + p.beyond * p.beyond);
        *normal = vec_add_scaled(vec_scale(p.side / far, p.away), p.beyond / far, away_from_end(wall, &p));
        return far;
    }
    const bool behind = wall->ends && p.side < 0.0;
    *normal = behind ? vec_scale(-1.0, p.away) : p.away;
    return behind ? -p.side : p.side;
}

// The side of the surface of a cylinder with ends from which the body is less deep. From the centre's side it is `far` or less deep in most cases; from the other one it is
// far or more.
static scree_convex_depth deepest_of_shell(const scree_wall_def *d, const scree_convex *body,
                                           scree_vec3 from) {
    const double rho = vec_norm(from), far = fabs(rho - d->radius);
    const int outside = rho > d->radius;
    const scree_convex_depth own = scree_convex_on_cylinder(body, d->axis, from, d->radius, outside);
    if (!(own.depth > far)) {
        return own;
    }
    const scree_convex_depth other = scree_convex_on_cylinder(body, d->axis, from, d->radius, !outside);
    return other.depth < own.depth ? other : own;
}

// The deepest point of the shell: of its surface, or of one of its end circles, which are looked at where the body may reach them.
static scree_convex_depth deepest(const scree_wall *wall, const scree_convex *body, scree_vec3 own) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 local = vec_sub(own, d->point);
    const double along = vec_dot(local, d->axis);
    const scree_vec3 from = vec_add_scaled(local, -along, d->axis);
    if (!wall->ends) {
        return scree_convex_on_cylinder(body, d->axis, from, d->radius, d->outside);
    }
    scree_convex_depth best = deepest_of_shell(d, body, from);
    const double place = along + vec_dot(best.arm_a, d->axis), off = vec_norm(from) - d->radius,
                 reach = 1.5 * vec_norm(body->half);
    if (!(place >= 0.0 && place <= d->length)) {
        best.depth = -INFINITY;
    }
    for (int end = 0; end < 2; end++) {
        const double beyond = along - (end ? d->length : 0.0);
        if (off * off + beyond * beyond < reach * reach) {
            const double least = best.depth > 0.0
                                     ? best.depth
                                     : -INFINITY; // thin ends may be between the samples of the search
            const scree_convex_depth rim = scree_convex_on_circle(
                body, d->axis, vec_scale(-1.0, vec_add_scaled(from, beyond, d->axis)), d->radius, least);
            best = rim.depth > best.depth ? rim : best;
        }
    }
    return best;
}

static bool is_behind(const scree_wall *wall, scree_vec3 own) {
    const cylinder_place p = place_at(wall, own);
    return p.side < 0.0 && !(p.beyond > 0.0);
}

static bool at_rim(const scree_wall *wall, scree_vec3 own, scree_vec3 *along, scree_vec3 *tangent) {
    const cylinder_place p = place_at(wall, own);
    if (along) {
        *along = vec_scale(-1.0, away_from_end(wall, &p));
        *tangent = vec_cross(wall->def->axis, p.out);
    }
    return p.beyond > 0.0;
}

// In terms of the distance from the axis; rotation about the axis has no effect.
static bool is_crossed(const scree_wall *wall, scree_vec3 x, scree_vec3 step) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 axis = mat_mul(&wall->now.pose.rotation, d->axis),
                     to = vec_sub(x, scree_wall_to_lab(wall, d->point)),
                     from = vec_sub(vec_sub(x, step), scree_pose_to_lab(&wall->before, d->point)),
                     go = vec_sub(to, from);
    const double start = vec_dot(from, axis), along = vec_dot(go, axis);
    const scree_vec3 p = vec_add_scaled(from, -start, axis), u = vec_add_scaled(go, -along, axis);
    // |p + s u| = radius: the first root enters a shaft, the second leaves a drum
    const double uu = vec_norm2(u), pu = vec_dot(p, u), c = vec_norm2(p) - d->radius * d->radius,
                 root = pu * pu - uu * c;
    if (!(root > 0.0 && uu > 0.0)) {
        return false;
    }
    bool through = false;
    for (int k = 0; k < 2; k++) {
        const double s = (-pu + (k == 0 ? -sqrt(root) : sqrt(root))) / uu;
        through |= (wall->ends || (k == 0) == d->outside) && s >= 0.0 && s < 1.0 &&
                   !(beyond_ends(wall, start + s * along) > 0.0);
    }
    return through;
}

// The ends of its axis.
static int marks(const scree_wall_def *d, scree_vec3 own[2]) {
    own[0] = d->point;
    own[1] = vec_add_scaled(d->point, isfinite(d->length) ? d->length : 0.0, d->axis);
    return 2;
}

// The end discs are used; the bound is exact if the axes are parallel.
static double farthest(const scree_wall_def *d, scree_vec3 point, scree_vec3 axis, scree_vec3 low,
                       scree_vec3 high) {
    double most = 0.0;
    for (int k = 0; k < 8; k++) {
        const scree_vec3 x = scree_corner_of_box(low, high, k);
        const double along = isfinite(d->length)      ? (k & 1 ? d->length : 0.0)
                             : isfinite(vec_norm2(x)) ? vec_dot(vec_sub(x, d->point), d->axis)
                                                      : 0.0;
        most = fmax(most, scree_from_axis(point, axis, vec_add_scaled(d->point, along, d->axis)) + d->radius);
    }
    return most;
}

// ---- periodic cells ----------------------------------------------------------------------------------------------------

static double along_axis(const scree_wall_def *d, int axis) {
    return fabs(vec_get(d->axis, axis));
}

// It wraps along the periodic axes at right angles to it, and along its own axis if it is shorter than the period.
static void set_wraps(scree_wall *wall, const scree_cell *cell) {
    const scree_wall_def *d = wall->def;
    wall->ends = isfinite(d->length);
    wall->middle = wall->ends ? vec_add_scaled(d->point, 0.5 * d->length, d->axis) : d->point;
    for (int axis = 0; axis < 3; axis++) {
        const bool continued =
            along_axis(d, axis) > 0.5 && d->length >= cell->period.length[axis] * (1.0 - ROUNDING);
        wall->wraps[axis] = cell->periodic[axis] && !continued;
        wall->ends &= !(cell->periodic[axis] && continued);
    }
}

static const char *why_not_periodic(const scree_wall *wall, const scree_cell *cell, int axis) {
    const scree_wall_def *d = wall->def;
    if (along_axis(d, axis) > ROUNDING && along_axis(d, axis) < 1.0 - ROUNDING) {
        return "the axis of the cylinder is oblique to the periodic border, where the cylinder would end; "
               "accepted: an axis along or at right angles to the periodic axes, or a cone with two equal "
               "radii, whose images act";
    }
    if (along_axis(d, axis) < 0.5 && !d->outside && 2.0 * d->radius > cell->period.length[axis]) {
        return "the cylinder with particles inside is wider than the cell, so none of its wall is in it; "
               "accepted: a diameter up to the period, or a mesh";
    }
    return NULL;
}

static bool may_turn(const scree_wall_def *d, const scree_cell *cell, scree_vec3 about) {
    (void)cell;
    return vec_norm(vec_cross(about, d->axis)) < ROUNDING;
}

static double gap(const scree_wall *wall, const scree_cell *cell, int axis, const char **accepted) {
    const scree_wall_def *d = wall->def;
    const double period = cell->period.length[axis];
    const bool lengthwise = along_axis(d, axis) > 0.5;
    *accepted = lengthwise ? "a larger domain, a length of the period, or a cone with two equal radii, all "
                             "of whose images act"
                           : "a larger domain, or a cone with two equal radii, all of whose images act";
    return lengthwise ? period - d->length : d->outside || wall->ends ? period - 2.0 * d->radius : INFINITY;
}

// ---- messages, pictures ------------------------------------------------------------------------------------------------

// A sphere touches a cylinder with ends in one point at a time: one that rests on the rim of a narrower cylinder touches it in many.
static void check_size(const scree_wall *wall, double largest, const char *path, scree_report *r) {
    const scree_wall_def *d = wall->def;
    if (wall->ends && largest > 2.0 * d->radius) {
        scree_report_at(r, SCREE_SEVERITY_NOTE, path, d->place.line, d->place.column,
                        "walls.%s: particles of %g m are wider than the cylinder, %g m: on one of its ends "
                        "they would touch one point of the rim at a time and not come to rest; a cone with "
                        "two equal radii is a mesh, and carries them",
                        d->name, largest, 2.0 * d->radius);
    }
}

enum { SIDES = 64 };

static void draw(const scree_wall *wall, scree_vec3 low, scree_vec3 high, scree_vec3 *corner) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 point = scree_wall_to_lab(wall, d->point),
                     axis = mat_mul(&wall->now.pose.rotation, d->axis);
    scree_vec3 u, v;
    double from = 0.0, to = d->length;
    vec_across(axis, &u, &v);
    if (!isfinite(d->length)) {
        scree_reach_of_box(low, high, point, axis, &from, &to);
    }
    for (int side = 0; side < SIDES; side++) {
        for (int k = 0; k < 4; k++) {
            const double angle = 2 * 3.14159265358979323846 / SIDES * (side + (k == 1 || k == 2));
            const scree_vec3 rim =
                vec_add_scaled(vec_add_scaled(point, d->radius * cos(angle), u), d->radius * sin(angle), v);
            corner[4 * side + k] = vec_add_scaled(rim, k >= 2 ? to : from, axis);
        }
    }
}

const scree_wall_form scree_wall_cylinder = {
    .name = "cylinder",
    .distance = distance,
    .deepest = deepest,
    .is_behind = is_behind,
    .at_rim = at_rim,
    .is_crossed = is_crossed,
    .marks = marks,
    .farthest = farthest,
    .set_wraps = set_wraps,
    .why_not_periodic = why_not_periodic,
    .may_turn = may_turn,
    .turn_problem =
        "the cylinder turns about another direction than its own, in which its images do not act; accepted: "
        "a turn about an axis along its own, or a cone with two equal radii, whose images act",
    .gap = gap,
    .check_size = check_size,
    .quads = SIDES,
    .draw = draw,
};
