// SPDX-License-Identifier: BSD-3-Clause
#include "convex/point_depth.h"
#include "convex/least.h"
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
            *n = vec_unit(at);
            return 0;
        }
        const scree_vec3 way = step_of(w, 1e-9 * w->value, line != NULL);
        const double before = slope_along(w, way);
        if (-before < 1e-5 * w->value) { // near enough for a start
            break;
        }
        double share = 1.0;
        scree_vec3 next = at;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            next = vec_add_scaled(at, share, way);
            look(body, next, none, line, w);
            const double now = slope_along(w, way);
            if (!scree_step_goes_too_far(before, now)) {
                break;
            }
            share *= scree_step_share(before, now);
        }
        at = next;
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

// ---- the least of all directions ---------------------------------------------------------------------------------------

// With G(n) = h(n) - n.q of the corner q for which it is largest, the least depth is often at a kink of G, between corners, where Newton's method stops too early.
// So a search takes one corner or the line through two of them, and convex/least.h decides whether a lower direction is left.

// A direction nearer than this to the line, rad, does not show from which side the line is reached: the body leaves at an end of it then.
static const double ALONG = 0.1;
static const double SAME = 1e-9; // of the size: corners that are nearer than this are one

// Takes the first place that is lower than the lowest one, on the way from `from` in the direction `way`, which is cut in halves.
static bool take_on_way(const scree_convex_sum *sum, scree_vec3 from, scree_vec3 way,
                        scree_convex_view *least) {
    double share = 1.0;
    for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
        const scree_convex_view there = scree_convex_look(sum, vec_unit(vec_add_scaled(from, share, way)));
        if (there.value < least->value) {
            *least = there;
            return true;
        }
        share *= 0.5;
    }
    return false;
}

// Searches from the lowest direction with one corner q, or with the line along a side at q, and takes what is lower still. If another corner makes it higher, a
// place nearer to the start is taken, on the way there or down the slope.
static void take_lower(const scree_convex_sum *sum, scree_vec3 q, const scree_vec3 *line,
                       scree_convex_view *least) {
    scree_vec3 n = least->n;
    if (line) {
        n = vec_add_scaled(n, -vec_dot(n, *line), *line);
        if (!(vec_norm2(n) > ALONG * ALONG)) {
            return;
        }
        n = vec_unit(n);
        q = vec_add_scaled(q, -vec_dot(q, *line), *line);
    }
    const scree_vec3 from = n;
    view w;
    set_axes(&w, from, line);
    look(sum->a, from, q, line, &w);
    const scree_vec3 down = vec_add(vec_scale(-w.gu / w.s.h, w.u), vec_scale(-w.gv / w.s.h, w.v));
    find_deepest(sum->a, q, line, &n, &w);
    if (!take_on_way(sum, from, vec_sub(n, from), least)) {
        take_on_way(sum, from, down, least);
    }
}

// The point of a segment that is nearest to t.
static scree_vec3 on_segment(scree_vec3 t, scree_vec3 a, scree_vec3 b) {
    const scree_vec3 e = vec_sub(b, a);
    const double length2 = vec_norm2(e), along = length2 > 0.0 ? vec_dot(vec_sub(t, a), e) / length2 : 0.0;
    return vec_add_scaled(a, along > 0.0 ? along < 1.0 ? along : 1.0 : 0.0, e);
}

static void keep_nearer(scree_vec3 t, scree_vec3 q, scree_vec3 *best) {
    *best = vec_norm2(vec_sub(q, t)) < vec_norm2(vec_sub(*best, t)) ? q : *best;
}

// The point of the triangles or of the segment between the corners that is nearest to t, which is in their plane or near it.
static scree_vec3 nearest_to(const scree_convex_sum *sum, scree_vec3 t) {
    const scree_vec3 *v = sum->corner;
    scree_vec3 best = v[0];
    for (int k = 0; k + 1 < sum->corners; k += 3) {
        const int last = k + 2 < sum->corners ? k + 2 : k;
        const scree_vec3 a = v[k], b = v[k + 1], c = v[last], ab = vec_sub(b, a), ac = vec_sub(c, a),
                         at = vec_sub(t, a), across = vec_cross(ab, ac);
        const double area2 = vec_norm2(across), second = vec_dot(vec_cross(at, ac), across),
                     third = vec_dot(vec_cross(ab, at), across);
        keep_nearer(t, on_segment(t, a, b), &best);
        keep_nearer(t, on_segment(t, b, c), &best);
        keep_nearer(t, on_segment(t, c, a), &best);
        if (area2 > 0.0 && second >= 0.0 && third >= 0.0 && second + third <= area2) {
            const scree_vec3 in = vec_add_scaled(vec_scale(second / area2, ab), third / area2, ac);
            keep_nearer(t, vec_add(a, in), &best);
        }
    }
    return best;
}

// At the least depth the point of the sum lies along the direction. Where several corners are equally far, it belongs to a point between them:
// the bound in convex/least.h is better with this point than with that of one corner.
static void settle(const scree_convex_sum *sum, scree_convex_view *least) {
    const scree_vec3 point = scree_support_of(sum->a, least->n, 0).point;
    least->point = vec_sub(point, nearest_to(sum, vec_add_scaled(point, -least->value, least->n)));
}

// So many corners are taken after each other; the next search for a lower direction finds what is left.
enum { PASSES = 3 };

// Goes down from the lowest direction, first with the corner that decides there, then with the line from it to the corner that would be next.
static void go_down(const scree_convex_sum *sum, double size, scree_convex_view *least) {
    for (int pass = 0; pass < PASSES; pass++) {
        const scree_vec3 n = least->n;
        const double before = least->value;
        int first = 0, next = -1;
        for (int k = 1; k < sum->corners; k++) {
            first = vec_dot(n, sum->corner[k]) < vec_dot(n, sum->corner[first]) ? k : first;
        }
        const scree_vec3 q = sum->corner[first];
        double flat = INFINITY;
        for (int k = 0; k < sum->corners; k++) {
            const scree_vec3 to = vec_sub(sum->corner[k], q);
            const double length = vec_norm(to),
                         rise = length > SAME * size ? vec_dot(n, to) / length : INFINITY;
            next = rise < flat ? k : next;
            flat = rise < flat ? rise : flat;
        }
        take_lower(sum, q, NULL, least);
        if (next >= 0) {
            const scree_vec3 line = vec_unit(vec_sub(sum->corner[next], q));
            take_lower(sum, q, &line, least);
        }
        if (!(least->value < before)) {
            break;
        }
    }
}

// Most corners that are apart from the body show it within so many steps; the search below decides of the others.
enum { GILBERT_STEPS = 12 };

// Looks for a direction along which the corners are apart from the body, by Gilbert's method (1966), which approaches the shortest way between the two.
static bool find_apart(const scree_convex_sum *sum, double least, scree_convex_view *lowest) {
    scree_vec3 v = lowest->point; // of the ways from a corner to a point of the body
    for (int k = 0; k < GILBERT_STEPS; k++) {
        const double length = vec_norm(v);
        if (!(length > 0.0)) {
            return false;
        }
        const scree_convex_view at = scree_convex_look(sum, vec_scale(-1.0 / length, v));
        *lowest = at.value < lowest->value ? at : *lowest;
        if (!(at.value > least)) {
            return true;
        }
        const scree_vec3 e = vec_sub(at.point, v);
        const double length2 = vec_norm2(e), along = length2 > 0.0 ? -vec_dot(v, e) / length2 : 0.0;
        v = vec_add_scaled(v, along > 1.0 ? 1.0 : along > 0.0 ? along : 0.0, e);
    }
    return false;
}

// Goes down until no direction is lower by more than `within`. So many times a lower one may be found.
enum { MOST_VALLEYS = 50 };

static bool find_least(const scree_convex_sum *sum, double size, double within, double least,
                       scree_convex_view *at, int *count) {
    scree_least found = SCREE_LOWER;
    for (int k = 0; k < MOST_VALLEYS && at->value > least && found == SCREE_LOWER; k++) {
        settle(sum, at);
        found = scree_convex_is_least(sum, within, at, count);
        if (found == SCREE_LOWER) {
            go_down(sum, size, at);
        }
    }
    return found == SCREE_LEAST;
}

// Along the normals of their plane all corners are equally far, which no search with one or two of them finds.
static void take_normals(const scree_convex_sum *sum, scree_convex_view *at) {
    if (sum->corners < 3) {
        return;
    }
    const scree_vec3 *v = sum->corner, normal = vec_unit(vec_cross(vec_sub(v[1], v[0]), vec_sub(v[2], v[0])));
    for (int side = -1; side <= 1; side += 2) {
        const scree_convex_view there = scree_convex_look(sum, vec_scale(side, normal));
        *at = there.value < at->value ? there : *at;
    }
}

// From coarse to fine, as coarse steps come to the lowest valley sooner. What one of them has shown stays true as the depth decreases.
scree_convex_spot scree_convex_spot_of_corners(const scree_convex *body, const scree_vec3 *corner, int n,
                                               scree_vec3 start, double least) {
    const scree_convex_sum sum = {.a = body, .corner = corner, .corners = n};
    const double size = vec_norm(body->half);
    scree_convex_spot r = {.depth = -INFINITY, .n = start};
    scree_convex_view at = scree_convex_look(&sum, start);
    if (find_apart(&sum, least, &at)) {
        r.n = at.n;
        return r;
    }
    at = scree_convex_look(&sum, start);
    take_normals(&sum, &at);
    bool shown = false;
    for (int level = SCREE_WITHINS; level-- > 0;) {
        shown |= find_least(&sum, size, scree_convex_within[level] * size, least, &at, &r.evaluations);
    }
    r.n = at.n;
    r.unfinished = at.value > least && !shown;
    if (at.value > least && shown) {
        r.depth = at.value;
        r.point = scree_support_of(body, at.n, 0).point;
    }
    return r;
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
    const int finished = find_deepest(body, across, line, &r.n, &w);
    if (!line && !(finished && w.value <= scree_convex_sure(body))) {
        return scree_convex_spot_of_corners(body, &q, 1, r.n, least);
    }
    r.unfinished = !finished;
    r.depth = w.value;
    r.point = w.s.point;
    return r;
}
