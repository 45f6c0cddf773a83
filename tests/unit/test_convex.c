// SPDX-License-Identifier: BSD-3-Clause
// Convex bodies: support functions, the deepest point of two bodies and of a body and a wall, and that the depth is a potential.
#include "convex/depth.h"
#include "convex/quick.h"
#include "maths/math.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define assert_double_equal(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static uint64_t state = 1;

static double draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static scree_vec3 direction(void) {
    for (;;) {
        const scree_vec3 x = vec3(2.0 * draw() - 1.0, 2.0 * draw() - 1.0, 2.0 * draw() - 1.0);
        const double r = vec_norm(x);
        if (r > 0.1 && r < 1.0) {
            return vec_scale(1.0 / r, x);
        }
    }
}

static scree_quaternion attitude(void) {
    const scree_vec3 e = direction();
    const double angle = 3.0 * draw();
    double s, c;
    scree_sin_cos(0.5 * angle, &s, &c);
    return (scree_quaternion){c, s * e.x, s * e.y, s * e.z};
}

static scree_convex body(double a, double b, double c, double exponent, scree_quaternion q) {
    return (scree_convex){.frame = scree_quaternion_matrix(q),
                          .half = vec3(a, b, c),
                          .exponent = exponent,
                          .kind = SCREE_FORM_SUPERELLIPSOID};
}

static const double exponents[] = {2.0, 3.0, 4.0, 5.0};
enum { EXPONENTS = 4 };

// The support point lies on the surface, and none of many points of the surface lies farther along n.
static void test_support(void **unused) {
    (void)unused;
    for (int e = 0; e < EXPONENTS; e++) {
        const double N = exponents[e];
        for (int k = 0; k < 50; k++) {
            const scree_convex b = body(1.0, 0.6, 0.4, N, attitude());
            const scree_vec3 n = direction();
            const scree_support s = scree_support_of(&b, n, 1);
            const scree_vec3 own = mat_mul_transposed(&b.frame, s.point);
            const double on =
                scree_pow(fabs(own.x), N) + scree_pow(fabs(own.y) / 0.6, N) + scree_pow(fabs(own.z) / 0.4, N);
            assert_double_equal(on, 1.0, 1e-13);
            assert_double_equal(vec_dot(n, s.point), s.h, 1e-14);
            for (int i = 0; i < 100; i++) {
                const scree_vec3 m = direction();
                const double far = scree_pow(scree_pow(fabs(m.x), N) + scree_pow(fabs(m.y) / 0.6, N) +
                                                 scree_pow(fabs(m.z) / 0.4, N),
                                             -1.0 / N);
                assert_true(vec_dot(n, mat_mul(&b.frame, vec_scale(far, m))) <= s.h * (1.0 + 1e-14));
            }
            // The second derivatives are the differences of the point.
            const scree_vec3 t = vec_unit(vec_cross(n, direction()));
            const double step = 1e-5;
            const scree_support up = scree_support_of(&b, vec_add_scaled(n, step, t), 0),
                                down = scree_support_of(&b, vec_add_scaled(n, -step, t), 0);
            const scree_vec3 slope = vec_scale(0.5 / step, vec_sub(up.point, down.point));
            const double *h = s.hessian;
            const scree_vec3 expected =
                vec3(h[0] * t.x + h[3] * t.y + h[4] * t.z, h[3] * t.x + h[1] * t.y + h[5] * t.z,
                     h[4] * t.x + h[5] * t.y + h[2] * t.z);
            if (vec_norm(expected) < 10.0) { // not where a face is nearly flat
                assert_true(vec_norm(vec_sub(slope, expected)) < 1e-4 * (1.0 + vec_norm(expected)));
            }
        }
    }
}

// Volumes and moments against sums over a grid of points.
static void test_volumes(void **unused) {
    (void)unused;
    for (int e = 0; e < EXPONENTS; e++) {
        const double N = exponents[e];
        enum { CELLS = 120 };
        double volume = 0.0, square = 0.0;
        for (int i = 0; i < CELLS; i++) {
            for (int j = 0; j < CELLS; j++) {
                const double x = (i + 0.5) / CELLS, y = (j + 0.5) / CELLS,
                             left = 1.0 - scree_pow(x, N) - scree_pow(y, N),
                             z = left > 0.0 ? scree_pow(left, 1.0 / N) : 0.0;
                volume += 8.0 * z / (CELLS * CELLS);
                square += 8.0 * x * x * z / (CELLS * CELLS);
            }
        }
        const scree_vec3 half = vec3(1.0, 1.0, 1.0);
        assert_double_equal(scree_superellipsoid_volume(half, N), volume, 3e-3 * volume);
        assert_double_equal(scree_superellipsoid_gyration(half, N).x, 2.0 * square / volume, 3e-3);
        assert_double_equal(scree_superellipsoid_volume(vec3(2.0, 3.0, 0.5), N),
                            3.0 * scree_superellipsoid_volume(half, N), 1e-13);
        // The reach is that of the farthest point.
        double most = 0.0;
        for (int k = 0; k < 20000; k++) {
            const scree_vec3 m = direction();
            const double far = scree_pow(scree_pow(fabs(m.x), N) + scree_pow(fabs(m.y) / 0.6, N) +
                                             scree_pow(fabs(m.z) / 0.4, N),
                                         -1.0 / N);
            most = fmax(most, far);
        }
        const double reach = scree_superellipsoid_reach(vec3(1.0, 0.6, 0.4), N);
        assert_true(most <= reach * (1.0 + 1e-14) && most > 0.995 * reach);
    }
    // In closed form V = 8 (G(1/N)/N)^3 / G(1 + 3/N), and x^2 over V = G(3/N) G(1 + 3/N) / (G(1/N) G(1 + 5/N)), with G the gamma function.
    static const struct {
        double exponent, volume, square;
    } closed[] = {{2, 4.188790204786, 0.2},
                  {3, 5.696583541510, 0.2480980029},
                  {4, 6.481987351786, 0.2741679486},
                  {5, 6.930354992554, 0.2898413050}};
    for (size_t k = 0; k < sizeof closed / sizeof *closed; k++) {
        const double N = closed[k].exponent;
        const scree_vec3 half = vec3(2.0, 0.5, 3.0), g = scree_superellipsoid_gyration(half, N);
        assert_double_equal(scree_superellipsoid_volume(half, N), 3.0 * closed[k].volume, 3e-12);
        assert_double_equal(g.x, closed[k].square * (0.25 + 9.0), 1e-9);
        assert_double_equal(g.y, closed[k].square * (4.0 + 9.0), 1e-9);
        assert_double_equal(g.z, closed[k].square * (4.0 + 0.25), 1e-9);
    }
    assert_false(scree_superellipsoid_is_known(2.5));
    assert_false(scree_superellipsoid_is_known(9.0));
}

static double value_of(const scree_convex *a, const scree_convex *b, scree_vec3 n, scree_vec3 d) {
    return scree_support_of(a, n, 0).h + scree_support_of(b, n, 0).h - vec_dot(n, d);
}

// No direction near or far has a smaller value than that found, for overlaps of 5 % of the size.
static void test_depth_is_least(void **unused) {
    (void)unused;
    int most = 0;
    for (int e = 0; e < EXPONENTS; e++) {
        for (int k = 0; k < 200; k++) {
            const scree_convex a = body(1.0, 0.6, 0.5, exponents[e], attitude()),
                               b = body(0.5, 0.8, 0.7, exponents[(e + k) % EXPONENTS], attitude());
            const scree_vec3 n = direction();
            // Placed so that the depth along n is about this; n need not be the deepest direction.
            const scree_vec3 d =
                vec_scale(scree_support_of(&a, n, 0).h + scree_support_of(&b, n, 0).h - 0.05 * draw(), n);
            const scree_convex_depth r = scree_convex_depth_of(&a, &b, d, 1);
            assert_false(r.unfinished);
            most = r.evaluations > most ? r.evaluations : most;
            assert_double_equal(vec_norm(r.n), 1.0, 1e-14);
            assert_double_equal(value_of(&a, &b, r.n, d), r.depth, 1e-13);
            for (int i = 0; i < 300; i++) {
                const scree_vec3 m =
                    i < 100 ? direction() : vec_unit(vec_add_scaled(r.n, 0.01 * draw(), direction()));
                assert_true(value_of(&a, &b, m, d) >= r.depth - 1e-13);
            }
            // The two arms meet in the middle between the deepest points, which are opposite along n.
            assert_true(vec_norm(vec_sub(r.arm_a, vec_add(d, r.arm_b))) < 2e-6);
            const scree_convex_depth quick = scree_convex_depth_of(&a, &b, d, 0);
            assert_true(r.depth > 0.0 ? memcmp(&r, &quick, sizeof r) == 0 : !(quick.depth > 0.0));
        }
    }
    print_message("at most %d evaluations\n", most);
}

// Spheres: the depth is the overlap. Bodies far apart, with equal centres, and exchanged: n and arms are the opposite to the bit.
static void test_spheres_and_exchange(void **unused) {
    (void)unused;
    const scree_convex a = scree_convex_sphere(0.7), b = scree_convex_sphere(0.4);
    scree_convex_depth r = scree_convex_depth_of(&a, &b, vec3(0.6, 0.0, 0.8), 0);
    assert_double_equal(r.depth, 0.1, 1e-15);
    assert_double_equal(r.arm_a.x, 0.6 * 0.65, 1e-15);
    assert_double_equal(r.arm_b.z, -0.8 * 0.35, 1e-15);
    assert_true(scree_convex_depth_of(&a, &b, vec3(3.0, 0.0, 0.0), 0).depth < 0.0);
    assert_double_equal(scree_convex_depth_of(&a, &b, vec3(3.0, 0.0, 0.0), 1).depth, -1.9, 1e-14);
    r = scree_convex_depth_of(&a, &b, vec3(0.0, 0.0, 0.0), 0);
    assert_double_equal(r.depth, 1.1, 1e-14);
    for (int k = 0; k < 200; k++) {
        const double N = exponents[k % EXPONENTS];
        const scree_convex c = body(1.0, 0.6, 0.5, N, attitude()), e = body(0.5, 0.8, 0.7, N, attitude());
        const scree_vec3 d = vec_scale(1.0 + 0.3 * draw(), direction());
        const scree_convex_depth one = scree_convex_depth_of(&c, &e, d, 0),
                                 two = scree_convex_depth_of(&e, &c, vec_scale(-1.0, d), 0);
        assert_true(one.depth == two.depth);
        assert_true(one.n.x == -two.n.x && one.n.y == -two.n.y && one.n.z == -two.n.z);
        assert_true(!(one.depth > 0.0) || (one.arm_a.x == two.arm_b.x && one.arm_b.y == two.arm_a.y));
    }
}

// The change of the depth is the approach of the contact points along n, for motions and turns of both bodies.
static void test_depth_is_potential(void **unused) {
    (void)unused;
    for (int k = 0; k < 400; k++) {
        const double N = exponents[k % 3], M = exponents[k / 3 % 3];
        const scree_quaternion p = attitude(), q = attitude();
        const scree_vec3 n = direction(), v = direction(), spin_a = direction(), spin_b = direction();
        const scree_convex a = body(1.0, 0.6, 0.4, N, p), b = body(0.9, 0.5, 0.7, M, q);
        const scree_vec3 d = vec_scale(scree_support_of(&a, n, 0).h + scree_support_of(&b, n, 0).h - 0.05, n);
        const scree_convex_depth r = scree_convex_depth_of(&a, &b, d, 1);
        double depth[2];
        const double step = 1e-6;
        for (int side = 0; side < 2; side++) {
            const double s = side ? step : -step;
            scree_quaternion
                pa = scree_quaternion_unit(scree_quaternion_product(
                    (scree_quaternion){1.0, 0.5 * s * spin_a.x, 0.5 * s * spin_a.y, 0.5 * s * spin_a.z}, p)),
                qb = scree_quaternion_unit(scree_quaternion_product(
                    (scree_quaternion){1.0, 0.5 * s * spin_b.x, 0.5 * s * spin_b.y, 0.5 * s * spin_b.z}, q));
            const scree_convex at = body(1.0, 0.6, 0.4, N, pa), bt = body(0.9, 0.5, 0.7, M, qb);
            depth[side] = scree_convex_depth_of(&at, &bt, vec_add_scaled(d, s, v), 1).depth;
        }
        const scree_vec3 apart = vec_sub(vec_add(v, vec_cross(spin_b, r.arm_b)), vec_cross(spin_a, r.arm_a));
        assert_double_equal((depth[1] - depth[0]) / (2.0 * step), -vec_dot(r.n, apart), 1e-5);
    }
}

// Work of the force f n with f = depth^1.5 over a closed path, over the work moved in it: b goes round a circle and, where it turns, by an angle and back about an axis
// meanwhile. The sum over the path uses the forces, velocities and spins at points evenly apart, as its error falls faster than any power of their distance.
static double work_left(const scree_convex *a, const scree_convex *b, scree_quaternion q, scree_vec3 d,
                        double radius, double turn, scree_vec3 axis) {
    enum { POINTS = 400 };
    const double step = 2.0 * SCREE_PI / POINTS;
    scree_vec3 u, v;
    vec_across(axis, &u, &v);
    double sum = 0.0, moved = 0.0;
    for (int k = 0; k < POINTS; k++) {
        double s, c, half_sin, half_cos;
        scree_sin_cos(step * k, &s, &c);
        scree_sin_cos(0.5 * turn * s, &half_sin, &half_cos);
        scree_convex now = *b;
        now.frame = scree_quaternion_matrix(scree_quaternion_product(
            (scree_quaternion){half_cos, half_sin * axis.x, half_sin * axis.y, half_sin * axis.z}, q));
        const scree_vec3 place = vec_add(d, vec_add(vec_scale(radius * c, u), vec_scale(radius * s, axis))),
                         velocity = vec_add(vec_scale(-radius * s, u), vec_scale(radius * c, axis)),
                         spin = vec_scale(turn * c, axis);
        const scree_convex_depth r = scree_convex_depth_of(a, &now, place, 0);
        assert_true(r.depth > 0.0);
        assert_false(r.unfinished);
        const scree_vec3 force = vec_scale(r.depth * sqrt(r.depth), r.n);
        const double power = vec_dot(force, velocity) + vec_dot(vec_cross(r.arm_b, force), spin);
        sum += step * power;
        moved += step * fabs(power);
    }
    return fabs(sum) / moved;
}

// Closed loops of body b at overlaps of 1 % and 10 % of the size give back all work, with a turn and without.
static void test_closed_loops(void **unused) {
    (void)unused;
    static const struct {
        double half_a[3], half_b[3], exponent_a, exponent_b;
    } pairs[] = {{{1, 1, 1}, {1, 1, 1}, 2, 2},
                 {{1, 0.6, 0.4}, {1, 0.6, 0.4}, 2, 2},
                 {{1, 0.6, 0.4}, {0.5, 0.5, 0.3}, 2, 2},
                 {{1, 0.8, 0.7}, {1, 0.8, 0.7}, 3, 3},
                 {{1, 0.8, 0.7}, {0.8, 0.8, 0.9}, 4, 2}};
    double worst = 0.0;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        for (int place = 0; place < 10; place++) {
            const scree_quaternion p = attitude(), q = attitude();
            const double *ha = pairs[k].half_a, *hb = pairs[k].half_b;
            const scree_convex a = body(ha[0], ha[1], ha[2], pairs[k].exponent_a, p),
                               b = body(hb[0], hb[1], hb[2], pairs[k].exponent_b, q);
            const scree_vec3 n = direction(), axis = direction();
            const double size = place % 2 ? 0.1 : 0.01;
            // Touching along n, and then moved along the normal there until they are this deep.
            const scree_support pa = scree_support_of(&a, n, 0), pb = scree_support_of(&b, n, 0);
            const scree_vec3 d = vec_sub(vec_add(pa.point, pb.point), vec_scale(size, n));
            for (int turns = 0; turns < 2; turns++) {
                const double left = work_left(&a, &b, q, d, 0.1 * size, turns ? size : 0.0, axis);
                worst = fmax(worst, left);
                assert_true(left < 1e-9);
            }
        }
    }
    print_message("work left of closed loops: %.2g of that moved\n", worst);
}

static scree_quick_body quick_body(scree_vec3 half, double exponent, scree_quaternion q) {
    const scree_axes axes = scree_axes_of(q.w, q.x, q.y, q.z);
    return (scree_quick_body){
        .square = scree_tensor_along(&axes, vec3(half.x * half.x, half.y * half.y, half.z * half.z)),
        .axes = axes,
        .half = half,
        .cubic = exponent == 3.0 ? 1.0 : 0.0};
}

// last: as of scree_quick_begin.
static scree_quick_search quick_search_from(const scree_quick_body *a, const scree_quick_body *b,
                                            scree_vec3 d, scree_vec3 last, double beyond, int *steps) {
    scree_quick_search q = {.state = SCREE_QUICK_RUNS};
    const double sure = scree_quick_sure(a->half, a->cubic) + scree_quick_sure(b->half, b->cubic);
    scree_quick_begin(a, b, d, last, 1, &q);
    for (int k = 0; k < SCREE_QUICK_STEPS && q.state == SCREE_QUICK_RUNS; k++, ++*steps) {
        scree_quick_step(a, b, d, sure, beyond, SCREE_QUICK_ELLIPSOIDS | SCREE_QUICK_CUBIC, &q);
    }
    return q;
}

static scree_quick_search quick_search(const scree_quick_body *a, const scree_quick_body *b, scree_vec3 d,
                                       double beyond, int *steps) {
    return quick_search_from(a, b, d, vec3(0.0, 0.0, 0.0), beyond, steps);
}

// Are the depth, the direction, the points and the second derivatives of two searches the same to the bit?
static bool same_result(const scree_quick_search *a, const scree_quick_search *b) {
    return a->state == b->state && a->depth == b->depth && memcmp(&a->n, &b->n, sizeof a->n) == 0 &&
           memcmp(&a->seen, &b->seen, sizeof a->seen) == 0 &&
           memcmp(&a->point_a, &b->point_a, sizeof a->point_a) == 0 &&
           memcmp(&a->point_b, &b->point_b, sizeof a->point_b) == 0 &&
           memcmp(&a->curve_a, &b->curve_a, sizeof a->curve_a) == 0 &&
           memcmp(&a->curve_b, &b->curve_b, sizeof a->curve_b) == 0;
}

// The quick search finds what the other one finds, with deepest points that are opposite within rounding, or gives up; it is quick for bodies up to ten times as long as
// thin.
static void test_quick_search(void **unused) {
    (void)unused;
    static const double aspects[] = {1.0, 1.3, 2.0, 5.0, 10.0};
    for (size_t s = 0; s < sizeof aspects / sizeof *aspects; s++) {
        for (int e = 0; e < 3; e++) {
            int found = 0, given_up = 0, steps = 0;
            for (int k = 0; k < 1000; k++) {
                const double N = e == 0 ? 2.0 : 3.0, M = e == 1 ? 3.0 : 2.0;
                const scree_vec3 half = vec3(aspects[s], 1.0, 1.0 - 0.2 * draw()),
                                 other = vec3(0.8, 0.8 * aspects[s], 0.7);
                const scree_quaternion p = attitude(), r = attitude();
                const scree_convex a = body(half.x, half.y, half.z, N, p),
                                   b = body(other.x, other.y, other.z, M, r);
                const scree_quick_body qa = quick_body(half, N, p), qb = quick_body(other, M, r);
                const scree_vec3 n = direction();
                const scree_support sa = scree_support_of(&a, n, 0), sb = scree_support_of(&b, n, 0);
                const scree_vec3 d =
                    vec_add_scaled(vec_add(sa.point, sb.point), -0.02 * (draw() - (k % 2 ? 1.0 : 0.0)), n);
                const scree_quick_search q = quick_search(&qa, &qb, d, 0.0, &steps);
                const scree_convex_depth full = scree_convex_depth_of(&a, &b, d, 1);
                if (q.state == SCREE_QUICK_APART) {
                    assert_true(full.depth < 1e-12);
                } else if (q.state == SCREE_QUICK_FOUND) {
                    found++;
                    assert_double_equal(q.depth, full.depth, 1e-11);
                    assert_double_equal(vec_norm(q.n), 1.0, 1e-14);
                    assert_true(vec_norm(vec_sub(vec_sub(vec_add(q.point_a, q.point_b), d),
                                                 vec_scale(q.depth, q.n))) < 1e-12);
                    int count = 0;
                    const scree_quick_search back = // exchanged: the opposite to the bit
                        quick_search(&qb, &qa, vec_scale(-1.0, d), 0.0, &count);
                    assert_true(back.depth == q.depth && back.n.x == -q.n.x && back.n.z == -q.n.z &&
                                back.point_a.y == -q.point_b.y);
                    // A search that begins where this one ended takes one step and gives the same bits.
                    count = 0;
                    const scree_quick_search again = quick_search_from(&qa, &qb, d, q.seen, 0.0, &count);
                    assert_true(count == 1 && same_result(&q, &again));
                } else {
                    given_up++;
                }
            }
            print_message("aspect %g, kinds %d: %d found, %d given up, %.2f steps\n", aspects[s], e, found,
                          given_up, 1e-3 * steps);
            assert_true(found > 450 && given_up < 50);
        }
    }
}

// The bound by which the result is certain: no radius of curvature is below scree_quick_sure, and some are near it.
static void test_quick_sure(void **unused) {
    (void)unused;
    for (int e = 2; e < 4; e++) {
        const scree_convex b = body(1.0, 1.0, 1.0, e, (scree_quaternion){1.0, 0.0, 0.0, 0.0});
        const double sure = scree_quick_sure(b.half, e == 3 ? 1.0 : 0.0);
        double least = 10.0;
        for (int k = 0; k < 20000; k++) {
            scree_vec3 n = direction(), u, v;
            n = k % 2 ? n : vec_unit(vec3(n.x, n.y, 0.05 * n.z));
            const scree_support s = scree_support_of(&b, n, 1);
            vec_across(n, &u, &v);
            const scree_vec3 hu = scree_convex_times(s.hessian, u), hv = scree_convex_times(s.hessian, v);
            const double uu = vec_dot(hu, u), vv = vec_dot(hv, v), uv = vec_dot(hu, v);
            least = fmin(least, 0.5 * (uu + vv) - sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv));
        }
        print_message("exponent %d: %.6f, taken %.6f\n", e, least, sure);
        assert_true(least >= sure - 1e-12 && least < 1.1 * sure);
    }
}

// Planes in closed form; a cylinder against many directions, inside and outside.
static void test_walls(void **unused) {
    (void)unused;
    for (int k = 0; k < 200; k++) {
        const double N = exponents[k % EXPONENTS];
        const scree_convex a = body(1.0, 0.6, 0.4, N, attitude());
        const scree_vec3 n = direction();
        const scree_convex_depth plane = scree_convex_on_plane(&a, n, 0.35);
        if (N == 2.0) {
            const scree_vec3 m = mat_mul_transposed(&a.frame, n);
            assert_double_equal(plane.depth, sqrt(m.x * m.x + 0.36 * m.y * m.y + 0.16 * m.z * m.z) - 0.35,
                                1e-14);
        }
        assert_double_equal(vec_dot(plane.arm_a, n), -(plane.depth * 0.5 + 0.35), 1e-14);
        for (int outside = 0; outside < 2; outside++) {
            const scree_vec3 axis = direction(), out = vec_unit(vec_cross(axis, direction()));
            const double radius = 5.0, rho = outside ? 5.6 : 4.3;
            const scree_convex_depth c =
                scree_convex_on_cylinder(&a, axis, vec_scale(rho, out), radius, outside);
            assert_false(c.unfinished);
            assert_double_equal(vec_dot(c.n, axis), 0.0, 1e-14);
            for (int i = 0; i < 200; i++) {
                const scree_vec3 e = vec_unit(vec_cross(axis, direction()));
                const double f = scree_support_of(&a, e, 0).h + rho * vec_dot(out, e);
                assert_true(outside ? f + radius >= c.depth - 1e-13 : f - radius <= c.depth + 1e-13);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support),
        cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_depth_is_least),
        cmocka_unit_test(test_spheres_and_exchange),
        cmocka_unit_test(test_depth_is_potential),
        cmocka_unit_test(test_closed_loops),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_quick_search),
        cmocka_unit_test(test_quick_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
