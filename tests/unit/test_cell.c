// SPDX-License-Identifier: BSD-3-Clause
// The cell against brute force over all images: nearest images, wrapping at borders and far outside, images near a box, and the
// image of a position after wrapping; in cells of any size and position, periodic along any axes.
#include "maths/random.h"
#include "state/cell.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

enum { CELLS = 64, PLACES = 200 };

static double between(scree_random *r, double a, double b) {
    return a + (b - a) * scree_random_uniform(r);
}

// Cell number k: lengths from a nanometre to about 100 m, near the origin or far from it.
static scree_cell cell_number(int k, scree_random *r) {
    *r = (scree_random){11, 0, (uint64_t)k, 0};
    const double size = pow(10.0, between(r, -9.0, 2.0)), away = k % 3 == 0 ? 1000.0 : 1.0;
    double low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = k % 5 == 0 ? 0.0 : size * away * between(r, -1.0, 1.0);
        high[axis] = low[axis] + size * between(r, 0.3, 1.0);
    }
    const bool periodic[3] = {k & 1, k >> 1 & 1, k >> 2 & 1};
    return scree_cell_create(vec3(low[0], low[1], low[2]), vec3(high[0], high[1], high[2]), periodic);
}

// A position in the cell, or outside by up to `beyond` of its lengths.
static scree_vec3 anywhere(const scree_cell *c, double beyond, scree_random *r) {
    const scree_vec3 d = vec_sub(c->high, c->low);
    const double x = between(r, -beyond, 1.0 + beyond), y = between(r, -beyond, 1.0 + beyond),
                 z = between(r, -beyond, 1.0 + beyond);
    return vec_add(c->low, vec3(x * d.x, y * d.y, z * d.z));
}

static double largest(scree_vec3 a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

static double rounding(const scree_cell *c) {
    return 1e-14 * fmax(largest(c->low), largest(c->high));
}

static bool same(scree_vec3 a, scree_vec3 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static scree_vec3 nearest(const scree_cell *c, scree_vec3 d) {
    return scree_nearest_image(&c->period, d.x, d.y, d.z);
}

static void nearest_image_of_all(void **state) {
    (void)state;
    for (int k = 0; k < CELLS; k++) {
        scree_random r;
        const scree_cell c = cell_number(k, &r);
        const scree_images images = scree_cell_neighbours(&c);
        const size_t count[4] = {1, 3, 9, 27};
        assert_int_equal(scree_images_count(&images), count[scree_cell_periodic_axes(&c)]);
        for (int n = 0; n < PLACES; n++) {
            const scree_vec3 a = anywhere(&c, 0.0, &r), b = anywhere(&c, 0.0, &r), d = vec_sub(b, a);
            double least = INFINITY;
            for (size_t m = 0; m < scree_images_count(&images); m++) {
                const scree_vec3 image = scree_cell_image(&c, b, scree_images_at(&images, m));
                least = fmin(least, vec_norm(vec_sub(image, a)));
            }
            assert_true(fabs(vec_norm(nearest(&c, d)) - least) <= 4.0 * rounding(&c));
            assert_true(same(nearest(&c, vec_scale(-1.0, d)), vec_scale(-1.0, nearest(&c, d))));
        }
    }
}

// At exactly half the period the position itself is the nearest image, on both sides.
static void nearest_image_at_half(void **state) {
    (void)state;
    const scree_cell c = scree_cell_create(vec3(0, 0, 0), vec3(2, 4, 8), (const bool[3]){true, true, false});
    assert_true(same(nearest(&c, vec3(1.0, -2.0, 7.0)), vec3(1.0, -2.0, 7.0)));
    assert_true(same(nearest(&c, vec3(-1.0, 2.0, -7.0)), vec3(-1.0, 2.0, -7.0)));
    assert_true(same(nearest(&c, vec3(nextafter(1.0, 2.0), -nextafter(2.0, 3.0), -1e300)),
                     vec3(nextafter(1.0, 2.0) - 2.0, 4.0 - nextafter(2.0, 3.0), -1e300)));
}

static void expect_inside(const scree_cell *c, scree_vec3 x, scree_vec3 before) {
    for (int axis = 0; axis < 3; axis++) {
        const double at = vec_get(x, axis), was = vec_get(before, axis);
        if (c->periodic[axis]) {
            assert_true(at >= vec_get(c->low, axis) && at < vec_get(c->high, axis));
        } else {
            assert_memory_equal(&at, &was, sizeof at);
        }
    }
}

static void wrapping(void **state) {
    (void)state;
    for (int k = 0; k < CELLS; k++) {
        scree_random r;
        const scree_cell c = cell_number(k, &r);
        for (int n = 0; n < PLACES; n++) {
            const scree_vec3 inside = anywhere(&c, 0.0, &r), x = anywhere(&c, 7.0, &r);
            assert_true(same(scree_cell_wrap(&c, inside), inside));
            const scree_vec3 to = scree_cell_wrap(&c, x);
            expect_inside(&c, to, x);
            assert_true(same(scree_cell_wrap(&c, to), to));
            for (int axis = 0; axis < 3; axis++) {
                const double d = vec_get(x, axis) - vec_get(to, axis), length = c.period.length[axis];
                assert_true(!c.periodic[axis] || fabs(d - length * round(d / length)) <= 20.0 * rounding(&c));
                const double far = vec_get(x, axis) - vec_get(c.low, axis),
                             folded = scree_cell_fold(&c, axis, far);
                assert_true(c.periodic[axis]
                                ? folded >= 0.0 && folded <= length &&
                                      fabs(far - folded - length * round((far - folded) / length)) <=
                                          20.0 * rounding(&c)
                                : folded == far);
            }
        }
        // The borders, adjacent numbers, and positions whose distance from the border is lost in rounding.
        const double tiny = 1e-3 * rounding(&c);
        const scree_vec3 low = c.low, high = c.high,
                         border[] = {low,
                                     high,
                                     vec3(nextafter(low.x, -INFINITY), nextafter(low.y, -INFINITY),
                                          nextafter(low.z, -INFINITY)),
                                     vec3(nextafter(high.x, -INFINITY), nextafter(high.y, -INFINITY),
                                          nextafter(high.z, -INFINITY)),
                                     vec3(nextafter(high.x, INFINITY), nextafter(high.y, INFINITY),
                                          nextafter(high.z, INFINITY)),
                                     vec3(low.x - tiny, low.y - tiny, low.z - tiny),
                                     vec3(high.x + tiny, high.y + tiny, high.z + tiny)};
        for (size_t n = 0; n < sizeof border / sizeof *border; n++) {
            expect_inside(&c, scree_cell_wrap(&c, border[n]), border[n]);
        }
        assert_true(same(scree_cell_wrap(&c, border[3]), border[3]));
        const scree_vec3 first = scree_cell_wrap(&c, high);
        for (int axis = 0; axis < 3; axis++) {
            const double to = vec_get(c.periodic[axis] ? low : high, axis);
            assert_true(fabs(vec_get(first, axis) - to) <= (c.periodic[axis] ? rounding(&c) : 0.0));
        }
    }
}

// A position moves and is wrapped: its images change only by the displacement.
static void turns(void **state) {
    (void)state;
    for (int k = 0; k < CELLS; k++) {
        scree_random r;
        const scree_cell c = cell_number(k, &r);
        const scree_images images = scree_cell_neighbours(&c);
        for (int n = 0; n < PLACES; n++) {
            const scree_vec3 then = anywhere(&c, 0.0, &r),
                             u = vec_scale(0.45, vec_sub(anywhere(&c, 0.0, &r), anywhere(&c, 0.0, &r))),
                             now = scree_cell_wrap(&c, vec_add(then, u));
            for (size_t m = 0; m < scree_images_count(&images); m++) {
                const scree_image was = scree_images_at(&images, m),
                                  is = scree_cell_turn(&c, was, vec_sub(now, then));
                const scree_vec3 expected = vec_add(vec_add(then, scree_cell_shift(&c, was)), u),
                                 found = vec_add(now, scree_cell_shift(&c, is));
                assert_true(largest(vec_sub(expected, found)) <= 10.0 * rounding(&c));
            }
        }
    }
}

static bool is_among(const scree_images *of, const int *n) {
    bool in = true;
    for (int axis = 0; axis < 3; axis++) {
        in &= n[axis] >= of->from[axis] && n[axis] <= of->to[axis];
    }
    return in;
}

// The images within reach of a box, against a test of each image.
static void images_near_a_box(void **state) {
    (void)state;
    for (int k = 0; k < CELLS; k++) {
        scree_random r;
        const scree_cell c = cell_number(k, &r);
        const double size = vec_norm(vec_sub(c.high, c.low));
        for (int n = 0; n < PLACES; n++) {
            const scree_vec3 x = anywhere(&c, 0.0, &r), a = anywhere(&c, 1.5, &r), b = anywhere(&c, 1.5, &r);
            const scree_vec3 low = vec_min(a, b), high = vec_max(a, b);
            const double reach = size * between(&r, 0.0, 0.3);
            const scree_images found = scree_cell_images(&c, x, reach, low, high);
            for (int m = 0; m < 9 * 9 * 9; m++) {
                const int at[3] = {m % 9 - 4, m / 9 % 9 - 4, m / 81 - 4};
                bool near = true;
                double doubt = INFINITY;
                for (int axis = 0; axis < 3; axis++) {
                    const double place = vec_get(x, axis) + at[axis] * c.period.length[axis],
                                 room = fmin(place + reach - vec_get(low, axis),
                                             vec_get(high, axis) - (place - reach));
                    near &= room >= 0.0 && (c.periodic[axis] || at[axis] == 0);
                    doubt = fmin(doubt, fabs(room));
                }
                assert_true(doubt <= 10.0 * rounding(&c) || is_among(&found, at) == near);
            }
        }
    }
}

static void images_one_by_one(void **state) {
    (void)state;
    const scree_images some = {{-2, 0, -1}, {1, 2, 0}}, none = {{0, 1, 0}, {3, 0, 3}};
    assert_int_equal(scree_images_count(&none), 0);
    assert_int_equal(scree_images_count(&some), 4 * 3 * 2);
    size_t k = 0;
    for (int z = -1; z <= 0; z++) {
        for (int y = 0; y <= 2; y++) {
            for (int x = -2; x <= 1; x++, k++) {
                const scree_image image = scree_images_at(&some, k);
                assert_true(image.n[0] == x && image.n[1] == y && image.n[2] == z);
            }
        }
    }
    for (int n = -127; n <= 127; n++) {
        const scree_image image = {{(int8_t)n, (int8_t)-n, (int8_t)(n / 2)}};
        const scree_image back = scree_image_of_code(scree_image_code(image));
        assert_memory_equal(&back, &image, sizeof image);
        assert_true(scree_image_code(image) < 1u << 24 && (scree_image_code(image) == 0) == (n == 0));
    }
}

// Distance of a position from an interval, across the border or not.
static void gaps(void **state) {
    (void)state;
    for (int k = 0; k < CELLS; k++) {
        scree_random r;
        const scree_cell c = cell_number(k, &r);
        for (int n = 0; n < PLACES; n++) {
            const scree_vec3 x = anywhere(&c, 0.0, &r), a = anywhere(&c, 0.0, &r), b = anywhere(&c, 0.0, &r);
            for (int axis = 0; axis < 3; axis++) {
                const double low = vec_get(vec_min(a, b), axis), high = vec_get(vec_max(a, b), axis);
                double least = INFINITY;
                for (int image = -1; image <= 1; image++) {
                    const double at = vec_get(x, axis) + image * c.period.length[axis];
                    least = fmin(least, fmax(0.0, fmax(low - at, at - high)));
                }
                assert_true(fabs(scree_cell_gap(&c, axis, vec_get(x, axis), low, high) - least) <=
                            10.0 * rounding(&c));
            }
        }
    }
}

static void sizes_and_regions(void **state) {
    (void)state;
    const bool xz[3] = {true, false, true};
    const scree_cell c = scree_cell_create(vec3(-1, 0, 2), vec3(1, 5, 8), xz);
    assert_true(scree_cell_periodic_axes(&c) == 2 && scree_cell_room(&c) == 1.0);
    assert_true(scree_cell_volume(&c) == 2.0 * 5.0 * 6.0);
    scree_vec3 low = vec3(10, 11, 12), high = vec3(20, 21, 22);
    scree_cell_cover(&c, &low, &high);
    assert_true(same(low, vec3(-1, 11, 2)) && same(high, vec3(1, 21, 8)));
    assert_true(scree_cell_holds(&c, vec3(100, 0, -100)) && scree_cell_holds(&c, vec3(0, 5, 0)));
    assert_false(scree_cell_holds(&c, vec3(0, nextafter(5, 6), 0)));
    assert_false(scree_cell_holds(&c, vec3(0, -1e-300, 0)));
    assert_false(scree_cell_holds(&c, vec3(0, NAN, 0)));
}

// Without a domain there is one infinite cell.
static void no_domain(void **state) {
    (void)state;
    scree_case of;
    scree_case_init(&of);
    const scree_cell c = scree_cell_of(&of);
    const scree_vec3 far = vec3(1e300, -1e300, -0.0);
    const scree_images images = scree_cell_neighbours(&c);
    assert_true(scree_cell_periodic_axes(&c) == 0 && scree_images_count(&images) == 1);
    assert_true(same(scree_cell_wrap(&c, far), far) && scree_cell_holds(&c, far));
    assert_true(vec_norm2(vec_sub(nearest(&c, far), far)) == 0.0);
    assert_true(isinf(scree_cell_room(&c)) && isinf(scree_cell_volume(&c)));
    of.has_domain = of.periodic[1] = true;
    of.domain_max = vec3(1, 2, 3);
    const scree_cell d = scree_cell_of(&of);
    assert_true(same(d.high, of.domain_max) && d.period.length[1] == 2.0 && d.period.half[1] == 1.0);
    assert_true(d.period.length[0] == 0.0 && isinf(d.period.half[2]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_image_of_all),
        cmocka_unit_test(nearest_image_at_half),
        cmocka_unit_test(wrapping),
        cmocka_unit_test(turns),
        cmocka_unit_test(images_near_a_box),
        cmocka_unit_test(images_one_by_one),
        cmocka_unit_test(gaps),
        cmocka_unit_test(sizes_and_regions),
        cmocka_unit_test(no_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
