// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/polygon.h"

#include "maths/orientation.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_CORNERS = 10000 };
#define NONE SIZE_MAX

static const double TOUCH =
    1e-9; // 1, of the size of the face: what is closer lies on each other, as where meshes weld vertices
static const double SLIVER =
    1e-6; // 1, height / length of triangles that are avoided: rounding of single precision
static const double FLAT = 1e-12; // 1, height / length of triangles that meshes drop

// The conditions under which a corner may be cut off, from strict to lenient.
typedef enum strictness {
    NO_SLIVERS, // nor those that would be left, where another corner is close to the cut
    EXACT,
    TOLERANT, // of corners in the triangle that are less than TOUCH from its border, as rounding may put them there
    STRICTNESSES
} strictness;

typedef struct vertex {
    scree_point at; // in the plane of the face, counter-clockwise
    size_t corner;  // as given
    size_t previous, next;
    double quality;               // of the triangle with its neighbours, height / length; 0: there is none
    size_t blocker[STRICTNESSES]; // a vertex that is in the way; NONE: not known
} vertex;

typedef struct polygon {
    vertex *v;
    size_t n;    // left; the others are gone
    size_t head; // the first that is left
    double size; // of the box
} polygon;

// ---- the plane ----------------------------------------------------------------------------------------------------

static bool same(scree_vec3 a, scree_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static int compare(scree_vec3 a, scree_vec3 b) {
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : (a.z > b.z) - (a.z < b.z);
}

// Numbers of the corners without repetitions. They begin with the corner that comes first by its coordinates; of several such corners, with the
// one whose following corners come first.
static size_t in_order(const scree_vec3 *corner, size_t n, size_t *of) {
    size_t m = 0, first = 0;
    for (size_t k = 0; k < n; k++) {
        if (!same(corner[k], corner[(k + n - 1) % n])) {
            of[m++] = k;
        }
    }
    for (size_t k = 1; k < m; k++) {
        int order = 0;
        for (size_t i = 0; i < m && order == 0; i++) {
            order = compare(corner[of[(k + i) % m]], corner[of[(first + i) % m]]);
        }
        first = order < 0 ? k : first;
    }
    for (size_t k = 0; k < m; k++) {
        of[m + k] = of[k];
    }
    memmove(of, of + first, m * sizeof *of);
    return m;
}

// Twice the area times the normal (Newell).
static scree_vec3 area_vector(const scree_vec3 *x, size_t n) {
    scree_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (size_t k = 1; k + 1 < n; k++) {
        sum = vec_add(sum, vec_cross(vec_sub(x[k], x[0]), vec_sub(x[k + 1], x[0])));
    }
    return sum;
}

static double size_of(const scree_vec3 *x, size_t n) {
    scree_vec3 low = x[0], high = x[0];
    for (size_t k = 1; k < n; k++) {
        low = vec_min(low, x[k]);
        high = vec_max(high, x[k]);
    }
    return fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
}

// A normal of corners whose area vector is zero: that of the largest triangle with the first and the one furthest from it; zero if all are on
// a line.
static scree_vec3 normal_of_flat(const scree_vec3 *x, size_t n) {
    size_t far = 0;
    for (size_t k = 1; k < n; k++) {
        far = vec_norm2(vec_sub(x[k], x[0])) > vec_norm2(vec_sub(x[far], x[0])) ? k : far;
    }
    const scree_vec3 line = vec_sub(x[far], x[0]);
    scree_vec3 most = vec3(0.0, 0.0, 0.0);
    for (size_t k = 1; k < n; k++) {
        const scree_vec3 normal = vec_cross(vec_sub(x[k], x[0]), line);
        most = vec_norm2(normal) > vec_norm2(most) ? normal : most;
    }
    return vec_norm(most) > TOUCH * vec_norm2(line) ? most : vec3(0.0, 0.0, 0.0);
}

// Leaves out the coordinate along which the normal is longest. The others keep their bits, so points that coincide still do.
static scree_point project(scree_vec3 x, scree_vec3 normal) {
    const scree_vec3 n = vec3(fabs(normal.x), fabs(normal.y), fabs(normal.z));
    const int axis = n.z >= n.x && n.z >= n.y ? 2 : n.y >= n.x ? 1 : 0;
    const double u = vec_get(x, (axis + 1) % 3), v = vec_get(x, (axis + 2) % 3);
    return vec_get(normal, axis) > 0.0 ? (scree_point){u, v} : (scree_point){v, u};
}

// ---- crossings ----------------------------------------------------------------------------------------------------

static double distance_to_line(scree_point a, scree_point b, scree_point c) {
    const double x = b.x - a.x, y = b.y - a.y;
    return fabs(x * (c.y - a.y) - y * (c.x - a.x)) / sqrt(x * x + y * y);
}

static bool boxes_meet(scree_point a, scree_point b, scree_point c, scree_point d) {
    return fmin(a.x, b.x) <= fmax(c.x, d.x) && fmin(c.x, d.x) <= fmax(a.x, b.x) &&
           fmin(a.y, b.y) <= fmax(c.y, d.y) && fmin(c.y, d.y) <= fmax(a.y, b.y);
}

// Further than by rounding.
static bool cross(scree_point a, scree_point b, scree_point c, scree_point d, double tolerance) {
    return boxes_meet(a, b, c, d) && scree_orientation(a, b, c) * scree_orientation(a, b, d) < 0 &&
           scree_orientation(c, d, a) * scree_orientation(c, d, b) < 0 &&
           fmin(distance_to_line(a, b, c), distance_to_line(a, b, d)) > tolerance &&
           fmin(distance_to_line(c, d, a), distance_to_line(c, d, b)) > tolerance;
}

static char *crossing(const polygon *p) {
    for (size_t i = 0; i < p->n; i++) {
        const vertex *a = &p->v[i], *b = &p->v[a->next];
        for (size_t j = i + 2; j < p->n - (i == 0); j++) {
            const vertex *c = &p->v[j], *d = &p->v[c->next];
            if (cross(a->at, b->at, c->at, d->at, TOUCH * p->size)) {
                return scree_format("it crosses itself: its edge from corner %zu to %zu and that from corner "
                                    "%zu to %zu; accepted: faces whose edges do not cross",
                                    a->corner + 1, b->corner + 1, c->corner + 1, d->corner + 1);
            }
        }
    }
    return NULL;
}

// ---- corners that may be cut off ----------------------------------------------------------------------------------

// Is one of the edges at q, which is on the border of a triangle, inside of it? side: of q at the three edges, 0 on their lines.
static bool enters(const polygon *p, const vertex *q, const scree_point t[3], const int side[3]) {
    const size_t end[2] = {q->previous, q->next};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        bool in = true;
        for (int k = 0; k < 3; k++) {
            in &= side[k] > 0 || scree_orientation(t[k], t[(k + 1) % 3], p->v[end[i]].at) > 0;
        }
        any |= in;
    }
    return any;
}

// Is q close to the line between the ends a and b, beside neither?
static bool is_close(scree_point a, scree_point b, scree_point q) {
    const double x = b.x - a.x, y = b.y - a.y, along = x * (q.x - a.x) + y * (q.y - a.y),
                 across = x * (q.y - a.y) - y * (q.x - a.x), length2 = x * x + y * y;
    return along > 0.0 && along < length2 && fabs(across) <= SLIVER * length2;
}

// t: the triangle; the cut is its third edge.
static bool blocks(const polygon *p, const vertex *q, const scree_point t[3], strictness s) {
    int side[3], least = 1;
    for (int k = 0; k < 3; k++) {
        side[k] = scree_orientation(t[k], t[(k + 1) % 3], q->at);
        least = side[k] < least ? side[k] : least;
    }
    if (s == NO_SLIVERS && is_close(t[2], t[0], q->at)) {
        return true;
    }
    if (least < 0) {
        return false;
    }
    double depth = INFINITY;
    for (int k = 0; k < 3 && s == TOLERANT; k++) {
        depth = fmin(depth, distance_to_line(t[k], t[(k + 1) % 3], q->at));
    }
    const bool in_cut = side[2] == 0 && side[0] > 0 && side[1] > 0;
    return depth > TOUCH * p->size && (least > 0 || in_cut || enters(p, q, t, side));
}

// A vertex that is in the way of the cut at c; NONE: c may be cut off.
static size_t blocker_of(const polygon *p, size_t c, strictness s) {
    const vertex *v = p->v;
    const size_t a = v[c].previous, b = v[c].next;
    const scree_point t[3] = {v[a].at, v[c].at, v[b].at};
    const double margin = SLIVER * p->size, left = fmin(t[0].x, fmin(t[1].x, t[2].x)) - margin,
                 right = fmax(t[0].x, fmax(t[1].x, t[2].x)) + margin,
                 low = fmin(t[0].y, fmin(t[1].y, t[2].y)) - margin,
                 high = fmax(t[0].y, fmax(t[1].y, t[2].y)) + margin;
    for (size_t q = v[b].next; q != a; q = v[q].next) {
        const scree_point x = v[q].at;
        if (x.x >= left && x.x <= right && x.y >= low && x.y <= high && blocks(p, &v[q], t, s)) {
            return q;
        }
    }
    return NONE;
}

static double quality_of(const polygon *p, size_t c) {
    const scree_point a = p->v[p->v[c].previous].at, b = p->v[c].at, d = p->v[p->v[c].next].at;
    if (scree_orientation(a, b, d) <= 0) {
        return 0.0;
    }
    const double x = b.x - a.x, y = b.y - a.y, u = d.x - a.x, v = d.y - a.y,
                 longest = fmax(x * x + y * y,
                                fmax(u * u + v * v, (d.x - b.x) * (d.x - b.x) + (d.y - b.y) * (d.y - b.y)));
    return fmax((x * v - y * u) / longest, 1e-300);
}

// ---- cutting ------------------------------------------------------------------------------------------------------

static void look_again(polygon *p, size_t k) {
    p->v[k].quality = quality_of(p, k);
    for (int s = 0; s < STRICTNESSES; s++) {
        p->v[k].blocker[s] = NONE;
    }
}

// Does the border go back along the same edge at this vertex?
static bool is_spike(const polygon *p, size_t c) {
    const scree_point a = p->v[p->v[c].previous].at, b = p->v[c].at, d = p->v[p->v[c].next].at;
    return scree_orientation(a, b, d) == 0 && (a.x - b.x) * (d.x - b.x) + (a.y - b.y) * (d.y - b.y) >= 0.0;
}

// Removes a vertex; the corners that it or its neighbours blocked are checked again. Returns a remaining vertex before it.
static size_t take_out(polygon *p, size_t c) {
    const size_t a = p->v[c].previous, b = p->v[c].next;
    p->v[a].next = b;
    p->v[b].previous = a;
    p->head = c == p->head ? b : p->head;
    p->n--;
    size_t k = p->head;
    for (size_t i = 0; i < p->n; i++, k = p->v[k].next) {
        for (int s = 0; s < STRICTNESSES; s++) {
            const size_t blocker = p->v[k].blocker[s];
            p->v[k].blocker[s] = blocker == a || blocker == b || blocker == c ? NONE : blocker;
        }
    }
    look_again(p, a);
    look_again(p, b);
    return a;
}

// Removes vertices, from k on in both directions, at which the border goes back along the same edge.
static void take_out_spikes(polygon *p, size_t k) {
    while (p->n > 2 && (is_spike(p, k) || is_spike(p, p->v[k].next))) {
        k = take_out(p, is_spike(p, k) ? k : p->v[k].next);
    }
}

// The vertex with the best triangle of those that may be cut off; NONE.
static size_t best(polygon *p, strictness s) {
    const double least = s == NO_SLIVERS ? SLIVER : 0.0;
    for (;;) {
        size_t found = NONE, k = p->v[p->head].next;
        for (size_t i = 0; i < p->n; i++, k = p->v[k].next) {
            const vertex *v = &p->v[k];
            if (v->quality > least && v->blocker[s] == NONE &&
                (found == NONE || v->quality > p->v[found].quality)) {
                found = k;
            }
        }
        if (found == NONE || (p->v[found].blocker[s] = blocker_of(p, found, s)) == NONE) {
            return found;
        }
    }
}

static void add_triangle(const polygon *p, size_t a, scree_corner_list *triangles) {
    const vertex *v = p->v;
    const size_t b = v[a].next, c = v[b].next;
    if (v[b].quality > FLAT) {
        scree_array_push(triangles, v[a].corner);
        scree_array_push(triangles, v[b].corner);
        scree_array_push(triangles, v[c].corner);
    }
}

// Is the remaining area more than a rounding error?
static bool has_area(const polygon *p) {
    const scree_point o = p->v[p->head].at;
    double sum = 0.0, length = 0.0;
    size_t k = p->head;
    for (size_t i = 0; i < p->n; i++, k = p->v[k].next) {
        const scree_point a = p->v[k].at, b = p->v[p->v[k].next].at;
        sum += fabs((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x));
        length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return sum > TOUCH * p->size * length;
}

static bool cut_off(polygon *p, scree_corner_list *triangles) {
    while (p->n > 3) {
        size_t k = NONE;
        for (int s = 0; s < STRICTNESSES && k == NONE; s++) {
            k = best(p, (strictness)s);
        }
        if (k == NONE) {
            return !has_area(p);
        }
        add_triangle(p, p->v[k].previous, triangles);
        take_out_spikes(p, take_out(p, k));
    }
    if (p->n == 3) {
        add_triangle(p, p->head, triangles);
    }
    return p->n < 3 || p->v[p->head].quality > 0.0 || !has_area(p);
}

static void add_fan(size_t n, scree_corner_list *triangles) {
    for (size_t k = 2; k < n; k++) {
        scree_array_push(triangles, 0);
        scree_array_push(triangles, k - 1);
        scree_array_push(triangles, k);
    }
}

// Cuts a polygon of m corners, each at another place than the one before it; x: their places.
static char *cut(const scree_vec3 *x, const size_t *of, size_t m, size_t n, scree_corner_list *triangles) {
    polygon p = {.n = m, .size = size_of(x, m)};
    scree_vec3 normal = area_vector(x, m);
    const bool flat = !(vec_norm(normal) > FLAT * p.size * p.size);
    normal = flat ? normal_of_flat(x, m) : normal;
    if (vec_norm2(normal) == 0.0) {
        add_fan(n, triangles);
        return NULL;
    }
    p.v = scree_realloc(NULL, 0, m * sizeof *p.v);
    for (size_t k = 0; k < m; k++) {
        p.v[k] = (vertex){
            .at = project(x[k], normal), .corner = of[k], .previous = (k + m - 1) % m, .next = (k + 1) % m};
    }
    char *wrong = crossing(&p);
    for (size_t k = 0; k < m; k++) {
        look_again(&p, k);
    }
    for (size_t k = 0; k < m && p.n > 2; k++) {
        if (p.v[p.v[k].previous].next == k) { // not gone
            take_out_spikes(&p, k);
        }
    }
    if (!wrong && (flat || !cut_off(&p, triangles))) {
        wrong = scree_format("it crosses itself: parts of it have opposite windings; accepted: faces whose "
                             "edges do not cross");
    }
    scree_free(p.v);
    return wrong;
}

char *scree_polygon_cut(const scree_vec3 *corner, size_t n, scree_corner_list *triangles) {
    if (n == 3) {
        add_fan(n, triangles);
        return NULL;
    }
    if (n > MOST_CORNERS) {
        return scree_format("it has %zu corners; accepted: at most %d", n, MOST_CORNERS);
    }
    size_t *of = scree_realloc(NULL, 0, 2 * n * sizeof *of);
    const size_t m = in_order(corner, n, of);
    char *wrong = NULL;
    if (m < 3) {
        add_fan(n, triangles);
    } else {
        scree_vec3 *x = scree_realloc(NULL, 0, m * sizeof *x);
        for (size_t k = 0; k < m; k++) {
            x[k] = corner[of[k]];
        }
        wrong = cut(x, of, m, n, triangles);
        scree_free(x);
    }
    scree_free(of);
    return wrong;
}
