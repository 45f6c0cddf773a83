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
    FORM_SHORT = 12, // rows of ellipsoids and superellipsoids
    FORM_KIND = 12,
    FORM_ROUNDING = 13,
    FORM_BULGE = 14,
    FORM_HULL = 15,
    FORM_ROWS = 16
};
#define SCREE_FORM_ROW(member, row)                                                                          \
    _Static_assert(offsetof(scree_form, member) == (row) * sizeof(double), "loads of four doubles")
SCREE_FORM_ROW(a, FORM_HALF);
SCREE_FORM_ROW(exponent, FORM_EXPONENT);
SCREE_FORM_ROW(jx, FORM_INVERSE);
SCREE_FORM_ROW(radius, FORM_RADIUS);
SCREE_FORM_ROW(kind, FORM_KIND);
SCREE_FORM_ROW(hull, FORM_HULL);
#undef SCREE_FORM_ROW

// A group of lanes is searched together: two vectors of four doubles, or one of eight. Polyhedra of more corners are searched otherwise.
// The compiler makes the comparisons of vectors that are longer than those of the processor one by one, so the support functions of polyhedra take vectors of its width.
enum {
    LANES_TOGETHER = 8,
#ifdef __AVX512F__
    HULLS_TOGETHER = 8,
#else
    HULLS_TOGETHER = 4,
#endif
    LANE_CORNERS = 32,
    PART_BALL = 9,
    PART_ROWS = 10,
    OWN_ROWS = 10
};

typedef struct convex_lanes {
    // By body: its scree_form, the tensor of an ellipsoid with its half axes, and the ellipsoids and the ball of a sum.
    double form[2][FORM_ROWS][SCREE_BATCH], square[2][6][SCREE_BATCH], part[2][PART_ROWS][SCREE_BATCH];
    double last[3][SCREE_BATCH];                                      // n of the last step, or zero
    double d[3][SCREE_BATCH], beyond[SCREE_BATCH], sure[SCREE_BATCH]; // arguments of scree_quick_step
    // A scree_quick_search.
    double from[3][SCREE_BATCH], way[3][SCREE_BATCH], share[SCREE_BATCH], before[SCREE_BATCH],
        n[3][SCREE_BATCH], seen[3][SCREE_BATCH], depth[SCREE_BATCH], point[2][3][SCREE_BATCH],
        curve[2][6][SCREE_BATCH], state[SCREE_BATCH];
    double steps[SCREE_BATCH];            // that a search has taken
    double own[2][OWN_ROWS][SCREE_BATCH]; // of polyhedra along the next n, in their frames: a scree_support
    const scree_hull *hulls;
    int kinds; // of bodies in the batch, bits of quick.h
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

// The axes of the body whose form is in lane k.
SCREE_LAW scree_axes lane_axes(double (*form)[SCREE_BATCH], int k) {
    double(*q)[SCREE_BATCH] = form + FORM_QUATERNION;
    return scree_axes_of(q[0][k], q[1][k], q[2][k], q[3][k]);
}

// Is the body a sum of a ball and others?
SCREE_LAW int lane_is_sum(convex_lanes *l, int side, int k) {
    return l->form[side][FORM_KIND][k] > SCREE_FORM_SUPERELLIPSOID;
}

// kinds: the body is one of these.
SCREE_LAW scree_quick_body lane_body(convex_lanes *l, int side, int k, int kinds) {
    double(*f)[SCREE_BATCH] = l->form[side];
    scree_quick_body b = {.square = row_tensor(l->square[side], k),
                          .axes = lane_axes(f, k),
                          .half = row_vector(f + FORM_HALF, k),
                          .cubic = lane_exponent(f, k) == 3.0 ? 1.0 : 0.0};
    double(*part)[SCREE_BATCH] = l->part[side];
    if (kinds & SCREE_QUICK_SUMS) {
        b.sum = lane_is_sum(l, side, k) ? 1.0 : 0.0;
        b.ball = part[PART_BALL][k];
    }
    if (kinds & SCREE_QUICK_ROUNDED) {
        b.part[0] = row_vector(part, k);
        b.part[1] = row_vector(part + 3, k);
        b.part[2] = row_vector(part + 6, k);
    }
    if (kinds & SCREE_QUICK_HULLS) {
        double(*own)[SCREE_BATCH] = l->own[side];
        b.hull = (scree_support){own[0][k],
                                 row_vector(own + 1, k),
                                 {own[4][k], own[5][k], own[6][k], own[7][k], own[8][k], own[9][k]}};
    }
    return b;
}

// h(n) of the body whose form is in lane k; of a sphere the radius is given. Of polyhedra it is that of their ball, and 0 of bodies that the search of this file does not
// take.
SCREE_LAW double support_along(convex_lanes *l, int side, int k, scree_vec3 n, double radius, int kinds) {
    double(*f)[SCREE_BATCH] = l->form[side];
    const scree_axes axes = lane_axes(f, k);
    const scree_vec3 m = scree_axes_along(&axes, n), half = row_vector(f + FORM_HALF, k),
                     t = vec3(fabs(half.x * m.x), fabs(half.y * m.y), fabs(half.z * m.z));
    const double exponent = lane_exponent(f, k), round = vec_norm(t), sphere = radius * vec_norm(n);
    double h = exponent == 0.0 ? sphere : round;
    if (kinds & SCREE_QUICK_CUBIC) {
        const double cubic = scree_quick_cubic_h(t);
        h = exponent == 3.0 ? cubic : h;
    }
    if (kinds & SCREE_QUICK_SUMS) {
        const scree_quick_body b = lane_body(l, side, k, kinds);
        scree_support sum = {.h = 0.0};
        scree_rounded_add_ball(&sum, b.ball, m, 0);
        if (kinds & SCREE_QUICK_ROUNDED) {
            scree_rounded_add_parts(&sum, b.part, m, 0);
        }
        h = b.sum != 0.0 ? sum.h : h;
    }
    return h;
}

// Completes the form of one body, a sphere too, whose radius is given. The record of a sphere is zero, also its quaternion, whose matrix turns nothing.
SCREE_LAW void complete_form(convex_lanes *l, int side, int k, double radius) {
    double(*f)[SCREE_BATCH] = l->form[side];
    const double of_volume = f[FORM_RADIUS][k];
    const int sphere = lane_exponent(f, k) == 0.0;
    const scree_vec3 own = row_vector(f + FORM_HALF, k),
                     half = vec3(sphere ? radius : own.x, sphere ? radius : own.y, sphere ? radius : own.z);
    const scree_axes axes = lane_axes(f, k);
    const scree_tensor t = scree_tensor_along(&axes, vec3(half.x * half.x, half.y * half.y, half.z * half.z));
    put_vector(f + FORM_HALF, k, half);
    f[FORM_RADIUS][k] = sphere ? radius : of_volume;
    put_tensor(l->square[side], k, &t);
}

// Sets the ellipsoids and the ball of a body that is a sum.
SCREE_LAW void complete_sum(convex_lanes *l, int side, int k) {
    double(*f)[SCREE_BATCH] = l->form[side], (*to)[SCREE_BATCH] = l->part[side];
    const int kind = (int)f[FORM_KIND][k], hull = kind == SCREE_FORM_POLYHEDRON;
    const double bulge = f[FORM_BULGE][k], rounding = f[FORM_ROUNDING][k];
    const scree_vec3 core = scree_rounded_core(kind, row_vector(f + FORM_HALF, k), rounding, bulge);
    scree_vec3 part[3];
    scree_rounded_parts(kind, core, bulge, part);
    for (int i = 0; i < 3; i++) {
        put_vector(to + 3 * i, k,
                   vec3(hull ? 0.0 : part[i].x, hull ? 0.0 : part[i].y, hull ? 0.0 : part[i].z));
    }
    to[PART_BALL][k] = rounding;
}

// Is the body in lane k one that this search takes?
SCREE_LAW int lane_is_taken(convex_lanes *l, int side, int k) {
    return lane_is_sum(l, side, k) | scree_quick_takes(lane_exponent(l->form[side], k));
}

// Where the search of lane k begins; guess: have some lanes no n of the last step?
SCREE_LAW void begin_lane(convex_lanes *l, int k, int guess) {
    const scree_quick_body a = lane_body(l, 0, k, SCREE_QUICK_SUMS), b = lane_body(l, 1, k, SCREE_QUICK_SUMS);
    scree_quick_search q;
    scree_quick_begin(&a, &b, row_vector(l->d, k), row_vector(l->last, k), guess, &q);
    put_vector(l->from, k, q.from);
    put_vector(l->way, k, q.way);
    l->share[k] = q.share;
    l->before[k] = q.before;
    l->steps[k] = 0.0;
    l->sure[k] = (a.sum != 0.0 ? a.ball : scree_quick_sure(a.half, a.cubic)) +
                 (b.sum != 0.0 ? b.ball : scree_quick_sure(b.half, b.cubic));
    l->state[k] = lane_is_taken(l, 0, k) & lane_is_taken(l, 1, k) ? SCREE_QUICK_RUNS : SCREE_QUICK_GIVES_UP;
}

// Returns which of these kinds of bodies there are, and sets whether some lanes have no n of the last step.
static int look_at_lanes(convex_lanes *l, int kinds, int lanes, int *guess) {
    int found = 0;
    *guess = 0;
    for (int k = 0; k < lanes; k++) {
        *guess |= !(vec_norm2(row_vector(l->last, k)) > 0.0);
        for (int side = 0; side < 2 && kinds != SCREE_QUICK_ELLIPSOIDS; side++) {
            found |= scree_quick_kind((int)l->form[side][FORM_KIND][k], lane_exponent(l->form[side], k));
        }
    }
    return kinds == SCREE_QUICK_ELLIPSOIDS ? kinds : found;
}

// kinds: of bodies that there may be.
SCREE_LAW void begin_lanes(convex_lanes *l, const double *radius_a, const double *radius_b, int kinds,
                           int lanes) {
    int guess;
    l->kinds = look_at_lanes(l, kinds, lanes, &guess);
    if (!(l->kinds & SCREE_QUICK_SUMS)) {
        memset(l->part[0][PART_BALL], 0, sizeof l->part[0][PART_BALL]);
        memset(l->part[1][PART_BALL], 0, sizeof l->part[1][PART_BALL]);
    } else {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            complete_sum(l, 0, k);
            complete_sum(l, 1, k);
        }
    }
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        complete_form(l, 0, k, radius_a[k]);
        complete_form(l, 1, k, radius_b[k]);
    }
    if (guess) {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            begin_lane(l, k, 1);
        }
    } else {
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            begin_lane(l, k, 0);
        }
    }
}

typedef int64_t vec4m __attribute__((vector_size(32))); // -1 or 0
typedef double hulls_d __attribute__((vector_size(HULLS_TOGETHER * sizeof(double))));
typedef int64_t hulls_m __attribute__((vector_size(HULLS_TOGETHER * sizeof(int64_t))));

// yes where the mask is -1.
SCREE_LAW vec4d pick_four(vec4m mask, vec4d yes, vec4d no) {
    return (vec4d)((mask & (vec4m)yes) | (~mask & (vec4m)no));
}

SCREE_LAW hulls_d pick_lanes(hulls_m mask, hulls_d yes, hulls_d no) {
    return (hulls_d)((mask & (hulls_m)yes) | (~mask & (hulls_m)no));
}

// h of a polyhedron along m without the ball, for a body of this size. Four corners are taken at a time.
SCREE_LAW double hull_along(const scree_hull *hull, double size, double p, scree_vec3 m) {
    const vec4d zero = {0};
    vec4d along[SCREE_MOST_CORNERS / 4], most = zero, sum = zero;
    for (size_t k = 0; k < hull->n; k += 4) {
        const vec4d a = *(const vec4d *)(hull->x + k) * m.x + *(const vec4d *)(hull->y + k) * m.y +
                        *(const vec4d *)(hull->z + k) * m.z;
        most = pick_four(a > most, a, most);
        along[k / 4] = a;
    }
    const double low = most[0] > most[1] ? most[0] : most[1], high = most[2] > most[3] ? most[2] : most[3],
                 top = low > high ? low : high, per = 1.0 / top;
    for (size_t k = 0; k < hull->n; k += 4) {
        vec4d t = pick_four(along[k / 4] > zero, along[k / 4] * per, zero);
        for (double q = 1.0; q < p; q += q) {
            t = t * t;
        }
        sum = sum + t;
    }
    return size * top * scree_root_of_two((sum[0] + sum[1]) + (sum[2] + sum[3]), p);
}

// h along row n of what support_along leaves out.
static void add_hulls(convex_lanes *l, int side, double (*n)[SCREE_BATCH], int lanes, double *h) {
    double(*f)[SCREE_BATCH] = l->form[side];
    for (int k = 0; k < lanes; k++) {
        if (f[FORM_KIND][k] == SCREE_FORM_POLYHEDRON) {
            const scree_axes axes = lane_axes(f, k);
            const scree_vec3 m = scree_axes_along(&axes, row_vector(n, k));
            h[k] += hull_along(&l->hulls[(size_t)f[FORM_HULL][k]], 2.0 * f[FORM_RADIUS][k],
                               lane_exponent(f, k), side ? vec_scale(-1.0, m) : m);
        }
    }
}

SCREE_LAW void supports_along(convex_lanes *l, double (*n)[SCREE_BATCH], const double *radius_a,
                              const double *radius_b, int kinds, int lanes, double *ha, double *hb) {
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        if (kinds & SCREE_QUICK_SUMS) {
            complete_sum(l, 0, k);
            complete_sum(l, 1, k);
        }
        ha[k] = support_along(l, 0, k, row_vector(n, k), radius_a[k], kinds);
        hb[k] = support_along(l, 1, k, row_vector(n, k), radius_b[k], kinds);
    }
}

// How far n pairs are certainly apart, m, by the support functions along n; not above 0 where they may touch. radius and d as in the batch; kinds: of bodies that there may be. A margin
// for rounding is needed, as whether a pair is tested here must not matter.
SCREE_LAW void apart_along(convex_lanes *l, double (*n)[SCREE_BATCH], const double *radius_a,
                           const double *radius_b, int kinds, int lanes, double *apart) {
    double ha[SCREE_BATCH], hb[SCREE_BATCH];
    if (!(kinds & ~SCREE_QUICK_ELLIPSOIDS)) {
        supports_along(l, n, radius_a, radius_b, SCREE_QUICK_ELLIPSOIDS, lanes, ha, hb);
    } else if (!(kinds & SCREE_QUICK_SUMS)) {
        supports_along(l, n, radius_a, radius_b, SCREE_QUICK_ELLIPSOIDS | SCREE_QUICK_CUBIC, lanes, ha, hb);
    } else if (!(kinds & (SCREE_QUICK_CUBIC | SCREE_QUICK_ROUNDED))) {
        supports_along(l, n, radius_a, radius_b, SCREE_QUICK_ELLIPSOIDS | SCREE_QUICK_HULLS, lanes, ha, hb);
    } else {
        supports_along(l, n, radius_a, radius_b, SCREE_QUICK_ALL, lanes, ha, hb);
    }
    if (kinds & SCREE_QUICK_HULLS) {
        add_hulls(l, 0, n, lanes, ha);
        add_hulls(l, 1, n, lanes, hb);
    }
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const scree_vec3 along = row_vector(n, k);
        const double gap = vec_dot(along, row_vector(l->d, k)) - (ha[k] + hb[k]) * (1.0 + 1e-12),
                     of_unit = gap / vec_norm(along);
        apart[k] = lane_is_taken(l, 0, k) & lane_is_taken(l, 1, k) ? of_unit : 0.0;
    }
}

// ---- polyhedra ---------------------------------------------------------------------------------------------------

// Corners of the polyhedra of a side of a group of lanes. Those of the second body are on the other side of its centre, so that both are seen along n.
typedef struct lane_hulls {
    hulls_d x[LANE_CORNERS], y[LANE_CORNERS], z[LANE_CORNERS], power;
    size_t n; // even: a corner at the centre may follow the last one
    double most_power;
    int squarings; // log2 of most_power, less one
    int differ;    // do the powers differ?
} lane_hulls;

static void gather_hulls(convex_lanes *l, int side, int first, lane_hulls *h) {
    double(*f)[SCREE_BATCH] = l->form[side];
    const scree_hull *of[HULLS_TOGETHER];
    hulls_d size;
    h->n = 0;
    h->most_power = 2.0;
    h->differ = 0;
    int same = 1; // have all lanes one polyhedron?
    for (int j = 0; j < HULLS_TOGETHER; j++) {
        const int k = first + j, is = f[FORM_KIND][k] == SCREE_FORM_POLYHEDRON;
        of[j] = is ? &l->hulls[(size_t)f[FORM_HULL][k]] : NULL;
        if (is && of[j]->n > LANE_CORNERS) {
            of[j] = NULL;
            l->state[k] = SCREE_QUICK_GIVES_UP;
        }
        size[j] = (side ? -2.0 : 2.0) * f[FORM_RADIUS][k];
        h->power[j] = of[j] ? lane_exponent(f, k) : 0.0;
        h->most_power = fmax(h->most_power, h->power[j]);
        h->n = of[j] && of[j]->n > h->n ? of[j]->n : h->n;
        same &= of[j] == of[0];
    }
    h->n += h->n & 1;
    h->squarings = 0;
    for (double k = 2.0; k < h->most_power; k += k) {
        h->squarings++;
    }
    for (int j = 0; j < HULLS_TOGETHER; j++) {
        h->power[j] = of[j] ? h->power[j] : h->most_power; // no corner makes use of it
        h->differ |= h->power[j] != h->most_power;
    }
    for (size_t c = 0; same && c < h->n; c++) {
        h->x[c] = size * of[0]->x[c], h->y[c] = size * of[0]->y[c], h->z[c] = size * of[0]->z[c];
    }
    if (same) {
        return;
    }
    memset(h->x, 0, h->n * sizeof *h->x);
    memset(h->y, 0, h->n * sizeof *h->y);
    memset(h->z, 0, h->n * sizeof *h->z);
    for (int j = 0; j < HULLS_TOGETHER; j++) {
        for (size_t c = 0; of[j] && c < of[j]->n; c++) {
            h->x[c][j] = size[j] * of[j]->x[c], h->y[c][j] = size[j] * of[j]->y[c],
            h->z[c][j] = size[j] * of[j]->z[c];
        }
    }
}

// Sums over the corners v, with t = max(0, v.m) over the largest v.m: `all` of t^p, x to z of v t^(p - 1), xx to yz of v v^T t^(p - 2).
typedef struct hull_sums {
    hulls_d most, all, x, y, z, xx, yy, zz, xy, xz, yz;
} hull_sums;

// Sets u = t^(p - 2) of two corners at a time, whose multiplications do not wait for each other.
SCREE_LAW void raise_corners(const lane_hulls *h, int differ, const hulls_d t[2], hulls_d u[2]) {
    const hulls_d zero = {0};
    hulls_d first = t[0], second = t[1], raised_first = zero + 1.0, raised_second = raised_first;
    double k = 2.0;
    for (int i = 0; i < h->squarings; i++, k += k) {
        first = first * first, second = second * second;
        const hulls_d more_first = raised_first * first, more_second = raised_second * second;
        raised_first = differ ? pick_lanes(h->power > k, more_first, raised_first) : more_first;
        raised_second = differ ? pick_lanes(h->power > k, more_second, raised_second) : more_second;
    }
    u[0] = raised_first, u[1] = raised_second;
}

SCREE_LAW void add_corner(const lane_hulls *h, size_t c, hulls_d t, hulls_d u, hull_sums *s) {
    const hulls_d x = h->x[c], y = h->y[c], z = h->z[c], first = u * t, ux = u * x, uy = u * y, uz = u * z;
    s->all = s->all + first * t;
    s->x = s->x + first * x, s->y = s->y + first * y, s->z = s->z + first * z;
    s->xx = s->xx + ux * x, s->yy = s->yy + uy * y, s->zz = s->zz + uz * z;
    s->xy = s->xy + ux * y, s->xz = s->xz + ux * z, s->yz = s->yz + uy * z;
}

SCREE_LAW hull_sums sum_corners(const lane_hulls *h, const hulls_d m[3], int differ) {
    const hulls_d zero = {0}, one = zero + 1.0;
    hulls_d along[LANE_CORNERS];
    hull_sums s = {0};
    for (size_t c = 0; c < h->n; c++) {
        along[c] = h->x[c] * m[0] + h->y[c] * m[1] + h->z[c] * m[2];
        s.most = pick_lanes(along[c] > s.most, along[c], s.most);
    }
    const hulls_d per = pick_lanes(s.most > zero, one / pick_lanes(s.most > zero, s.most, one), zero);
    for (size_t c = 0; c < h->n; c += 2) {
        const hulls_d t[2] = {pick_lanes(along[c] > zero, along[c] * per, zero),
                              pick_lanes(along[c + 1] > zero, along[c + 1] * per, zero)};
        hulls_d u[2];
        raise_corners(h, differ, t, u);
        add_corner(h, c, t[0], u[0], &s);
        add_corner(h, c + 1, t[1], u[1], &s);
    }
    return s;
}

// (sum of t^p)^(1/p) of both sides: each root waits for the one before it, and the two sides do not wait for each other.
SCREE_LAW void take_roots(const lane_hulls *a, const lane_hulls *b, hulls_d *of_a, hulls_d *of_b) {
    const double most = a->most_power > b->most_power ? a->most_power : b->most_power;
    for (double k = 1.0; k < most; k += k) {
        const hulls_m on_a = a->power > k, on_b = b->power > k;
        hulls_d half_a, half_b;
        for (int j = 0; j < HULLS_TOGETHER; j++) {
            half_a[j] = sqrt((*of_a)[j]);
        }
        for (int j = 0; j < HULLS_TOGETHER; j++) {
            half_b[j] = sqrt((*of_b)[j]);
        }
        *of_a = pick_lanes(on_a, half_a, *of_a);
        *of_b = pick_lanes(on_b, half_b, *of_b);
    }
}

SCREE_LAW hull_sums sums_along_next(convex_lanes *l, int side, int first, const lane_hulls *h) {
    hulls_d m[3];
    for (int j = 0; j < HULLS_TOGETHER; j++) {
        const int k = first + j;
        double(*f)[SCREE_BATCH] = l->form[side];
        const scree_axes axes = lane_axes(f, k);
        const scree_quick_search q = {
            .from = row_vector(l->from, k), .way = row_vector(l->way, k), .share = l->share[k]};
        const scree_vec3 own = scree_axes_along(&axes, scree_quick_next(&q));
        m[0][j] = own.x, m[1][j] = own.y, m[2][j] = own.z;
    }
    return h->differ ? sum_corners(h, m, 1) : sum_corners(h, m, 0);
}

SCREE_LAW void put_hulls(convex_lanes *l, int side, int first, const lane_hulls *h, const hull_sums *s,
                         hulls_d root) {
    const hulls_d zero = {0}, one = zero + 1.0;
    const hulls_m is = s->all > zero;
    const hulls_d height = s->most * root, share = pick_lanes(is, root / pick_lanes(is, s->all, one), zero),
                  second = share * root, scale = (h->power - one) / pick_lanes(is, height, one),
                  x = share * s->x, y = share * s->y, z = share * s->z;
    const hulls_d own[OWN_ROWS] = {height,
                                   x,
                                   y,
                                   z,
                                   scale * (second * s->xx - x * x),
                                   scale * (second * s->yy - y * y),
                                   scale * (second * s->zz - z * z),
                                   scale * (second * s->xy - x * y),
                                   scale * (second * s->xz - x * z),
                                   scale * (second * s->yz - y * z)};
    for (int i = 0; i < OWN_ROWS; i++) {
        memcpy(l->own[side][i] + first, &own[i], sizeof own[i]);
    }
}

// The support functions of the polyhedra of both sides of a group of lanes along the n of the next step (convex_bodies/polyhedron.h), without their balls.
static void see_hulls(convex_lanes *l, int first, const lane_hulls *a, const lane_hulls *b) {
    const hull_sums of_a = sums_along_next(l, 0, first, a), of_b = sums_along_next(l, 1, first, b);
    hulls_d root_a = of_a.all, root_b = of_b.all;
    take_roots(a, b, &root_a, &root_b);
    put_hulls(l, 0, first, a, &of_a, root_a);
    put_hulls(l, 1, first, b, &of_b, root_b);
}

// ---- the search --------------------------------------------------------------------------------------------------

// One step in lane k. Returns whether the search goes on. The loops over lanes call functions with variables of their own, as those of the loop would be kept in
// memory.
SCREE_LAW double step_lane(convex_lanes *l, int k, int kinds) {
    const scree_quick_body a = lane_body(l, 0, k, kinds), b = lane_body(l, 1, k, kinds);
    scree_quick_search q = {row_vector(l->from, k),
                            row_vector(l->way, k),
                            l->share[k],
                            l->before[k],
                            row_vector(l->n, k),
                            row_vector(l->seen, k),
                            l->depth[k],
                            row_vector(l->point[0], k),
                            row_vector(l->point[1], k),
                            row_tensor(l->curve[0], k),
                            row_tensor(l->curve[1], k),
                            l->state[k]};
    scree_quick_step(&a, &b, row_vector(l->d, k), l->sure[k], l->beyond[k], kinds, &q);
    put_vector(l->from, k, q.from);
    put_vector(l->way, k, q.way);
    l->share[k] = q.share;
    l->before[k] = q.before;
    put_vector(l->n, k, q.n);
    put_vector(l->seen, k, q.seen);
    l->depth[k] = q.depth;
    put_vector(l->point[0], k, q.point_a);
    put_vector(l->point[1], k, q.point_b);
    put_tensor(l->curve[0], k, &q.curve_a);
    put_tensor(l->curve[1], k, &q.curve_b);
    l->steps[k] += l->state[k] == SCREE_QUICK_RUNS ? 1.0 : 0.0;
    l->state[k] = q.state;
    return q.state == SCREE_QUICK_RUNS ? 1.0 : 0.0;
}

// One step in a group of lanes. Returns whether some go on.
SCREE_LAW int step_lanes(convex_lanes *l, int first, int kinds) {
    double open = 0.0;
#pragma omp simd reduction(+ : open)
    for (int k = first; k < first + LANES_TOGETHER; k++) {
        open += step_lane(l, k, kinds);
    }
    return open > 0.0;
}

// Kinds are constants here: a function for each that beds often have alone, and one for all.
SCREE_LAW void search_kinds(convex_lanes *l, int first, int kinds) {
    for (int k = 0; k < SCREE_QUICK_STEPS && step_lanes(l, first, kinds); k++) {
    }
}

static void search_ellipsoids(convex_lanes *l, int first) {
    search_kinds(l, first, SCREE_QUICK_ELLIPSOIDS);
}

static void search_cubic(convex_lanes *l, int first) {
    search_kinds(l, first, SCREE_QUICK_CUBIC);
}

static void search_rounded(convex_lanes *l, int first) {
    search_kinds(l, first, SCREE_QUICK_ROUNDED);
}

// With polyhedra, whose support functions are seen for as many lanes at a time as vectors of the processor hold.
SCREE_LAW void search_with_hulls(convex_lanes *l, int first, int kinds) {
    lane_hulls hulls[2][LANES_TOGETHER / HULLS_TOGETHER];
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < LANES_TOGETHER / HULLS_TOGETHER; k++) {
            gather_hulls(l, side, first + HULLS_TOGETHER * k, &hulls[side][k]);
        }
    }
    int open = 1;
    for (int step = 0; step < SCREE_QUICK_STEPS && open; step++) {
        for (int k = 0; k < LANES_TOGETHER / HULLS_TOGETHER; k++) {
            see_hulls(l, first + HULLS_TOGETHER * k, &hulls[0][k], &hulls[1][k]);
        }
        open = step_lanes(l, first, kinds);
    }
}

static void search_hulls(convex_lanes *l, int first) {
    search_with_hulls(l, first, SCREE_QUICK_HULLS);
}

static void search_all(convex_lanes *l, int first) {
    search_with_hulls(l, first, SCREE_QUICK_ALL);
}

// Runs the search in all lanes. What is not SCREE_QUICK_FOUND or SCREE_QUICK_APART then has to be searched otherwise.
SCREE_LAW void search_lanes(convex_lanes *l, int lanes) {
    for (int k = 0; k < lanes; k += LANES_TOGETHER) {
        if (l->kinds == SCREE_QUICK_ELLIPSOIDS) {
            search_ellipsoids(l, k);
        } else if (l->kinds == SCREE_QUICK_CUBIC) {
            search_cubic(l, k);
        } else if (l->kinds == SCREE_QUICK_ROUNDED) {
            search_rounded(l, k);
        } else if (l->kinds == SCREE_QUICK_HULLS) {
            search_hulls(l, k);
        } else {
            search_all(l, k);
        }
    }
}

#endif
