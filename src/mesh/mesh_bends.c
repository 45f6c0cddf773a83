// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_bends.h"
#include <math.h>

#define NONE UINT32_MAX

enum { MOST_TRIANGLES = 64 }; // of a patch whose shape is looked at, so that a mesh is read in linear time
static const double LEAST_COSINE =
    0.64; // of 50 degrees: a regular octagon, which turns by 45, stands for a circle, and a hexagon does not
static const double NARROW =
    0.7; // cosine of 46 degrees, between two sides of the facets of a cone that meet at its tip

// The bend from the unit vectors that lead away from an edge or a vertex on both of its sides.
static float bend_of(scree_vec3 a, scree_vec3 b) {
    return -vec_dot(a, b) > LEAST_COSINE ? (float)vec_norm(vec_add(a, b)) : INFINITY;
}

// Bends that follow each other at this distance are a curve for spheres with a larger radius than this.
static float fits_of(float bend, double gap) {
    return bend < INFINITY ? (float)(0.5 * gap / bend) : INFINITY;
}

// A vector from a side of a triangle to the vertex across it, normal to the side.
static scree_vec3 across(const scree_mesh *mesh, const scree_triangle *t, int side) {
    const scree_vec3 *v = mesh->vertex.data, from = v[t->v[side]],
                     along = vec_unit(vec_sub(v[t->v[(side + 1) % 3]], from)),
                     to = vec_sub(v[t->v[(side + 2) % 3]], from);
    return vec_sub(to, vec_scale(vec_dot(to, along), along));
}

static int side_of(const scree_triangle *t, uint32_t edge) {
    return t->e[0] == edge ? 0 : t->e[1] == edge ? 1 : 2;
}

static void bend_edges(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    for (uint32_t e = 0; e < mesh->n_edges; e++) {
        scree_mesh_cell *cell = &mesh->edge.data[e];
        cell->bend = cell->fits = INFINITY;
        if (cell->kind == SCREE_CELL_INNER && start[e + 1] - start[e] == 2) {
            const scree_triangle *a = &mesh->triangle.data[list[start[e]]],
                                 *b = &mesh->triangle.data[list[start[e] + 1]];
            const scree_vec3 to_a = vec_unit(across(mesh, a, side_of(a, e))),
                             to_b = vec_unit(across(mesh, b, side_of(b, e)));
            cell->bend = bend_of(to_a, to_b);
        }
    }
}

// A vertex of exactly two open edges has the angle between them.
static void bend_border(scree_mesh *mesh) {
    const size_t n = mesh->vertex.n;
    uint32_t *other = scree_realloc(NULL, 0, (2 * n + 1) * sizeof *other);
    uint8_t *found = scree_zeros(n + 1);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        for (int k = 0; k < 3; k++) {
            for (int end = 0; end < 2 && mesh->edge.data[t->e[k]].kind == SCREE_CELL_OPEN; end++) {
                const uint32_t v = t->v[(k + end) % 3];
                if (found[v] < 2) {
                    other[2 * v + found[v]] = t->v[(k + 1 - end) % 3];
                }
                found[v] += found[v] < 3;
            }
        }
    }
    for (size_t v = 0; v < n; v++) {
        scree_mesh_cell *cell = &mesh->corner.data[v];
        cell->bend = cell->fits = INFINITY;
        if (found[v] == 2) {
            const scree_vec3 *at = mesh->vertex.data, a = vec_sub(at[other[2 * v]], at[v]),
                             b = vec_sub(at[other[2 * v + 1]], at[v]);
            cell->bend = bend_of(vec_unit(a), vec_unit(b));
            cell->fits = fits_of(cell->bend, fmin(vec_norm(a), vec_norm(b)));
        }
    }
    scree_free(found);
    scree_free(other);
}

// Are all vertices of the patch on the inner side of all sides of its border? of: its n triangles.
static bool is_convex(const scree_mesh *mesh, const uint32_t *of, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[of[i]];
        for (int side = 0; side < 3; side++) {
            if (mesh->edge.data[t->e[side]].kind == SCREE_CELL_FLAT) {
                continue;
            }
            const scree_vec3 in = across(mesh, t, side), from = mesh->vertex.data[t->v[side]];
            for (size_t j = 0; j < 3 * n; j++) {
                const uint32_t v = mesh->triangle.data[of[j / 3]].v[j % 3];
                if (vec_dot(in, vec_sub(mesh->vertex.data[v], from)) < -1e-9 * vec_norm2(in)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static double distance_to_side(const scree_mesh *mesh, scree_vec3 p, const scree_mesh_side *s) {
    const scree_vec3 from = mesh->vertex.data[s->v[0]], along = vec_sub(mesh->vertex.data[s->v[1]], from);
    const double t = vec_dot(vec_sub(p, from), along) / vec_norm2(along);
    return vec_norm(vec_sub(p, vec_add_scaled(from, fmin(fmax(t, 0.0), 1.0), along)));
}

// Distance between two sides of a convex polygon; of two that meet at a vertex -1, but 0 at the tip of a cone.
static double gap_between(const scree_mesh *mesh, const scree_mesh_side *s, const scree_mesh_side *t) {
    const scree_vec3 *at = mesh->vertex.data;
    for (int i = 0; i < 4; i++) {
        const uint32_t common = s->v[i / 2];
        if (common == t->v[i % 2]) {
            const scree_vec3 a = vec_sub(at[s->v[1 - i / 2]], at[common]),
                             b = vec_sub(at[t->v[1 - i % 2]], at[common]);
            return vec_dot(vec_unit(a), vec_unit(b)) > NARROW ? 0.0 : -1.0;
        }
    }
    return fmin(fmin(distance_to_side(mesh, at[s->v[0]], t), distance_to_side(mesh, at[s->v[1]], t)),
                fmin(distance_to_side(mesh, at[t->v[0]], s), distance_to_side(mesh, at[t->v[1]], s)));
}

// The sides of a patch, of n triangles, at which the surface bends. Returns their number.
static size_t bent_sides(const scree_mesh *mesh, const uint32_t *of, size_t n, scree_mesh_side *bent) {
    size_t sides = 0;
    for (size_t i = 0; i < 3 * n; i++) {
        const scree_triangle *t = &mesh->triangle.data[of[i / 3]];
        const size_t k = i % 3;
        if (mesh->edge.data[t->e[k]].bend < INFINITY) {
            bent[sides++] = (scree_mesh_side){t->e[k], {t->v[k], t->v[(k + 1) % 3]}};
        }
    }
    return sides;
}

// Does the surface turn to the side of the patch's normal beyond this edge? t: a triangle of the patch.
static bool turns_up(const scree_mesh *mesh, uint32_t t, uint32_t edge, const uint32_t *start,
                     const uint32_t *list) {
    const uint32_t *of = list + start[edge], patch = mesh->triangle.data[t].patch;
    const scree_triangle *other = &mesh->triangle.data[of[mesh->triangle.data[of[0]].patch == patch]];
    return vec_dot(mesh->normal.data[t], across(mesh, other, side_of(other, edge))) > 0.0;
}

// Returns whether the bends of a patch are those of a surface that is curved in one direction alone: in a bowl, neighbouring sides turn
// the same way.
static bool measure_gaps(scree_mesh *mesh, const scree_mesh_side *bent, size_t sides, uint32_t t,
                         const uint32_t *start, const uint32_t *list) {
    for (size_t i = 0; i < sides; i++) {
        scree_mesh_cell *cell = &mesh->edge.data[bent[i].edge];
        for (size_t j = 0; j < sides; j++) {
            const double gap = i != j ? gap_between(mesh, &bent[i], &bent[j]) : INFINITY;
            if (gap < 0.0 && turns_up(mesh, t, bent[i].edge, start, list) ==
                                 turns_up(mesh, t, bent[j].edge, start, list)) {
                return false;
            }
            cell->fits = gap >= 0.0 ? fminf(cell->fits, fits_of(cell->bend, gap)) : cell->fits;
        }
    }
    return true;
}

// Lists the triangles by patch: those of patch p are of[first[p]] to of[first[p + 1] - 1].
static void list_patches(const scree_mesh *mesh, uint32_t *first, uint32_t *of) {
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        first[mesh->triangle.data[i].patch + 2]++;
    }
    for (size_t p = 0; p < mesh->n_patches; p++) {
        first[p + 2] += first[p + 1];
    }
    for (uint32_t i = 0; i < mesh->triangle.n; i++) {
        of[first[mesh->triangle.data[i].patch + 1]++] = i;
    }
}

static void look_at_patches(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    const size_t patches = mesh->n_patches;
    uint32_t *first = scree_zeros((patches + 2) * sizeof *first),
             *of = scree_realloc(NULL, 0, (mesh->triangle.n + 1) * sizeof *of);
    uint8_t *curve = scree_zeros(patches + 1), *shared = scree_zeros(mesh->n_edges + 1);
    scree_mesh_side bent[3 * MOST_TRIANGLES];
    list_patches(mesh, first, of);
    for (size_t p = 0; p < patches; p++) {
        const size_t size = first[p + 1] - first[p];
        curve[p] = size <= MOST_TRIANGLES && is_convex(mesh, of + first[p], size);
        const size_t sides = curve[p] ? bent_sides(mesh, of + first[p], size, bent) : 0;
        curve[p] = curve[p] && measure_gaps(mesh, bent, sides, of[first[p]], start, list);
        for (size_t k = 0; k < sides && curve[p]; k++) {
            shared[bent[k].edge]++;
        }
    }
    for (size_t p = 0; p < patches; p++) {
        scree_array_push(&mesh->first_bend, (uint32_t)mesh->bend.n);
        const size_t sides = curve[p] ? bent_sides(mesh, of + first[p], first[p + 1] - first[p], bent) : 0;
        for (size_t k = 0; k < sides; k++) {
            if (shared[bent[k].edge] == 2 && mesh->edge.data[bent[k].edge].fits < INFINITY) {
                scree_array_push(&mesh->bend, bent[k]);
            }
        }
    }
    scree_array_push(&mesh->first_bend, (uint32_t)mesh->bend.n);
    scree_free(shared);
    scree_free(curve);
    scree_free(of);
    scree_free(first);
}

void scree_mesh_find_bends(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    bend_edges(mesh, start, list);
    bend_border(mesh);
    look_at_patches(mesh, start, list);
    mesh->least_fits = INFINITY;
    for (size_t k = 0; k < mesh->bend.n; k++) {
        mesh->least_fits = fminf(mesh->least_fits, mesh->edge.data[mesh->bend.data[k].edge].fits);
    }
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        mesh->least_fits = fminf(mesh->least_fits, mesh->corner.data[v].fits);
    }
}
