// SPDX-License-Identifier: BSD-3-Clause
// The normal of a correction is divided among those of the contacts that it corrects: of all sums of them with parts of at least 0 the nearest one. What remains is across
// each normal that has a part, and on the far side of the others, which no other sum has.
#include "random_points.h"
#include "wall_contacts/corrections.h"
#include "world_of_text.h"

static scree_vec3 random_direction(void) {
    scree_vec3 v;
    do {
        v = vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    } while (!(vec_norm2(v) > 0.01 && vec_norm2(v) < 1.0));
    return vec_scale(1.0 / vec_norm(v), v);
}

// Divides slope times `along` among these normals, in slots in another order than that of the contacts.
static scree_correction divided(const scree_vec3 *n, uint32_t parents, scree_vec3 along, double slope) {
    static scree_world w;
    scree_wall_touch touch[2 * SCREE_CORRECTION_PARENTS] = {{0}};
    scree_correction c = {.parents = parents, .slope = slope};
    c.touch.nx = along.x, c.touch.ny = along.y, c.touch.nz = along.z;
    w.pairs.touch = touch;
    w.pairs.first_wall_pair = 5;
    for (uint32_t j = 0; j < parents; j++) {
        const uint32_t slot = 2 * parents - 1 - j;
        c.pair[j] = 5 + slot;
        touch[slot].nx = n[j].x, touch[slot].ny = n[j].y, touch[slot].nz = n[j].z;
    }
    scree_correction_divide(&w, &c);
    return c;
}

static void nearest_sum(void **state) {
    (void)state;
    int used[4] = {0};
    for (int draw = 0; draw < 4000; draw++) {
        const uint32_t parents = 1 + (uint32_t)draw % SCREE_CORRECTION_PARENTS;
        const double slope = uniform(0.3, 1.0);
        const scree_vec3 along = random_direction();
        scree_vec3 n[SCREE_CORRECTION_PARENTS];
        for (uint32_t j = 0; j < parents; j++) { // also apart from it
            n[j] = vec_add_scaled(random_direction(), draw % 3 ? 1.5 : 0.0, along);
            n[j] = vec_scale(1.0 / vec_norm(n[j]), n[j]);
        }
        const scree_correction c = divided(n, parents, along, slope);
        scree_vec3 sum = c.rest;
        int parts = 0;
        for (uint32_t j = 0; j < parents; j++) {
            sum = vec_add_scaled(sum, c.part[j], n[j]);
            assert_true(c.part[j] >= 0.0);
            parts += c.part[j] > 0.0;
            const double across = vec_dot(c.rest, n[j]);
            if (!(across <= 1e-9 && (c.part[j] == 0.0 || across >= -1e-9))) {
                fail_msg("draw %d: of %u normals, part %g of %u: remainder %g along it", draw, parents,
                         c.part[j], j, across);
            }
        }
        assert_true(parts <= 3);
        used[parts]++;
        expect_vec_near(sum, vec_scale(slope, along), 1e-9, "all parts");
        expect_vec_near(c.turn, vec3(0, 0, 0), 0.0, "turn of a sphere");
    }
    print_message("%d without, %d with one, %d with two, %d with three\n", used[0], used[1], used[2],
                  used[3]);
    assert_true(used[0] > 50 && used[1] > 200 && used[2] > 200 && used[3] > 200);
}

// Faces at right angles, and several faces in one plane, of which one takes all.
static void faces(void **state) {
    (void)state;
    const scree_vec3 corner[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                     plane[] = {{0, 0, 1}, {0, 0, 1}, {0.6, 0, 0.8}};
    const scree_correction c = divided(corner, 3, vec3(0.48, 0.6, 0.64), 0.5),
                           d = divided(plane, 3, vec3(0, 0, 1), 1.0),
                           e = divided(plane, 2, vec3(0, 0.6, 0.8), 1.0);
    expect_vec_near(vec3(c.part[0], c.part[1], c.part[2]), vec3(0.24, 0.3, 0.32), 1e-15, "of a corner");
    expect_vec_near(vec3(d.part[0], d.part[1], d.part[2]), vec3(1, 0, 0), 1e-15, "of a plane");
    expect_near(e.part[0] + e.part[1], 0.8, 1e-15, "of what leaves the plane");
    expect_vec_near(e.rest, vec3(0, 0.6, 0), 1e-15, "its remainder");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearest_sum), cmocka_unit_test(faces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
