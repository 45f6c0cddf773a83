// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies of all kinds in hollow spheres and at circles: no other place is deeper than the one that is found.
#include "convex/least.h"
#include "convex/point_depth.h"
#include "convex/round_walls.h"
#include "effort.h"
#include "random_convex.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
// cmocka needs the four above
#include <cmocka.h>

// Ellipsoids, superellipsoids, capsules, cylinders and boxes, some with an axis exactly on the way from the centre of the sphere: no other direction reaches farther, and the
// farthest point from the centre is in the direction along which the body is deepest.
static void no_end_is_deeper_in_a_hollow_sphere(void **state) {
    (void)state;
    seed = 41;
    int unfinished = 0;
    const int draws = effort(4000, 350, 70);
    for (int k = 0; k < draws; k++) {
        random_convex a;
        make_random_convex(k % 7, &a);
        const scree_vec3 own = vec3(k % 4 == 0, k % 4 == 2, k % 8 < 4 ? 0.0 : pow(10.0, uniform(-7.0, -1.0))),
                         from = vec_scale(uniform(0.3, 3.0),
                                          k % 2 ? random_unit() : vec_unit(mat_mul(&a.body.frame, own)));
        const double radius = uniform(1.0, 4.0);
        const scree_convex_depth d = scree_convex_in_hollow_sphere(&a.body, from, radius);
        const scree_support s = scree_support_of(&a.body, d.n, 0);
        const double far = s.h + vec_dot(from, d.n);
        unfinished += d.unfinished;
        if (d.unfinished) { // of bodies that are nearly round about the way from the centre
            continue;
        }
        assert_true(fabs(far - radius - d.depth) < 1e-12);
        assert_true(vec_norm(vec_cross(vec_add(s.point, from), d.n)) < 1e-6);
        for (int i = 0; i < 600; i++) {
            const scree_vec3 n = random_unit();
            assert_true(scree_support_of(&a.body, n, 0).h + vec_dot(from, n) < far + 1e-9);
        }
    }
    assert_true(unfinished <= draws / 2000);
}

// Bodies through which a circle goes, as deep as they are round or less: no other place of it is deeper.
static void no_place_of_a_circle_is_deeper(void **state) {
    (void)state;
    seed = 42;
    int touched = 0;
    const int trials = effort(400, 80, 28);
    for (int k = 0; k < trials; k++) {
        random_convex a;
        make_random_convex(k % 7, &a);
        scree_vec3 u, v;
        const scree_vec3 axis = random_unit();
        vec_across(axis, &u, &v);
        const double radius = uniform(1.0, 8.0), where = uniform(0.0, 6.0),
                     wide = fmin(2.0 * vec_norm(a.body.half) / radius, 3.14);
        const scree_vec3 q = vec_scale(uniform(0.95, 1.0), scree_support_of(&a.body, random_unit(), 0).point),
                         e = vec_add(vec_scale(cos(where), u), vec_scale(sin(where), v)),
                         middle = vec_add_scaled(q, -radius, e);
        double most = -INFINITY;
        for (int i = 0; i < 50; i++) {
            const double angle = where + wide * uniform(-1.0, 1.0);
            const scree_vec3 at = vec_add(vec_scale(cos(angle), u), vec_scale(sin(angle), v)),
                             place = vec_add_scaled(middle, radius, at);
            most = fmax(most, scree_convex_spot_of(&a.body, place, NULL, -INFINITY).depth);
        }
        const scree_convex_depth d = scree_convex_on_circle(&a.body, axis, middle, radius, -INFINITY);
        if (!(d.depth > 0.0 && d.depth < scree_convex_sure(&a.body))) {
            continue;
        }
        const scree_vec3 point = vec_sub(vec_add_scaled(d.arm_a, -0.5 * d.depth, d.n), middle);
        assert_false(d.unfinished);
        assert_true(fabs(vec_dot(point, axis)) < 1e-7 && fabs(vec_norm(point) - radius) < 1e-7);
        assert_true(d.depth > most - 1e-9);
        touched++;
    }
    print_message("%d circles touched\n", touched);
    assert_true(touched > trials / 3);
}

// A long ellipsoid lies across the way from the centre, tilted by a little: it is the end on the lower side that is deeper, however small the tilt is.
static void the_lower_end_is_deeper(void **state) {
    (void)state;
    seed = 43;
    for (int k = 0; k < 400; k++) {
        random_convex a;
        make_random_convex(0, &a);
        a.body.half = vec3(1.0, 0.3, 0.3);
        a.body.exponent = 2.0;
        const double tilt = (k % 2 ? 1.0 : -1.0) * pow(10.0, uniform(-6.0, -2.0));
        const scree_vec3 along = mat_mul(&a.body.frame, vec3(1, 0, 0)),
                         across = mat_mul(&a.body.frame, vec3(0, 1, 0)),
                         from = vec_scale(uniform(1.0, 2.0),
                                          vec_add(vec_scale(cos(tilt), across), vec_scale(sin(tilt), along)));
        const scree_convex_depth d = scree_convex_in_hollow_sphere(&a.body, from, 2.0);
        assert_false(d.unfinished);
        for (int i = -1000; i <= 1000; i++) { // all ends are in this plane
            const double angle = 1.5e-3 * i;
            const scree_vec3 n = vec_add(vec_scale(cos(angle), across), vec_scale(sin(angle), along));
            const double reach = scree_support_of(&a.body, n, 0).h + vec_dot(from, n) - 2.0;
            if (!(reach < d.depth + 1e-12)) {
                fail_msg("tilt %g: %.17g deep, but %.17g at %g rad", tilt, d.depth, reach, angle);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_end_is_deeper_in_a_hollow_sphere),
        cmocka_unit_test(the_lower_end_is_deeper),
        cmocka_unit_test(no_place_of_a_circle_is_deeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
