// SPDX-License-Identifier: BSD-3-Clause
#include "convex/apart.h"
#include "convex/quick.h"

// The tensor of the ellipsoid with the half lengths of a body.
static scree_tensor ellipsoid_of(const scree_convex *a) {
    const double *r = a->frame.m;
    const scree_axes axes = {vec3(r[0], r[3], r[6]), vec3(r[1], r[4], r[7]), vec3(r[2], r[5], r[8])};
    const scree_vec3 half = a->half;
    return scree_tensor_along(&axes, vec3(half.x * half.x, half.y * half.y, half.z * half.z));
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
    const scree_tensor round_a = ellipsoid_of(a), round_b = ellipsoid_of(b);
    n = scree_quick_guess(&round_a, &round_b, d); // about the direction in which they are farthest apart
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
    const double least = fmin(a->half.x, fmin(a->half.y, a->half.z)),
                 most = fmax(a->half.x, fmax(a->half.y, a->half.z));
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
