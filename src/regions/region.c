// SPDX-License-Identifier: BSD-3-Clause
#include "regions/region.h"
#include "maths/math.h"
#include "mesh/bvh.h"

// ---- faces -------------------------------------------------------------------------------------------------------

// A face and the direction into the region, in the frame of its mesh, or in the laboratory where it is a disc.
typedef struct face {
    const scree_mesh *mesh; // NULL: a disc
    scree_vec3 point, normal, along;
    double radius;
} face;

// Without a direction: that of the normal.
static face face_of(const scree_world *w, const scree_region *region) {
    const bool given = vec_norm2(region->along) > 0.0;
    if (region->wall < 0) {
        return (face){NULL, region->point, region->axis, given ? region->along : region->axis,
                      region->radius};
    }
    const scree_wall *wall = &w->wall.data[region->wall];
    const scree_mesh *m = wall->mesh;
    return (face){m, m->vertex.data[m->triangle.data[0].v[0]], m->normal.data[0],
                  given ? mat_mul_transposed(&wall->now.pose.rotation, region->along) : m->normal.data[0],
                  0.0};
}

static double distance_to_segment(scree_vec3 p, scree_vec3 a, scree_vec3 b) {
    const scree_vec3 edge = vec_sub(b, a), d = vec_sub(p, a);
    const double t = fmin(fmax(vec_dot(d, edge) / vec_norm2(edge), 0.0), 1.0);
    return vec_norm(vec_add_scaled(d, -t, edge));
}

// Is p, in the plane of triangle k, in the triangle?
static bool is_in_triangle(const scree_mesh *m, size_t k, scree_vec3 p) {
    const uint32_t *v = m->triangle.data[k].v;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        const scree_vec3 a = m->vertex.data[v[i]], b = m->vertex.data[v[(i + 1) % 3]];
        inside &= vec_dot(vec_cross(vec_sub(b, a), vec_sub(p, a)), m->normal.data[k]) >= 0.0;
    }
    return inside;
}

// Is p, in the plane of the face, on it and at least `margin` from its border?
static bool is_on_face(const face *f, scree_vec3 p, double margin) {
    if (!f->mesh) {
        return vec_norm(vec_sub(p, f->point)) + margin <= f->radius;
    }
    const scree_mesh *m = f->mesh;
    bool inside = false, clear = true;
    for (size_t k = 0; k < m->triangle.n && clear; k++) {
        const scree_triangle *t = &m->triangle.data[k];
        inside = inside || is_in_triangle(m, k, p);
        for (int i = 0; i < 3; i++) {
            const bool border = m->edge.data[t->e[i]].kind == SCREE_CELL_OPEN;
            clear &= !border || distance_to_segment(p, m->vertex.data[t->v[i]],
                                                    m->vertex.data[t->v[(i + 1) % 3]]) >= margin;
        }
    }
    return inside && clear;
}

// at: in the frame of the face.
static bool face_holds(const scree_world *w, const scree_region *region, scree_vec3 at, double r) {
    const face f = face_of(w, region);
    const double slope = vec_dot(f.along, f.normal), behind = vec_dot(vec_sub(at, f.point), f.normal) / slope,
                 reach = r / fabs(slope); // of a sphere along `along`, and in the plane at most
    return behind >= reach && behind + reach <= region->length &&
           is_on_face(&f, vec_add_scaled(at, -behind, f.along), reach);
}

static double face_area(const face *f) {
    if (!f->mesh) {
        return SCREE_PI * f->radius * f->radius;
    }
    double area = 0.0;
    for (size_t k = 0; k < f->mesh->triangle.n; k++) {
        const uint32_t *v = f->mesh->triangle.data[k].v;
        const scree_vec3 a = f->mesh->vertex.data[v[0]];
        area += 0.5 * vec_norm(vec_cross(vec_sub(f->mesh->vertex.data[v[1]], a),
                                         vec_sub(f->mesh->vertex.data[v[2]], a)));
    }
    return area;
}

static void bounds_of_mesh(const scree_wall *wall, scree_vec3 *low, scree_vec3 *high) {
    *low = vec3(INFINITY, INFINITY, INFINITY);
    *high = vec_scale(-1.0, *low);
    for (size_t k = 0; k < wall->mesh->vertex.n; k++) {
        scree_vec3 x = scree_wall_to_lab(wall, wall->mesh->vertex.data[k]);
        *low = vec_min(*low, x);
        *high = vec_max(*high, x);
    }
}

// A disc of radius R about axis a reaches R sqrt(1 - a_i^2) along i.
static scree_vec3 reach_of_disc(double radius, scree_vec3 a) {
    return vec3(radius * sqrt(fmax(0.0, 1.0 - a.x * a.x)), radius * sqrt(fmax(0.0, 1.0 - a.y * a.y)),
                radius * sqrt(fmax(0.0, 1.0 - a.z * a.z)));
}

static void face_bounds(const scree_world *w, const scree_region *region, scree_vec3 *low, scree_vec3 *high) {
    const face f = face_of(w, region);
    const scree_vec3 along =
                         f.mesh ? mat_mul(&w->wall.data[region->wall].now.pose.rotation, f.along) : f.along,
                     depth = vec_scale(region->length, along);
    if (region->wall >= 0) {
        bounds_of_mesh(&w->wall.data[region->wall], low, high);
    } else {
        const scree_vec3 disc = reach_of_disc(region->radius, region->axis);
        *low = vec_sub(region->point, disc);
        *high = vec_add(region->point, disc);
    }
    *low = vec_min(*low, vec_add(*low, depth));
    *high = vec_max(*high, vec_add(*high, depth));
}

bool scree_region_face_is_flat(const scree_world *w, const scree_region *region) {
    const scree_mesh *m = w->wall.data[region->wall].mesh;
    const double size = vec_norm(vec_sub(m->max, m->min));
    double most = 0.0;
    for (size_t k = 0; k < m->vertex.n; k++) {
        const scree_vec3 d = vec_sub(m->vertex.data[k], m->vertex.data[m->triangle.data[0].v[0]]);
        most = fmax(most, fabs(vec_dot(d, m->normal.data[0])));
    }
    return most <= 1e-6 * size;
}

double scree_region_slope(const scree_world *w, const scree_region *region) {
    const face f = face_of(w, region);
    return fabs(vec_dot(f.along, f.normal));
}

// ---- paths ------------------------------------------------------------------------------------------------------

// A path x + s go, of which the part from s = `first` to `last` is left.
typedef struct way {
    scree_vec3 x, go;
    double first, last; // of 0 to 1
} way;

// Keeps the part where a + s b <= 0.
static void keep_below(way *q, double a, double b) {
    if (b == 0.0) {
        q->last = a > 0.0 ? -INFINITY : q->last;
    } else if (b > 0.0) {
        q->last = fmin(q->last, -a / b);
    } else {
        q->first = fmax(q->first, -a / b);
    }
}

// Keeps the part where the coordinate along the axis, from the point on, is between two values.
static void keep_between(way *q, scree_vec3 point, scree_vec3 axis, double from, double to) {
    const double a = vec_dot(vec_sub(q->x, point), axis), b = vec_dot(q->go, axis);
    keep_below(q, from - a, -b);
    keep_below(q, a - to, b);
}

// Keeps the part where |p + s u| <= radius.
static void keep_round(way *q, scree_vec3 p, scree_vec3 u, double radius) {
    const double uu = vec_norm2(u), pu = vec_dot(p, u), c = vec_norm2(p) - radius * radius,
                 root = pu * pu - uu * c;
    if (uu == 0.0 || root < 0.0) {
        q->last = c > 0.0 ? -INFINITY : q->last;
        return;
    }
    q->first = fmax(q->first, (-pu - sqrt(root)) / uu);
    q->last = fmin(q->last, (-pu + sqrt(root)) / uu);
}

static bool is_left(const way *q) {
    return q->first <= q->last;
}

// Does a path in the plane of a triangle lead through the triangle?
static bool meets_triangle(const scree_mesh *m, size_t k, way q) {
    const uint32_t *v = m->triangle.data[k].v;
    for (int i = 0; i < 3; i++) {
        const scree_vec3 a = m->vertex.data[v[i]], edge = vec_sub(m->vertex.data[v[(i + 1) % 3]], a),
                         out = vec_cross(edge, m->normal.data[k]);
        keep_below(&q, vec_dot(vec_sub(q.x, a), out), vec_dot(q.go, out));
    }
    return is_left(&q);
}

static bool passes_face(const scree_world *w, const scree_region *region, way q) {
    const face f = face_of(w, region);
    const double slope = vec_dot(f.along, f.normal);
    keep_between(&q, f.point, vec_scale(1.0 / slope, f.normal), 0.0, region->length);
    // seen along `along`, in the plane of the face
    q.x = vec_add_scaled(q.x, -vec_dot(vec_sub(q.x, f.point), f.normal) / slope, f.along);
    q.go = vec_add_scaled(q.go, -vec_dot(q.go, f.normal) / slope, f.along);
    if (!f.mesh) {
        keep_round(&q, vec_sub(q.x, f.point), q.go, f.radius);
        return is_left(&q);
    }
    bool any = false;
    for (size_t k = 0; k < f.mesh->triangle.n && is_left(&q) && !any; k++) {
        any = meets_triangle(f.mesh, k, q);
    }
    return any;
}

// The path of a point, in the frame of the face.
static way face_way(const scree_world *w, const scree_region *region, scree_vec3 from, scree_vec3 to) {
    if (region->wall < 0) {
        return (way){from, vec_sub(to, from), 0.0, 1.0};
    }
    const scree_wall *wall = &w->wall.data[region->wall];
    const scree_vec3 x = scree_pose_to_own(&wall->before, from);
    return (way){x, vec_sub(scree_wall_to_own(wall, to), x), 0.0, 1.0};
}

bool scree_region_is_passed(const scree_world *w, const scree_region *region, scree_vec3 from,
                            scree_vec3 to) {
    way q = {from, vec_sub(to, from), 0.0, 1.0};
    switch (region->kind) {
    case SCREE_REGION_NONE:
        return false;
    case SCREE_REGION_BOX:
        for (int axis = 0; axis < 3; axis++) {
            const scree_vec3 e = vec3(axis == 0, axis == 1, axis == 2);
            keep_between(&q, vec3(0.0, 0.0, 0.0), e, vec_get(region->min, axis), vec_get(region->max, axis));
        }
        return is_left(&q);
    case SCREE_REGION_CYLINDER: {
        const scree_vec3 p = vec_sub(from, region->point), a = region->axis;
        keep_between(&q, region->point, a, 0.0, region->length);
        keep_round(&q, vec_add_scaled(p, -vec_dot(p, a), a), vec_add_scaled(q.go, -vec_dot(q.go, a), a),
                   region->radius);
        return is_left(&q);
    }
    case SCREE_REGION_SPHERE:
        keep_round(&q, vec_sub(from, region->point), q.go, region->radius);
        return is_left(&q);
    case SCREE_REGION_HALF_SPACE:
        return scree_region_contains(w, region, from) || scree_region_contains(w, region, to);
    case SCREE_REGION_MESH: // of no outlet
        return scree_region_contains(w, region, to);
    case SCREE_REGION_FACE:
        break;
    }
    return passes_face(w, region, face_way(w, region, from, to));
}

bool scree_region_is_entered(const scree_world *w, const scree_region *region, scree_vec3 from, scree_vec3 to,
                             scree_vec3 way_in) {
    if (region->kind != SCREE_REGION_FACE || region->wall < 0) {
        return vec_dot(vec_sub(to, from), way_in) > 0.0 && !scree_region_contains(w, region, from) &&
               scree_region_is_passed(w, region, from, to);
    }
    const way q = face_way(w, region, from, to);
    const scree_vec3 go = mat_mul(&w->wall.data[region->wall].now.pose.rotation, q.go);
    return vec_dot(go, way_in) > 0.0 && !face_holds(w, region, q.x, 0.0) && passes_face(w, region, q);
}

// ---- all regions -------------------------------------------------------------------------------------------------

bool scree_region_holds(const scree_world *w, const scree_region *region, scree_vec3 x, double r) {
    switch (region->kind) {
    case SCREE_REGION_NONE:
        return false;
    case SCREE_REGION_BOX:
        return x.x - r >= region->min.x && x.x + r <= region->max.x && x.y - r >= region->min.y &&
               x.y + r <= region->max.y && x.z - r >= region->min.z && x.z + r <= region->max.z;
    case SCREE_REGION_CYLINDER: {
        scree_vec3 d = vec_sub(x, region->point);
        double along = vec_dot(d, region->axis);
        double rho = vec_norm(vec_add_scaled(d, -along, region->axis));
        return along - r >= 0.0 && along + r <= region->length && rho + r <= region->radius;
    }
    case SCREE_REGION_SPHERE:
        return vec_norm(vec_sub(x, region->point)) + r <= region->radius;
    case SCREE_REGION_HALF_SPACE:
        return vec_dot(vec_sub(x, region->point), region->axis) > r;
    case SCREE_REGION_MESH: {
        const scree_wall *wall = &w->wall.data[region->wall];
        scree_vec3 at = scree_wall_to_own(wall, x);
        return scree_mesh_inside(wall->mesh, wall->tree, at) &&
               scree_mesh_distance(wall->mesh, wall->tree, at, 2.0 * r) >= r;
    }
    case SCREE_REGION_FACE:
        return face_holds(w, region,
                          region->wall >= 0 ? scree_wall_to_own(&w->wall.data[region->wall], x) : x, r);
    }
    return false;
}

// How far the body reaches from its centre along e, m.
static double reach_along(const scree_convex *body, scree_vec3 e) {
    return scree_support_of(body, e, 0).h;
}

bool scree_region_holds_convex(const scree_world *w, const scree_region *region, scree_vec3 x,
                               const scree_convex *body, double r) {
    bool holds = scree_region_holds(w, region, x, 0.0);
    if (!holds || scree_region_holds(w, region, x, r)) {
        return holds;
    }
    if (region->kind == SCREE_REGION_BOX) {
        for (int axis = 0; axis < 3; axis++) {
            const scree_vec3 e = vec3(axis == 0, axis == 1, axis == 2);
            const double at = vec_get(x, axis);
            holds &= at - reach_along(body, vec_scale(-1.0, e)) >= vec_get(region->min, axis) &&
                     at + reach_along(body, e) <= vec_get(region->max, axis);
        }
        return holds;
    }
    if (region->kind == SCREE_REGION_CYLINDER) {
        const scree_vec3 d = vec_sub(x, region->point), e = region->axis;
        const double along = vec_dot(d, e);
        return along - reach_along(body, vec_scale(-1.0, e)) >= 0.0 &&
               along + reach_along(body, e) <= region->length &&
               scree_convex_on_cylinder(body, e, vec_add_scaled(d, -along, e), region->radius, 0).depth <=
                   0.0;
    }
    return false;
}

bool scree_region_contains(const scree_world *w, const scree_region *region, scree_vec3 x) {
    return scree_region_holds(w, region, x, 0.0);
}

bool scree_region_bounds(const scree_world *w, const scree_region *region, scree_vec3 *low,
                         scree_vec3 *high) {
    scree_vec3 a = region->axis, r = vec3(region->radius, region->radius, region->radius);
    switch (region->kind) {
    case SCREE_REGION_BOX:
        *low = region->min;
        *high = region->max;
        return true;
    case SCREE_REGION_CYLINDER: {
        scree_vec3 end = vec_add_scaled(region->point, region->length, a);
        const scree_vec3 disc = reach_of_disc(region->radius, a);
        *low = vec_sub(vec_min(region->point, end), disc);
        *high = vec_add(vec_max(region->point, end), disc);
        return true;
    }
    case SCREE_REGION_SPHERE:
        *low = vec_sub(region->point, r);
        *high = vec_add(region->point, r);
        return true;
    case SCREE_REGION_MESH:
        bounds_of_mesh(&w->wall.data[region->wall], low, high);
        return true;
    case SCREE_REGION_FACE:
        face_bounds(w, region, low, high);
        return true;
    case SCREE_REGION_NONE:
    case SCREE_REGION_HALF_SPACE:
        break;
    }
    return false;
}

double scree_region_volume(const scree_world *w, const scree_region *region) {
    double r = region->radius;
    switch (region->kind) {
    case SCREE_REGION_BOX: {
        scree_vec3 d = vec_sub(region->max, region->min);
        return d.x * d.y * d.z;
    }
    case SCREE_REGION_CYLINDER:
        return SCREE_PI * r * r * region->length;
    case SCREE_REGION_SPHERE:
        return scree_sphere_volume(r);
    case SCREE_REGION_MESH:
        return fabs(scree_mesh_volume(w->wall.data[region->wall].mesh));
    case SCREE_REGION_FACE: {
        const face f = face_of(w, region);
        return face_area(&f) * region->length * scree_region_slope(w, region);
    }
    case SCREE_REGION_NONE:
    case SCREE_REGION_HALF_SPACE:
        break;
    }
    return INFINITY;
}

double scree_region_thickness(const scree_world *w, const scree_region *region) {
    switch (region->kind) {
    case SCREE_REGION_BOX: {
        const scree_vec3 d = vec_sub(region->max, region->min);
        return fmin(d.x, fmin(d.y, d.z));
    }
    case SCREE_REGION_CYLINDER:
        return fmin(2.0 * region->radius, region->length);
    case SCREE_REGION_SPHERE:
        return 2.0 * region->radius;
    case SCREE_REGION_FACE:
        return region->length * scree_region_slope(w, region);
    case SCREE_REGION_NONE:
    case SCREE_REGION_MESH:
    case SCREE_REGION_HALF_SPACE:
        break;
    }
    return INFINITY;
}
