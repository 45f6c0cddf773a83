// SPDX-License-Identifier: BSD-3-Clause
#include "tools/render/wall_edges.h"

#include <math.h>
#include <string.h>

static const double least_cosine = 0.8; // of the angle between neighbours: 37 degrees

typedef struct side {
    scree_wall_edge edge; // its ends in a fixed order
    double key[6]; // the ends as whole numbers of a small length, as corners of neighbours differ by rounding
    double normal[3];
} side;

static int compare_sides(const void *a, const void *b) {
    const double *x = ((const side *)a)->key, *y = ((const side *)b)->key;
    for (int k = 0; k < 6; k++) {
        if (x[k] != y[k]) {
            return x[k] < y[k] ? -1 : 1;
        }
    }
    return 0;
}

static bool is_before(const double a[3], const double b[3]) {
    for (int k = 0; k < 3; k++) {
        if (a[k] != b[k]) {
            return a[k] < b[k];
        }
    }
    return false;
}

static void normal_of(const double *c, double n[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = c[3 + k] - c[k];
        b[k] = c[6 + k] - c[k];
    }
    double length = 0.0;
    for (int k = 0; k < 3; k++) {
        n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        length += n[k] * n[k];
    }
    for (int k = 0; k < 3; k++) {
        n[k] = length > 0.0 ? n[k] / sqrt(length) : 0.0;
    }
}

void scree_wall_edges_of(const double *corners, size_t n, scree_wall_edges *edges) {
    side *s = scree_realloc(NULL, 0, (3 * n + 1) * sizeof *s);
    double size = 0.0;
    for (size_t k = 0; k < 9 * n; k++) {
        size = fmax(size, fabs(corners[k]));
    }
    const double grid = size > 0.0 ? 1e-7 * size : 1.0;
    for (size_t k = 0; k < 3 * n; k++) {
        const double *triangle = corners + 9 * (k / 3), *from = triangle + 3 * (k % 3),
                     *to = triangle + 3 * ((k + 1) % 3);
        double key[2][3];
        for (int axis = 0; axis < 3; axis++) { // no corner is likely to be halfway between two numbers then
            key[0][axis] = floor(from[axis] / grid + 0.3141592);
            key[1][axis] = floor(to[axis] / grid + 0.3141592);
        }
        const bool turned = is_before(key[1], key[0]);
        memcpy(s[k].edge.end[turned], from, 3 * sizeof *from);
        memcpy(s[k].edge.end[!turned], to, 3 * sizeof *to);
        memcpy(s[k].key, key[turned], sizeof key[0]);
        memcpy(s[k].key + 3, key[!turned], sizeof key[0]);
        normal_of(triangle, s[k].normal);
    }
    scree_sort(s, 3 * n, sizeof *s, compare_sides);
    for (size_t k = 0, end; k < 3 * n; k = end) {
        for (end = k + 1; end < 3 * n && compare_sides(&s[k], &s[end]) == 0; end++) {
        }
        const double *a = s[k].normal, *b = s[end - 1].normal; // the sign depends on the order of the corners
        const double cosine = fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
        if (end - k == 1 || cosine < least_cosine) {
            scree_array_push(edges, s[k].edge);
        }
    }
    scree_free(s);
}
