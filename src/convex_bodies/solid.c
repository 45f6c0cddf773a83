// SPDX-License-Identifier: BSD-3-Clause
#include "convex_bodies/solid.h"
#include "memory/array.h"

// Rows of directions in each of the eight octants.
enum { ROWS = 160 };

static void add_triangle(scree_convex_solid *s, scree_vec3 p, scree_vec3 q, scree_vec3 r) {
    // Integrals over the tetrahedron of the triangle and the origin.
    const double six = vec_dot(p, vec_cross(q, r));
    const scree_vec3 sum = vec_add(p, vec_add(q, r));
    s->volume += six / 6.0;
    s->centre = vec_add_scaled(s->centre, six / 24.0, sum);
    const double a[4][3] = {{p.x, p.y, p.z}, {q.x, q.y, q.z}, {r.x, r.y, r.z}, {sum.x, sum.y, sum.z}};
    static const int left[6] = {0, 1, 2, 0, 0, 1}, right[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        double product = 0.0;
        for (int c = 0; c < 4; c++) {
            product += a[c][left[k]] * a[c][right[k]];
        }
        s->inertia[k] +=
            six / 120.0 *
            product; // these are products of the coordinates until scree_convex_solid_of makes moments of them
    }
}

static scree_vec3 point_at(const scree_convex *body, int octant, int i, int j, int rows,
                           scree_convex_solid *s) {
    const scree_vec3 n =
        vec_unit(vec3(octant & 1 ? -i : i, octant & 2 ? -j : j, octant & 4 ? -(rows - i - j) : rows - i - j));
    const scree_support at = scree_support_of(body, n, 0);
    s->reach = fmax(s->reach, vec_norm(at.point));
    s->least = fmin(s->least, at.h);
    return at.point;
}

// Sums over the tetrahedra of all triangles: volume, first and second moments about the origin.
static scree_convex_solid sums_of(const scree_convex *body, int rows) {
    scree_convex_solid s = {.least = INFINITY};
    SCREE_ARRAY(scree_vec3) row[2] = {{0}, {0}};
    scree_array_resize(&row[0], (size_t)rows + 1);
    scree_array_resize(&row[1], (size_t)rows + 1);
    for (int octant = 0; octant < 8; octant++) {
        const double turned = (octant & 1) ^ (octant >> 1 & 1) ^ (octant >> 2 & 1) ? -1.0 : 1.0;
        for (int i = 0; i <= rows; i++) {
            scree_vec3 *now = row[i & 1].data;
            const scree_vec3 *before = row[~i & 1].data;
            for (int j = 0; i + j <= rows; j++) {
                now[j] = point_at(body, octant, i, j, rows, &s);
            }
            for (int j = 0; i > 0 && i + j <= rows; j++) {
                scree_convex_solid part = {0};
                add_triangle(&part, before[j], now[j], before[j + 1]);
                if (j > 0) {
                    add_triangle(&part, before[j], now[j - 1], now[j]);
                }
                s.volume += turned * part.volume;
                s.centre = vec_add_scaled(s.centre, turned, part.centre);
                for (int k = 0; k < 6; k++) {
                    s.inertia[k] += turned * part.inertia[k];
                }
            }
        }
    }
    scree_array_free(&row[0]);
    scree_array_free(&row[1]);
    return s;
}

scree_convex_solid scree_convex_solid_of(const scree_convex *body) {
    const scree_convex_solid coarse = sums_of(body, ROWS);
    scree_convex_solid s = sums_of(body, 2 * ROWS);
    // The error of a grid falls with the square of its spacing.
    s.volume += (s.volume - coarse.volume) / 3.0;
    s.centre = vec_add_scaled(s.centre, 1.0 / 3.0, vec_sub(s.centre, coarse.centre));
    s.centre = vec_scale(1.0 / s.volume, s.centre);
    double m[6];
    for (int k = 0; k < 6; k++) {
        m[k] = s.inertia[k] + (s.inertia[k] - coarse.inertia[k]) / 3.0;
    }
    const scree_vec3 c = s.centre;
    const double v = s.volume, xx = m[0] - v * (c.x * c.x), yy = m[1] - v * (c.y * c.y),
                 zz = m[2] - v * (c.z * c.z);
    s.inertia[0] = yy + zz, s.inertia[1] = xx + zz, s.inertia[2] = xx + yy;
    s.inertia[3] = v * (c.x * c.y) - m[3];
    s.inertia[4] = v * (c.x * c.z) - m[4];
    s.inertia[5] = v * (c.y * c.z) - m[5];
    s.reach *= 1.001; // the farthest point may be between the directions
    return s;
}
