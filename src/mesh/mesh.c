// SPDX-License-Identifier: BSD-3-Clause
// Builds a mesh: welds vertices, drops bad triangles, numbers edges, joins coplanar triangles to patches. All numbers
// (vertex, edge, patch) follow the order of the file, not that of a hash table, so the same file gives the same mesh.
#include "mesh/mesh.h"
#include "mesh/mesh_bends.h"
#include "mesh/mesh_cells.h"
#include "mesh/mesh_split.h"

#include <float.h>
#include <stdlib.h>

#define NONE UINT32_MAX
enum { MOST_AT_EDGE = 1000 };
#define MOST_TRIANGLES ((size_t)1 << 28) // 3 edges each still fit the 30 bits of a feature key

static const double WELD = 1e-9; // 1, of the bounding box diagonal
static const double DEGENERATE =
    1e-12; // 1, twice the area / longest edge^2: below this the normal is only rounding error
static const double COPLANAR = 1e-6; // rad

// Hash table of numbers 0..n-1: head[hash & mask] is the last one added, next[number] the one before it.
typedef struct chains {
    uint32_t *head, *next;
    uint64_t mask;
} chains;

static uint32_t *uints(size_t n, uint32_t value) {
    uint32_t *u = scree_realloc(NULL, 0, n * sizeof *u);
    for (size_t i = 0; i < n; i++) {
        u[i] = value;
    }
    return u;
}

static chains chains_create(size_t n) {
    size_t size = 16;
    while (size < n) {
        size *= 2;
    }
    return (chains){uints(size, NONE), uints(n, NONE), size - 1};
}

static void chains_free(chains *c) {
    scree_free(c->head);
    scree_free(c->next);
}

static void chains_add(chains *c, uint64_t hash, uint32_t number) {
    c->next[number] = c->head[hash & c->mask];
    c->head[hash & c->mask] = number;
}

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t h = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu ^ c * 0x165667b19e3779f9u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

// ---- welding ----------------------------------------------------------------------------------------------

// Cells are 4 tolerances wide: the cube p +- tolerance is mostly in one cell, at most in eight.
typedef struct weld_grid {
    scree_vec3 origin;
    double tolerance, cell;
    chains table;
} weld_grid;

static int64_t cell_of(const weld_grid *g, double x, int axis) {
    return (int64_t)floor((x - vec_get(g->origin, axis)) / g->cell);
}

static uint64_t cell_hash(int64_t x, int64_t y, int64_t z) {
    return mix((uint64_t)x, (uint64_t)y, (uint64_t)z);
}

// The vertex of lowest number within the tolerance of p, or NONE.
static uint32_t weld_find(const weld_grid *g, const scree_vec3 *vertex, scree_vec3 p) {
    const double reach = 1.01 * g->tolerance; // larger because of rounding of p +- tolerance
    const int64_t lo[3] = {cell_of(g, p.x - reach, 0), cell_of(g, p.y - reach, 1),
                           cell_of(g, p.z - reach, 2)};
    const int64_t hi[3] = {cell_of(g, p.x + reach, 0), cell_of(g, p.y + reach, 1),
                           cell_of(g, p.z + reach, 2)};
    uint32_t best = NONE;
    for (int64_t x = lo[0]; x <= hi[0]; x++) {
        for (int64_t y = lo[1]; y <= hi[1]; y++) {
            for (int64_t z = lo[2]; z <= hi[2]; z++) {
                uint32_t i = g->table.head[cell_hash(x, y, z) & g->table.mask];
                for (; i != NONE; i = g->table.next[i]) {
                    if (i < best && vec_norm2(vec_sub(vertex[i], p)) <= g->tolerance * g->tolerance) {
                        best = i;
                    }
                }
            }
        }
    }
    return best;
}

// Fills mesh->vertex and returns the vertex of each corner: the first vertex in file order within the tolerance. So vertices do
// not drift along a chain of near neighbours.
static uint32_t *weld(scree_mesh *mesh, const scree_vec3 *corners, size_t n, scree_vec3 min, scree_vec3 max) {
    double tolerance = WELD * vec_norm(vec_sub(max, min));
    weld_grid g = {.origin = min, .tolerance = tolerance, .cell = tolerance > 0 ? 4 * tolerance : 1};
    g.table = chains_create(3 * n);
    uint32_t *of_corner = uints(3 * n, NONE);
    for (size_t i = 0; i < 3 * n; i++) {
        scree_vec3 p = corners[i];
        uint32_t v = weld_find(&g, mesh->vertex.data, p);
        if (v == NONE) {
            v = (uint32_t)mesh->vertex.n;
            scree_array_push(&mesh->vertex, p);
            chains_add(&g.table, cell_hash(cell_of(&g, p.x, 0), cell_of(&g, p.y, 1), cell_of(&g, p.z, 2)), v);
        }
        of_corner[i] = v;
    }
    chains_free(&g.table);
    return of_corner;
}

// ---- triangles --------------------------------------------------------------------------------------------

// Twice the area times the normal, from the two shorter edges, which have the least cancellation. False for a degenerate
// triangle.
static bool area_vector(const scree_vec3 *vertex, const uint32_t v[3], scree_vec3 *twice_area) {
    double longest = -1;
    int l = 0;
    for (int k = 0; k < 3; k++) {
        double length2 = vec_norm2(vec_sub(vertex[v[(k + 1) % 3]], vertex[v[k]]));
        if (length2 > longest) {
            longest = length2, l = k;
        }
    }
    scree_vec3 apex = vertex[v[(l + 2) % 3]];
    *twice_area = vec_cross(vec_sub(vertex[v[l]], apex), vec_sub(vertex[v[(l + 1) % 3]], apex));
    return vec_norm(*twice_area) > DEGENERATE * longest;
}

// Divided, not multiplied by the inverse, so that normals along an axis are exact.
static scree_vec3 unit(scree_vec3 a) {
    const double norm = vec_norm(a);
    return vec3(a.x / norm, a.y / norm, a.z / norm);
}

static void sort3(const uint32_t v[3], uint32_t s[3]) {
    uint32_t a = v[0] < v[1] ? v[0] : v[1], b = v[0] < v[1] ? v[1] : v[0];
    s[0] = a < v[2] ? a : v[2];
    s[2] = b > v[2] ? b : v[2];
    s[1] = b > v[2] ? (a > v[2] ? a : v[2]) : b;
}

static bool is_duplicate(const scree_mesh *mesh, const chains *known, const uint32_t s[3], uint64_t hash) {
    for (uint32_t i = known->head[hash & known->mask]; i != NONE; i = known->next[i]) {
        uint32_t other[3];
        sort3(mesh->triangle.data[i].v, other);
        if (other[0] == s[0] && other[1] == s[1] && other[2] == s[2]) {
            return true;
        }
    }
    return false;
}

static void keep_triangles(scree_mesh *mesh, const uint32_t *of_corner, size_t n) {
    chains known = chains_create(n);
    scree_array_reserve(&mesh->triangle, n);
    scree_array_reserve(&mesh->normal, n);
    scree_array_reserve(&mesh->origin, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *v = of_corner + 3 * i;
        scree_vec3 a;
        uint32_t s[3];
        if (!area_vector(mesh->vertex.data, v, &a)) {
            mesh->degenerate++;
            continue;
        }
        sort3(v, s);
        uint64_t hash = mix(s[0], s[1], s[2]);
        if (is_duplicate(mesh, &known, s, hash)) {
            mesh->duplicate++;
            continue;
        }
        chains_add(&known, hash, (uint32_t)mesh->triangle.n);
        scree_array_push(&mesh->triangle, (scree_triangle){.v = {v[0], v[1], v[2]}, .patch = NONE});
        scree_array_push(&mesh->normal, unit(a));
        scree_array_push(&mesh->origin, (uint32_t)i);
    }
    chains_free(&known);
}

static void find_box(scree_mesh *mesh) {
    mesh->min = mesh->max = mesh->vertex.data[0];
    for (size_t v = 1; v < mesh->vertex.n; v++) {
        mesh->min = vec_min(mesh->min, mesh->vertex.data[v]);
        mesh->max = vec_max(mesh->max, mesh->vertex.data[v]);
    }
}

// Removes vertices that only dropped triangles used, because they must not extend the bounding box.
static void drop_unused_vertices(scree_mesh *mesh) {
    uint32_t *number = uints(mesh->vertex.n, NONE);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        for (int k = 0; k < 3; k++) {
            number[mesh->triangle.data[i].v[k]] = 0;
        }
    }
    size_t used = 0;
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        if (number[v] == 0) {
            number[v] = (uint32_t)used;
            mesh->vertex.data[used++] = mesh->vertex.data[v];
        }
    }
    mesh->vertex.n = used;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        for (int k = 0; k < 3; k++) {
            mesh->triangle.data[i].v[k] = number[mesh->triangle.data[i].v[k]];
        }
    }
    scree_free(number);
    find_box(mesh);
}

// ---- edges ------------------------------------------------------------------------------------------------

// Numbers the edges in order of first appearance. Returns the start of each edge's triangles (n_edges + 1 entries) in a list
// that is filled later.
static uint32_t *number_edges(scree_mesh *mesh) {
    typedef struct edge {
        uint32_t a, b;
    } edge;
    size_t most = 3 * mesh->triangle.n;
    chains known = chains_create(most);
    edge *ends = scree_realloc(NULL, 0, most * sizeof *ends);
    uint32_t *start = uints(most + 1, 0); // start[e + 1] first contains counts
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        scree_triangle *t = &mesh->triangle.data[i];
        for (int k = 0; k < 3; k++) {
            uint32_t p = t->v[k], q = t->v[(k + 1) % 3];
            edge e = {p < q ? p : q, p < q ? q : p};
            uint64_t hash = mix(e.a, e.b, 0);
            uint32_t j = known.head[hash & known.mask];
            while (j != NONE && (ends[j].a != e.a || ends[j].b != e.b)) {
                j = known.next[j];
            }
            if (j == NONE) {
                j = (uint32_t)mesh->n_edges++;
                ends[j] = e;
                chains_add(&known, hash, j);
            }
            t->e[k] = j;
            start[j + 1]++;
        }
    }
    for (size_t e = 0; e < mesh->n_edges; e++) {
        mesh->open_edges += start[e + 1] == 1;
        mesh->odd_edges += start[e + 1] > 2;
        start[e + 1] += start[e];
    }
    scree_free(ends);
    chains_free(&known);
    return start;
}

static uint32_t *triangles_of_edges(const scree_mesh *mesh, const uint32_t *start) {
    uint32_t *list = uints(3 * mesh->triangle.n, NONE);
    uint32_t *filled = uints(mesh->n_edges, 0);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t e = mesh->triangle.data[i].e[k];
            list[start[e] + filled[e]++] = (uint32_t)i;
        }
    }
    scree_free(filled);
    return list;
}

// ---- patches ----------------------------------------------------------------------------------------------

typedef struct seed {
    double size; // 4 area^2
    uint32_t triangle;
} seed;

static int largest_first(const void *a, const void *b) {
    const seed *s = a, *t = b;
    if (s->size != t->size) {
        return s->size > t->size ? -1 : 1;
    }
    return s->triangle < t->triangle ? -1 : 1;
}

// Is triangle t in the plane of triangle s, up to the rounding of its coordinates?
static bool in_plane(const scree_mesh *mesh, uint32_t s, uint32_t t) {
    scree_vec3 far = vec_max(mesh->max, vec_scale(-1, mesh->min));
    double scale = far.x > far.y ? far.x : far.y;
    scale = scale > far.z ? scale : far.z;
    scree_vec3 n = mesh->normal.data[s], origin = mesh->vertex.data[mesh->triangle.data[s].v[0]];
    for (int k = 0; k < 3; k++) {
        scree_vec3 p = mesh->vertex.data[mesh->triangle.data[t].v[k]];
        if (!(fabs(vec_dot(n, vec_sub(p, origin))) <= 16 * DBL_EPSILON * scale)) {
            return false;
        }
    }
    return true;
}

// Adds t to the patch of s if it is coplanar. If t is in the plane of s up to rounding it also gets the normal of s, the larger
// triangle, so that thin triangles of a tessellated plane give exactly the force of the plane. Triangles that are coplanar only
// within COPLANAR keep their own normal, because the surface would have a step where they meet.
static bool join_patch(scree_mesh *mesh, uint32_t s, uint32_t t) {
    scree_vec3 n = mesh->normal.data[s], m = mesh->normal.data[t];
    bool flat = in_plane(mesh, s, t);
    if (!flat && vec_norm2(vec_cross(n, m)) > COPLANAR * COPLANAR) {
        return false;
    }
    if (flat) {
        mesh->normal.data[t] = vec_dot(n, m) < 0 ? vec_scale(-1, n) : n;
    }
    mesh->triangle.data[t].patch = mesh->triangle.data[s].patch;
    return true;
}

static void flood(scree_mesh *mesh, uint32_t s, const uint32_t *start, const uint32_t *list,
                  uint32_t *stack) {
    size_t n = 0;
    stack[n++] = s;
    while (n > 0) {
        const scree_triangle *t = &mesh->triangle.data[stack[--n]];
        for (int k = 0; k < 3; k++) {
            for (uint32_t j = start[t->e[k]]; j < start[t->e[k] + 1]; j++) {
                if (mesh->triangle.data[list[j]].patch == NONE && join_patch(mesh, s, list[j])) {
                    stack[n++] = list[j];
                }
            }
        }
    }
}

// A patch grows from its largest triangle, which has the most accurate normal. Triangles are compared with that one and not
// with their neighbour, so that a finely tessellated curved surface does not become one patch.
static void find_patches(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    size_t n = mesh->triangle.n;
    uint32_t *stack = uints(n, 0);
    seed *order = scree_realloc(NULL, 0, n * sizeof *order);
    for (size_t i = 0; i < n; i++) {
        scree_vec3 a;
        area_vector(mesh->vertex.data, mesh->triangle.data[i].v, &a);
        order[i] = (seed){vec_norm2(a), (uint32_t)i};
    }
    qsort(order, n, sizeof *order, largest_first);
    uint32_t grown = 0;
    for (size_t i = 0; i < n; i++) {
        scree_triangle *t = &mesh->triangle.data[order[i].triangle];
        if (t->patch != NONE) {
            continue;
        }
        t->patch = grown++;
        flood(mesh, order[i].triangle, start, list, stack);
    }
    uint32_t *number = uints(grown, NONE); // new numbers, in the order of the first triangle in the file
    for (size_t i = 0; i < n; i++) {
        uint32_t *patch = &mesh->triangle.data[i].patch;
        if (number[*patch] == NONE) {
            number[*patch] = (uint32_t)mesh->n_patches++;
        }
        *patch = number[*patch];
    }
    scree_free(number);
    scree_free(order);
    scree_free(stack);
}

// ---- mesh --------------------------------------------------------------------------------------------

static const double farthest = 1e60; // m: squares of areas are numbers

static bool check_corners(const scree_vec3 *corners, size_t n, scree_vec3 *min, scree_vec3 *max,
                          scree_report *r) {
    if (n == 0 || n > MOST_TRIANGLES) {
        scree_report_error(r, "mesh of %zu triangles, accepted: 1 to %zu", n, MOST_TRIANGLES);
        return false;
    }
    *min = *max = corners[0];
    for (size_t i = 0; i < 3 * n; i++) {
        scree_vec3 p = corners[i];
        if (!(fabs(p.x) < farthest && fabs(p.y) < farthest && fabs(p.z) < farthest)) {
            scree_report_error(
                r, "triangle %zu of the mesh has the corner (%g, %g, %g) m; accepted: numbers below %g",
                i / 3 + 1, p.x, p.y, p.z, farthest);
            return false;
        }
        *min = vec_min(*min, p);
        *max = vec_max(*max, p);
    }
    return true;
}

static double area_of(const scree_mesh *mesh) {
    double area = 0.0;
    for (size_t k = 0; k < mesh->triangle.n; k++) {
        const uint32_t *v = mesh->triangle.data[k].v;
        const scree_vec3 a = mesh->vertex.data[v[0]], b = mesh->vertex.data[v[1]],
                         c = mesh->vertex.data[v[2]];
        area += 0.5 * vec_norm(vec_cross(vec_sub(b, a), vec_sub(c, a)));
    }
    return area;
}

// Limit of the number of triangles at one edge; a surface has two. The time to make a mesh grows with the square of this number.
static bool edges_are_few(scree_mesh *mesh, scree_report *r) {
    uint32_t *start = number_edges(mesh), most = 0;
    for (size_t e = 0; e < mesh->n_edges; e++) {
        most = start[e + 1] - start[e] > most ? start[e + 1] - start[e] : most;
    }
    scree_free(start);
    mesh->n_edges = mesh->open_edges = mesh->odd_edges = 0;
    if (most > MOST_AT_EDGE && r) {
        scree_report_error(r,
                           "%u triangles of the mesh share one edge; accepted: up to %d (a surface has two)",
                           most, MOST_AT_EDGE);
    }
    return most <= MOST_AT_EDGE;
}

static void describe(scree_mesh *mesh) {
    uint32_t *start = number_edges(mesh);
    uint32_t *list = triangles_of_edges(mesh, start);
    find_patches(mesh, start, list);
    scree_mesh_describe_cells(mesh, start, list);
    scree_mesh_find_bends(mesh, start, list);
    scree_free(list);
    scree_free(start);
    mesh->area = area_of(mesh);
}

bool scree_mesh_build(scree_mesh *mesh, const scree_vec3 *corners, size_t n, scree_report *r) {
    *mesh = (scree_mesh){0};
    scree_vec3 min, max;
    if (!check_corners(corners, n, &min, &max, r)) {
        return false;
    }
    uint32_t *of_corner = weld(mesh, corners, n, min, max);
    keep_triangles(mesh, of_corner, n);
    scree_free(of_corner);
    if (mesh->triangle.n == 0) {
        if (r) {
            scree_report_error(r, "none of the %zu triangles of the mesh has an area", n);
        }
        scree_mesh_clear(mesh);
        return false;
    }
    if (r && mesh->degenerate > 0) {
        scree_report_warning(r, "%zu of %zu triangles of the mesh have no area: dropped", mesh->degenerate,
                             n);
    }
    if (r && mesh->duplicate > 0) {
        scree_report_warning(r, "%zu of %zu triangles of the mesh are there twice: dropped", mesh->duplicate,
                             n);
    }
    drop_unused_vertices(mesh);
    if (!edges_are_few(mesh, r)) {
        scree_mesh_clear(mesh);
        return false;
    }
    mesh->split = scree_mesh_split_at_vertices(mesh, mesh->min, mesh->max);
    describe(mesh);
    return true;
}

void scree_mesh_renew(scree_mesh *mesh) {
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        scree_vec3 a;
        area_vector(mesh->vertex.data, mesh->triangle.data[i].v, &a);
        mesh->normal.data[i] = unit(a);
        mesh->triangle.data[i].patch = NONE;
    }
    mesh->n_edges = mesh->n_patches = mesh->open_edges = mesh->odd_edges = 0;
    mesh->bend.n = mesh->first_bend.n = 0;
    find_box(mesh);
    describe(mesh);
}

void scree_mesh_clear(scree_mesh *mesh) {
    scree_array_free(&mesh->vertex);
    scree_array_free(&mesh->triangle);
    scree_array_free(&mesh->normal);
    scree_array_free(&mesh->origin);
    scree_array_free(&mesh->edge);
    scree_array_free(&mesh->corner);
    scree_array_free(&mesh->bend);
    scree_array_free(&mesh->first_bend);
    *mesh = (scree_mesh){0};
}

double scree_mesh_volume(const scree_mesh *mesh) {
    // Sum of tetrahedra with the middle of the box, so that a mesh far from the origin loses no digits.
    scree_vec3 middle = vec_scale(0.5, vec_add(mesh->min, mesh->max));
    double six = 0;
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const uint32_t *v = mesh->triangle.data[i].v;
        scree_vec3 a = vec_sub(mesh->vertex.data[v[0]], middle), b = vec_sub(mesh->vertex.data[v[1]], middle);
        six += vec_dot(a, vec_cross(b, vec_sub(mesh->vertex.data[v[2]], middle)));
    }
    return six / 6;
}
