// SPDX-License-Identifier: BSD-3-Clause
// ctest: TIMEOUT 300
// The depth of two convex bodies of any kinds is the least over all directions: beside brute force, and as it can change by no more than the bodies move.
#include "brute_depth.h"
#include "convex/depth.h"
#include "effort.h"
#include "random_convex.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the four above
#include <cmocka.h>

// A way between the centres at which the bodies are deep in each other, touch or are apart by a little.
static scree_vec3 random_way(const scree_convex *a, const scree_convex *b, double *size) {
    const scree_vec3 along = random_unit();
    *size = scree_support_of(a, along, 0).h + scree_support_of(b, vec_scale(-1.0, along), 0).h;
    return vec_scale(*size * uniform(uniform(0.0, 1.0) < 0.3 ? 0.2 : 0.8, 1.02), along);
}

static void is_the_least(void **state) {
    (void)state;
    seed = 11;
    const int pairs = effort(40000, 4000, 100);
    size_t touching = 0, evaluations = 0;
    for (int k = 0; k < pairs; k++) {
        random_convex a, b;
        double size;
        make_random_convex(k % CONVEX_KINDS, &a);
        make_random_convex(k / CONVEX_KINDS % CONVEX_KINDS, &b);
        const scree_vec3 d = random_way(&a.body, &b.body, &size);
        const scree_convex_sum sum = {.a = &a.body, .b = &b.body, .d = d};
        const scree_convex_depth r = scree_convex_depth_of(&a.body, &b.body, d, 0);
        const double least = by_brute_force(&sum);
        assert_false(r.unfinished);
        if (least < 0.0) {
            assert_true(r.depth < 1e-9 * size && depth_along(&sum, r.n) < 1e-9 * size);
        } else if (r.depth > 0.0) {
            assert_true(r.depth < least + 1e-9 * size);
            assert_true(fabs(depth_along(&sum, r.n) - r.depth) < 1e-12 * size);
            touching++;
            evaluations += (size_t)r.evaluations;
        } else {
            assert_true(depth_along(&sum, r.n) < 0.0);
        }
    }
    print_message("%d pairs, of which %zu touch after %zu evaluations each\n", pairs, touching,
                  evaluations / touching);
    assert_true(touching > (size_t)pairs / 3);
}

// Along a path the depth changes by no more than the points of the bodies move.
static void is_continuous(void **state) {
    (void)state;
    seed = 12;
    const int paths = effort(10000, 300, 10), steps = 100;
    size_t touching = 0;
    double most = 0.0;
    for (int k = 0; k < paths; k++) {
        random_convex a, b;
        double size, last = 0.0;
        make_random_convex(k % CONVEX_KINDS, &a);
        make_random_convex(k / CONVEX_KINDS % CONVEX_KINDS, &b);
        scree_vec3 d = random_way(&a.body, &b.body, &size);
        const double length = 1e-3 * size, angle = 1e-3, reach = 2.0;
        const scree_vec3 way = vec_scale(length, random_unit()), spin = random_unit();
        const scree_quaternion turn = {cos(0.5 * angle), sin(0.5 * angle) * spin.x, sin(0.5 * angle) * spin.y,
                                       sin(0.5 * angle) * spin.z};
        const scree_mat3 turned = scree_quaternion_matrix(turn);
        for (int step = 0; step < steps; step++) {
            const scree_convex_depth r = scree_convex_depth_of(&a.body, &b.body, d, 1);
            assert_false(r.unfinished);
            if (step > 0 && (r.depth > 0.0 || last > 0.0)) {
                most = fmax(most, fabs(r.depth - last) / (length + reach * angle));
                touching++;
            }
            last = r.depth;
            d = vec_add(d, way);
            b.body.frame = mat_product(&turned, &b.body.frame);
        }
    }
    print_message("%zu steps in touch, at most %.3g of the motion\n", touching, most);
    assert_true(touching > (size_t)(paths * steps / 3) && most < 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_least),
        cmocka_unit_test(is_continuous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
