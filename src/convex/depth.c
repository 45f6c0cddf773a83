// SPDX-License-Identifier: BSD-3-Clause
#include "convex/depth.h"
#include "convex/least.h"
#include "convex/short_step.h"
#include "maths/math.h"
#include <string.h>

// What both searches see of G or hA + hB at n, along two directions u and v.
typedef struct view {
    double value, gu, gv; // and its slopes
    double uu, uv, vv;    // second derivatives
    scree_support a, b;
} view;

static double along(const double *s, scree_vec3 x, scree_vec3 y) {
    return vec_dot(x, scree_convex_times(s, y));
}

static void look(const scree_convex *a, const scree_convex *b, scree_vec3 n, scree_vec3 u, scree_vec3 v,
                 view *w) {
    w->a = scree_support_of(a, n, 1);
    w->b = scree_support_of(b, vec_scale(-1.0, n), 1);
    const scree_vec3 p = vec_sub(w->a.point, w->b.point);
    double s[6];
    for (int k = 0; k < 6; k++) {
        s[k] = w->a.hessian[k] + w->b.hessian[k];
    }
    w->value = w->a.h + w->b.h;
    w->gu = vec_dot(p, u);
    w->gv = vec_dot(p, v);
    w->uu = along(s, u, u);
    w->uv = along(s, u, v);
    w->vv = along(s, v, v);
}

static scree_vec3 moved(scree_vec3 n, double s, scree_vec3 u, double t, scree_vec3 v) {
    return vec_add(n, vec_add(vec_scale(s, u), vec_scale(t, v)));
}

// The direction n with n.d = |d| in which hA + hB is least: the bodies, scaled about their centres until they touch, touch there. The function is
// convex over this plane, so that there is one minimum, for bodies of any overlap. Returns 0 as soon as it is below |d|: the bodies are apart along n.
static int find_touch(const scree_convex *a, const scree_convex *b, double distance, scree_vec3 *n, int exact,
                      int *count) {
    scree_vec3 u, v, at = *n;
    vec_across(*n, &u, &v);
    view w;
    look(a, b, at, u, v, &w);
    for (int k = 0; k < SCREE_MOST_STEPS; k++) {
        ++*count;
        if (!exact && w.value < distance) {
            *n = vec_unit(at);
            return 0;
        }
        double s, t;
        scree_step_of(w.gu, w.gv, w.uu, w.uv, w.vv, 1e-9 * w.value, &s, &t);
        const double fall = -(s * w.gu + t * w.gv);
        if (fall < 1e-5 * w.value) { // near enough for a start
            break;
        }
        const double before = s * w.gu + t * w.gv;
        double share = 1.0;
        scree_vec3 next = at;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            next = moved(at, share * s, u, share * t, v);
            look(a, b, next, u, v, &w);
            const double now = s * w.gu + t * w.gv;
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

// The minimum of G near n.
static int find_deepest(const scree_convex *a, const scree_convex *b, scree_vec3 d, scree_vec3 *n, view *w,
                        int *count) {
    scree_vec3 u, v;
    vec_across(*n, &u, &v);
    look(a, b, *n, u, v, w);
    for (int k = 0; k < SCREE_MOST_STEPS; k++) {
        ++*count;
        const double g = w->value - vec_dot(*n, d), scale = w->value;
        view on = *w; // of G on the sphere
        on.gu -= vec_dot(u, d);
        on.gv -= vec_dot(v, d);
        on.uu -= g;
        on.vv -= g;
        double s, t;
        scree_step_of(on.gu, on.gv, on.uu, on.uv, on.vv, 1e-6 * scale, &s, &t);
        const double length = sqrt(s * s + t * t), most = 0.3, before = s * on.gu + t * on.gv;
        const scree_vec3 way = vec_add(vec_scale(s, u), vec_scale(t, v));
        double share = length > most ? most / length : 1.0;
        scree_vec3 next = *n;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            next = vec_unit(vec_add_scaled(*n, share, way));
            vec_across(next, &u, &v);
            look(a, b, next, u, v, w);
            const double there = w->value - vec_dot(next, d),
                         now = vec_dot(vec_sub(vec_sub(w->a.point, w->b.point), d), way) -
                               there * vec_dot(next, way);
            if (scree_step_goes_too_far(before, now)) {
                share *= scree_step_share(before, now);
            } else if (share * length > 1e-5 &&
                       !(there < g)) { // a smaller step cannot tell, as G has its minimum there
                share *= 0.4;
            } else {
                break;
            }
        }
        *n = next;
        if (share * length < 1e-9 && sqrt(on.gu * on.gu + on.gv * on.gv) < 1e-5 * scale) {
            return 1;
        }
    }
    return 0;
}

// So many times a lower valley may be found.
enum { MOST_VALLEYS = 50 };

// Goes down from one valley of G to the next until none is lower. Returns whether that is certain; then w is of the lowest one. n: of a valley, which w shows.
static int find_lowest(const scree_convex *a, const scree_convex *b, scree_vec3 d, scree_vec3 *n, view *w,
                       int *count) {
    const scree_convex_sum sum = {.a = a, .b = b, .d = d};
    const double size = w->value;
    scree_convex_view least = scree_convex_look(&sum, *n);
    int level = 0;
    for (int k = 0; k < MOST_VALLEYS && level < SCREE_WITHINS; k++) {
        const scree_least found =
            scree_convex_is_least(&sum, scree_convex_within[level] * size, &least, count);
        if (found == SCREE_LEAST) {
            return 1;
        }
        if (found == SCREE_LOWER) {
            scree_vec3 down = least.n;
            find_deepest(a, b, d, &down, w, count);
            const scree_convex_view there = scree_convex_look(&sum, down);
            if (there.value <= least.value) {
                least = there;
            } else {
                scree_vec3 u, v;
                vec_across(least.n, &u, &v);
                look(a, b, least.n, u, v, w);
            }
            *n = least.n;
        }
        level += found == SCREE_UNKNOWN;
    }
    return 0;
}

scree_convex_depth scree_convex_depth_of(const scree_convex *a, const scree_convex *b, scree_vec3 d,
                                         int exact) {
    const double distance = vec_norm(d);
    scree_convex_depth r = {.depth = -INFINITY,
                            .n = distance > 0.0 ? vec_scale(1.0 / distance, d) : vec3(1.0, 0.0, 0.0)};
    if (!exact && scree_support_of(a, r.n, 0).h + scree_support_of(b, vec_scale(-1.0, r.n), 0).h < distance) {
        return r; // most pairs of the list
    }
    if (!find_touch(a, b, distance, &r.n, exact, &r.evaluations)) {
        return r;
    }
    view w;
    const int finished = find_deepest(a, b, d, &r.n, &w, &r.evaluations);
    const double sure = scree_convex_sure(a) + scree_convex_sure(b);
    if (!(finished && w.value - vec_dot(r.n, d) <= sure) && !find_lowest(a, b, d, &r.n, &w, &r.evaluations)) {
        r.unfinished = 1;
        return r;
    }
    r.depth = w.value - vec_dot(r.n, d);
    r.arm_a = vec_add_scaled(w.a.point, -0.5 * r.depth, r.n);
    r.arm_b = vec_add_scaled(w.b.point, 0.5 * r.depth, r.n);
    memcpy(r.curve_a, w.a.hessian, sizeof r.curve_a);
    memcpy(r.curve_b, w.b.hessian, sizeof r.curve_b);
    return r;
}

// ---- walls -----------------------------------------------------------------------------------------------------

scree_convex_depth scree_convex_on_wall(const scree_support *s, scree_vec3 n, double depth) {
    scree_convex_depth r = {
        .depth = depth, .n = n, .arm_a = vec_add_scaled(s->point, -0.5 * depth, n), .evaluations = 1};
    memcpy(r.curve_a, s->hessian, sizeof r.curve_a);
    return r;
}

scree_convex_depth scree_convex_on_plane(const scree_convex *a, scree_vec3 normal, double distance) {
    const scree_vec3 n = vec_scale(-1.0, normal);
    const scree_support s = scree_support_of(a, n, 1);
    return scree_convex_on_wall(&s, n, s.h - distance);
}

// F(e) = h(e) + from.e over the unit vectors e across the axis is how far the body reaches along e. Inside, its largest value less the radius is the depth,
// and outside its smallest value and the radius, as e points towards the axis there. Both searches look for the least f = F outside and f = -F inside.
typedef struct round_search {
    const scree_convex *body;
    scree_vec3 axis, from;
    double sign, size; // of F in f; m, the largest half axis of the body
    int count;
} round_search;

typedef struct round_place {
    scree_vec3 e;
    scree_support s;
    double f;
    int finished;
} round_place;

static round_place place_along(const round_search *r, scree_vec3 e) {
    round_place p = {.e = e, .s = scree_support_of(r->body, e, 1)};
    p.f = r->sign * (p.s.h + vec_dot(r->from, e));
    return p;
}

// The derivative of f as e turns about the axis.
static double slope_at(const round_search *r, const round_place *p) {
    const scree_vec3 across = vec_cross(r->axis, p->e);
    return r->sign * (vec_dot(p->s.point, across) + vec_dot(r->from, across));
}

// Goes to the local minimum of f next to p.
static void descend(round_search *r, round_place *p) {
    for (int k = 1; k < SCREE_MOST_STEPS && !p->finished; k++) {
        const scree_vec3 from_e = p->e, across = vec_cross(r->axis, from_e);
        const double slope = slope_at(r, p), second = r->sign * along(p->s.hessian, across, across) - p->f,
                     least = 1e-6 * p->s.h, f = p->f;
        double turn = -slope / (second > least ? second : least);
        turn = turn > 0.3 ? 0.3 : turn < -0.3 ? -0.3 : turn;
        for (int cut = 0; cut < SCREE_MOST_CUTS; cut++) {
            *p = place_along(r, vec_unit(vec_add_scaled(from_e, turn, across)));
            const double before = slope * turn, now = turn * slope_at(r, p);
            if (scree_step_goes_too_far(before, now)) {
                turn *= scree_step_share(before, now);
            } else if (fabs(turn) > 1e-5 && !(p->f < f)) {
                turn *= 0.4;
            } else {
                break;
            }
        }
        p->finished = fabs(turn) < 1e-9;
        r->count++;
    }
}

// A bound of F between two directions, the second of which follows the first about the axis: F'' + F is a radius of curvature, so it is not negative, and F is not above
// the sinusoid through its values at both ends.
static double most_between(const round_search *r, const round_place *a, const round_place *b) {
    const double cosine = vec_dot(a->e, b->e), sine = vec_dot(vec_cross(a->e, b->e), r->axis), fa = -a->f,
                 fb = -b->f, rise = fb - fa * cosine, fall = fa - fb * cosine;
    return sine > 0.0 && rise > 0.0 && fall > 0.0 ? sqrt(fa * fa + rise / sine * (rise / sine))
                                                  : fmax(fa, fb);
}

// Looks for another end of the body that reaches farther than `best`, between two directions. The bound ends the search where there is none.
static void search_between(round_search *r, const round_place *a, const round_place *b, int levels,
                           round_place *best) {
    if (levels == 0 || !(most_between(r, a, b) > -best->f + 1e-9 * r->size)) {
        return;
    }
    round_place middle = place_along(r, vec_unit(vec_add(a->e, b->e)));
    r->count++;
    const double flat = 1e-6 * r->size;
    if (slope_at(r, a) < -flat && slope_at(r, b) > flat) { // F rises and falls
        round_place end = middle;
        descend(r, &end);
        if (end.f < best->f - 1e-12 * r->size) {
            *best = end;
        }
        const int inside =
            vec_dot(vec_cross(a->e, end.e), r->axis) > 0.0 && vec_dot(vec_cross(end.e, b->e), r->axis) > 0.0;
        middle = inside ? end : middle;
    }
    search_between(r, a, &middle, levels - 1, best);
    search_between(r, &middle, b, levels - 1, best);
}

// A body that is flatter than the cylinder reaches farther at its ends than between them, at angles of about its size over the radius: 4 samples at each side hold them
// all, and of a body that is about as large as the cylinder 13, all around. Any of the ends may be the deepest one.
enum { ASIDE = 4, MOST_ASIDE = 13, LEVELS = 5 };

static round_place deepest_inside(round_search *r, double radius, scree_vec3 middle) {
    const int aside = r->size < 0.4 * radius ? ASIDE : MOST_ASIDE, n = 2 * aside + 1;
    const double wide = fmin(0.4 * r->size / radius, 0.25);
    const scree_vec3 across = vec_cross(r->axis, middle);
    round_place at[2 * MOST_ASIDE + 1];
    at[aside] = place_along(r, middle);
    int first = aside;
    for (int k = 0; k < n; k++) {
        const double turn = wide * (k - aside);
        scree_vec3 e = vec_unit(vec_add_scaled(middle, turn, across));
        if (aside > ASIDE) {
            double sine, cosine;
            scree_sin_cos(turn, &sine, &cosine);
            e = vec_add(vec_scale(cosine, middle), vec_scale(sine, across));
        }
        if (k != aside) {
            at[k] = place_along(r, e);
        }
        first = at[k].f < at[first].f ? k : first;
    }
    round_place best = at[first];
    descend(r, &best);
    const round_place found = best;
    for (int k = 0; k + 1 < n; k++) {
        const int here = vec_dot(vec_cross(at[k].e, found.e), r->axis) > 0.0 &&
                         vec_dot(vec_cross(found.e, at[k + 1].e), r->axis) > 0.0;
        if (here) {
            search_between(r, &at[k], &found, LEVELS, &best);
            search_between(r, &found, &at[k + 1], LEVELS, &best);
        } else {
            search_between(r, &at[k], &at[k + 1], LEVELS, &best);
        }
    }
    return best;
}

scree_convex_depth scree_convex_on_cylinder(const scree_convex *a, scree_vec3 axis, scree_vec3 from,
                                            double radius, int outside) {
    const double rho = vec_norm(from), sign = outside ? 1.0 : -1.0;
    round_search search = {.body = a,
                           .axis = axis,
                           .from = from,
                           .sign = sign,
                           .size = fmax(a->half.x, fmax(a->half.y, a->half.z)),
                           .count = 1};
    scree_vec3 u, v;
    vec_across(axis, &u, &v);
    const scree_vec3 middle = rho > 0.0 ? vec_scale(-sign / rho, from) : u;
    round_place best;
    if (outside) {
        best = place_along(&search, middle);
        descend(&search, &best);
    } else {
        best = deepest_inside(&search, radius, middle);
    }
    scree_convex_depth r =
        scree_convex_on_wall(&best.s, best.e, outside ? best.f + radius : -best.f - radius);
    r.evaluations = search.count;
    r.unfinished = !best.finished;
    return r;
}
