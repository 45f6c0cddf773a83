// SPDX-License-Identifier: BSD-3-Clause
#include "convex/apart.h"

// h of the ellipsoid with the half lengths of a body.
static double round_h(const scree_convex *a, scree_vec3 n, scree_vec3 *square) {
    const scree_vec3 m = mat_mul_transposed(&a->frame, n), s = a->half;
    *square = vec3(s.x * s.x, s.y * s.y, s.z * s.z);
    return sqrt(square->x * m.x * m.x + square->y * m.y * m.y + square->z * m.z * m.z);
}

static void add_tensor(double *t, const scree_mat3 *frame, scree_vec3 square, double times) {
    const double *r = frame->m;
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        const double *x = r + 3 * row[k], *y = r + 3 * column[k];
        t[k] += times * (square.x * x[0] * y[0] + square.y * x[1] * y[1] + square.z * x[2] * y[2]);
    }
}

// The direction in which the ellipsoids of the half lengths, scaled until they touch, touch: about that in which the bodies are farthest apart.
static scree_vec3 first_guess(const scree_convex *a, const scree_convex *b, scree_vec3 d) {
    scree_vec3 n = d;
    for (int k = 0; k < 2; k++) {
        scree_vec3 sa, sb;
        const double ha = round_h(a, n, &sa), hb = round_h(b, n, &sb);
        double t[6] = {0.0};
        add_tensor(t, &a->frame, sa, hb);
        add_tensor(t, &b->frame, sb, ha);
        const double xx = t[0], yy = t[1], zz = t[2], xy = t[3], xz = t[4], yz = t[5];
        const scree_vec3 to =
            vec3((yy * zz - yz * yz) * d.x + (xz * yz - xy * zz) * d.y + (xy * yz - xz * yy) * d.z,
                 (xz * yz - xy * zz) * d.x + (xx * zz - xz * xz) * d.y + (xy * xz - yz * xx) * d.z,
                 (xy * yz - xz * yy) * d.x + (xy * xz - yz * xx) * d.y + (xx * yy - xy * xy) * d.z);
        n = vec_unit(to);
    }
    return n;
}

// Steps of Gilbert's method (1966) after the first guess.
enum { STEPS = 6 };

int scree_convex_are_apart(const scree_convex *a, const scree_convex *b, scree_vec3 d, double gap) {
    const double distance = vec_norm(d), more = gap + 1e-9 * distance;
    if (!(distance > 0.0)) {
        return 0;
    }
    scree_vec3 n = vec_scale(1.0 / distance, d);
    if (distance - scree_support_of(a, n, 0).h - scree_support_of(b, vec_scale(-1.0, n), 0).h > more) {
        return 1;
    }
    n = first_guess(a, b, d);
    scree_vec3 v =
        d; // a point of the set of all ways from a point of a to a point of b; the shortest one is the distance
    for (int k = 0; k < STEPS; k++) {
        const scree_support sa = scree_support_of(a, n, 0), sb = scree_support_of(b, vec_scale(-1.0, n), 0);
        const double apart = vec_dot(n, d) - sa.h - sb.h;
        if (apart > more) {
            return 1;
        }
        const scree_vec3 s = vec_add(vec_sub(d, sa.point), sb.point), e = vec_sub(s, v);
        const double length2 = vec_norm2(e), along = length2 > 0.0 ? -vec_dot(v, e) / length2 : 0.0;
        v = k == 0 ? s : vec_add_scaled(v, along > 1.0 ? 1.0 : along > 0.0 ? along : 0.0, e);
        const double norm = vec_norm(v);
        if (norm <= gap) { // they are nearer
            return 0;
        }
        n = vec_scale(1.0 / norm, v);
    }
    return 0;
}

double scree_convex_lever(const scree_convex *a, double reach) {
    const double low = a->half.x < a->half.y ? a->half.x : a->half.y,
                 high = a->half.x > a->half.y ? a->half.x : a->half.y,
                 least = low < a->half.z ? low : a->half.z, most = high > a->half.z ? high : a->half.z;
    switch (a->kind) {
    case SCREE_FORM_SUPERELLIPSOID: {
        const double far = reach > most ? reach : most;
        return a->exponent == 2.0 ? most - least : sqrt(far * far - least * least);
    }
    case SCREE_FORM_CAPSULE:
        return a->half.z - a->half.x;
    default:
        return reach - a->rounding;
    }
}
