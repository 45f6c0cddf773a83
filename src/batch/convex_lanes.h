// SPDX-License-Identifier: BSD-3-Clause
// The search of convex/quick.h in the lanes of a batch. Each lane has the same numbers as if it were searched alone, so they depend neither on the width of vectors nor
// on which pairs share a batch. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_CONVEX_LANES_H
#define SCREE_BATCH_CONVEX_LANES_H

#include "batch/rows.h"
#include "convex/quick.h"

enum {
    FORM_QUATERNION = 0,
    FORM_HALF = 4,
    FORM_EXPONENT = 7,
    FORM_INVERSE = 8,
    FORM_RADIUS = 11,
    FORM_ROWS = 12
};
_Static_assert(offsetof(scree_form, a) == FORM_HALF * sizeof(double) &&
                   offsetof(scree_form, jx) == FORM_INVERSE * sizeof(double),
               "three loads of four doubles");

_Static_assert(offsetof(scree_form, exponent) == FORM_EXPONENT * sizeof(double), "lane_exponent reads it");

// A group of lanes is searched together: two vectors of four doubles, or one of eight.
enum { LANES_TOGETHER = 8 };

typedef struct convex_lanes {
    // By body: the first doubles of its scree_form, and the tensor of an ellipsoid with its half axes.
    double form[2][FORM_ROWS][SCREE_BATCH], square[2][6][SCREE_BATCH];
    double d[3][SCREE_BATCH], beyond[SCREE_BATCH], sure[SCREE_BATCH]; // arguments of scree_quick_step
    // A scree_quick_search.
    double from[3][SCREE_BATCH], way[3][SCREE_BATCH], share[SCREE_BATCH], before[SCREE_BATCH],
        n[3][SCREE_BATCH], depth[SCREE_BATCH], point[2][3][SCREE_BATCH], curve[2][6][SCREE_BATCH],
        state[SCREE_BATCH];
    int any_cubic;
} convex_lanes;

// The exponent of the body in lane k: 0 of a sphere; of what scree_quick_takes does not take any other number, never 0, 2 or 3.
SCREE_LAW double lane_exponent(double (*form)[SCREE_BATCH], int k) {
    return form[FORM_EXPONENT][k];
}

SCREE_LAW scree_vec3 row_vector(double (*row)[SCREE_BATCH], int k) {
    return vec3(row[0][k], row[1][k], row[2][k]);
}

SCREE_LAW void put_vector(double (*row)[SCREE_BATCH], int k, scree_vec3 v) {
    row[0][k] = v.x, row[1][k] = v.y, row[2][k] = v.z;
}

SCREE_LAW scree_tensor row_tensor(double (*row)[SCREE_BATCH], int k) {
    return (scree_tensor){row[0][k], row[1][k], row[2][k], row[3][k], row[4][k], row[5][k]};
}

SCREE_LAW void put_tensor(double (*row)[SCREE_BATCH], int k, const scree_tensor *t) {
    row[0][k] = t->xx, row[1][k] = t->yy, row[2][k] = t->zz;
    row[3][k] = t->xy, row[4][k] = t->xz, row[5][k] = t->yz;
}

SCREE_LAW scree_quick_body lane_body(convex_lanes *l, int side, int k) {
    double(*f)[SCREE_BATCH] = l->form[side];
    return (scree_quick_body){row_tensor(l->square[side], k),
                              scree_axes_of(f[0][k], f[1][k], f[2][k], f[3][k]), row_vector(f + FORM_HALF, k),
                              lane_exponent(f, k) == 3.0 ? 1.0 : 0.0};
}

// h(d) of the body whose form is in lane k; of a sphere the radius is given. 0 for bodies that scree_quick_takes does not.
SCREE_LAW double support_along(double (*f)[SCREE_BATCH], int k, scree_vec3 d, double radius) {
    const scree_axes axes = scree_axes_of(f[0][k], f[1][k], f[2][k], f[3][k]);
    const scree_vec3 m = scree_axes_along(&axes, d), half = row_vector(f + FORM_HALF, k),
                     t = vec3(fabs(half.x * m.x), fabs(half.y * m.y), fabs(half.z * m.z));
    const double exponent = lane_exponent(f, k), round = vec_norm(t), cubic = scree_quick_cubic_h(t),
                 sphere = radius * vec_norm(d);
    return exponent == 0.0 ? sphere : exponent == 2.0 ? round : cubic;
}

// Completes the form of one body, a sphere too, whose radius is given. The record of a sphere is zero, also its quaternion, whose matrix turns nothing.
SCREE_LAW void complete_form(convex_lanes *l, int side, int k, double radius) {
    double(*f)[SCREE_BATCH] = l->form[side];
    const double of_volume = f[FORM_RADIUS][k];
    const int sphere = lane_exponent(f, k) == 0.0;
    const scree_vec3 own = row_vector(f + FORM_HALF, k),
                     half = vec3(sphere ? radius : own.x, sphere ? radius : own.y, sphere ? radius : own.z);
    const scree_axes axes = scree_axes_of(f[0][k], f[1][k], f[2][k], f[3][k]);
    const scree_tensor t = scree_tensor_along(&axes, vec3(half.x * half.x, half.y * half.y, half.z * half.z));
    put_vector(f + FORM_HALF, k, half);
    f[FORM_RADIUS][k] = sphere ? radius : of_volume;
    put_tensor(l->square[side], k, &t);
}

// Where the search of lane k begins. Returns the number of superellipsoids.
SCREE_LAW double begin_lane(convex_lanes *l, int k) {
    const double ea = lane_exponent(l->form[0], k), eb = lane_exponent(l->form[1], k);
    const scree_quick_body a = lane_body(l, 0, k), b = lane_body(l, 1, k);
    scree_quick_search q;
    scree_quick_begin(&a, &b, row_vector(l->d, k), &q);
    put_vector(l->from, k, q.from);
    put_vector(l->way, k, q.way);
    l->share[k] = q.share;
    l->before[k] = q.before;
    l->sure[k] = scree_quick_sure(a.half, a.cubic) + scree_quick_sure(b.half, b.cubic);
    l->state[k] = scree_quick_takes(ea) & scree_quick_takes(eb) ? SCREE_QUICK_RUNS : SCREE_QUICK_GIVES_UP;
    return a.cubic + b.cubic;
}

SCREE_LAW void begin_lanes(convex_lanes *l, const double *radius_a, const double *radius_b, int lanes) {
    double cubic = 0.0;
#pragma omp simd reduction(+ : cubic)
    for (int k = 0; k < lanes; k++) {
        complete_form(l, 0, k, radius_a[k]);
        complete_form(l, 1, k, radius_b[k]);
        cubic += begin_lane(l, k);
    }
    l->any_cubic = cubic > 0.0;
}

// A margin for rounding is needed, as whether a pair is tested here must not matter.
SCREE_LAW int is_apart_along_line(convex_lanes *l, int k, double radius_a, double radius_b) {
    const scree_vec3 d = row_vector(l->d, k);
    const double ha = support_along(l->form[0], k, d, radius_a),
                 hb = support_along(l->form[1], k, d, radius_b);
    return scree_quick_takes(lane_exponent(l->form[0], k)) & scree_quick_takes(lane_exponent(l->form[1], k)) &
           ((ha + hb) * (1.0 + 1e-12) < vec_norm2(d));
}

// Which of n pairs are certainly apart, by the support functions along the line between the centres: radius and d as in the batch.
SCREE_LAW void apart_along_line(convex_lanes *l, const double *radius_a, const double *radius_b, int lanes,
                                int32_t *apart) {
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        apart[k] = is_apart_along_line(l, k, radius_a[k], radius_b[k]);
    }
}

// One step in lane k. Returns whether the search goes on. The loops over lanes call functions with variables of their own, as those of the loop would be kept in
// memory.
SCREE_LAW double step_lane(convex_lanes *l, int k, int any_cubic) {
    const scree_quick_body a = lane_body(l, 0, k), b = lane_body(l, 1, k);
    scree_quick_search q = {row_vector(l->from, k),
                            row_vector(l->way, k),
                            l->share[k],
                            l->before[k],
                            row_vector(l->n, k),
                            l->depth[k],
                            row_vector(l->point[0], k),
                            row_vector(l->point[1], k),
                            row_tensor(l->curve[0], k),
                            row_tensor(l->curve[1], k),
                            l->state[k]};
    scree_quick_step(&a, &b, row_vector(l->d, k), l->sure[k], l->beyond[k], any_cubic, &q);
    put_vector(l->from, k, q.from);
    put_vector(l->way, k, q.way);
    l->share[k] = q.share;
    l->before[k] = q.before;
    put_vector(l->n, k, q.n);
    l->depth[k] = q.depth;
    put_vector(l->point[0], k, q.point_a);
    put_vector(l->point[1], k, q.point_b);
    put_tensor(l->curve[0], k, &q.curve_a);
    put_tensor(l->curve[1], k, &q.curve_b);
    l->state[k] = q.state;
    return q.state == SCREE_QUICK_RUNS ? 1.0 : 0.0;
}

// One step in a group of lanes. Returns whether some go on.
SCREE_LAW int step_lanes(convex_lanes *l, int first, int any_cubic) {
    double open = 0.0;
#pragma omp simd reduction(+ : open)
    for (int k = first; k < first + LANES_TOGETHER; k++) {
        open += step_lane(l, k, any_cubic);
    }
    return open > 0.0;
}

static void search_ellipsoids(convex_lanes *l, int first) {
    for (int k = 0; k < SCREE_QUICK_STEPS && step_lanes(l, first, 0); k++) {
    }
}

static void search_cubic(convex_lanes *l, int first) {
    for (int k = 0; k < SCREE_QUICK_STEPS && step_lanes(l, first, 1); k++) {
    }
}

// Runs the search in all lanes. What is not SCREE_QUICK_FOUND or SCREE_QUICK_APART then has to be searched otherwise.
SCREE_LAW void search_lanes(convex_lanes *l, int lanes) {
    for (int k = 0; k < lanes; k += LANES_TOGETHER) {
        if (l->any_cubic) {
            search_cubic(l, k);
        } else {
            search_ellipsoids(l, k);
        }
    }
}

#endif
