// SPDX-License-Identifier: BSD-3-Clause
// Triangles of lofts: each outline is joined to the next one, corner to corner. Between a polygon and a circle each corner has a fan to its part of the
// circle, which begins and ends where the middles of the sides beside it point to, and each side a triangle: the usual transition of sheet metal.
#include "maths/math.h"
#include "wall_shapes/wall_shapes.h"
#include <math.h>

// An outline as points, in the right-hand sense about the way from the first to the last one.
typedef struct ring {
    SCREE_ARRAY(scree_vec3) x;
    scree_vec3 centre;
    bool round;
} ring;

scree_vec3 scree_outline_centre(const scree_outline *o) {
    scree_vec3 sum = vec3(0, 0, 0);
    for (size_t k = 0; k < o->corner.n; k++) {
        sum = vec_add(sum, o->corner.data[k]);
    }
    return o->kind == SCREE_OUTLINE_CIRCLE ? o->centre : vec_scale(1.0 / (double)o->corner.n, sum);
}

scree_vec3 scree_outline_normal(const scree_outline *o) {
    const scree_vec3 centre = scree_outline_centre(o);
    scree_vec3 sum = vec3(0, 0, 0);
    for (size_t k = 0; k < o->corner.n; k++) {
        sum = vec_add(sum, vec_cross(vec_sub(o->corner.data[k], centre),
                                     vec_sub(o->corner.data[(k + 1) % o->corner.n], centre)));
    }
    return o->kind == SCREE_OUTLINE_CIRCLE ? o->axis : sum;
}

scree_vec3 scree_loft_way(const scree_wall_def *w) {
    return vec_sub(scree_outline_centre(&w->outline.data[w->outline.n - 1]),
                   scree_outline_centre(&w->outline.data[0]));
}

const scree_outline *scree_loft_polygon(const scree_wall_def *w) {
    for (size_t k = 0; k < w->outline.n; k++) {
        if (w->outline.data[k].kind == SCREE_OUTLINE_CORNERS) {
            return &w->outline.data[k];
        }
    }
    return NULL;
}

// Corner j of a polygon, in that sense.
static scree_vec3 corner_of(const scree_outline *o, scree_vec3 way, bool closed, size_t j) {
    const size_t n = o->corner.n;
    const bool forward = !closed || vec_dot(scree_outline_normal(o), way) > 0.0;
    return o->corner.data[(forward ? j : n - j) % n];
}

// Where part j of a circle begins: in the direction of the middle of the side before corner j of the polygon; all parts of 1 without a polygon.
static scree_vec3 begin_of_part(const scree_wall_def *w, scree_vec3 axis, size_t j) {
    const scree_vec3 way = scree_loft_way(w);
    const scree_outline *p = scree_loft_polygon(w);
    scree_vec3 out, across;
    if (p) {
        const size_t n = p->corner.n;
        out = vec_sub(
            vec_scale(0.5, vec_add(corner_of(p, way, true, (j + n - 1) % n), corner_of(p, way, true, j % n))),
            scree_outline_centre(p));
    } else {
        vec_across(vec_unit(way), &out, &across);
    }
    return vec_unit(vec_add_scaled(out, -vec_dot(out, axis), axis));
}

double scree_loft_part_angle(const scree_wall_def *w, scree_vec3 axis, size_t j) {
    const scree_vec3 from = begin_of_part(w, axis, j), to = begin_of_part(w, axis, j + 1);
    const double c = vec_dot(from, to), s = vec_dot(vec_cross(from, to), axis);
    return scree_loft_polygon(w) ? 2.0 * scree_atan(s / (1.0 + c)) : 2.0 * SCREE_PI;
}

scree_vec3 scree_loft_axis(const scree_wall_def *w, const scree_outline *circle) {
    const scree_vec3 axis = vec_norm2(circle->cylinder) > 0.0 ? circle->cylinder : circle->axis;
    return vec_dot(axis, scree_loft_way(w)) < 0.0 ? vec_scale(-1.0, axis) : axis;
}

static void make_ring(const scree_wall_def *w, const scree_outline *o, size_t parts, size_t each, ring *r) {
    r->centre = scree_outline_centre(o);
    r->round = o->kind == SCREE_OUTLINE_CIRCLE;
    for (size_t j = 0; !r->round && j < o->corner.n; j++) {
        scree_array_push(&r->x, corner_of(o, scree_loft_way(w), w->is_loop, j));
    }
    const scree_vec3 axis = scree_loft_axis(w, o);
    for (size_t j = 0; r->round && j < parts; j++) {
        const scree_vec3 u = begin_of_part(w, axis, j), v = vec_cross(axis, u);
        const double angle = scree_loft_part_angle(w, axis, j);
        for (size_t i = 0; i < each; i++) {
            double sine, cosine;
            scree_sin_cos(angle * (double)i / (double)each, &sine, &cosine);
            const scree_vec3 out = vec_add_scaled(vec_scale(o->radius * cosine, u), o->radius * sine, v);
            const double beyond =
                -vec_dot(out, o->axis) / vec_dot(axis, o->axis); // to the plane of the section
            scree_array_push(&r->x, vec_add_scaled(vec_add(o->centre, out), beyond, axis));
        }
    }
}

static void join(const ring *a, const ring *b, size_t each, bool closed, scree_corner_list *list) {
    const size_t n = a->x.n, m = b->x.n;
    for (size_t k = 0; a->round == b->round && k + !closed < n; k++) {
        const size_t next = (k + 1) % n;
        scree_add_quad(list, a->x.data[k], a->x.data[next], b->x.data[next], b->x.data[k]);
    }
    for (size_t j = 0; !a->round && b->round && j < n; j++) {
        for (size_t i = j * each; i < (j + 1) * each; i++) {
            scree_add_triangle(list, a->x.data[j], b->x.data[(i + 1) % m], b->x.data[i]);
        }
        scree_add_triangle(list, a->x.data[j], a->x.data[(j + 1) % n], b->x.data[(j + 1) * each % m]);
    }
    for (size_t j = 0; a->round && !b->round && j < m; j++) {
        for (size_t i = j * each; i < (j + 1) * each; i++) {
            scree_add_triangle(list, a->x.data[i], a->x.data[(i + 1) % n], b->x.data[j]);
        }
        scree_add_triangle(list, a->x.data[(j + 1) * each % n], b->x.data[(j + 1) % m], b->x.data[j]);
    }
}

static void add_lid(const ring *r, bool start, scree_corner_list *list) {
    for (size_t k = 0; k < r->x.n; k++) {
        const scree_vec3 a = r->x.data[k], b = r->x.data[(k + 1) % r->x.n];
        scree_add_triangle(list, r->centre, start ? b : a, start ? a : b);
    }
}

void scree_wall_loft_add(const scree_wall_def *w, scree_corner_list *list) {
    const scree_outline *p = scree_loft_polygon(w);
    const size_t parts = p ? p->corner.n : 1, sides = (size_t)w->segments, each = (sides + parts - 1) / parts;
    ring last = {0};
    for (size_t k = 0; k < w->outline.n; k++) {
        ring now = {0};
        make_ring(w, &w->outline.data[k], parts, each, &now);
        if (k > 0) {
            join(&last, &now, each, w->is_loop, list);
        }
        if (k == 0 && w->lids & SCREE_LID_START) {
            add_lid(&now, true, list);
        }
        if (k + 1 == w->outline.n && w->lids & SCREE_LID_END) {
            add_lid(&now, false, list);
        }
        scree_array_free(&last.x);
        last = now;
    }
    scree_array_free(&last.x);
}
