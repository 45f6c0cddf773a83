// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shape/sphere_fill.h"
#include <math.h>
#include <string.h>

enum { ACROSS = 56 }; // grid points along the longest side

typedef struct grid {
    int n[3];
    double step; // m
    scree_vec3 low;
    double *radius;   // of the largest sphere inside around each point; 0: outside
    uint8_t *covered; // 1: outside, or in a chosen sphere
} grid;

static scree_vec3 point_of(const grid *g, int x, int y, int z) {
    return vec_add(
        g->low, vec3(((double)x + 0.5) * g->step, ((double)y + 0.5) * g->step, ((double)z + 0.5) * g->step));
}

static size_t index_of(const grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
}

static size_t make_grid(const scree_mesh *mesh, const scree_bvh *tree, grid *g) {
    const scree_vec3 size = vec_sub(mesh->max, mesh->min);
    size_t inside = 0;
    g->step = fmax(size.x, fmax(size.y, size.z)) / ACROSS;
    g->low = mesh->min;
    for (int axis = 0; axis < 3; axis++) {
        g->n[axis] = (int)ceil(vec_get(size, axis) / g->step - 1e-9);
        g->n[axis] = g->n[axis] > 0 ? g->n[axis] : 1;
    }
    const size_t all = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
    g->radius = scree_realloc(NULL, 0, all * sizeof *g->radius);
    g->covered = scree_realloc(NULL, 0, all);
    for (int z = 0; z < g->n[2]; z++) {
        for (int y = 0; y < g->n[1]; y++) {
            for (int x = 0; x < g->n[0]; x++) {
                const scree_vec3 p = point_of(g, x, y, z);
                const size_t k = index_of(g, x, y, z);
                const bool in = scree_mesh_inside(mesh, tree, p);
                g->radius[k] = in ? scree_mesh_distance(mesh, tree, p, vec_norm(size)) : 0.0;
                g->covered[k] = !in;
                inside += in;
            }
        }
    }
    return inside;
}

// The points that a sphere around point k would cover and nothing covers yet; if `cover`, covers them.
static size_t gain_of(const grid *g, size_t k, bool cover) {
    const int nx = g->n[0], ny = g->n[1],
              at[3] = {(int)(k % (size_t)nx), (int)(k / (size_t)nx % (size_t)ny),
                       (int)(k / (size_t)nx / (size_t)ny)};
    const double r = g->radius[k] / g->step, r2 = r * r;
    const int reach = (int)r;
    size_t gain = 0;
    for (int dz = -reach; dz <= reach; dz++) {
        for (int dy = -reach; dy <= reach; dy++) {
            for (int dx = -reach; dx <= reach; dx++) {
                const int x = at[0] + dx, y = at[1] + dy, z = at[2] + dz;
                if ((double)(dx * dx + dy * dy + dz * dz) > r2 || x < 0 || y < 0 || z < 0 || x >= nx ||
                    y >= ny || z >= g->n[2]) {
                    continue;
                }
                const size_t i = index_of(g, x, y, z);
                gain += !g->covered[i];
                g->covered[i] |= cover;
            }
        }
    }
    return gain;
}

typedef struct candidate {
    size_t gain, k; // gain: at most, as far as known
} candidate;

static bool is_before(candidate a, candidate b) {
    return a.gain != b.gain ? a.gain > b.gain : a.k < b.k;
}

// A heap with the largest gain first.
static void sink(candidate *heap, size_t n, size_t at) {
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && is_before(heap[child + 1], heap[child]);
        if (!is_before(heap[child], heap[at])) {
            return;
        }
        const candidate other = heap[at];
        heap[at] = heap[child];
        heap[child] = other;
    }
}

bool scree_sphere_fill(const scree_mesh *mesh, const scree_bvh *tree, size_t n, scree_member_list *spheres) {
    grid g;
    const size_t inside = make_grid(mesh, tree, &g), all = (size_t)g.n[0] * (size_t)g.n[1] * (size_t)g.n[2];
    candidate *heap = scree_realloc(NULL, 0, (inside + 1) * sizeof *heap);
    size_t count = 0;
    for (size_t k = 0; k < all; k++) {
        if (!g.covered[k]) {
            heap[count++] = (candidate){gain_of(&g, k, false), k};
        }
    }
    for (size_t k = count; k-- > 0;) {
        sink(heap, count, k);
    }
    while (spheres->n < n && count > 0 && heap[0].gain > 0) {
        const size_t gain = gain_of(&g, heap[0].k, false); // gains only become smaller
        if (gain == heap[0].gain) {
            const int nx = g.n[0], ny = g.n[1];
            const size_t k = heap[0].k;
            const scree_vec3 p = point_of(&g, (int)(k % (size_t)nx), (int)(k / (size_t)nx % (size_t)ny),
                                          (int)(k / (size_t)nx / (size_t)ny));
            scree_array_push(spheres, ((scree_member){p, g.radius[k]}));
            gain_of(&g, k, true);
            heap[0].gain = 0;
        } else {
            heap[0].gain = gain;
        }
        sink(heap, count, 0);
    }
    scree_free(heap);
    scree_free(g.radius);
    scree_free(g.covered);
    return spheres->n > 0;
}

static double distance_from(const scree_member_list *s, scree_vec3 x) {
    double least = INFINITY;
    for (size_t k = 0; k < s->n; k++) {
        least = fmin(least, vec_norm(vec_sub(x, s->data[k].at)) - s->data[k].radius);
    }
    return fmax(0.0, least);
}

double scree_sphere_fill_gap(const scree_mesh *mesh, const scree_member_list *spheres) {
    double most = 0.0;
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const uint32_t *v = mesh->triangle.data[k].v;
        const scree_vec3 a = mesh->vertex.data[v[0]], b = mesh->vertex.data[v[1]],
                         c = mesh->vertex.data[v[2]];
        most = fmax(most, fmax(distance_from(spheres, a),
                               fmax(distance_from(spheres, b), distance_from(spheres, c))));
        most = fmax(most, distance_from(spheres, vec_scale(1.0 / 3.0, vec_add(a, vec_add(b, c)))));
    }
    return most;
}
