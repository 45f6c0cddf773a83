// SPDX-License-Identifier: BSD-3-Clause
#include "convex/round_walls.h"
#include "convex/point_depth.h"
#include "convex/short_step.h"
#include "maths/math.h"

// Solves m x = b across the unit vector n, where m is the symmetric matrix s - shift. Returns whether m is positive there.
static int solve_across(const double *s, double shift, scree_vec3 n, scree_vec3 b, double least,
                        scree_vec3 *x) {
    scree_vec3 u, v;
    vec_across(n, &u, &v);
    const scree_vec3 su = scree_convex_times(s, u), sv = scree_convex_times(s, v);
    const double uu = vec_dot(su, u) - shift, uv = vec_dot(su, v), vv = vec_dot(sv, v) - shift,
                 mean = 0.5 * (uu + vv), half = 0.5 * (uu - vv), low = mean - sqrt(half * half + uv * uv);
    if (!(low > least)) {
        return 0;
    }
    const double per = 1.0 / (uu * vv - uv * uv), bu = vec_dot(b, u), bv = vec_dot(b, v);
    *x = vec_add(vec_scale(per * (vv * bu - uv * bv), u), vec_scale(per * (uu * bv - uv * bu), v));
    return 1;
}

// ---- hollow spheres ----------------------------------------------------------------------------------------------------

// How far the body reaches from the centre of the sphere along n.
static double reach_along(const scree_convex *body, scree_vec3 from, scree_vec3 n, scree_support *s) {
    *s = scree_support_of(body, n, 1);
    return s->h + vec_dot(from, n);
}

// The best of the way from the centre of the sphere, the axes of the body and its diagonals: a body may have several ends that are deep in the sphere.
static scree_vec3 start_of(const scree_convex *body, scree_vec3 from) {
    const double distance = vec_norm(from);
    scree_support s;
    scree_vec3 best = distance > 0.0 ? vec_scale(1.0 / distance, from) : vec3(1.0, 0.0, 0.0);
    double most = reach_along(body, from, best, &s);
    for (int k = 0; k < 27; k++) {
        const scree_vec3 own = vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
        if (k == 13) { // no direction
            continue;
        }
        const scree_vec3 n = vec_unit(mat_mul(&body->frame, own));
        const double reach = reach_along(body, from, n, &s);
        if (reach > most) {
            most = reach;
            best = n;
        }
    }
    return best;
}

// Where n is level but no maximum, a body lies across the way from the centre with its flat side outwards. Turned by so much, rad, in the direction in which the body curves
// least, the search comes to an end of it. It turns to the side where the body already reaches farther.
static const double TURN = 0.1, LEVEL = 1e-6;

static scree_vec3 turned_to_end(const scree_support *s, scree_vec3 farthest, scree_vec3 n) {
    scree_vec3 u, v;
    vec_across(n, &u, &v);
    const scree_vec3 su = scree_convex_times(s->hessian, u), sv = scree_convex_times(s->hessian, v);
    const double half = 0.5 * (vec_dot(su, u) - vec_dot(sv, v)), uv = vec_dot(su, v),
                 root = sqrt(half * half + uv * uv), x = half >= 0.0 ? half + root : uv,
                 y = half >= 0.0 ? uv : root - half, length = sqrt(x * x + y * y);
    const scree_vec3 e = length > 0.0 ? vec_add(vec_scale(x / length, u), vec_scale(y / length, v)) : u;
    return vec_unit(vec_add_scaled(n, vec_dot(farthest, e) < 0.0 ? -TURN : TURN, e));
}

// h(n) + from.n is convex and grows in proportion to n, so that its value at the unit vector along its gradient is never less: a step that always leads up, where Newton's
// does not.
scree_convex_depth scree_convex_in_hollow_sphere(const scree_convex *body, scree_vec3 from, double radius) {
    scree_vec3 n = start_of(body, from), way = vec3(0.0, 0.0, 0.0);
    scree_support s;
    double most = reach_along(body, from, n, &s);
    int finished = 0, count = 0;
    for (; count < SCREE_MOST_STEPS && !finished; count++) {
        const scree_vec3 farthest = vec_add(s.point, from);
        double minus[6];
        for (int k = 0; k < 6; k++) {
            minus[k] = -s.hessian[k];
        }
        scree_vec3 next = vec_unit(farthest);
        if (!(vec_norm2(vec_sub(next, n)) > LEVEL) &&
            !solve_across(minus, -most, n, farthest, -1e-6 * s.h, &way)) {
            next = turned_to_end(&s, farthest, n);
        } else if (solve_across(minus, -most, n, farthest, 1e-6 * s.h, &way) && vec_norm2(way) < 0.09) {
            scree_support there;
            const scree_vec3 newton = vec_unit(vec_add(n, way));
            next =
                reach_along(body, from, newton, &there) >= reach_along(body, from, next, &s) ? newton : next;
        }
        finished = vec_norm2(vec_sub(next, n)) < 1e-18;
        n = next;
        most = reach_along(body, from, n, &s);
    }
    scree_convex_depth r = scree_convex_on_wall(&s, n, most - radius);
    r.evaluations = count;
    r.unfinished = !finished;
    return r;
}

// ---- circles -----------------------------------------------------------------------------------------------------------

// The depth of the point at e, and its first and second derivative as e turns about the axis. As the point moves by q', the normal turns by
// (H - depth)^-1 q' across it.
static scree_convex_spot spot_at(const scree_convex *body, scree_vec3 axis, scree_vec3 middle, double radius,
                                 scree_vec3 e, double *slope, double *second) {
    const scree_vec3 q = vec_add_scaled(middle, radius, e), along = vec_scale(radius, vec_cross(axis, e));
    const scree_convex_spot s = scree_convex_spot_of(body, q, NULL, -INFINITY);
    const scree_support at = scree_support_of(body, s.n, 1);
    scree_vec3 turn;
    *slope = -vec_dot(s.n, along);
    *second = radius * vec_dot(s.n, e);
    *second = solve_across(at.hessian, s.depth, s.n, along, 1e-9 * at.h, &turn)
                  ? *second - vec_dot(along, turn)
                  : INFINITY;
    return s;
}

// The local maximum next to e.
static scree_convex_depth climb(const scree_convex *body, scree_vec3 axis, scree_vec3 middle, double radius,
                                scree_vec3 e) {
    const double wide = fmin(0.2 * vec_norm(body->half) / radius, 0.3);
    double slope, second;
    scree_convex_spot s = spot_at(body, axis, middle, radius, e, &slope, &second);
    int finished = 0, count = 0, unfinished = s.unfinished;
    for (; count < SCREE_MOST_STEPS && !finished; count++) {
        const scree_vec3 from = e, across = vec_cross(axis, e);
        const double before = s.depth;
        double turn = second < 0.0 ? -slope / second : slope > 0.0 ? wide : -wide;
        turn = turn > wide ? wide : turn < -wide ? -wide : turn;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            e = vec_unit(vec_add_scaled(from, turn, across));
            s = spot_at(body, axis, middle, radius, e, &slope, &second);
            unfinished |= s.unfinished;
            if (!(fabs(turn) > 1e-6 && s.depth < before)) { // a smaller step cannot tell
                break;
            }
            turn *= 0.3;
        }
        finished = fabs(turn) < 1e-9;
    }
    const scree_support at = scree_support_of(body, s.n, 1);
    scree_convex_depth r = scree_convex_on_wall(&at, s.n, s.depth);
    r.evaluations = count;
    r.unfinished = unfinished | !finished;
    return r;
}

enum { AROUND = 8, SAMPLES = 2 * AROUND + 1 };

// A body may touch the circle at several places, of which the deepest one counts, so that the depth is continuous: a search begins at each sample that is deeper than those
// beside it.
scree_convex_depth scree_convex_on_circle(const scree_convex *body, scree_vec3 axis, scree_vec3 middle,
                                          double radius, double least) {
    const scree_vec3 across = vec_add_scaled(middle, -vec_dot(middle, axis), axis);
    const double rho = vec_norm(across), wide = vec_norm(body->half) / radius,
                 step = (wide < 1.0 ? 2.0 * wide : 3.0) / AROUND;
    scree_vec3 u, v, at[SAMPLES];
    vec_across(axis, &u, &v);
    const scree_vec3 nearest = rho > 0.0 ? vec_scale(-1.0 / rho, across) : u,
                     aside = vec_cross(axis, nearest);
    double depth[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        double sine, cosine;
        scree_sin_cos(step * (k - AROUND), &sine, &cosine);
        at[k] = vec_add_scaled(vec_scale(cosine, nearest), sine, aside);
        depth[k] = scree_convex_spot_of(body, vec_add_scaled(middle, radius, at[k]), NULL, least).depth;
    }
    scree_convex_depth best = {.depth = -INFINITY, .n = axis};
    for (int k = 0; k < SAMPLES; k++) {
        const bool rises = k == 0 || depth[k] > depth[k - 1],
                   falls = k == SAMPLES - 1 || depth[k] >= depth[k + 1];
        if (depth[k] > -INFINITY && rises && falls) {
            const scree_convex_depth found = climb(body, axis, middle, radius, at[k]);
            best = found.depth > best.depth ? found : best;
        }
    }
    return best;
}
