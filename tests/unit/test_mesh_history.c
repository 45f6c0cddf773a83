// SPDX-License-Identifier: BSD-3-Clause
// Transfer of history between contacts when a sphere rolls on a mesh.
#include "shape/mesh_history.h"
#include "shape/mesh_touch.h"

#include "mesh_of_corners.h"
#include <string.h>

static scree_mesh_work work;

// Follows one history, marked 1, through a path of the centre: returns the number of steps in which it continues.
static int follow(const scree_mesh *mesh, scree_vec3 from, scree_vec3 to, double r, int steps) {
    size_t n = mesh->triangle.n;
    uint32_t before[MOST] = {0}, now[MOST];
    int mark[MOST] = {0}, kept = 0;
    for (int i = 0; i <= steps; i++) {
        scree_mesh_contact c[MOST];
        int32_t source[MOST];
        int moved[MOST] = {0};
        scree_mesh_touch(mesh, vec_add_scaled(from, (double)i / steps, vec_sub(to, from)), NULL, r, 0, every,
                         n, &work, c);
        for (size_t s = 0; s < n; s++) {
            now[s] = c[s].feature;
        }
        scree_mesh_history_move(mesh, every, n, before, now, source);
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

    static scree_vec3 corners[6 * 64]; // brickwork: no two rows share a corner
    for (int i = 0; i < 64; i++) {
        double x = i % 8 + 0.3 * (i / 8), y = i / 8;
        const scree_vec3 brick[6] = {{x, y, 0}, {x + 1, y, 0},     {x + 1, y + 1, 0},
                                     {x, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}};
        memcpy(corners + 6 * i, brick, sizeof brick);
    }
    mesh = build(corners, 128);
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
        scree_mesh_history_move(&mesh, every, 12, rule[i].before, rule[i].now, from);
        assert_memory_equal(from, rule[i].from, sizeof from);
    }
    // Triangles 0 and 2 are on opposite faces and have no common corner: no history is taken over. A face and an
    // edge of the same number are different features.
    const uint32_t before[12] = {F | 0}, far[12] = {0, 0, F | 1}, edge[12] = {E | 0};
    scree_mesh_history_move(&mesh, every, 12, before, far, from);
    assert_int_equal(from[2], -1);
    scree_mesh_history_move(&mesh, every, 12, before, edge, from);
    assert_int_equal(from[0], 0); // taken over because it is next to it
    scree_mesh_clear(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rolling_keeps_history),
                                       cmocka_unit_test(hand_over_rules)};
    return cmocka_run_group_tests(tests, number_all, NULL);
}
