// SPDX-License-Identifier: BSD-3-Clause
// Triangles of blades of screws, tori and plates with holes.
#include "maths/math.h"
#include "wall_shapes/wall_shapes.h"
#include <math.h>

// ---- helix --------------------------------------------------------------------------------------------------------

typedef struct helix {
    const scree_wall_def *w;
    scree_vec3 u, v; // across the axis
    int steps;
    double turns;
} helix;

// How many pieces lie one after the other along the blade.
static double steps_of(const scree_wall_def *w) {
    return floor((w->length - w->thickness) / w->pitch * w->turn_segments) + 1.0;
}

// And how many beside each other, about as wide as long: with one of the whole width the directions of the faces would not become those of a helicoid.
static double rings_of(const scree_wall_def *w) {
    return floor((w->radius - w->hole) / w->radius * w->turn_segments / (2.0 * SCREE_PI)) + 1.0;
}

double scree_wall_helix_pieces(const scree_wall_def *w) {
    return steps_of(w) * rings_of(w);
}

// The point of step k at a distance from the axis, `above` the lower side of the blade.
static scree_vec3 on_helix(const helix *h, int k, double radius, double above) {
    const scree_wall_def *w = h->w;
    const double part = (double)k / h->steps;
    double sine, cosine;
    scree_sin_cos(2.0 * SCREE_PI * h->turns * part, &sine, &cosine);
    const scree_vec3 out =
        vec_add_scaled(vec_scale(radius * cosine, h->u), (w->left_handed ? -radius : radius) * sine, h->v);
    return vec_add_scaled(vec_add(w->point, out), part * (w->length - w->thickness) + above, w->axis);
}

// A left-handed blade is the mirror image of a right-handed one: so that its outside stays outside, each face is turned over.
static void add_face(const helix *h, scree_corner_list *list, scree_vec3 a, scree_vec3 b, scree_vec3 c,
                     scree_vec3 d) {
    if (h->w->left_handed) {
        scree_add_quad(list, a, d, c, b);
    } else {
        scree_add_quad(list, a, b, c, d);
    }
}

void scree_wall_helix_add(const scree_wall_def *w, scree_corner_list *list) {
    helix h = {.w = w, .turns = (w->length - w->thickness) / w->pitch};
    vec_across(w->axis, &h.u, &h.v);
    h.steps = (int)steps_of(w);
    const double t = w->thickness;
    const int rings = (int)rings_of(w);
    for (int ring = 0; ring < rings; ring++) {
        const double r = w->hole + (w->radius - w->hole) * ring / rings,
                     s = ring + 1 < rings ? w->hole + (w->radius - w->hole) * (ring + 1) / rings : w->radius;
        for (int k = 0; k < h.steps; k++) {
            const scree_vec3 a = on_helix(&h, k, r, t), b = on_helix(&h, k, s, t),
                             c = on_helix(&h, k + 1, s, t), d = on_helix(&h, k + 1, r, t),
                             e = on_helix(&h, k, r, 0.0), f = on_helix(&h, k, s, 0.0),
                             g = on_helix(&h, k + 1, s, 0.0), i = on_helix(&h, k + 1, r, 0.0);
            add_face(&h, list, a, b, c, d);
            if (t > 0.0) {
                add_face(&h, list, e, i, g, f); // the lower side
            }
            if (t > 0.0 && ring == 0) {
                add_face(&h, list, i, e, a, d); // the inner edge
            }
            if (t > 0.0 && ring + 1 == rings) {
                add_face(&h, list, f, g, c, b); // the outer edge
            }
            if (t > 0.0 && k == 0) {
                add_face(&h, list, e, f, b, a); // the ends
            }
            if (t > 0.0 && k + 1 == h.steps) {
                add_face(&h, list, i, d, c, g);
            }
        }
    }
}

// ---- torus --------------------------------------------------------------------------------------------------------

void scree_wall_torus_add(const scree_wall_def *w, scree_corner_list *list) {
    scree_vec3 u, v;
    vec_across(w->axis, &u, &v);
    const int sides = w->segments;
    const double around = sides * w->end_radius / w->radius; // so that faces are about as long as wide
    const int tube = around > 8.0 ? (int)around : 8;
    scree_vec3 *last = scree_zeros((size_t)tube * sizeof *last),
               *now = scree_zeros((size_t)tube * sizeof *now);
    for (int k = 0; k <= sides; k++) {
        double sine, cosine;
        scree_sin_cos(2.0 * SCREE_PI * (k % sides) / sides, &sine, &cosine);
        const scree_vec3 out = vec_add_scaled(vec_scale(cosine, u), sine, v);
        for (int i = 0; i < tube; i++) {
            double high, wide;
            scree_sin_cos(2.0 * SCREE_PI * i / tube, &high, &wide);
            now[i] = vec_add_scaled(vec_add_scaled(w->point, w->radius + w->end_radius * wide, out),
                                    w->end_radius * high, w->axis);
        }
        for (int i = 0; k > 0 && i < tube; i++) {
            const int j = (i + 1) % tube;
            scree_add_quad(list, last[i], now[i], now[j], last[j]);
        }
        scree_vec3 *swap = last;
        last = now;
        now = swap;
    }
    scree_free(last);
    scree_free(now);
}

// ---- screen -------------------------------------------------------------------------------------------------------

// Tangents of the directions to the corners of a hole in the first eighth of a turn. All others follow by symmetry, so that the borders of cells
// have the same points on both sides, bit for bit.
typedef SCREE_ARRAY(double) tangents;

// Point k of the border of a square from -1 to 1, by its direction from the middle.
static void on_square(const tangents *t, int k, double *x, double *y) {
    const int eighth = (int)t->n - 1, side = (k + eighth) / (2 * eighth) % 4,
              at = (k + eighth) % (2 * eighth) - eighth;
    const double along = at < 0 ? -t->data[-at] : t->data[at];
    *x = side == 0 ? 1.0 : side == 1 ? -along : side == 2 ? -1.0 : along;
    *y = side == 0 ? along : side == 1 ? 1.0 : side == 2 ? -along : -1.0;
}

// The plate around one hole.
static void add_cell(const scree_wall_def *w, const tangents *t, int n, int column, int row,
                     scree_corner_list *list) {
    const scree_vec3 first = vec_unit(w->edge[0]), second = vec_unit(w->edge[1]);
    const double across = 2.0 * w->columns, up = 2.0 * w->rows;
    const scree_vec3 middle =
        vec_add_scaled(vec_add_scaled(w->point, (2.0 * column + 1.0) / across, w->edge[0]),
                       (2.0 * row + 1.0) / up, w->edge[1]);
    scree_vec3 edge = middle, hole = middle;
    for (int k = 0; k <= n; k++) {
        double x, y, sine, cosine;
        on_square(t, k % n, &x, &y);
        scree_sin_cos(2.0 * SCREE_PI * (k % n) / n, &sine, &cosine);
        const scree_vec3 next_edge =
            vec_add_scaled(vec_add_scaled(w->point, (2.0 * column + 1.0 + x) / across, w->edge[0]),
                           (2.0 * row + 1.0 + y) / up, w->edge[1]);
        const scree_vec3 next_hole =
            vec_add_scaled(vec_add_scaled(middle, w->hole * cosine, first), w->hole * sine, second);
        if (k > 0) {
            scree_add_quad(list, hole, edge, next_edge, next_hole);
        }
        edge = next_edge;
        hole = next_hole;
    }
}

void scree_wall_screen_add(const scree_wall_def *w, scree_corner_list *list) {
    const int n = (w->hole_segments + 7) / 8 * 8;
    tangents t = {0};
    for (int k = 0; k <= n / 8; k++) {
        double sine, cosine;
        scree_sin_cos(2.0 * SCREE_PI * k / n, &sine, &cosine);
        scree_array_push(&t, k < n / 8 ? sine / cosine : 1.0);
    }
    for (int column = 0; column < w->columns; column++) {
        for (int row = 0; row < w->rows; row++) {
            add_cell(w, &t, n, column, row, list);
        }
    }
    scree_array_free(&t);
}
