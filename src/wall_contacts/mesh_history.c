// SPDX-License-Identifier: BSD-3-Clause
// Contact history on a mesh: which contact of the last step continues as which contact of this step. Where many contacts begin and end at
// once, as when a sphere falls into a finely divided hole, they are found by sorted keys instead of a search through all pairs of them:
// 3 ms instead of 216 ms for 1024 contacts that all change, 0.6 ms instead of 3.6 ms for 256. The search through pairs is faster for few
// (1 us instead of 35 us for one change among 1024 triangles) and gives the same. Drawback of the keys: of triangles that have one direction
// and lie in different planes all are looked at.
#include "wall_contacts/mesh_history.h"
#include "geometry/mesh_touch.h"
#include "memory/array.h"
#include <math.h>

// Do two triangles meet: a common vertex, a common patch, or one plane (tessellations that do not share vertices)?
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

// Up to so many contacts, and FEW * FEW pairs of them, a search through all is faster.
enum { FEW = 16 };

// ---- sorted keys ------------------------------------------------------------------------------------------

static uint64_t pack(uint32_t high, uint32_t low) {
    return (uint64_t)high << 32 | low;
}

static uint32_t high_of(uint64_t key) {
    return (uint32_t)(key >> 32);
}

static uint32_t low_of(uint64_t key) {
    return (uint32_t)key;
}

static void sink(uint64_t *a, size_t k, size_t n) {
    const uint64_t x = a[k];
    for (size_t child; (child = 2 * k + 1) < n; k = child) {
        child += child + 1 < n && a[child + 1] > a[child];
        if (a[child] <= x) {
            break;
        }
        a[k] = a[child];
    }
    a[k] = x;
}

// By heapsort, which needs no memory.
static void sort_keys(uint64_t *a, size_t n) {
    for (size_t k = n / 2; k-- > 0;) {
        sink(a, k, n);
    }
    for (size_t k = n; k-- > 1;) {
        const uint64_t largest = a[0];
        a[0] = a[k];
        a[k] = largest;
        sink(a, 0, k);
    }
}

// The first key with this high half or a larger one.
static size_t first_of(const uint64_t *a, size_t n, uint32_t high) {
    size_t k;
    scree_bisect(k, n, high_of(a[k]) < high);
    return k;
}

// ---- features that continue -------------------------------------------------------------------------------

// The lowest slot whose contact was on the feature; n: there is none.
static size_t slot_of(const uint32_t *before, size_t n, uint32_t feature) {
    size_t j = 0;
    while (j < n && before[j] != feature) {
        j++;
    }
    return j;
}

// Returns the number of contacts on a feature that had none. Mostly a feature stays in its slot.
static size_t continue_features(size_t n, const uint32_t *before, const uint32_t *now,
                                scree_mesh_history_work *work, int32_t *from) {
    size_t fresh = 0;
    work->wanted.n = 0;
    for (size_t i = 0; i < n; i++) {
        from[i] = now[i] != SCREE_FEATURE_NONE && before[i] == now[i] ? (int32_t)i : -1;
        if (now[i] != SCREE_FEATURE_NONE && from[i] < 0) {
            scree_array_push(&work->wanted, pack(now[i], (uint32_t)i));
        }
    }
    uint64_t *wanted = work->wanted.data;
    const size_t many = work->wanted.n;
    if (many > FEW) {
        sort_keys(wanted, many);
    }
    for (size_t j = 0; many > FEW && j < n; j++) {
        size_t k = before[j] != SCREE_FEATURE_NONE ? first_of(wanted, many, before[j]) : many;
        for (; k < many && high_of(wanted[k]) == before[j]; k++) {
            int32_t *source = &from[low_of(wanted[k])];
            *source = *source < 0 ? (int32_t)j : *source;
        }
    }
    for (size_t k = 0; k < many; k++) {
        int32_t *source = &from[low_of(wanted[k])];
        if (many <= FEW) {
            const size_t j = slot_of(before, n, high_of(wanted[k]));
            *source = j < n ? (int32_t)j : -1;
        }
        fresh += *source < 0;
    }
    return fresh;
}

// ---- features that are new --------------------------------------------------------------------------------

// Lists the triangles of all features in `wanted`: that of the slot, and of an edge or vertex all that have it; all of them touch, so they
// are candidates. Of a patch only that of the slot, because which others are candidates depends on the skin.
static void list_parts(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                       scree_mesh_history_work *work) {
    const uint64_t *wanted = work->wanted.data;
    const size_t many = work->wanted.n;
    sort_keys(work->wanted.data, many);
    work->part.n = 0;
    for (size_t k = 0; k < many; k++) {
        scree_array_push(&work->part, pack(low_of(wanted[k]), low_of(wanted[k])));
    }
    for (uint32_t s = 0; s < n; s++) {
        const scree_triangle *t = &mesh->triangle.data[candidate[s]];
        for (int c = 0; c < 6; c++) {
            const uint32_t feature =
                c < 3 ? SCREE_FEATURE_EDGE | t->e[c] : SCREE_FEATURE_VERTEX | t->v[c - 3];
            for (size_t k = first_of(wanted, many, feature); k < many && high_of(wanted[k]) == feature; k++) {
                if (low_of(wanted[k]) != s) {
                    scree_array_push(&work->part, pack(low_of(wanted[k]), s));
                }
            }
        }
    }
    sort_keys(work->part.data, work->part.n);
}

// Triangles that meet have a vertex in common, or directions that differ by 1 at most.
enum { DIRECTION = 3, KEYS };
static void keys_of(const scree_mesh *mesh, uint32_t triangle, uint32_t *key) {
    const scree_triangle *t = &mesh->triangle.data[triangle];
    const scree_vec3 n = mesh->normal.data[triangle];
    for (int k = 0; k < 3; k++) {
        key[k] = SCREE_FEATURE_VERTEX | t->v[k];
    }
    // Normals of one patch or plane differ by about 1e-6, but for the sign. The axis is along no edge of usual meshes, so that few
    // other triangles have the same direction.
    key[DIRECTION] = 1 + (uint32_t)(65536.0 * fabs(0.36 * n.x + 0.48 * n.y + 0.8 * n.z));
}

// The triangles of contacts that have ended, by what others next to them share with them.
static void list_ended(const scree_mesh *mesh, const uint32_t *candidate, scree_mesh_history_work *work) {
    work->ended.n = work->place.n = 0;
    for (size_t k = 0; k < work->part.n; k++) {
        const uint32_t contact = high_of(work->part.data[k]), triangle = low_of(work->part.data[k]);
        uint32_t key[KEYS];
        keys_of(mesh, candidate[triangle], key);
        for (int c = 0; c < KEYS; c++) {
            scree_array_push(&work->place, pack(key[c], (uint32_t)work->ended.n));
        }
        scree_array_push(&work->ended, (scree_mesh_ended){contact, triangle});
    }
    sort_keys(work->place.data, work->place.n);
    scree_array_zeros(&work->skipped, work->place.n);
}

// The lowest slot below `best` of a contact that has ended, is not taken, has the key and is next to the triangle; else `best`.
static uint32_t lowest_with(const scree_mesh *mesh, const uint32_t *candidate, uint32_t triangle,
                            uint32_t key, uint32_t best, scree_mesh_history_work *work) {
    const uint64_t *place = work->place.data;
    const size_t n = work->place.n, first = first_of(place, n, key);
    if (first == n) {
        return best;
    }
    uint32_t *skipped = &work->skipped.data[first];
    for (size_t k = first + *skipped; k < n && high_of(place[k]) == key; k++) {
        const scree_mesh_ended e = work->ended.data[low_of(place[k])];
        if (e.contact >= best) {
            break;
        }
        if (work->taken.data[e.contact]) {
            *skipped += k == first + *skipped;
        } else if (is_neighbour(mesh, triangle, candidate[e.triangle])) {
            return e.contact;
        }
    }
    return best;
}

static uint32_t lowest_next_to(const scree_mesh *mesh, const uint32_t *candidate, uint32_t triangle,
                               uint32_t best, scree_mesh_history_work *work) {
    uint32_t key[KEYS];
    keys_of(mesh, triangle, key);
    for (int c = 0; c < DIRECTION; c++) {
        best = lowest_with(mesh, candidate, triangle, key[c], best, work);
    }
    for (uint32_t near = key[DIRECTION] - 1; near <= key[DIRECTION] + 1; near++) {
        best = lowest_with(mesh, candidate, triangle, near, best, work);
    }
    return best;
}

// Sets `taken`. Returns the number of contacts that have ended.
static size_t find_taken(size_t n, const uint32_t *before, const int32_t *from,
                         scree_mesh_history_work *work) {
    size_t ended = 0;
    scree_array_resize(&work->taken, n);
    uint8_t *taken = work->taken.data;
    for (size_t j = 0; j < n; j++) {
        taken[j] = before[j] == SCREE_FEATURE_NONE;
    }
    for (size_t i = 0; i < n; i++) {
        if (from[i] >= 0) {
            taken[from[i]] = 1;
        }
    }
    for (size_t j = 0; j < n; j++) {
        ended += !taken[j];
    }
    return ended;
}

static void inherit_by_keys(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                            const uint32_t *before, const uint32_t *now, scree_mesh_history_work *work,
                            int32_t *from) {
    work->wanted.n = 0;
    for (size_t j = 0; j < n; j++) {
        if (!work->taken.data[j]) {
            scree_array_push(&work->wanted, pack(before[j], (uint32_t)j));
        }
    }
    list_parts(mesh, candidate, n, work);
    list_ended(mesh, candidate, work);
    work->wanted.n = 0;
    for (size_t i = 0; i < n; i++) {
        if (now[i] != SCREE_FEATURE_NONE && from[i] < 0) {
            scree_array_push(&work->wanted, pack(now[i], (uint32_t)i));
        }
    }
    list_parts(mesh, candidate, n, work);
    for (size_t k = 0; k < work->part.n;) { // by slot
        const uint32_t slot = high_of(work->part.data[k]);
        uint32_t best = UINT32_MAX;
        for (; k < work->part.n && high_of(work->part.data[k]) == slot; k++) {
            best = lowest_next_to(mesh, candidate, candidate[low_of(work->part.data[k])], best, work);
        }
        if (best < UINT32_MAX) {
            from[slot] = (int32_t)best;
            work->taken.data[best] = 1;
        }
    }
}

// ---- the same for few, by a search through pairs ----------------------------------------------------------

// Are the contacts in slots i and j, with features f and g, adjacent?
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

static void inherit_by_pairs(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                             const uint32_t *before, const uint32_t *now, uint8_t *taken, int32_t *from) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; now[i] != SCREE_FEATURE_NONE && from[i] < 0 && j < n; j++) {
            if (!taken[j] && is_next_to(mesh, candidate, n, i, now[i], j, before[j])) {
                from[i] = (int32_t)j;
                taken[j] = 1;
            }
        }
    }
}

void scree_mesh_history_move(const scree_mesh *mesh, const uint32_t *candidate, size_t n,
                             const uint32_t *before, const uint32_t *now, scree_mesh_history_work *work,
                             int32_t *from) {
    // A feature is in one slot only, so once all contacts that continue are assigned, the remaining ones have ended.
    const size_t fresh = continue_features(n, before, now, work, from),
                 ended = fresh > 0 ? find_taken(n, before, from, work) : 0;
    if (fresh * ended > FEW * FEW) {
        inherit_by_keys(mesh, candidate, n, before, now, work, from);
    } else if (ended > 0) {
        inherit_by_pairs(mesh, candidate, n, before, now, work->taken.data, from);
    }
}

void scree_mesh_history_work_clear(scree_mesh_history_work *work) {
    scree_array_free(&work->wanted);
    scree_array_free(&work->part);
    scree_array_free(&work->ended);
    scree_array_free(&work->place);
    scree_array_free(&work->skipped);
    scree_array_free(&work->taken);
}
