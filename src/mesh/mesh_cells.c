// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_cells.h"

#define NONE UINT32_MAX

// The vertex of a triangle that is not on one of its edges.
static uint32_t apex_of(const scree_triangle *t, uint32_t edge) {
    return t->v[t->e[0] == edge ? 2 : t->e[1] == edge ? 0 : 1];
}

// Are two triangles of one patch on the same side of their common edge, so that one lies on the other?
static bool is_folded(const scree_mesh *mesh, const scree_triangle *a, const scree_triangle *b,
                      uint32_t edge) {
    const int k = a->e[0] == edge ? 0 : a->e[1] == edge ? 1 : 2;
    const scree_vec3 from = mesh->vertex.data[a->v[k]],
                     along = vec_sub(mesh->vertex.data[a->v[(k + 1) % 3]], from),
                     to_a = vec_sub(mesh->vertex.data[apex_of(a, edge)], from),
                     to_b = vec_sub(mesh->vertex.data[apex_of(b, edge)], from);
    return vec_dot(vec_cross(along, to_a), vec_cross(along, to_b)) > 0;
}

static void describe_edges(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    scree_array_resize(&mesh->edge, mesh->n_edges);
    for (size_t e = 0; e < mesh->n_edges; e++) {
        const uint32_t *of = list + start[e], faces = start[e + 1] - start[e];
        const scree_triangle *a = &mesh->triangle.data[of[0]], *b = &mesh->triangle.data[of[faces > 1]];
        const bool flat = faces == 2 && a->patch == b->patch && !is_folded(mesh, a, b, (uint32_t)e);
        mesh->edge.data[e] = (scree_mesh_cell){.joins = faces > 1,
                                               .kind = faces == 1 ? SCREE_CELL_OPEN
                                                       : flat     ? SCREE_CELL_FLAT
                                                                  : SCREE_CELL_INNER};
    }
}

// A vertex is flat if all its triangles are in one patch and all its edges are flat.
static void describe_vertices(scree_mesh *mesh) {
    const size_t n = mesh->vertex.n;
    uint32_t *patch = scree_realloc(NULL, 0, (n + 1) * sizeof *patch);
    scree_array_resize(&mesh->corner, n);
    for (size_t v = 0; v < n; v++) {
        patch[v] = NONE;
        mesh->corner.data[v] = (scree_mesh_cell){.kind = SCREE_CELL_FLAT};
    }
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        for (int k = 0; k < 3; k++) {
            const uint32_t v = t->v[k], end[2] = {t->v[k], t->v[(k + 1) % 3]};
            const scree_mesh_cell edge = mesh->edge.data[t->e[k]];
            if (patch[v] != NONE && patch[v] != t->patch && mesh->corner.data[v].kind == SCREE_CELL_FLAT) {
                mesh->corner.data[v].kind = SCREE_CELL_INNER;
            }
            patch[v] = t->patch;
            for (int j = 0; j < 2; j++) {
                uint8_t *kind = &mesh->corner.data[end[j]].kind;
                *kind = *kind > edge.kind ? *kind
                                          : edge.kind; // open has priority over inner, and inner over flat
            }
        }
    }
    scree_free(patch);
}

static uint32_t first_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// A vertex joins if edges do not connect all its triangles. Corners 3 i + k of triangles are connected where an edge has both.
static void find_joining_vertices(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    const size_t corners = 3 * mesh->triangle.n;
    uint32_t *parent = scree_realloc(NULL, 0, (corners + 1) * sizeof *parent),
             *group = scree_realloc(NULL, 0, (mesh->vertex.n + 1) * sizeof *group);
    for (uint32_t c = 0; c < corners; c++) {
        parent[c] = c;
    }
    for (size_t e = 0; e < mesh->n_edges; e++) {
        const uint32_t a = list[start[e]];
        for (uint32_t j = start[e] + 1; j < start[e + 1]; j++) {
            const uint32_t b = list[j];
            for (uint32_t k = 0; k < 9;
                 k++) { // they have the two ends of the edge in common, and no other vertex
                if (mesh->triangle.data[a].v[k / 3] == mesh->triangle.data[b].v[k % 3]) {
                    parent[first_of(parent, 3 * b + k % 3)] = first_of(parent, 3 * a + k / 3);
                }
            }
        }
    }
    for (size_t v = 0; v < mesh->vertex.n; v++) {
        group[v] = NONE;
    }
    for (uint32_t c = 0; c < corners; c++) {
        const uint32_t v = mesh->triangle.data[c / 3].v[c % 3], of = first_of(parent, c);
        mesh->corner.data[v].joins |= group[v] != NONE && group[v] != of;
        group[v] = of;
    }
    scree_free(group);
    scree_free(parent);
}

// Do two triangles traverse their common edge in the same direction? Then their windings are opposite.
static bool same_direction(const scree_triangle *a, const scree_triangle *b, uint32_t edge) {
    const int k = a->e[0] == edge   ? 0
                  : a->e[1] == edge ? 1
                                    : 2,
              l = b->e[0] == edge   ? 0
                  : b->e[1] == edge ? 1
                                    : 2;
    return a->v[k] == b->v[l];
}

static void number_shells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    const size_t n = mesh->triangle.n;
    uint32_t *stack = scree_realloc(NULL, 0, (n + 1) * sizeof *stack), shells = 0;
    for (size_t i = 0; i < n; i++) {
        mesh->triangle.data[i].shell = NONE;
        mesh->triangle.data[i].flipped = 0;
    }
    for (size_t i = 0; i < n; i++) {
        size_t waiting = 0;
        if (mesh->triangle.data[i].shell != NONE) {
            continue;
        }
        mesh->triangle.data[i].shell = shells;
        stack[waiting++] = (uint32_t)i;
        while (waiting > 0) {
            const uint32_t s = stack[--waiting];
            const scree_triangle *t = &mesh->triangle.data[s];
            for (int k = 0; k < 3; k++) {
                const uint32_t e = t->e[k], *of = list + start[e];
                if (start[e + 1] - start[e] != 2) {
                    continue;
                }
                scree_triangle *next = &mesh->triangle.data[of[0] == s ? of[1] : of[0]];
                if (next->shell == NONE) {
                    next->shell = shells;
                    next->flipped = t->flipped != same_direction(t, next, e);
                    stack[waiting++] = (uint32_t)(next - mesh->triangle.data);
                }
            }
        }
        shells++;
    }
    scree_free(stack);
}

void scree_mesh_describe_cells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    describe_edges(mesh, start, list);
    describe_vertices(mesh);
    find_joining_vertices(mesh, start, list);
    number_shells(mesh, start, list);
}
