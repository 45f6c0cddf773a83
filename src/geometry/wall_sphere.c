// SPDX-License-Identifier: BSD-3-Clause
// A sphere: hollow, with particles inside, or a ball, with particles outside. Everything on the other side overlaps it, as with a plane. Turns
// about its centre move its surface along itself only, so the centre shows its whole motion. In a periodic cell its nearest image acts.
#include "convex/round_walls.h"
#include "geometry/wall_form.h"
#include "maths/math.h"

// Unit vector from the centre to a position.
static scree_vec3 outward(scree_vec3 local, double rho) {
    return rho > 0.0 ? vec_scale(1.0 / rho, local)
                     : vec3(1.0, 0.0, 0.0); // at the centre all directions are the same
}

static double distance(const scree_wall *wall, scree_vec3 own, scree_vec3 *normal) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 local = vec_sub(own, d->point);
    const double rho = vec_norm(local);
    const scree_vec3 out = outward(local, rho);
    *normal = d->outside ? out : vec_scale(-1.0, out);
    return d->outside ? rho - d->radius : d->radius - rho;
}

// A ball is a body itself. In a hollow sphere the body touches with the one of its ends that is deepest.
static scree_convex_depth deepest(const scree_wall *wall, const scree_convex *body, scree_vec3 own) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 from = vec_sub(own, d->point);
    if (!d->outside) {
        return scree_convex_in_hollow_sphere(body, from, d->radius);
    }
    const scree_convex ball = scree_convex_sphere(d->radius);
    return scree_convex_depth_of(body, &ball, vec_scale(-1.0, from), 1);
}

// The path from -> to, seen from the centre, against |from + s (to - from)| = radius: the first root enters a ball, the second leaves a hollow
// sphere.
static bool is_crossed(const scree_wall *wall, scree_vec3 x, scree_vec3 step) {
    const scree_wall_def *d = wall->def;
    const scree_vec3 to = vec_sub(x, scree_wall_to_lab(wall, d->point)),
                     from = vec_sub(vec_sub(x, step), scree_pose_to_lab(&wall->before, d->point)),
                     go = vec_sub(to, from);
    const double uu = vec_norm2(go), pu = vec_dot(from, go), c = vec_norm2(from) - d->radius * d->radius,
                 root = pu * pu - uu * c;
    if (!(root > 0.0 && uu > 0.0)) {
        return false;
    }
    const double s = (-pu + (d->outside ? -sqrt(root) : sqrt(root))) / uu;
    return s >= 0.0 && s < 1.0;
}

static int marks(const scree_wall_def *d, scree_vec3 own[2]) {
    own[0] = d->point;
    return 1;
}

static double farthest(const scree_wall_def *d, scree_vec3 point, scree_vec3 axis, scree_vec3 low,
                       scree_vec3 high) {
    (void)low;
    (void)high;
    return scree_from_axis(point, axis, d->point) + d->radius;
}

// ---- periodic cells ----------------------------------------------------------------------------------------------------

static void set_wraps(scree_wall *wall, const scree_cell *cell) {
    wall->middle = wall->def->point;
    for (int axis = 0; axis < 3; axis++) {
        wall->wraps[axis] = cell->periodic[axis];
    }
}

static const char *why_not_periodic(const scree_wall *wall, const scree_cell *cell, int axis) {
    const scree_wall_def *d = wall->def;
    return d->outside || 2.0 * d->radius <= cell->period.length[axis]
               ? NULL
               : "the sphere with particles inside is wider than the cell; accepted: a diameter up to the "
                 "period, or a mesh, whose images act";
}

static double gap(const scree_wall *wall, const scree_cell *cell, int axis, const char **accepted) {
    *accepted = "a larger domain, or a mesh, all of whose images act";
    return wall->def->outside ? cell->period.length[axis] - 2.0 * wall->def->radius : INFINITY;
}

// ---- area and mass, messages, pictures ---------------------------------------------------------------------------------

static double area(const scree_wall_def *d) {
    return 4.0 * SCREE_PI * d->radius * d->radius;
}

static double area_along(const scree_wall_def *d, scree_vec3 axis) {
    (void)axis;
    return SCREE_PI * d->radius * d->radius;
}

static bool find_mass(const scree_wall_def *d, scree_mesh_mass *body) {
    const double volume = scree_sphere_volume(d->radius), moment = 0.4 * volume * d->radius * d->radius;
    *body = (scree_mesh_mass){volume, d->point, {moment, moment, moment, 0.0, 0.0, 0.0}};
    return d->outside; // how thick a hollow one is, is unknown
}

static void check_size(const scree_wall *wall, double largest, const char *path, scree_report *r) {
    const scree_wall_def *d = wall->def;
    if (!d->outside && largest > 2.0 * d->radius) {
        scree_report_at(r, SCREE_SEVERITY_WARNING, path, d->place.line, d->place.column,
                        "walls.%s: particles of %g m do not fit into the sphere, %g m, and overlap it "
                        "wherever they are; check 'radius' and 'side'",
                        d->name, largest, 2.0 * d->radius);
    }
}

// Each of the six faces of a cube, cut into SIDE x SIDE squares of equal angle, blown up to the sphere.
enum { SIDE = 10 };

static scree_vec3 on_unit_sphere(int face, int i, int j) {
    const double quarter = 0.25 * SCREE_PI, u = tan(quarter * (2.0 * i / SIDE - 1.0)),
                 v = tan(quarter * (2.0 * j / SIDE - 1.0)), sign = face < 3 ? 1.0 : -1.0,
                 at[3] = {sign, sign * u, v};
    const int axis =
        face %
        3; // the first coordinate is along it; the others follow cyclically, so that normals point outward
    const scree_vec3 x = vec3(at[(3 - axis) % 3], at[(4 - axis) % 3], at[(5 - axis) % 3]);
    return vec_scale(1.0 / vec_norm(x), x);
}

static void draw(const scree_wall *wall, scree_vec3 low, scree_vec3 high, scree_vec3 *corner) {
    (void)low;
    (void)high;
    for (int k = 0; k < 6 * SIDE * SIDE * 4; k++) {
        const int square = k / 4, i = square % SIDE, j = square / SIDE % SIDE, c = k % 4;
        const scree_vec3 unit = on_unit_sphere(square / SIDE / SIDE, i + (c == 1 || c == 2), j + (c >= 2));
        corner[k] = scree_wall_to_lab(wall, vec_add_scaled(wall->def->point, wall->def->radius, unit));
    }
}

const scree_wall_form scree_wall_sphere = {
    .name = "sphere",
    .round = true,
    .distance = distance,
    .deepest = deepest,
    .is_crossed = is_crossed,
    .marks = marks,
    .farthest = farthest,
    .set_wraps = set_wraps,
    .why_not_periodic = why_not_periodic,
    .gap = gap,
    .area = area,
    .area_along = area_along,
    .find_mass = find_mass,
    .check_size = check_size,
    .quads = 6 * SIDE * SIDE,
    .draw = draw,
};
