// SPDX-License-Identifier: BSD-3-Clause
// Cones are those between rings of directions around the lowest one, wider and wider: near it G is within rounding of the least value, and small cones are needed; far from it
// large ones are enough. Of bodies 4 % in each other 100 to 200 evaluations are usual.
#include "convex/least.h"

// Cones that wait, of which each division adds one; and evaluations of G.
enum { MOST_CONES = 200, MOST_EVALUATIONS = 6000 };

scree_convex_view scree_convex_look(const scree_convex_sum *s, scree_vec3 n) {
    const scree_support a = scree_support_of(s->a, n, 0);
    scree_vec3 point = a.point;
    double value = a.h;
    if (s->b) {
        const scree_support b = scree_support_of(s->b, vec_scale(-1.0, n), 0);
        point = vec_sub(vec_sub(point, b.point), s->d);
        value += b.h - vec_dot(n, s->d);
    } else {
        int lowest = 0;
        double low = vec_dot(n, s->corner[0]);
        for (int k = 1; k < s->corners; k++) {
            const double along = vec_dot(n, s->corner[k]);
            lowest = along < low ? k : lowest;
            low = along < low ? along : low;
        }
        point = vec_sub(point, s->corner[lowest]);
        value -= low;
    }
    return (scree_convex_view){n, point, value};
}

typedef struct cone {
    scree_convex_view at[3];
} cone;

// The least of n.y over the directions of the cone, if it is positive: it is at one of the three.
static double least_along(const cone *c, scree_vec3 y) {
    const double first = vec_dot(c->at[0].n, y), second = vec_dot(c->at[1].n, y),
                 third = vec_dot(c->at[2].n, y), two = first < second ? first : second;
    return two < third ? two : third;
}

// The part of the way along w to where it meets the triangle of three points; 0 if it does not.
static double met_at(scree_vec3 w, scree_vec3 x, scree_vec3 y, scree_vec3 z) {
    const scree_vec3 yz = vec_cross(y, z), zx = vec_cross(z, x), xy = vec_cross(x, y);
    const double all = vec_dot(x, yz), first = vec_dot(w, yz), second = vec_dot(w, zx),
                 third = vec_dot(w, xy), sum = first + second + third;
    const bool inside = all > 0.0   ? first >= 0.0 && second >= 0.0 && third >= 0.0
                        : all < 0.0 ? first <= 0.0 && second <= 0.0 && third <= 0.0
                                    : false;
    return inside && sum != 0.0 ? all / sum : 0.0;
}

// A lower bound of G over a cone. G is not below n.y of any point y of the sum, so of any mean of those that were found: of the mean that lies along the direction w with equal
// n.w for the three n, and of single points. least: the point found along the lowest direction.
static double bound_of(const cone *c, const scree_convex_view *least) {
    const scree_vec3 *n[3] = {&c->at[0].n, &c->at[1].n, &c->at[2].n},
                     *y[3] = {&c->at[0].point, &c->at[1].point, &c->at[2].point};
    const scree_vec3 across = vec_cross(vec_sub(*n[1], *n[0]), vec_sub(*n[2], *n[0]));
    const double height = vec_dot(across, *n[0]);
    double bound = least_along(c, least->point);
    for (int k = 0; k < 3; k++) {
        const double one = least_along(c, *y[k]);
        bound = one > bound ? one : bound;
    }
    if (bound < 0.0) { // unit vectors in the cone are sums of the three with more than 1 in all
        return height != 0.0 ? bound * (vec_norm(across) / fabs(height)) : -INFINITY;
    }
    if (height != 0.0) {
        const scree_vec3 w = vec_scale(1.0 / height, across);
        for (int left = 0; left < 4; left++) {
            const double mean = met_at(w, left == 0 ? least->point : *y[0], left == 1 ? least->point : *y[1],
                                       left == 2 ? least->point : *y[2]);
            bound = mean > bound ? mean : bound;
        }
    }
    return bound;
}

// A search in one cone after the other.
typedef struct search {
    const scree_convex_sum *sum;
    double within;
    scree_convex_view *least;
    int count;
    cone open[MOST_CONES];
} search;

static scree_convex_view look(search *q, scree_vec3 n) {
    q->count++;
    return scree_convex_look(q->sum, n);
}

static bool is_lower(search *q, const scree_convex_view *at) {
    const bool lower = at->value < q->least->value - q->within;
    *q->least = lower ? *at : *q->least;
    return lower;
}

// Divides the longest side of a cone; returns the direction in its middle, and the two halves.
static scree_convex_view divide(search *q, const cone *c, cone half[2]) {
    int side = 0;
    double least = 2.0;
    for (int k = 0; k < 3; k++) {
        const double cosine = vec_dot(c->at[k].n, c->at[(k + 1) % 3].n);
        side = cosine < least ? k : side;
        least = cosine < least ? cosine : least;
    }
    const int next = (side + 1) % 3;
    const scree_convex_view middle = look(q, vec_unit(vec_add(c->at[side].n, c->at[next].n)));
    half[0] = half[1] = *c;
    half[0].at[next] = middle;
    half[1].at[side] = middle;
    return middle;
}

// Looks for a lower direction in the cone between three.
static scree_least search_cone(search *q, const scree_convex_view *a, const scree_convex_view *b,
                               const scree_convex_view *c) {
    int n = 0;
    q->open[n++] = (cone){{*a, *b, *c}};
    while (n > 0) {
        const cone now = q->open[--n];
        if (bound_of(&now, q->least) >= q->least->value - q->within) {
            continue;
        }
        if (q->count >= MOST_EVALUATIONS || n + 2 > MOST_CONES) {
            return SCREE_UNKNOWN;
        }
        const scree_convex_view middle = divide(q, &now, &q->open[n]);
        if (is_lower(q, &middle)) {
            return SCREE_LOWER;
        }
        n += 2;
    }
    return SCREE_LEAST;
}

// Directions in a ring around the lowest one; each ring is so many times as wide as the one before it.
enum { SPOKES = 6 };
static const double WIDEN = 3.0, QUARTER = 1e9; // the tangent of a right angle

// Looks along a ring, of which odd ones are turned by half a spoke. Returns whether one direction is lower.
static bool look_around(search *q, scree_vec3 n, double tangent, int odd, scree_convex_view *ring) {
    static const double low = 0.5, high = 0.8660254037844387; // sines of 30 and 60 degrees
    static const double cosine[2 * SPOKES] = {1.0,  high,  low,  0.0, -low, -high,
                                              -1.0, -high, -low, 0.0, low,  high};
    scree_vec3 u, v;
    vec_across(n, &u, &v);
    for (int k = 0; k < SPOKES; k++) {
        const int j = 2 * k + odd;
        const scree_vec3 across = vec_add(vec_scale(cosine[j], u), vec_scale(cosine[(j + 9) % 12], v));
        ring[k] = look(q, tangent < QUARTER ? vec_unit(vec_add_scaled(n, tangent, across)) : across);
        if (is_lower(q, &ring[k])) {
            return true;
        }
    }
    return false;
}

// Looks for a lower direction between two rings, the first of which is odd or not.
static scree_least search_between(search *q, const scree_convex_view *in, const scree_convex_view *out,
                                  int odd) {
    scree_least found = SCREE_LEAST;
    for (int k = 0; k < SPOKES && found == SCREE_LEAST; k++) {
        const int next = (k + 1) % SPOKES;
        found = search_cone(q, &in[k], &in[next], odd ? &out[next] : &out[k]);
        if (found == SCREE_LEAST) {
            found = search_cone(q, &out[k], &out[next], odd ? &in[k] : &in[next]);
        }
    }
    return found;
}

static scree_least search_cap(search *q, const scree_convex_view *pole, const scree_convex_view *ring) {
    scree_least found = SCREE_LEAST;
    for (int k = 0; k < SPOKES && found == SCREE_LEAST; k++) {
        found = search_cone(q, pole, &ring[k], &ring[(k + 1) % SPOKES]);
    }
    return found;
}

// The first ring is so near that the point along n alone is enough for the bound within it.
scree_least scree_convex_is_least(const scree_convex_sum *s, double within, scree_convex_view *least,
                                  int *evaluations) {
    search q = {.sum = s, .within = within, .least = least};
    const scree_convex_view pole = *least;
    const double near = pole.value > 0.0 ? sqrt(within / pole.value) : 1.0;
    scree_convex_view ring[2][SPOKES];
    double tangent = near < 0.3 ? near : 0.3;
    int odd = 0;
    scree_least found = look_around(&q, pole.n, tangent, 0, ring[0]) ? SCREE_LOWER : SCREE_LEAST;
    found = found == SCREE_LEAST ? search_cap(&q, &pole, ring[0]) : found;
    while (found == SCREE_LEAST && tangent < QUARTER) {
        tangent = tangent * WIDEN < 3.0 ? tangent * WIDEN : QUARTER;
        found = look_around(&q, pole.n, tangent, !odd, ring[!odd]) ? SCREE_LOWER : SCREE_LEAST;
        found = found == SCREE_LEAST ? search_between(&q, ring[odd], ring[!odd], odd) : found;
        odd = !odd;
    }
    if (found == SCREE_LEAST) {
        const scree_convex_view back = look(&q, vec_scale(-1.0, pole.n));
        found = is_lower(&q, &back) ? SCREE_LOWER : search_cap(&q, &back, ring[odd]);
    }
    *evaluations += q.count;
    return found;
}

double scree_convex_sure(const scree_convex *b) {
    static const double of_unit[] = {1.0, 0.5585, 0.3946, 0.3067}; // exponents 2 to 5
    if (b->kind != SCREE_FORM_SUPERELLIPSOID) {
        return b->rounding;
    }
    const double least = fmin(b->half.x, fmin(b->half.y, b->half.z)),
                 most = fmax(b->half.x, fmax(b->half.y, b->half.z));
    return of_unit[(int)b->exponent - 2] * (least * least) / most;
}
