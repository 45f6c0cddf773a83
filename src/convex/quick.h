// SPDX-License-Identifier: BSD-3-Clause
// The usual search for the deepest point, in a form that compilers vectorise over pairs: without branches, and with no roots but sqrt and the cube
// root of maths/power.h. It takes ellipsoids, spheres and superellipsoids of exponent 3. It gives up where it does not converge soon or where its result could be wrong; then
// scree_convex_depth_of searches.
//
// It begins at the n of the last step, which the contact keeps. A pair without one begins at the n of least hA + hB on the plane n.d = const, for ellipsoids of the size of
// the bodies, where the bodies touch if they are scaled until they do. There n is proportional to (A/hA +
// B/hB)^-1 d, with h(n)^2 = n.A n of an ellipsoid; taking hA and hB of the last n, every step of this iteration lessens hA + hB. Two steps are near enough for
// Newton's method on the sphere.
//
// What is found is accepted only if it is certainly the least value of G: a body whose radii of curvature are at least r is one of which a
// ball of radius r has been added to, so where 0 < depth < rA + rB, G - (rA + rB) is a convex function, and the point where its slope is zero is the only one.
#pragma once

#include "convex_bodies/support.h"
#include "maths/power.h"

typedef struct scree_tensor {
    double xx, yy, zz, xy, xz, yz;
} scree_tensor;

// The axes of a body in the laboratory.
typedef struct scree_axes {
    scree_vec3 x, y, z;
} scree_axes;

// A body for this search.
typedef struct scree_quick_body {
    scree_tensor square; // m2, A = R diag(half axes squared) R^T
    scree_axes axes;
    scree_vec3 half; // m
    double cubic;    // 1: a superellipsoid with N = 3
    double
        sum; // 1: a ball to which ellipsoids (convex_bodies/rounded_body.h) or a polyhedron are added; else an ellipsoid
    scree_vec3 part[3]; // m2, of these ellipsoids
    double ball;        // m
    scree_support hull; // of this polyhedron along the n of the next step, in the frame of the body
} scree_quick_body;

// These bits say which kinds of bodies there may be: ellipsoids and spheres, superellipsoids with N = 3, rounded bodies, polyhedra. The last two are sums of a ball and
// others.
enum {
    SCREE_QUICK_ELLIPSOIDS = 1,
    SCREE_QUICK_CUBIC = 2,
    SCREE_QUICK_ROUNDED = 4,
    SCREE_QUICK_HULLS = 8,
    SCREE_QUICK_SUMS = SCREE_QUICK_ROUNDED | SCREE_QUICK_HULLS,
    SCREE_QUICK_ALL = SCREE_QUICK_ELLIPSOIDS | SCREE_QUICK_CUBIC | SCREE_QUICK_SUMS
};

// Returns the bit of a body of this form (SCREE_FORM_...). Bodies that this search does not take count as ellipsoids.
SCREE_CONVEX int scree_quick_kind(int kind, double exponent) {
    return kind == SCREE_FORM_POLYHEDRON      ? SCREE_QUICK_HULLS
           : kind > SCREE_FORM_SUPERELLIPSOID ? SCREE_QUICK_ROUNDED
           : exponent == 3.0                  ? SCREE_QUICK_CUBIC
                                              : SCREE_QUICK_ELLIPSOIDS;
}

typedef struct scree_quick_support {
    double h;
    scree_vec3 point;
    scree_tensor hessian;
} scree_quick_support;

// Steps of the iteration that finds the start, and of the search: 3 are usual for ellipsoids, 5 for superellipsoids.
enum { SCREE_QUICK_STARTS = 2, SCREE_QUICK_STEPS = 16 };

// Where a search is. It ends with `state`.
enum { SCREE_QUICK_RUNS, SCREE_QUICK_FOUND, SCREE_QUICK_APART, SCREE_QUICK_GIVES_UP };
typedef struct scree_quick_search {
    scree_vec3 from, way; // the next n is that of from + share way
    double share, before; // slope along `way` at `from`, m
    scree_vec3 n;         // the last one, or the result
    scree_vec3
        seen; // the last one: a search that begins there, with the bodies where they are, gives the same bits
    double depth;                // m
    scree_vec3 point_a, point_b; // m, gradients of hA and hB at n
    scree_tensor curve_a, curve_b;
    double state;
} scree_quick_search;

SCREE_CONVEX scree_vec3 scree_tensor_times(const scree_tensor *t, scree_vec3 v) {
    return vec3(t->xx * v.x + t->xy * v.y + t->xz * v.z, t->xy * v.x + t->yy * v.y + t->yz * v.z,
                t->xz * v.x + t->yz * v.y + t->zz * v.z);
}

SCREE_CONVEX scree_axes scree_axes_of(double w, double x, double y, double z) {
    const double xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, wx = w * x,
                 wy = w * y, wz = w * z;
    return (scree_axes){vec3(1.0 - 2.0 * (yy + zz), 2.0 * (xy + wz), 2.0 * (xz - wy)),
                        vec3(2.0 * (xy - wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + wx)),
                        vec3(2.0 * (xz + wy), 2.0 * (yz - wx), 1.0 - 2.0 * (xx + yy))};
}

// A vector of the laboratory along the axes, and back.
SCREE_CONVEX scree_vec3 scree_axes_along(const scree_axes *r, scree_vec3 v) {
    return vec3(vec_dot(r->x, v), vec_dot(r->y, v), vec_dot(r->z, v));
}

SCREE_CONVEX scree_vec3 scree_axes_back(const scree_axes *r, scree_vec3 own) {
    return vec_add(vec_add(vec_scale(own.x, r->x), vec_scale(own.y, r->y)), vec_scale(own.z, r->z));
}

// x X^T + y Y^T + z Z^T, which is symmetric, with the axes X, Y and Z.
SCREE_CONVEX scree_tensor scree_tensor_of(const scree_axes *r, scree_vec3 x, scree_vec3 y, scree_vec3 z) {
    return (scree_tensor){.xx = x.x * r->x.x + y.x * r->y.x + z.x * r->z.x,
                          .yy = x.y * r->x.y + y.y * r->y.y + z.y * r->z.y,
                          .zz = x.z * r->x.z + y.z * r->y.z + z.z * r->z.z,
                          .xy = x.x * r->x.y + y.x * r->y.y + z.x * r->z.y,
                          .xz = x.x * r->x.z + y.x * r->y.z + z.x * r->z.z,
                          .yz = x.y * r->x.z + y.y * r->y.z + z.y * r->z.z};
}

// The tensor with these values along the axes.
SCREE_CONVEX scree_tensor scree_tensor_along(const scree_axes *r, scree_vec3 s) {
    return scree_tensor_of(r, vec_scale(s.x, r->x), vec_scale(s.y, r->y), vec_scale(s.z, r->z));
}

// The tensor whose members along the axes are xx yy zz xy xz yz.
SCREE_CONVEX scree_tensor scree_tensor_turned(const scree_axes *r, const double *s) {
    return scree_tensor_of(r, scree_axes_back(r, vec3(s[0], s[3], s[4])),
                           scree_axes_back(r, vec3(s[3], s[1], s[5])),
                           scree_axes_back(r, vec3(s[4], s[5], s[2])));
}

// (t - p p) per.
SCREE_CONVEX scree_tensor scree_tensor_less(const scree_tensor *t, scree_vec3 p, double per) {
    return (scree_tensor){
        .xx = per * (t->xx - p.x * p.x),
        .yy = per * (t->yy - p.y * p.y),
        .zz = per * (t->zz - p.z * p.z),
        .xy = per * (t->xy - p.x * p.y),
        .xz = per * (t->xz - p.x * p.z),
        .yz = per * (t->yz - p.y * p.z),
    };
}

// a + s b.
SCREE_CONVEX scree_tensor scree_tensor_sum(const scree_tensor *a, double s, const scree_tensor *b) {
    return (scree_tensor){.xx = a->xx + s * b->xx,
                          .yy = a->yy + s * b->yy,
                          .zz = a->zz + s * b->zz,
                          .xy = a->xy + s * b->xy,
                          .xz = a->xz + s * b->xz,
                          .yz = a->yz + s * b->yz};
}

// The matrix of cofactors, which is the inverse times the determinant, and that.
SCREE_CONVEX scree_tensor scree_tensor_cofactors(const scree_tensor *t, double *determinant) {
    const scree_tensor c = {.xx = t->yy * t->zz - t->yz * t->yz,
                            .yy = t->xx * t->zz - t->xz * t->xz,
                            .zz = t->xx * t->yy - t->xy * t->xy,
                            .xy = t->xz * t->yz - t->xy * t->zz,
                            .xz = t->xy * t->yz - t->xz * t->yy,
                            .yz = t->xy * t->xz - t->yz * t->xx};
    *determinant = t->xx * c.xx + t->xy * c.xy + t->xz * c.xz;
    return c;
}

SCREE_CONVEX scree_quick_support scree_quick_ellipsoid(const scree_quick_body *b, scree_vec3 n) {
    const scree_vec3 t = scree_tensor_times(&b->square, n);
    scree_quick_support s;
    s.h = sqrt(vec_dot(n, t));
    const double per = 1.0 / s.h;
    s.point = vec_scale(per, t);
    s.hessian = scree_tensor_less(&b->square, s.point, per);
    return s;
}

// h of a superellipsoid with N = 3: (sum of t sqrt(t))^(2/3), t = |half m|, for m = n in its frame.
SCREE_CONVEX double scree_quick_cubic_h(scree_vec3 t) {
    const double root = scree_cube_root(t.x * sqrt(t.x) + t.y * sqrt(t.y) + t.z * sqrt(t.z));
    return root * root;
}

SCREE_CONVEX scree_quick_support scree_quick_cubic(const scree_quick_body *b, scree_vec3 n) {
    const scree_vec3 m = scree_axes_along(&b->axes, n), a = b->half;
    const scree_vec3 at = vec3(a.x * m.x, a.y * m.y, a.z * m.z),
                     r = vec3(sqrt(fabs(at.x)), sqrt(fabs(at.y)), sqrt(fabs(at.z)));
    const double root = scree_cube_root(r.x * r.x * r.x + r.y * r.y * r.y + r.z * r.z * r.z); // sqrt(h)
    scree_quick_support s;
    s.h = root * root;
    const double per_root = 1.0 / root, least = 1e-6;
    const scree_vec3 share = vec_scale(per_root, r); // square roots of |at| / h
    // Faces are flat in their middle: the radius of curvature is bounded there, which only affects the steps of the search.
    const scree_vec3 bounded = vec3(share.x > least ? share.x : least, share.y > least ? share.y : least,
                                    share.z > least ? share.z : least);
    const scree_vec3 own =
        vec3(at.x < 0.0 ? -(a.x * share.x) : a.x * share.x, at.y < 0.0 ? -(a.y * share.y) : a.y * share.y,
             at.z < 0.0 ? -(a.z * share.z) : a.z * share.z);
    const scree_tensor t = scree_tensor_along(
        &b->axes, vec3(a.x * a.x / bounded.x, a.y * a.y / bounded.y, a.z * a.z / bounded.z));
    s.point = scree_axes_back(&b->axes, own);
    s.hessian = scree_tensor_less(&t, s.point, 0.5 * (per_root * per_root));
    return s;
}

SCREE_CONVEX double scree_quick_pick(int which, double yes, double no) {
    return which ? yes : no;
}

SCREE_CONVEX scree_vec3 scree_quick_pick_vec(int which, scree_vec3 yes, scree_vec3 no) {
    return vec3(which ? yes.x : no.x, which ? yes.y : no.y, which ? yes.z : no.z);
}

SCREE_CONVEX scree_tensor scree_quick_pick_tensor(int which, const scree_tensor *yes,
                                                  const scree_tensor *no) {
    return (scree_tensor){.xx = which ? yes->xx : no->xx,
                          .yy = which ? yes->yy : no->yy,
                          .zz = which ? yes->zz : no->zz,
                          .xy = which ? yes->xy : no->xy,
                          .xz = which ? yes->xz : no->xz,
                          .yz = which ? yes->yz : no->yz};
}

SCREE_CONVEX scree_quick_support scree_quick_sum(const scree_quick_body *b, scree_vec3 n, int kinds) {
    const scree_vec3 m = scree_axes_along(&b->axes, n);
    scree_support s = {.h = 0.0};
    if (kinds & SCREE_QUICK_HULLS) {
        s = b->hull;
    }
    scree_rounded_add_ball(&s, b->ball, m, 1);
    if (kinds & SCREE_QUICK_ROUNDED) {
        scree_rounded_add_parts(&s, b->part, m, 1);
    }
    return (scree_quick_support){.h = s.h,
                                 .point = scree_axes_back(&b->axes, s.point),
                                 .hessian = scree_tensor_turned(&b->axes, s.hessian)};
}

SCREE_CONVEX void scree_quick_take(int which, const scree_quick_support *other, scree_quick_support *s) {
    s->h = scree_quick_pick(which, other->h, s->h);
    s->point = scree_quick_pick_vec(which, other->point, s->point);
    s->hessian = scree_quick_pick_tensor(which, &other->hessian, &s->hessian);
}

// kinds: the body is one of these.
SCREE_CONVEX scree_quick_support scree_quick_look(const scree_quick_body *b, scree_vec3 n, int kinds) {
    scree_quick_support s = {.h = 0.0};
    if (kinds & SCREE_QUICK_ELLIPSOIDS) {
        s = scree_quick_ellipsoid(b, n);
    }
    if (kinds & SCREE_QUICK_CUBIC) {
        const scree_quick_support cubic = scree_quick_cubic(b, n);
        scree_quick_take(kinds == SCREE_QUICK_CUBIC || b->cubic != 0.0, &cubic, &s);
    }
    if (kinds & SCREE_QUICK_SUMS) {
        const scree_quick_support sum = scree_quick_sum(b, n, kinds);
        scree_quick_take(!(kinds & ~SCREE_QUICK_SUMS) || b->sum != 0.0, &sum, &s);
    }
    return s;
}

// Is the body one of this search? 0: a sphere.
SCREE_CONVEX int scree_quick_takes(double exponent) {
    return (exponent == 0.0) | (exponent == 2.0) | (exponent == 3.0);
}

// A bound below all radii of curvature of a body, m: with the smallest half axis c and the largest one a it is c^2/a of an ellipsoid. The superellipsoid with three half axes of
// 1 has 0.55852 near the directions halfway between two of its axes, and stretching it changes the radii as those of a sphere.
SCREE_CONVEX double scree_quick_sure(scree_vec3 half, double cubic) {
    const double low = half.x < half.y ? half.x : half.y, high = half.x > half.y ? half.x : half.y,
                 least = low < half.z ? low : half.z, most = high > half.z ? high : half.z;
    return (cubic != 0.0 ? 0.5585 : 1.0) * (least * least) / most;
}

// The direction in which two ellipsoids with these tensors, scaled until they touch, touch. d: m, from the centre of a to that of b.
SCREE_CONVEX scree_vec3 scree_quick_guess(const scree_tensor *a, const scree_tensor *b, scree_vec3 d) {
    scree_vec3 n = d;
    for (int k = 0; k < SCREE_QUICK_STARTS; k++) {
        const double ha = sqrt(vec_dot(n, scree_tensor_times(a, n))),
                     hb = sqrt(vec_dot(n, scree_tensor_times(b, n)));
        // times ha hb, which changes no direction; the determinant is positive
        const scree_tensor zero = {0}, part = scree_tensor_sum(&zero, hb, a),
                           sum = scree_tensor_sum(&part, ha, b);
        double determinant;
        const scree_tensor c = scree_tensor_cofactors(&sum, &determinant);
        n = vec_unit(scree_tensor_times(&c, d));
    }
    return n;
}

// Where the search begins. last: the n of the last step, or zero; guess: may it be zero?
SCREE_CONVEX void scree_quick_begin(const scree_quick_body *a, const scree_quick_body *b, scree_vec3 d,
                                    scree_vec3 last, int guess, scree_quick_search *q) {
    q->from = last;
    if (guess) {
        const scree_vec3 n = scree_quick_guess(&a->square, &b->square, d);
        q->from = scree_quick_pick_vec(vec_norm2(last) > 0.0, last, n);
    }
    q->way = vec3(0.0, 0.0, 0.0);
    q->share = 1.0;
    q->before = 0.0;
    q->state = SCREE_QUICK_RUNS;
}

// The n of the next step.
SCREE_CONVEX scree_vec3 scree_quick_next(const scree_quick_search *q) {
    return scree_quick_pick_vec(vec_norm2(q->way) > 0.0, vec_unit(vec_add_scaled(q->from, q->share, q->way)),
                                q->from);
}

// One step of the search, which does nothing after its end. sure: m, the depth up to which the result is certain; beyond: m, bodies farther apart than this are of no
// interest; kinds: the bodies are of these.
SCREE_CONVEX void scree_quick_step(const scree_quick_body *a, const scree_quick_body *b, scree_vec3 d,
                                   double sure, double beyond, int kinds, scree_quick_search *q) {
    const int runs = q->state == SCREE_QUICK_RUNS;
    const scree_vec3 n = scree_quick_next(q);
    const scree_quick_support sa = scree_quick_look(a, n, kinds), sb = scree_quick_look(b, n, kinds);
    const scree_vec3 apart = vec_sub(vec_add(sa.point, sb.point), d);
    const double g = (sa.h + sb.h) - vec_dot(n, d);
    const scree_vec3 slope = vec_add_scaled(apart, -vec_dot(n, apart), n);
    const scree_tensor s = scree_tensor_sum(&sa.hessian, 1.0, &sb.hessian);
    // The second derivatives of G across n, and a positive number along n, so that the inverse exists where they are positive.
    const double trace = s.xx + s.yy + s.zz, along = 0.5 * trace, more = g + along;
    const scree_tensor matrix = {.xx = s.xx - g + more * (n.x * n.x),
                                 .yy = s.yy - g + more * (n.y * n.y),
                                 .zz = s.zz - g + more * (n.z * n.z),
                                 .xy = s.xy + more * (n.x * n.y),
                                 .xz = s.xz + more * (n.x * n.z),
                                 .yz = s.yz + more * (n.y * n.z)};
    double determinant;
    const scree_tensor cofactors = scree_tensor_cofactors(&matrix, &determinant);
    // The determinant is 0 where both bodies have a corner.
    const double inverse = fabs(determinant) > 1e-300 ? -1.0 / determinant : 0.0;
    const scree_vec3 raw = vec_scale(inverse, scree_tensor_times(&cofactors, slope));
    const scree_vec3 x = vec_add_scaled(raw, -vec_dot(raw, n), n);
    const double length2 = vec_norm2(x);
    const int positive = (determinant > 0.0) & (trace > 2.0 * g);
    // Where a face is nearly flat, Newton's step goes beyond the minimum, by as much or more; it is cut to where a straight line through both slopes is zero.
    const double now = vec_dot(slope, q->way);
    const int too_far = (q->before < 0.0) & (now > -0.5 * q->before);
    const int near = length2 < 1e-15, is_apart = g < -beyond;
    const int found = near & positive & !too_far & (g < sure);
    const int gives_up = (!too_far & !positive) | (near & !(g < sure)) | !(length2 < 1e6);
    const double limit = length2 > 0.09 ? 0.3 / sqrt(length2) : 1.0;
    // At the end n and the points are those after the step, to its second order.
    const scree_vec3 last = vec_unit(vec_add(n, x));
    q->n = scree_quick_pick_vec(runs, scree_quick_pick_vec(found, last, n), q->n);
    q->seen = scree_quick_pick_vec(runs, n, q->seen);
    q->depth = scree_quick_pick(runs, g, q->depth);
    const scree_vec3 pa = vec_add(sa.point, scree_tensor_times(&sa.hessian, x)),
                     pb = vec_add(sb.point, scree_tensor_times(&sb.hessian, x));
    q->point_a = scree_quick_pick_vec(runs, pa, q->point_a);
    q->point_b = scree_quick_pick_vec(runs, pb, q->point_b);
    q->curve_a = scree_quick_pick_tensor(runs, &sa.hessian, &q->curve_a);
    q->curve_b = scree_quick_pick_tensor(runs, &sb.hessian, &q->curve_b);
    const double cut = q->share * (q->before / (q->before - now));
    q->share = scree_quick_pick(runs, scree_quick_pick(too_far, cut, limit), q->share);
    q->from = scree_quick_pick_vec(runs & !too_far, n, q->from);
    q->way = scree_quick_pick_vec(runs & !too_far, x, q->way);
    q->before = scree_quick_pick(runs & !too_far, vec_dot(slope, x), q->before);
    const double state = is_apart   ? SCREE_QUICK_APART
                         : found    ? SCREE_QUICK_FOUND
                         : gives_up ? SCREE_QUICK_GIVES_UP
                                    : SCREE_QUICK_RUNS;
    q->state = scree_quick_pick(runs, state, q->state);
}
