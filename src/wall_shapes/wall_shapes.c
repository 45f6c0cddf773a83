// SPDX-License-Identifier: BSD-3-Clause
#include "wall_shapes/wall_shapes.h"
#include "maths/math.h"

// The faces of a block; corner k is beyond along its first, second and third side if bit 0, 1, 2 is set, three sides in a right-hand order.
static void add_block(const scree_vec3 x[8], const bool open[6], scree_corner_list *list) {
    static const int face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int k = 0; k < 6; k++) {
        if (!open[k]) {
            scree_add_quad(list, x[face[k][0]], x[face[k][1]], x[face[k][2]], x[face[k][3]]);
        }
    }
}

static void add_box(const scree_wall_def *w, scree_corner_list *list) {
    scree_vec3 x[8];
    for (int k = 0; k < 8; k++) {
        x[k] = vec3(k & 1 ? w->max.x : w->min.x, k & 2 ? w->max.y : w->min.y, k & 4 ? w->max.z : w->min.z);
    }
    add_block(x, w->open, list);
}

static void add_paddle(const scree_wall_def *w, scree_corner_list *list) {
    const scree_vec3 arm = vec_unit(vec_add_scaled(w->edge[0], -vec_dot(w->edge[0], w->axis), w->axis)),
                     along = vec_cross(w->axis, arm); // the way of the paddle when it turns about its axis
    double sine, cosine;
    scree_sin_cos(w->angle, &sine, &cosine);
    const scree_vec3 across = vec_add_scaled(vec_scale(cosine, w->axis), sine, along),
                     front = vec_add_scaled(vec_scale(cosine, along), -sine, w->axis);
    scree_vec3 x[8];
    for (int k = 0; k < 8; k++) {
        x[k] = vec_add_scaled(w->point, k & 1 ? 0.5 * w->length : -0.5 * w->length, across);
        x[k] = vec_add_scaled(x[k], k & 2 ? w->radius : w->hole, arm);
        x[k] = vec_add_scaled(x[k], k & 4 ? 0.5 * w->thickness : -0.5 * w->thickness, front);
    }
    static const bool none_open[6] = {false}, one_face[6] = {true, true, true, true, true, false};
    add_block(x, w->thickness > 0.0 ? none_open : one_face, list);
}

// Corner k of the polygon with its corners on the circle about the centre.
static scree_vec3 on_circle(const scree_wall_def *w, scree_vec3 centre, double radius, int k) {
    scree_vec3 u, v;
    double sine, cosine;
    vec_across(w->axis, &u, &v);
    scree_sin_cos(2.0 * SCREE_PI * (k % w->segments) / w->segments, &sine, &cosine);
    return vec_add_scaled(vec_add_scaled(centre, radius * cosine, u), radius * sine, v);
}

// The part of a disc outside of the hole, facing along the axis, or against it.
static void add_disc(const scree_wall_def *w, scree_vec3 centre, double radius, double hole, bool against,
                     scree_corner_list *list) {
    for (int k = 0; k < w->segments; k++) {
        const scree_vec3 a = on_circle(w, centre, radius, against ? k + 1 : k),
                         b = on_circle(w, centre, radius, against ? k : k + 1);
        if (hole > 0.0) {
            scree_add_quad(list, on_circle(w, centre, hole, against ? k + 1 : k), a, b,
                           on_circle(w, centre, hole, against ? k : k + 1));
        } else {
            scree_add_triangle(list, centre, a, b);
        }
    }
}

static void add_cone(const scree_wall_def *w, scree_corner_list *list) {
    const scree_vec3 end = vec_add_scaled(w->point, w->length, w->axis);
    for (int k = 0; k < w->segments; k++) {
        const scree_vec3 a = on_circle(w, w->point, w->radius, k),
                         b = on_circle(w, w->point, w->radius, k + 1),
                         c = on_circle(w, end, w->end_radius, k + 1), d = on_circle(w, end, w->end_radius, k);
        if (w->radius == 0.0) {
            scree_add_triangle(list, w->point, c, d);
        } else if (w->end_radius == 0.0) {
            scree_add_triangle(list, a, b, end);
        } else {
            scree_add_quad(list, a, b, c, d);
        }
    }
    if (w->lids & SCREE_LID_START && w->radius > 0.0) {
        add_disc(w, w->point, w->radius, 0.0, true, list);
    }
    if (w->lids & SCREE_LID_END && w->end_radius > 0.0) {
        add_disc(w, end, w->end_radius, 0.0, false, list);
    }
}

static void add_extrusion(const scree_wall_def *w, scree_corner_list *list) {
    const size_t n = w->line.n;
    for (size_t k = 0; k + !w->closed < n; k++) {
        const scree_vec3 a = w->line.data[k], b = w->line.data[(k + 1) % n];
        scree_add_quad(list, a, b, vec_add(b, w->edge[0]), vec_add(a, w->edge[0]));
    }
}

void scree_wall_shape_add(const scree_wall_def *w, scree_corner_list *corner) {
    switch (w->kind) {
    case SCREE_WALL_BOX:
        add_box(w, corner);
        break;
    case SCREE_WALL_RECTANGLE:
        scree_add_quad(corner, w->point, vec_add(w->point, w->edge[0]),
                       vec_add(vec_add(w->point, w->edge[0]), w->edge[1]), vec_add(w->point, w->edge[1]));
        break;
    case SCREE_WALL_DISC:
        add_disc(w, w->point, w->radius, w->hole, false, corner);
        break;
    case SCREE_WALL_CONE:
        add_cone(w, corner);
        break;
    case SCREE_WALL_EXTRUDE:
        add_extrusion(w, corner);
        break;
    case SCREE_WALL_HELIX:
        scree_wall_helix_add(w, corner);
        break;
    case SCREE_WALL_TORUS:
        scree_wall_torus_add(w, corner);
        break;
    case SCREE_WALL_SCREEN:
        scree_wall_screen_add(w, corner);
        break;
    case SCREE_WALL_LOFT:
        scree_wall_loft_add(w, corner);
        break;
    case SCREE_WALL_PADDLE:
        add_paddle(w, corner);
        break;
    default:
        break; // walls with a form have no triangles, those of meshes are in files
    }
}

static scree_vec3 rotated(scree_vec3 x, const scree_turn *turn, double sine, double cosine) {
    // Rodrigues' formula
    const scree_vec3 d = vec_sub(x, turn->point);
    const double along = vec_dot(turn->axis, d) * (1.0 - cosine);
    const scree_vec3 across = vec_cross(turn->axis, d);
    return vec_add(turn->point,
                   vec_add_scaled(vec_add_scaled(vec_scale(cosine, d), sine, across), along, turn->axis));
}

void scree_wall_shape_place(const scree_wall_def *w, scree_vec3 *x, size_t n) {
    for (size_t k = 0; w->mirrored && k < n; k++) {
        const double beyond = vec_dot(vec_sub(x[k], w->mirror_point), w->mirror_normal);
        x[k] = vec_add_scaled(x[k], -2.0 * beyond, w->mirror_normal);
    }
    for (size_t k = 0; w->mirrored && k + 2 < n; k += 3) { // the outside stays outside
        const scree_vec3 swap = x[k + 1];
        x[k + 1] = x[k + 2];
        x[k + 2] = swap;
    }
    for (size_t t = 0; t < w->turn.n; t++) {
        double sine, cosine;
        scree_sin_cos(w->turn.data[t].angle, &sine, &cosine);
        for (size_t k = 0; k < n; k++) {
            x[k] = rotated(x[k], &w->turn.data[t], sine, cosine);
        }
    }
}
