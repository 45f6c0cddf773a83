// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

// Relative to the bounding box diagonal: rounding of single precision, the format of coordinates in STL files.
static const double ON_EDGE = 2e-7;

typedef struct open_edge {
    uint32_t a, b; // vertices, a < b
    uint32_t triangle;
    int k; // number of the edge in the triangle
} open_edge;
typedef SCREE_ARRAY(open_edge) open_edges;

// A vertex of an open edge, and its coordinate along the axis by which they are sorted.
typedef struct rim_vertex {
    double along;
    uint32_t vertex;
} rim_vertex;
typedef SCREE_ARRAY(rim_vertex) rim_vertices;

static int by_vertices(const void *x, const void *y) {
    const open_edge *a = x, *b = y;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    if (a->b != b->b) {
        return a->b < b->b ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static int by_triangle(const void *x, const void *y) {
    const open_edge *a = x, *b = y;
    if (a->triangle != b->triangle) {
        return a->triangle < b->triangle ? -1 : 1;
    }
    return a->k - b->k;
}

static int by_place(const void *x, const void *y) {
    const rim_vertex *a = x, *b = y;
    if (a->along != b->along) {
        return a->along < b->along ? -1 : 1;
    }
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

// Edges with only one triangle, in the order of the triangles.
static open_edges find_open(const scree_mesh *mesh) {
    open_edges all = {0};
    scree_array_reserve(&all, 3 * mesh->triangle.n);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t p = mesh->triangle.data[i].v[k], q = mesh->triangle.data[i].v[(k + 1) % 3];
            scree_array_push(&all, (open_edge){p < q ? p : q, p < q ? q : p, (uint32_t)i, k});
        }
    }
    scree_array_sort(&all, by_vertices);
    size_t kept = 0;
    for (size_t i = 0, end; i < all.n; i = end) {
        end = i + 1;
        while (end < all.n && all.data[end].a == all.data[i].a && all.data[end].b == all.data[i].b) {
            end++;
        }
        if (end == i + 1) {
            all.data[kept++] = all.data[i];
        }
    }
    all.n = kept;
    scree_array_sort(&all, by_triangle);
    return all;
}

static rim_vertices find_rim(const scree_mesh *mesh, const open_edges *open, int axis) {
    rim_vertices rim = {0};
    scree_array_reserve(&rim, 2 * open->n);
    for (size_t i = 0; i < open->n; i++) {
        const uint32_t end[2] = {open->data[i].a, open->data[i].b};
        for (int k = 0; k < 2; k++) {
            scree_array_push(&rim, (rim_vertex){vec_get(mesh->vertex.data[end[k]], axis), end[k]});
        }
    }
    scree_array_sort(&rim, by_place);
    size_t kept = 0;
    for (size_t i = 0; i < rim.n; i++) {
        if (i == 0 || rim.data[i].vertex != rim.data[i - 1].vertex) {
            rim.data[kept++] = rim.data[i];
        }
    }
    rim.n = kept;
    return rim;
}

// Vertices of open edges that lie inside the edge from p to q, in the order from p.
static void find_on_edge(const scree_mesh *mesh, const rim_vertices *rim, int axis, const open_edge *edge,
                         double tolerance, rim_vertices *on) {
    const uint32_t *v = mesh->triangle.data[edge->triangle].v, p = v[edge->k], q = v[(edge->k + 1) % 3],
                   apex = v[(edge->k + 2) % 3];
    const scree_vec3 a = mesh->vertex.data[p], along = vec_sub(mesh->vertex.data[q], a);
    const double length = vec_norm(along), x = vec_get(a, axis), y = vec_get(mesh->vertex.data[q], axis);
    const double low = fmin(x, y) - tolerance, high = fmax(x, y) + tolerance;
    size_t from;
    scree_bisect(from, rim->n, rim->data[from].along < low);
    on->n = 0;
    for (size_t i = from; i < rim->n && rim->data[i].along <= high; i++) {
        const scree_vec3 w = vec_sub(mesh->vertex.data[rim->data[i].vertex], a);
        const double at = vec_dot(w, along) / length;
        if (rim->data[i].vertex != apex && at > tolerance && at < length - tolerance &&
            vec_norm2(vec_add_scaled(w, -at / length, along)) <= tolerance * tolerance) {
            scree_array_push(on, (rim_vertex){at, rim->data[i].vertex});
        }
    }
    scree_array_sort(on, by_place);
}

// Splits the triangle at the vertices on its edge k; all parts keep its normal.
static void split(scree_mesh *mesh, uint32_t triangle, int k, const rim_vertices *on) {
    const scree_triangle whole = mesh->triangle.data[triangle];
    const scree_vec3 normal = mesh->normal.data[triangle];
    const uint32_t origin = mesh->origin.data[triangle];
    uint32_t from = on->data[0].vertex;
    mesh->triangle.data[triangle].v[(k + 1) % 3] = from;
    for (size_t i = 1; i <= on->n; i++) {
        const uint32_t to = i < on->n ? on->data[i].vertex : whole.v[(k + 1) % 3];
        scree_triangle part = whole;
        part.v[k] = from;
        part.v[(k + 1) % 3] = to;
        scree_array_push(&mesh->triangle, part);
        scree_array_push(&mesh->normal, normal);
        scree_array_push(&mesh->origin, origin);
        from = to;
    }
}

// Splits at most one edge of each triangle; returns the number of triangles split.
static size_t split_once(scree_mesh *mesh, double tolerance, int axis) {
    open_edges open = find_open(mesh);
    rim_vertices rim = find_rim(mesh, &open, axis), on = {0};
    size_t cut = 0;
    uint32_t last = NONE;
    for (size_t i = 0; i < open.n; i++) {
        const open_edge *e = &open.data[i];
        if (e->triangle == last) {
            continue;
        }
        find_on_edge(mesh, &rim, axis, e, tolerance, &on);
        if (on.n > 0) {
            split(mesh, e->triangle, e->k, &on);
            last = e->triangle;
            cut++;
        }
    }
    scree_array_free(&on);
    scree_array_free(&rim);
    scree_array_free(&open);
    return cut;
}

static int by_corners(const void *x, const void *y) {
    const uint32_t *a = x, *b = y; // sorted vertices, triangle
    for (int k = 0; k < 4; k++) {
        if (a[k] != b[k]) {
            return a[k] < b[k] ? -1 : 1;
        }
    }
    return 0;
}

// Overlapping triangles may be split into equal ones, of which only the first is kept.
static void drop_equal(scree_mesh *mesh) {
    const size_t n = mesh->triangle.n;
    uint32_t(*key)[4] = scree_realloc(NULL, 0, n * sizeof *key);
    uint8_t *drop = scree_zeros(n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *v = mesh->triangle.data[i].v;
        const uint32_t low = v[0] < v[1] ? v[0] : v[1], high = v[0] < v[1] ? v[1] : v[0];
        key[i][0] = v[2] < low ? v[2] : low;
        key[i][1] = v[2] < low ? low : v[2] < high ? v[2] : high;
        key[i][2] = v[2] > high ? v[2] : high;
        key[i][3] = (uint32_t)i;
    }
    qsort(key, n, sizeof *key, by_corners);
    for (size_t i = 1; i < n; i++) {
        drop[key[i][3]] = memcmp(key[i], key[i - 1], 3 * sizeof key[i][0]) == 0;
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (drop[i]) {
            continue;
        }
        mesh->triangle.data[kept] = mesh->triangle.data[i];
        mesh->normal.data[kept] = mesh->normal.data[i];
        mesh->origin.data[kept++] = mesh->origin.data[i];
    }
    mesh->triangle.n = mesh->normal.n = mesh->origin.n = kept;
    scree_free(drop);
    scree_free(key);
}

size_t scree_mesh_split_at_vertices(scree_mesh *mesh, scree_vec3 min, scree_vec3 max) {
    const scree_vec3 size = vec_sub(max, min);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    size_t cut = 0, now;
    int round = 0;
    do { // repeated for the three edges of a triangle, and for overlapping triangles
        now = split_once(mesh, ON_EDGE * vec_norm(size), axis);
        cut += now;
    } while (now > 0 && ++round < 6);
    if (cut > 0) {
        drop_equal(mesh);
    }
    return cut;
}
