// SPDX-License-Identifier: BSD-3-Clause
#include "state/mesh_cells.h"

#include <string.h>

#define NONE UINT32_MAX

enum {
    MOST_COUNT = 10000
}; // triangles at an edge or vertex; a file with more is broken, and they are counted as this many

static int16_t count_of(int32_t count) {
    return (int16_t)(count > MOST_COUNT ? MOST_COUNT : count < -MOST_COUNT ? -MOST_COUNT : count);
}

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

static void count_edges(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    scree_array_resize(&mesh->edge, mesh->n_edges);
    for (size_t e = 0; e < mesh->n_edges; e++) {
        const uint32_t *of = list + start[e];
        const int32_t faces = (int32_t)(start[e + 1] - start[e]);
        const scree_triangle *a = &mesh->triangle.data[of[0]], *b = &mesh->triangle.data[of[faces > 1]];
        const bool flat = faces == 2 && a->patch == b->patch && !is_folded(mesh, a, b, (uint32_t)e);
        mesh->edge.data[e] = (scree_mesh_cell){.count = count_of(1 - faces),
                                               .kind = faces == 1 ? SCREE_CELL_OPEN
                                                       : flat     ? SCREE_CELL_FLAT
                                                                  : SCREE_CELL_INNER};
    }
}

// A vertex is flat if all its triangles are in one patch and all its edges are flat.
static void count_vertices(scree_mesh *mesh) {
    const size_t n = mesh->vertex.n;
    int32_t *count = scree_realloc(NULL, 0, (n + 1) * sizeof *count);
    uint32_t *patch = scree_realloc(NULL, 0, (n + 1) * sizeof *patch);
    uint8_t *seen = scree_realloc(NULL, 0, mesh->n_edges + 1);
    scree_array_resize(&mesh->corner, n);
    for (size_t v = 0; v < n; v++) {
        count[v] = 1;
        patch[v] = NONE;
        mesh->corner.data[v] = (scree_mesh_cell){0, SCREE_CELL_FLAT};
    }
    memset(seen, 0, mesh->n_edges + 1);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        for (int k = 0; k < 3; k++) {
            const uint32_t v = t->v[k], end[2] = {t->v[k], t->v[(k + 1) % 3]};
            const scree_mesh_cell edge = mesh->edge.data[t->e[k]];
            count[v]--;
            if (patch[v] != NONE && patch[v] != t->patch && mesh->corner.data[v].kind == SCREE_CELL_FLAT) {
                mesh->corner.data[v].kind = SCREE_CELL_INNER;
            }
            patch[v] = t->patch;
            for (int j = 0; j < 2; j++) {
                count[end[j]] -= seen[t->e[k]] ? 0 : edge.count;
                uint8_t *kind = &mesh->corner.data[end[j]].kind;
                *kind = *kind > edge.kind ? *kind
                                          : edge.kind; // open has priority over inner, and inner over flat
            }
            seen[t->e[k]] = 1;
        }
    }
    for (size_t v = 0; v < n; v++) {
        mesh->corner.data[v].count = count_of(count[v]);
    }
    scree_free(seen);
    scree_free(patch);
    scree_free(count);
}

// Marks the first triangle of each edge and vertex, so that loops over triangles visit it once. Flat ones are not marked, as
// they contribute nothing, except edges with an end that is not flat.
static void mark_first(scree_mesh *mesh) {
    uint8_t *edge = scree_realloc(NULL, 0, mesh->n_edges + 1),
            *vertex = scree_realloc(NULL, 0, mesh->vertex.n + 1);
    memset(edge, 0, mesh->n_edges + 1);
    memset(vertex, 0, mesh->vertex.n + 1);
    for (size_t i = 0; i < mesh->triangle.n; i++) {
        scree_triangle *t = &mesh->triangle.data[i];
        t->first = 0;
        for (int k = 0; k < 3; k++) {
            const scree_mesh_cell e = mesh->edge.data[t->e[k]], a = mesh->corner.data[t->v[k]],
                                  b = mesh->corner.data[t->v[(k + 1) % 3]];
            const bool flat =
                e.kind == SCREE_CELL_FLAT && a.kind == SCREE_CELL_FLAT && b.kind == SCREE_CELL_FLAT;
            t->first |= (uint16_t)((!edge[t->e[k]] && e.count != 0 && !flat) << k);
            t->first |=
                (uint16_t)((!vertex[t->v[k]] && a.count != 0 && a.kind != SCREE_CELL_FLAT) << (3 + k));
            edge[t->e[k]] = vertex[t->v[k]] = 1;
        }
    }
    scree_free(vertex);
    scree_free(edge);
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

void scree_mesh_count_cells(scree_mesh *mesh, const uint32_t *start, const uint32_t *list) {
    count_edges(mesh, start, list);
    count_vertices(mesh);
    mark_first(mesh);
    number_shells(mesh, start, list);
}
