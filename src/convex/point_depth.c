// SPDX-License-Identifier: BSD-3-Clause
#include "convex/point_depth.h"
#include "convex/short_step.h"

// The search sees h - n.q along two directions u and v, or along u alone for a line, which is along v.
typedef struct view {
    scree_support s;
    scree_vec3 u, v;
    double value, gu, gv; // and its slopes
    double uu, uv, vv;    // second derivatives
} view;

static void set_axes(view *w, scree_vec3 n, const scree_vec3 *line) {
    if (line) {
        w->u = vec_cross(*line, n);
        w->v = *line;
    } else {
        vec_across(n, &w->u, &w->v);
    }
}

static void look(const scree_convex *body, scree_vec3 n, scree_vec3 q, const scree_vec3 *line, view *w) {
    w->s = scree_support_of(body, n, 1);
    const scree_vec3 off = vec_sub(w->s.point, q), hu = scree_convex_times(w->s.hessian, w->u),
                     hv = scree_convex_times(w->s.hessian, w->v);
    w->value = w->s.h - vec_dot(n, q);
    w->gu = vec_dot(off, w->u);
    w->uu = vec_dot(hu, w->u);
    w->gv = line ? 0.0 : vec_dot(off, w->v);
    w->uv = line ? 0.0 : vec_dot(hu, w->v);
    w->vv = vec_dot(hv, w->v);
}

// Newton's step, with a matrix that is made positive where it is not.
static scree_vec3 step_of(const view *w, double least, int line) {
    if (line) {
        return vec_scale(-w->gu / (w->uu > least ? w->uu : least), w->u);
    }
    double s, t;
    scree_step_of(w->gu, w->gv, w->uu, w->uv, w->vv, least, &s, &t);
    return vec_add(vec_scale(s, w->u), vec_scale(t, w->v));
}

static double slope_along(const view *w, scree_vec3 way) {
    return w->gu * vec_dot(w->u, way) + w->gv * vec_dot(w->v, way);
}

// The n of the plane n.q = |q| for which h is least: the body, scaled about its centre until it touches the point or line, touches it with this normal. There is
// one, as h is convex. Returns 0 as soon as the depth is known not to be above `least`.
static int find_touch(const scree_convex *body, double distance, const scree_vec3 *line, double least,
                      scree_vec3 *n, view *w) {
    const scree_vec3 none = vec3(0.0, 0.0, 0.0);
    scree_vec3 at = *n;
    set_axes(w, at, line);
    look(body, at, none, line, w);
    for (int k = 0; k < SCREE_MOST_STEPS; k++) {
        if (w->value - distance <= least * vec_norm(at)) {
            return 0;
        }
        const scree_vec3 way = step_of(w, 1e-9 * w->value, line != NULL);
        const double before = slope_along(w, way);
        if (-before < 1e-5 * w->value) { // near enough for a start
            break;
        }
        double share = 1.0;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            look(body, vec_add_scaled(at, share, way), none, line, w);
            const double now = slope_along(w, way);
            if (!scree_step_goes_too_far(before, now)) {
                break;
            }
            share *= scree_step_share(before, now);
        }
        at = vec_add_scaled(at, share, way);
    }
    *n = vec_unit(at);
    return 1;
}

// The minimum of h(n) - n.q near n.
static int find_deepest(const scree_convex *body, scree_vec3 q, const scree_vec3 *line, scree_vec3 *n,
                        view *w) {
    set_axes(w, *n, line);
    look(body, *n, q, line, w);
    for (int k = 0; k < SCREE_MOST_STEPS; k++) {
        const double g = w->value, scale = w->s.h, steep = sqrt(w->gu * w->gu + w->gv * w->gv);
        view on = *w; // of G on the sphere
        on.uu -= g;
        on.vv -= g;
        const scree_vec3 way = step_of(&on, 1e-6 * scale, line != NULL);
        const double length = vec_norm(way), most = 0.3, before = slope_along(w, way);
        double share = length > most ? most / length : 1.0;
        scree_vec3 next = *n;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            next = vec_unit(vec_add_scaled(*n, share, way));
            set_axes(w, next, line);
            look(body, next, q, line, w);
            const double now = slope_along(w, way);
            if (scree_step_goes_too_far(before, now)) {
                share *= scree_step_share(before, now);
            } else if (share * length > 1e-5 &&
                       !(w->value < g)) { // a smaller step cannot tell, as G has its minimum there
                share *= 0.4;
            } else {
                break;
            }
        }
        *n = next;
        // Where a face is flat, the slope changes by more than that from one direction to the next that doubles can tell apart.
        if (share * length < 1e-9 && (steep < 1e-5 * scale || share * length < 1e-12)) {
            return 1;
        }
    }
    return 0;
}

scree_convex_spot scree_convex_spot_of(const scree_convex *body, scree_vec3 q, const scree_vec3 *line,
                                       double least) {
    const scree_vec3 across = line ? vec_add_scaled(q, -vec_dot(q, *line), *line) : q;
    const double distance = vec_norm(across);
    scree_convex_spot r = {.depth = -INFINITY, .n = vec3(1.0, 0.0, 0.0)};
    scree_vec3 other;
    if (distance > 0.0) {
        r.n = vec_scale(1.0 / distance, across);
    } else if (line) {
        vec_across(*line, &r.n, &other);
    }
    view w;
    if (!find_touch(body, distance, line, least, &r.n, &w)) {
        return r;
    }
    r.unfinished = !find_deepest(body, across, line, &r.n, &w);
    r.depth = w.value;
    r.point = w.s.point;
    return r;
}
