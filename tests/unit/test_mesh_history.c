// SPDX-License-Identifier: BSD-3-Clause
// Transfer of history between contacts when a sphere rolls on a mesh.
#include "effort.h"
#include "geometry/mesh_touch.h"
#include "maths/random.h"
#include "mesh_of_corners.h"
#include "wall_contacts/mesh_history.h"
#include <math.h>
#include <string.h>

static scree_mesh_work work;
static scree_mesh_history_work history;

// Follows one history, marked 1, through a path of the centre: returns the number of steps in which it continues.
static int follow(const scree_mesh *mesh, scree_vec3 from, scree_vec3 to, double r, int steps) {
    size_t n = mesh->triangle.n;
    uint32_t before[MOST] = {0}, now[MOST];
    int mark[MOST] = {0}, kept = 0;
    for (int i = 0; i <= steps; i++) {
        scree_mesh_contact c[MOST];
        int32_t source[MOST];
        int moved[MOST] = {0};
        scree_mesh_touch(mesh, vec_add_scaled(from, (double)i / steps, vec_sub(to, from)), NULL, r, 0, NULL,
                         every, n, &work, c);
        for (size_t s = 0; s < n; s++) {
            now[s] = c[s].feature;
        }
        scree_mesh_history_move(mesh, every, n, before, now, &history, source);
        bool marked = false;
        for (size_t s = 0; s < n; s++) {
            assert_true(source[s] < 0 || (now[s] != 0 && before[source[s]] != 0));
            moved[s] = source[s] >= 0 ? mark[source[s]] : i == 0 && now[s] != 0;
            marked |= moved[s] == 1;
        }
        kept += marked;
        memcpy(mark, moved, sizeof mark);
        memcpy(before, now, sizeof before);
    }
    return kept;
}

// Bricks of this size on places of size 1. At size 1 no two rows share a corner; smaller ones do not touch, but are coplanar.
static scree_mesh brickwork(double size) {
    static scree_vec3 corners[6 * 64];
    for (int i = 0; i < 64; i++) {
        double x = i % 8 + 0.3 * (i / 8), y = i / 8;
        const scree_vec3 brick[6] = {{x, y, 0}, {x + size, y, 0},        {x + size, y + size, 0},
                                     {x, y, 0}, {x + size, y + size, 0}, {x, y + size, 0}};
        memcpy(corners + 6 * i, brick, sizeof brick);
    }
    return build(corners, 128);
}

static void rolling_keeps_history(void **state) {
    (void)state;
    scree_mesh mesh = cube();
    // Over the diagonal of a face; over a face, its edge and down the next face; over a corner.
    assert_int_equal(follow(&mesh, vec3(0.2, 0.6, 1.09), vec3(0.8, 0.4, 1.09), 0.1, 100), 101);
    assert_int_equal(follow(&mesh, vec3(0.95, 0.3, 1.15), vec3(1.15, 0.4, 0.95), 0.2, 100), 101);
    assert_int_equal(follow(&mesh, vec3(0.95, 0.95, 1.15), vec3(1.12, 1.12, 0.9), 0.25, 100), 101);
    assert_int_equal(follow(&mesh, vec3(0.95, 0.3, 1.04), vec3(1.04, 0.4, 0.95), 0.2, 1),
                     2); // past the edge in one step
    scree_mesh_clear(&mesh);

    mesh = brickwork(1.0);
    assert_int_equal(follow(&mesh, vec3(3, 0.5, 0.099), vec3(7, 7.5, 0.099), 0.1, 2000), 2001);
    scree_mesh_clear(&mesh);
}

static void hand_over_rules(void **state) {
    (void)state;
    scree_mesh mesh = cube(); // patches: triangles 2k, 2k + 1
    const uint32_t F = SCREE_FEATURE_FACE, E = SCREE_FEATURE_EDGE;
    int32_t from[12];
    struct {
        uint32_t before[12], now[12];
        int32_t from[12];
    } rule[] = {
        // the second face of a corner is new while the first continues
        {{F | 0}, {F | 0, 0, F | 1}, {0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}},
        // the first of two faces ends: the other keeps its own history
        {{F | 0, 0, 0, 0, F | 2}, {0, 0, 0, 0, F | 2}, {-1, -1, -1, -1, 4, -1, -1, -1, -1, -1, -1, -1}},
        // a patch continues in another slot, and its history is not copied to the new neighbour
        {{0, F | 0}, {F | 0, 0, 0, 0, F | 2}, {1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}},
        // the same in a later slot, and the history is not that of a neighbour that ended
        {{F | 0, 0, 0, 0, F | 2}, {0, 0, 0, 0, 0, F | 2}, {-1, -1, -1, -1, -1, 4, -1, -1, -1, -1, -1, -1}},
        // one ended, two new ones next to it: only the lowest slot takes its history
        {{F | 0}, {0, 0, 0, 0, F | 2, 0, F | 3}, {-1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1}},
        // two ended, one new: it takes the history of the lowest slot
        {{0, F | 0, 0, 0, F | 2},
         {0, 0, 0, 0, 0, 0, 0, 0, F | 4},
         {-1, -1, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1}},
    };
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
        scree_mesh_history_move(&mesh, every, 12, rule[i].before, rule[i].now, &history, from);
        assert_memory_equal(from, rule[i].from, sizeof from);
    }
    // Triangles 0 and 2 are on opposite faces and have no common corner: no history is taken over. A face and an
    // edge of the same number are different features.
    const uint32_t before[12] = {F | 0}, far[12] = {0, 0, F | 1}, edge[12] = {E | 0};
    scree_mesh_history_move(&mesh, every, 12, before, far, &history, from);
    assert_int_equal(from[2], -1);
    scree_mesh_history_move(&mesh, every, 12, before, edge, &history, from);
    assert_int_equal(from[0], 0); // taken over because it is next to it
    scree_mesh_clear(&mesh);
}

// Do two triangles meet? As the rules in mesh_history.c say.
static bool meet(const scree_mesh *mesh, uint32_t s, uint32_t t) {
    const scree_triangle *a = &mesh->triangle.data[s], *b = &mesh->triangle.data[t];
    bool common = a->patch == b->patch;
    for (int k = 0; k < 9; k++) {
        common |= a->v[k / 3] == b->v[k % 3];
    }
    const scree_vec3 apart = vec_sub(mesh->vertex.data[b->v[0]], mesh->vertex.data[a->v[0]]);
    const double off = vec_dot(mesh->normal.data[s], apart);
    return common || (vec_norm2(vec_cross(mesh->normal.data[s], mesh->normal.data[t])) <= 1e-12 &&
                      off * off <= 1e-12 * vec_norm2(apart));
}

static bool contacts_meet(const scree_mesh *mesh, size_t n, size_t i, uint32_t f, size_t j, uint32_t g) {
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t t = 0; (s == i || scree_triangle_has(&mesh->triangle.data[s], f)) && t < n; t++) {
            if ((t == j || scree_triangle_has(&mesh->triangle.data[t], g)) && meet(mesh, s, t)) {
                return true;
            }
        }
    }
    return false;
}

// What each slot takes over, by a search through all pairs. Slots are the triangles of the mesh.
static void search_all(const scree_mesh *mesh, size_t n, const uint32_t *before, const uint32_t *now,
                       int32_t *from) {
    bool taken[MOST] = {false};
    for (size_t i = 0; i < n; i++) {
        from[i] = -1;
        for (size_t j = n; now[i] != 0 && j-- > 0;) {
            from[i] = before[j] == now[i] ? (int32_t)j : from[i];
        }
        if (from[i] >= 0) {
            taken[from[i]] = true;
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; now[i] != 0 && from[i] < 0 && j < n; j++) {
            if (before[j] != 0 && !taken[j] && contacts_meet(mesh, n, i, now[i], j, before[j])) {
                from[i] = (int32_t)j;
                taken[j] = true;
            }
        }
    }
}

// A plate with a round hole: a ring of triangles of one patch, and the wall of the hole, a patch for each side.
static scree_mesh plate_with_hole(size_t sides) {
    static scree_vec3 corners[3 * MOST];
    assert_true(4 * sides <= MOST);
    for (size_t k = 0; k < sides; k++) {
        const double a = 6.283185307179586 * (double)k / (double)sides,
                     b = 6.283185307179586 * (double)((k + 1) % sides) / (double)sides;
        const scree_vec3 p = {cos(a), sin(a), 0.0}, q = {cos(b), sin(b), 0.0}, low = {0.0, 0.0, -1.0};
        const scree_vec3 strip[12] = {p,
                                      vec_scale(2.0, p),
                                      q,
                                      q,
                                      vec_scale(2.0, p),
                                      vec_scale(2.0, q),
                                      p,
                                      q,
                                      vec_add(p, low),
                                      q,
                                      vec_add(q, low),
                                      vec_add(p, low)};
        memcpy(corners + 12 * k, strip, sizeof strip);
    }
    return build(corners, 4 * sides);
}

// Puts contacts on about a share of the triangles, each on a face, edge or vertex that no other slot has.
static void draw_features(const scree_mesh *mesh, size_t n, double share, scree_random *random,
                          uint32_t *feature) {
    static uint8_t used[4][8 * MOST];
    memset(used, 0, sizeof used);
    for (size_t i = 0; i < n; i++) {
        const scree_triangle *t = &mesh->triangle.data[i];
        const int kind = 1 + (int)(3.0 * scree_random_uniform(random)),
                  k = (int)(3.0 * scree_random_uniform(random));
        const uint32_t number = kind == 1 ? t->patch : kind == 2 ? t->e[k] : t->v[k];
        const bool there = scree_random_uniform(random) < share && !used[kind][number];
        feature[i] = there ? (uint32_t)kind << 30 | number : 0;
        used[kind][number] |= there;
    }
}

// Sorted keys find what a search through all pairs finds, whether few or all contacts change.
static void keys_find_what_pairs_find(void **state) {
    (void)state;
    scree_random random = {.seed = 5};
    for (int try = 0; try < effort(400, 200, 40); try++) {
        scree_mesh mesh = try % 4 == 0 ? brickwork(0.9) : plate_with_hole(3 + (size_t)try % 13);
        const size_t n = mesh.triangle.n;
        const double share = try % 3 == 0 ? 0.1 : 0.5;
        uint32_t before[MOST], now[MOST], other[MOST];
        int32_t from[MOST], expected[MOST];
        draw_features(&mesh, n, share, &random, before);
        draw_features(&mesh, n, share, &random, other);
        memcpy(now, try % 2 == 0 ? other : before, n * sizeof *now);
        for (size_t i = 0; try % 2 == 1 && i + 1 < n; i += 5) { // some go to another slot
            now[i] = before[i + 1];
            now[i + 1] = i % 2 == 0 ? before[i] : 0;
        }
        scree_mesh_history_move(&mesh, every, n, before, now, &history, from);
        search_all(&mesh, n, before, now, expected);
        assert_memory_equal(from, expected, n * sizeof *from);
        scree_mesh_clear(&mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rolling_keeps_history),
                                       cmocka_unit_test(hand_over_rules),
                                       cmocka_unit_test(keys_find_what_pairs_find)};
    return cmocka_run_group_tests(tests, number_all, NULL);
}
