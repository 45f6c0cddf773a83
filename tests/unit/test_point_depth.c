// SPDX-License-Identifier: BSD-3-Clause
// How deep points, lines and flat polygons are in convex bodies of all kinds: the least over all directions, beside brute force, with the place on the surface to which it belongs.
#include "brute_depth.h"
#include "convex/point_depth.h"
#include "effort.h"
#include "maths/math.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
// cmocka needs the four above
#include <cmocka.h>

static const double TINY = 1e-9; // m, of bodies of about 1 m

// The direction shows the depth, and the point is the farthest one along it.
static void expect_shown(const scree_convex_sum *sum, const scree_convex_spot *s) {
    assert_false(s->unfinished);
    assert_true(fabs(vec_norm(s->n) - 1.0) < 1e-13);
    assert_true(fabs(depth_along(sum, s->n) - s->depth) < 1e-12);
    assert_true(fabs(vec_dot(s->n, s->point) - scree_support_of(sum->a, s->n, 0).h) < 1e-12);
}

// No depth is found where it is not above `least`, and the direction shows it.
static void expect_none(const scree_convex_sum *sum, const scree_convex_spot *s, double least) {
    assert_false(s->unfinished);
    assert_true(s->depth == -INFINITY);
    assert_true(fabs(vec_norm(s->n) - 1.0) < 1e-13);
    assert_true(depth_along(sum, s->n) <= least + 1e-12);
}

static void points(void **state) {
    (void)state;
    seed = 31;
    const int trials = effort(8000, 800, 60);
    int deep = 0, outside = 0;
    for (int k = 0; k < trials; k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const scree_vec3 out = random_unit(),
                         q = vec_scale(uniform(0.0, 1.3), scree_support_of(&a.body, out, 0).point);
        const scree_convex_sum sum = {.a = &a.body, .corner = &q, .corners = 1};
        const scree_convex_spot s = scree_convex_spot_of(&a.body, q, NULL, -INFINITY);
        expect_shown(&sum, &s);
        assert_true(s.depth < by_brute_force(&sum) + TINY);
        if (s.depth <= scree_convex_sure(&a.body)) { // the nearest place of the surface is that far
            assert_true(vec_norm(vec_sub(vec_sub(s.point, q), vec_scale(s.depth, s.n))) < 1e-6);
        }
        deep += s.depth > scree_convex_sure(&a.body);
        outside += s.depth < 0.0;
        const double above = s.depth + uniform(0.0, 1.0) * 1e-3, below = s.depth - uniform(0.0, 1.0) * 1e-3;
        const scree_convex_spot none = scree_convex_spot_of(&a.body, q, NULL, above),
                                same = scree_convex_spot_of(&a.body, q, NULL, below);
        expect_shown(&sum, &same);
        assert_true(fabs(same.depth - s.depth) < TINY);
        if (none.depth > -INFINITY) { // the search sees only in the end that this is not above `above`
            assert_true(fabs(none.depth - s.depth) < TINY);
        } else {
            expect_none(&sum, &none, above);
        }
    }
    print_message("%d points, %d deep, %d outside\n", trials, deep, outside);
    assert_true(deep > trials / 10 && outside > trials / 20);
}

// The least of h(n) - n.q over the n across the line, from many angles; then the interval around the lowest is cut.
static double across_line(const scree_convex *a, scree_vec3 q, scree_vec3 line) {
    enum { ANGLES = 720 };
    scree_vec3 u, v;
    vec_across(line, &u, &v);
    double at = 0.0, width = 2.0 * SCREE_PI, least = INFINITY;
    for (int cut = 0; cut < 24; cut++, width *= cut == 1 ? 4.0 / ANGLES : 0.4) {
        const int n = cut == 0 ? ANGLES : 8;
        const double from = at - 0.5 * width;
        for (int k = 0; k <= n; k++) {
            const double angle = from + width * k / n;
            const scree_vec3 e = vec_add(vec_scale(cos(angle), u), vec_scale(sin(angle), v));
            const double depth = scree_support_of(a, e, 0).h - vec_dot(e, q);
            at = depth < least ? angle : at;
            least = fmin(least, depth);
        }
    }
    return least;
}

static void lines(void **state) {
    (void)state;
    seed = 32;
    const int trials = effort(8000, 2000, 60);
    int sure = 0, outside = 0;
    for (int k = 0; k < trials; k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        const scree_vec3 line = random_unit(), out = vec_unit(vec_cross(line, random_unit()));
        const double h = scree_support_of(&a.body, out, 0).h;
        const scree_vec3 foot = scree_support_of(&a.body, out, 0).point,
                         q = vec_add_scaled(vec_add_scaled(foot, -uniform(-0.05, 0.2) * h, out),
                                            uniform(-2.0, 2.0), line);
        const scree_convex_spot s = scree_convex_spot_of(&a.body, q, &line, -INFINITY);
        const double least = across_line(&a.body, q, line);
        assert_false(s.unfinished);
        assert_true(fabs(vec_dot(s.n, line)) < 1e-10 && fabs(vec_norm(s.n) - 1.0) < 1e-13);
        assert_true(fabs(vec_dot(s.n, s.point) - scree_support_of(&a.body, s.n, 0).h) < 1e-12);
        assert_true(fabs(vec_dot(s.n, vec_sub(s.point, q)) - s.depth) < 1e-10);
        assert_true(s.depth > least - TINY);
        if (s.depth <= scree_convex_sure(&a.body)) {
            assert_true(s.depth < least + TINY);
            // The place that is found is a point of the line.
            const scree_vec3 place = vec_sub(vec_sub(s.point, vec_scale(s.depth, s.n)), q);
            assert_true(vec_norm(vec_cross(place, line)) < 1e-6);
            // Which point of the line is given does not matter.
            const scree_convex_spot other =
                scree_convex_spot_of(&a.body, vec_add_scaled(q, uniform(-3.0, 3.0), line), &line, -INFINITY);
            assert_true(fabs(other.depth - s.depth) < TINY);
            sure++;
        }
        outside += s.depth < 0.0;
        const scree_convex_spot none = scree_convex_spot_of(&a.body, q, &line, s.depth + 1e-3);
        assert_true(none.depth == -INFINITY || fabs(none.depth - s.depth) < TINY);
        if (none.depth == -INFINITY) {
            assert_true(scree_support_of(&a.body, none.n, 0).h - vec_dot(none.n, q) <= s.depth + 1e-3);
        }
    }
    print_message("%d lines, %d sure, %d outside\n", trials, sure, outside);
    assert_true(sure > trials / 4 && outside > trials / 10);
}

enum { MOST_SIDES = 7, MOST_CORNERS = 3 * (MOST_SIDES - 2), OTHERS = 3 };

// A point, a segment, or triangles that make up a flat convex polygon; other corners, which do not count, follow. Returns the number of corners.
static int random_corners(int sides, double size, scree_vec3 *corner) {
    scree_vec3 u, v, side[MOST_SIDES];
    const scree_vec3 middle = random_point(0.6), normal = random_unit();
    vec_across(normal, &u, &v);
    double angle = uniform(0.0, 6.0);
    const double wide = uniform(0.2, 1.0);
    for (int k = 0; k < sides; k++) {
        angle += uniform(0.5, 1.5) * 2.0 * SCREE_PI / sides / 1.5;
        const scree_vec3 out = vec_add(vec_scale(wide * cos(angle), u), vec_scale(sin(angle), v));
        side[k] = vec_add_scaled(middle, size, out);
    }
    int n = 0;
    for (int k = 1; k + 1 < sides; k++, n += 3) {
        corner[n] = side[0], corner[n + 1] = side[k], corner[n + 2] = side[k + 1];
    }
    if (sides < 3) {
        memcpy(corner, side, (size_t)sides * sizeof *side);
        n = sides;
    }
    for (int k = 0; k < OTHERS; k++) {
        corner[n + k] = random_point(2.0 * size);
    }
    return n;
}

static void polygons(void **state) {
    (void)state;
    seed = 33;
    const int trials = effort(8000, 1400, 70);
    int touching = 0, deep = 0, flat = 0, evaluations[2] = {0};
    for (int k = 0; k < trials; k++) {
        random_convex a;
        make_random_convex(k % CONVEX_KINDS, &a);
        scree_vec3 corner[MOST_CORNERS + OTHERS];
        const int sides = 1 + k / CONVEX_KINDS % MOST_SIDES,
                  n = random_corners(sides, uniform(0.2, 2.0), corner);
        const scree_convex_sum sum = {.a = &a.body, .corner = corner, .corners = n};
        const double least = by_brute_force(&sum);
        const scree_convex_spot s = scree_convex_spot_of_corners(&a.body, corner, n, random_unit(), 0.0);
        if (s.depth > 0.0) {
            expect_shown(&sum, &s);
            assert_true(s.depth < least + TINY);
            touching++;
            flat += sides > 2;
            evaluations[sides > 2] += s.evaluations;
            deep += s.depth > scree_convex_sure(&a.body);
        } else {
            expect_none(&sum, &s, 0.0);
        }
    }
    const double few = (double)evaluations[0] / (touching - flat), more = (double)evaluations[1] / flat;
    print_message("%d polygons, %d touch, %d deep, %.1f evaluations, of points and segments %.1f\n", trials,
                  touching, deep, more, few);
    assert_true(touching > trials / 4 && deep > trials / 8);
    // With another point than the nearest one of a polygon the bound is worse, and these are 20 % to 800 % more.
    assert_true(more < effort(300, 300, 400) && few < effort(460, 460, 600));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points), cmocka_unit_test(lines),
                                       cmocka_unit_test(polygons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
