// SPDX-License-Identifier: BSD-3-Clause
// Contact history on a mesh: which contact of the last step continues as which contact of this step.
#include "shape/mesh_history.h"
#include "shape/mesh_touch.h"

// Do two triangles meet: a common vertex, a common patch, or one plane (tessellations that do not share
// vertices)?
static bool is_neighbour(const scree_mesh *mesh, uint32_t s, uint32_t t) {
    const scree_triangle *a = &mesh->triangle.data[s], *b = &mesh->triangle.data[t];
    if (s == t || a->patch == b->patch) {
        return true;
    }
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            if (a->v[k] == b->v[l]) {
                return true;
            }
        }
    }
    const scree_vec3 n = mesh->normal.data[s], m = mesh->normal.data[t];
    const scree_vec3 apart = vec_sub(mesh->vertex.data[b->v[0]], mesh->vertex.data[a->v[0]]);
    const double off = vec_dot(n, apart), angle2 = 1e-12; // (1e-6 rad)^2, as for patches
    return vec_norm2(vec_cross(n, m)) <= angle2 && off * off <= angle2 * vec_norm2(apart);
}

// Are the contacts in slots i and j, with features f and g, adjacent? For an edge or vertex all its triangles are tested; all
// of them touch, so they are candidates. For a patch only the triangle of the slot is tested, because which others are
// candidates depends on the skin.
static bool is_next_to(const scree_mesh *mesh, const uint32_t *candidate, size_t n, size_t i, uint32_t f,
                       size_t j, uint32_t g) {
    for (size_t s = 0; s < n; s++) {
        if (s != i && !scree_triangle_has(&mesh->triangle.data[candidate[s]], f)) {
            continue;
        }
        for (size_t t = 0; t < n; t++) {
            if ((t == j || scree_triangle_has(&mesh->triangle.data[candidate[t]], g)) &&
                is_neighbour(mesh, candidate[s], candidate[t])) {
                return true;
            }
        }
    }
    return false;
}

static bool is_taken(const int32_t *from, size_t n, size_t slot) {
    for (size_t i = 0; i < n; i++) {
        if (from[i] == (int32_t)slot) {
            return true;
        }
    }
    return false;
}

void scree_mesh_history_move(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                             const uint32_t *before, const uint32_t *now, int32_t *from) {
    bool fresh = false;
    for (size_t i = 0; i < n; i++) {
        from[i] = -1;
        if (now[i] == SCREE_FEATURE_NONE) {
            continue;
        }
        size_t j = before[i] == now[i] ? i : 0; // mostly the slot is the same
        while (j < n && before[j] != now[i]) {
            j++;
        }
        if (j < n) {
            from[i] = (int32_t)j;
        } else {
            fresh = true;
        }
    }
    // A feature is in one slot only, so all contacts that continue are assigned by now: the remaining ones have ended.
    for (size_t i = 0; fresh && i < n; i++) {
        if (now[i] != SCREE_FEATURE_NONE && from[i] < 0) {
            for (size_t j = 0; j < n && from[i] < 0; j++) {
                if (before[j] != SCREE_FEATURE_NONE && !is_taken(from, n, j) &&
                    is_next_to(mesh, candidate, n, i, now[i], j, before[j])) {
                    from[i] = (int32_t)j;
                }
            }
        }
    }
}
