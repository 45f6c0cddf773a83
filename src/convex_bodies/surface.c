// SPDX-License-Identifier: BSD-3-Clause
#include "convex_bodies/surface.h"

#include "maths/math.h"
#include "memory/array.h"

size_t scree_octahedron_points(size_t n) {
    return 4 * n * n + 2;
}

size_t scree_octahedron_divisions(size_t triangles) {
    size_t n = 1;
    while (8 * (n + 1) * (n + 1) <= triangles) {
        n++;
    }
    return n;
}

// Directions on an edge are at equal angles. i + j + k = n.
static scree_vec3 direction_of(size_t i, size_t j, size_t k, size_t n) {
    const size_t at[3] = {i, j, k};
    double sine[3], cosine;
    for (int axis = 0; axis < 3; axis++) {
        scree_sin_cos(1.57079632679489662 * (double)at[axis] / (double)n, &sine[axis], &cosine);
    }
    const scree_vec3 x = vec3(sine[0], sine[1], sine[2]);
    return vec_scale(1.0 / vec_norm(x), x);
}

// Points lie in rings from +z to -z; ring r has 4 min(r, 2 n - r) points, one at the poles.
static size_t ring_size(size_t r, size_t n) {
    const size_t from_pole = r < 2 * n - r ? r : 2 * n - r;
    return from_pole > 0 ? 4 * from_pole : 1;
}

static size_t ring_start(size_t r, size_t n) {
    return r == 0   ? 0
           : r <= n ? 1 + 2 * r * (r - 1)
                    : 4 * n * n + 2 - (1 + 2 * (2 * n - r) * (2 * n - r + 1));
}

static void place_points(scree_octahedron *o, size_t n) {
    static const double sign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (size_t r = 0; r <= 2 * n; r++) {
        const size_t side = r <= n ? r : 2 * n - r; // points of a quarter of the ring
        for (size_t k = 0; k < ring_size(r, n); k++) {
            const size_t quarter = side > 0 ? k / side : 0, along = side > 0 ? k % side : 0;
            const size_t turned = quarter % 2 ? along : side - along;
            const scree_vec3 x = direction_of(turned, side - turned, n - side, n);
            o->direction[ring_start(r, n) + k] =
                vec3(sign[quarter][0] * x.x, sign[quarter][1] * x.y, r <= n ? x.z : -x.z);
        }
    }
}

// The triangles between a ring and the next one towards the equator, which has one more point in each quarter.
static size_t join_rings(scree_octahedron *o, size_t n, size_t ring, size_t next, size_t t) {
    const bool up = next > ring;
    const size_t side = up ? ring : 2 * n - ring, inner = ring_size(ring, n), outer = ring_size(next, n),
                 a = ring_start(ring, n), b = ring_start(next, n);
    for (size_t quarter = 0; quarter < 4; quarter++) {
        for (size_t k = 0; k <= side; k++) {
            const size_t here = a + (quarter * side + k) % inner,
                         low = b + (quarter * (side + 1) + k) % outer,
                         high = b + (quarter * (side + 1) + k + 1) % outer;
            const size_t corner[2][3] = {{here, low, high},
                                         {here, high, a + (quarter * side + k + 1) % inner}};
            for (int one = 0; one < (k < side ? 2 : 1); one++) {
                const size_t *c = corner[one];
                o->triangle[t][0] = (uint32_t)c[0];
                o->triangle[t][1] = (uint32_t)c[up ? 1 : 2];
                o->triangle[t][2] = (uint32_t)c[up ? 2 : 1];
                t++;
            }
        }
    }
    return t;
}

scree_octahedron scree_octahedron_of(size_t n) {
    scree_octahedron o = {.n_points = scree_octahedron_points(n), .n_triangles = 8 * n * n};
    o.direction = scree_realloc(NULL, 0, o.n_points * sizeof *o.direction);
    o.triangle = scree_realloc(NULL, 0, o.n_triangles * sizeof *o.triangle);
    place_points(&o, n);
    size_t t = 0;
    for (size_t r = 0; r < n; r++) {
        t = join_rings(&o, n, r, r + 1, t);
    }
    for (size_t r = 2 * n; r > n; r--) {
        t = join_rings(&o, n, r, r - 1, t);
    }
    return o;
}

void scree_octahedron_clear(scree_octahedron *o) {
    scree_free(o->direction);
    scree_free(o->triangle);
    *o = (scree_octahedron){0};
}

void scree_surface_points(const scree_convex *body, const scree_octahedron *o, scree_vec3 *point) {
    for (size_t k = 0; k < o->n_points; k++) {
        point[k] = scree_support_of(body, o->direction[k], 0).point;
    }
}

static double area_of(const scree_convex *body, size_t n) {
    scree_octahedron o = scree_octahedron_of(n);
    scree_vec3 *point = scree_realloc(NULL, 0, o.n_points * sizeof *point);
    double twice = 0.0;
    scree_surface_points(body, &o, point);
    for (size_t k = 0; k < o.n_triangles; k++) {
        const uint32_t *c = o.triangle[k];
        twice += vec_norm(vec_cross(vec_sub(point[c[1]], point[c[0]]), vec_sub(point[c[2]], point[c[0]])));
    }
    scree_free(point);
    scree_octahedron_clear(&o);
    return 0.5 * twice;
}

double scree_surface_area(const scree_convex *body) {
    enum { DIVISIONS = 64 };
    const double coarse = area_of(body, DIVISIONS), fine = area_of(body, 2 * DIVISIONS);
    return fine + (fine - coarse) / 3.0; // the error falls with the square of the spacing
}

// The second derivatives of the support function have the direction as an eigenvector of the eigenvalue 0; the other two, the radii of curvature, follow from
// their sum, which is the trace, and from their squares.
scree_curvature scree_surface_curvature(const scree_convex *body, const scree_octahedron *o) {
    scree_curvature c = {INFINITY, 0.0};
    for (size_t k = 0; k < o->n_points; k++) {
        const scree_support s = scree_support_of(body, o->direction[k], 1);
        const double *h = s.hessian, sum = h[0] + h[1] + h[2];
        const double squares =
            h[0] * h[0] + h[1] * h[1] + h[2] * h[2] + 2.0 * (h[3] * h[3] + h[4] * h[4] + h[5] * h[5]);
        const double difference = sqrt(fmax(0.0, 2.0 * squares - sum * sum));
        c.sharpest = fmin(c.sharpest, fmax(0.0, 0.5 * (sum - difference)));
        c.flattest = fmax(c.flattest, 0.5 * (sum + difference));
    }
    return c;
}
