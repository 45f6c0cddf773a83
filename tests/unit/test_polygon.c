// SPDX-License-Identifier: BSD-3-Clause
// Faces cut into triangles: each point inside is in one of them and no point outside, whichever corner is the first; faces that cross
// themselves are refused.
#include "mesh/polygon.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include "effort.h"
#include "maths/orientation.h"
#include "random_points.h"
#include <cmocka.h>

enum { MOST = 64 };

typedef struct face {
    scree_point at[MOST];
    size_t n;
} face;

// A plane that is along no axis: origin and two directions, not at right angles.
static scree_vec3 in_space(scree_point p) {
    return vec3(3.0 + 0.5 * p.x - 0.25 * p.y, -1.0 + 0.25 * p.x + 0.5 * p.y, 2.0 + 0.125 * p.x + p.y);
}

// How often the border goes around q.
static int winding(const face *f, scree_point q) {
    int n = 0;
    for (size_t k = 0; k < f->n; k++) {
        const scree_point a = f->at[k], b = f->at[(k + 1) % f->n];
        n += a.y <= q.y && b.y > q.y && scree_orientation(a, b, q) > 0;
        n -= a.y > q.y && b.y <= q.y && scree_orientation(a, b, q) < 0;
    }
    return n;
}

static int triangle_holds(const face *f, const size_t *of, scree_point q) {
    const face t = {{f->at[of[0]], f->at[of[1]], f->at[of[2]]}, 3};
    return winding(&t, q);
}

static void print_face(const face *f) {
    for (size_t k = 0; k < f->n; k++) {
        print_message("{%.17g, %.17g}, ", f->at[k].x, f->at[k].y);
    }
    print_message("\n");
}

// Numbers of corners as in the order that begins at corner 0.
static scree_corner_list cut_from(const face *f, size_t first) {
    scree_vec3 x[MOST];
    scree_corner_list t = {0};
    for (size_t k = 0; k < f->n; k++) {
        x[k] = in_space(f->at[(first + k) % f->n]);
    }
    char *wrong = scree_polygon_cut(x, f->n, &t);
    if (wrong) {
        print_face(f);
        fail_msg("from corner %zu: %s", first, wrong);
    }
    for (size_t k = 0; k < t.n; k++) {
        t.data[k] = (t.data[k] + first) % f->n;
    }
    return t;
}

// Whether each point is in as many triangles as the border goes around it.
static void expect_covered(const face *f, const scree_corner_list *t) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < f->n; k++) {
        low = fmin(low, fmin(f->at[k].x, f->at[k].y));
        high = fmax(high, fmax(f->at[k].x, f->at[k].y));
    }
    for (int i = 0; i < 200; i++) {
        const scree_point q = {uniform(low, high), uniform(low, high)};
        int inside = 0;
        for (size_t k = 0; k < t->n; k += 3) {
            inside += triangle_holds(f, t->data + k, q);
        }
        if (inside != winding(f, q)) {
            print_face(f);
            fail_msg("(%g, %g) is in %d triangles, the border goes around it %d times", q.x, q.y, inside,
                     winding(f, q));
        }
    }
}

// n: of the triangles, 0: any.
static void expect_cut(const face *f, size_t n) {
    scree_corner_list first = cut_from(f, 0);
    expect_covered(f, &first);
    if (n > 0 && first.n != 3 * n) {
        print_face(f);
        fail_msg("%zu triangles, not %zu", first.n / 3, n);
    }
    for (size_t k = 1; k < f->n; k++) {
        scree_corner_list other = cut_from(f, k);
        assert_int_equal(other.n, first.n);
        for (size_t i = 0; i < first.n; i++) { // the same triangles; corners may lie on each other
            const scree_point a = f->at[first.data[i]], b = f->at[other.data[i]];
            assert_true(a.x == b.x && a.y == b.y);
        }
        scree_array_free(&other);
    }
    scree_array_free(&first);
}

#define FACE(...) ((face){{__VA_ARGS__}, sizeof((scree_point[]){__VA_ARGS__}) / sizeof(scree_point)})

static void test_known(void **state) {
    (void)state;
    const face known[] = {
        FACE({0, 0}, {1, 0}, {1, 1}, {0, 1}),
        FACE({0, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 0}, {0, 0}),                   // L
        FACE({0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}),       // U
        FACE({0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {4, 3}, {4, 4}, {0, 4}),       // C
        FACE({0, 0}, {2, 1}, {0, 2}, {1, 1}),                                       // arrow
        FACE({0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}),       // straight corners
        FACE({0, 0}, {0.1, 0.1}, {0.3, 0.3}, {0.7, 0.7}, {1, 1}, {0, 1}, {0, 0.7}), // on lines by rounding
        FACE({0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}), // a hole
        FACE({0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}),         // two parts that touch
        FACE({0, 0}, {4, 0}, {4, 4}, {3, 4}, {2, 0}, {1, 4}, {0, 4}), // a corner on an edge
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        expect_cut(&known[k], k == 9 ? 4 : k == 8 ? 2 : k == 7 ? 8 : known[k].n - 2);
    }
    expect_cut(&FACE({0, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}), 2); // corners twice
    expect_cut(&FACE({0, 0}, {2, 0}, {3, 0}, {2, 0}, {2, 2}, {0, 2}), 2); // an edge there and back
    expect_cut(&FACE({0, 0}, {1, 0}, {1, 1}, {1, 1 + 1e-12}, {-1e-13, 1}, {1e-14, 0.5}),
               0); // what rounding leaves
}

// Is q on the line between a and b? Rounding may have moved it.
static bool is_between(scree_point a, scree_point b, scree_point q) {
    const double x = b.x - a.x, y = b.y - a.y, u = q.x - a.x, v = q.y - a.y, along = x * u + y * v,
                 length2 = x * x + y * y;
    return fabs(x * v - y * u) <= 1e-9 * length2 && along >= 0.0 && along <= length2;
}

static bool cross(scree_point a, scree_point b, scree_point c, scree_point d) {
    return scree_orientation(a, b, c) * scree_orientation(a, b, d) < 0 &&
           scree_orientation(c, d, a) * scree_orientation(c, d, b) < 0;
}

static void reverse(face *f, size_t from, size_t to) {
    for (; from < to; from++, to--) {
        const scree_point x = f->at[from];
        f->at[from] = f->at[to];
        f->at[to] = x;
    }
}

// Parts are turned around until no edges cross: the border becomes shorter each time, so this ends.
static void uncross(face *f) {
    for (bool any = true; any;) {
        any = false;
        for (size_t i = 0; i < f->n; i++) {
            for (size_t j = i + 2; j < f->n - (i == 0); j++) {
                if (cross(f->at[i], f->at[i + 1], f->at[j], f->at[(j + 1) % f->n])) {
                    reverse(f, i + 1, j);
                    any = true;
                }
            }
        }
    }
}

// Whether edges meet at their common ends only.
static bool is_simple(const face *f) {
    bool simple = true;
    for (size_t i = 0; i < f->n; i++) {
        for (size_t j = 0; j < f->n && simple; j++) {
            const bool end = j == i || j == (i + 1) % f->n;
            simple = end || !is_between(f->at[i], f->at[(i + 1) % f->n], f->at[j]);
        }
    }
    return simple;
}

// Of a face that touches itself, and may cross itself at a corner.
static void expect_covered_or_refused(const face *f) {
    scree_vec3 x[MOST];
    scree_corner_list t = {0};
    for (size_t k = 0; k < f->n; k++) {
        x[k] = in_space(f->at[k]);
    }
    char *wrong = scree_polygon_cut(x, f->n, &t);
    if (!wrong) {
        expect_covered(f, &t);
    }
    scree_free(wrong);
    scree_array_free(&t);
}

static face draw(double grid) {
    face f = {.n = (size_t)uniform(4, 30)};
    for (size_t k = 0; k < f.n; k++) {
        f.at[k] = (scree_point){uniform(0, 8), uniform(0, 8)};
        if (grid > 0.0) {
            f.at[k] = (scree_point){grid * floor(f.at[k].x / grid), grid * floor(f.at[k].y / grid)};
        }
    }
    uncross(&f);
    return f;
}

static void test_random(void **state) {
    (void)state;
    const double grid[] = {0.0, 1.0, 0.5, 0.1};
    int simple[4] = {0};
    for (int k = 0; k < effort(40000, 2000, 400); k++) {
        const face f = draw(grid[k % 4]);
        if (is_simple(&f)) {
            simple[k % 4]++;
            expect_cut(&f, f.n - 2);
        } else {
            expect_covered_or_refused(&f);
        }
    }
    for (int k = 0; k < 4; k++) {
        assert_true(simple[k] > 10);
    }
}

static void expect_refused(const face *f, const char *says) {
    for (size_t first = 0; first < f->n; first++) {
        scree_vec3 x[MOST];
        scree_corner_list t = {0};
        for (size_t k = 0; k < f->n; k++) {
            x[k] = in_space(f->at[(first + k) % f->n]);
        }
        char *wrong = scree_polygon_cut(x, f->n, &t);
        if (!wrong || !strstr(wrong, says)) {
            fail_msg("%s, not: %s", wrong ? wrong : "nothing", says);
        }
        scree_free(wrong);
        scree_array_free(&t);
    }
}

static void test_crossing(void **state) {
    (void)state;
    expect_refused(&FACE({0, 0}, {1, 0}, {0, 1}, {1, 1}), "it crosses itself: its edge from corner");
    expect_refused(&FACE({0, 0}, {4, 0}, {1, 3}, {3, 3}), "it crosses itself: its edge from corner");
    expect_refused(&FACE({0, 3}, {2, -2}, {-3, 1}, {3, 1}, {-2, -2}), "it crosses itself: its edge");
    expect_refused(&FACE({0, 1000}, {2, 1002}, {3, 1000.5}, {0, 1001.5}), "it crosses itself: its edge");
    expect_refused(&FACE({0, 1001.5}, {3, 1000.5}, {2, 1002}, {0, 1000}), "it crosses itself: its edge");
    expect_refused(&FACE({1000, 0}, {1002, 2}, {1000.5, 3}, {1001.5, 0}), "it crosses itself: its edge");
    expect_refused(&FACE({1001.5, 0}, {1000.5, 3}, {1002, 2}, {1000, 0}), "it crosses itself: its edge");
    expect_refused(&FACE({-2, -1}, {0, 0}, {2, 1}, {2, -1}, {0, 0}, {-2, 2}),
                   "it crosses itself: parts of it");
    scree_vec3 *x = scree_realloc(NULL, 0, 10001 * sizeof *x);
    for (size_t k = 0; k <= 10000; k++) {
        x[k] = vec3((double)k, (double)k * (double)k, 0.0);
    }
    scree_corner_list t = {0};
    char *wrong = scree_polygon_cut(x, 10001, &t);
    assert_string_equal(wrong, "it has 10001 corners; accepted: at most 10000");
    scree_free(wrong);
    assert_null(scree_polygon_cut(x, 1000, &t));
    assert_int_equal(t.n, 3 * 998);
    scree_array_free(&t);
    scree_free(x);
}

// What has no area is for the mesh to count.
static void test_no_area(void **state) {
    (void)state;
    scree_corner_list t = {0};
    const scree_vec3 line[4] = {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {3, 6, 9}},
                     point[5] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    assert_null(scree_polygon_cut(line, 4, &t));
    assert_int_equal(t.n, 6);
    assert_null(scree_polygon_cut(point, 5, &t));
    assert_int_equal(t.n, 15);
    scree_array_free(&t);
}

static void test_orientation(void **state) {
    (void)state;
    for (int k = 0; k < 100000; k++) {
        // c is on the line up to the last digits; the sign must be that of the exact value, which 64 bit integers hold
        const int64_t u = (int64_t)uniform(-1e6, 1e6), v = (int64_t)uniform(-1e6, 1e6),
                      f = (int64_t)uniform(-100, 100), e = (int64_t)uniform(-2, 2);
        const scree_point a = {1e15 + (double)u, 1e15 + (double)v},
                          b = {1e15 + (double)(2 * u), 1e15 + (double)(2 * v)},
                          c = {1e15 + (double)(f * u), 1e15 + (double)(f * v + e)};
        const int64_t turn = u * ((f - 1) * v + e) - v * ((f - 1) * u);
        assert_int_equal(scree_orientation(a, b, c), (turn > 0) - (turn < 0));
        assert_int_equal(scree_orientation(b, a, c), (turn < 0) - (turn > 0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orientation), cmocka_unit_test(test_known),   cmocka_unit_test(test_random),
        cmocka_unit_test(test_crossing),    cmocka_unit_test(test_no_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
