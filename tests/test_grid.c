// SPDX-License-Identifier: BSD-3-Clause
// The grid finds exactly the pairs that trying all of them finds.
#include "base/random.h"
#include "search/grid.h"
#include "state/particle.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above
#include <cmocka.h>

typedef struct setting {
    size_t n;
    double ratio; // largest over smallest radius
    double size;  // box edge in largest diameters
    bool periodic[3];
    double skin;
} setting;

static scree_world *make(const setting *s, uint64_t seed) {
    scree_world *w = calloc(1, sizeof *w);
    scree_case *c = calloc(1, sizeof *c);
    scree_case_init(c);
    w->case_ = c;
    c->has_domain = true;
    c->domain_max = vec3(s->size, 0.8 * s->size, 1.3 * s->size);
    memcpy(c->periodic, s->periodic, sizeof c->periodic);
    w->skin = s->skin;
    for (size_t i = 0; i < s->n; i++) {
        scree_random r = {seed, 0, i, 0};
        double u = scree_random_uniform(&r), a = 0.5 / s->ratio;
        scree_particle p = {
            .radius = 1.0 / sqrt(1.0 / (a * a) + u * (4.0 - 1.0 / (a * a))), .density = 1.0, .id = i + 1};
        p.x = vec3(scree_random_uniform(&r) * c->domain_max.x, scree_random_uniform(&r) * c->domain_max.y,
                   scree_random_uniform(&r) * c->domain_max.z);
        scree_particle_add(w, &p);
    }
    return w;
}

static void destroy(scree_world *w) {
    scree_particles_clear(&w->p);
    scree_case_clear(w->case_);
    free(w->case_);
    free(w);
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double image(const scree_case *c, int axis, double d) {
    double length = vec_get(c->domain_max, axis);
    return !c->periodic[axis] ? d : d > 0.5 * length ? d - length : d < -0.5 * length ? d + length : d;
}

static void compare(const setting *s, uint64_t seed) {
    scree_world *w = make(s, seed);
    scree_grid grid = {0};
    scree_pair_buffer found = {0};
    scree_grid_build(&grid, w);
    scree_grid_pairs(&grid, &w->p, 0, w->p.n / 3, &found);
    scree_grid_pairs(&grid, &w->p, w->p.n / 3, w->p.n, &found);
    uint64_t *key = malloc((found.n + 1) * sizeof *key);
    for (size_t k = 0; k < found.n; k++) {
        uint64_t a = found.data[k].a, b = found.data[k].b;
        key[k] = a < b ? a << 32 | b : b << 32 | a;
    }
    qsort(key, found.n, sizeof *key, by_value);
    size_t at = 0;
    for (uint64_t a = 0; a < w->p.n; a++) {
        for (uint64_t b = a + 1; b < w->p.n; b++) {
            const scree_pos *x = w->p.x + a, *y = w->p.x + b;
            double dx = image(w->case_, 0, y->x - x->x), dy = image(w->case_, 1, y->y - x->y),
                   dz = image(w->case_, 2, y->z - x->z), near = x->r + y->r + s->skin;
            if (dx * dx + dy * dy + dz * dz < near * near) {
                assert_true(at < found.n);
                assert_int_equal(key[at], a << 32 | b);
                at++;
            }
        }
    }
    assert_int_equal(at, found.n); // and none twice
    free(key);
    scree_array_free(&found);
    scree_grid_clear(&grid);
    destroy(w);
}

static void same_pairs_as_brute_force(void **state) {
    (void)state;
    static const setting settings[] = {
        {700, 1.0, 8.0, {false, false, false}, 0.1}, {700, 1.0, 8.0, {true, true, true}, 0.1},
        {700, 1.3, 6.0, {true, false, true}, 0.3},   {900, 20.0, 5.0, {false, false, false}, 0.02},
        {900, 20.0, 5.0, {true, true, false}, 0.02}, {900, 100.0, 4.0, {true, true, true}, 0.005},
        {300, 3.0, 2.6, {true, true, true}, 0.05},   {50, 2.0, 60.0, {false, true, false}, 0.5},
        {1500, 1.1, 9.0, {true, true, false}, 0.2},
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        for (uint64_t seed = 1; seed < 6; seed++) {
            compare(&settings[k], seed);
        }
    }
}

static void strays_do_not_matter(void **state) {
    (void)state;
    setting s = {400, 4.0, 5.0, {false, false, false}, 0.05};
    scree_world *w = make(&s, 3);
    w->p.x[7].x = 1e9; // far away: the grid must neither grow nor lose the others
    scree_grid grid = {0};
    scree_pair_buffer found = {0};
    scree_grid_build(&grid, w);
    scree_grid_pairs(&grid, &w->p, 0, w->p.n, &found);
    size_t expected = 0;
    for (size_t a = 0; a < w->p.n; a++) {
        for (size_t b = a + 1; b < w->p.n; b++) {
            const scree_pos *x = w->p.x + a, *y = w->p.x + b;
            double dx = y->x - x->x, dy = y->y - x->y, dz = y->z - x->z, near = x->r + y->r + s.skin;
            expected += dx * dx + dy * dy + dz * dz < near * near;
        }
    }
    assert_int_equal(found.n, expected);
    scree_array_free(&found);
    scree_grid_clear(&grid);
    destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_pairs_as_brute_force),
        cmocka_unit_test(strays_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
