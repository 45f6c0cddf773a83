// SPDX-License-Identifier: BSD-3-Clause
// The grid finds exactly the pairs that brute force finds.
#include "access/particle.h"
#include "maths/random.h"
#include "search/cell_query.h"
#include "search/grid.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

typedef struct setting {
    size_t n;
    double ratio; // largest / smallest radius
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
    w->cell = scree_cell_of(c);
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

static double image(const scree_case *c, int axis, double d) {
    double length = vec_get(c->domain_max, axis);
    return !c->periodic[axis] ? d : d > 0.5 * length ? d - length : d < -0.5 * length ? d + length : d;
}

static double gap(const scree_world *w, size_t a, size_t b) {
    const scree_pos *x = w->p.x + a, *y = w->p.x + b;
    double dx = image(w->case_, 0, y->x - x->x), dy = image(w->case_, 1, y->y - x->y),
           dz = image(w->case_, 2, y->z - x->z);
    return sqrt(dx * dx + dy * dy + dz * dz) - x->r - y->r;
}

// Checks that all pairs within the skin are found from both sides, once each, and none that is beyond it by more than the
// margin. Returns the number of entries.
static size_t check(scree_world *w, int threads) {
    scree_grid grid;
    scree_scratch scratch = {0};
    scree_chunks chunks = scree_chunks_of(threads);
    scree_index_buffer found = {0};
    uint8_t *near = malloc(w->p.n);
    size_t entries = 0;
    scree_scratch_begin(&scratch, NULL, 0);
    scree_grid_build(&grid, w, &chunks, &scratch);
    assert_true(grid.margin < 0.01 * (grid.r_min + grid.skin) || grid.exact);
    for (size_t a = 0; a < w->p.n; a++) {
        memset(near, 0, w->p.n);
        scree_grid_near(&grid, &w->p, (uint32_t)a, 0, grid.n_levels, &found);
        for (size_t k = 0; k < found.n; k++) {
            assert_true(found.data[k] < w->p.n && found.data[k] != a && near[found.data[k]] == 0);
            near[found.data[k]] = 1;
        }
        for (size_t b = 0; b < w->p.n; b++) {
            const double beyond = gap(w, a, b) - w->skin;
            assert_true(a == b || near[b] || beyond >= 0.0);
            assert_true(!near[b] || beyond < (grid.exact ? 0.0 : 2.0 * grid.margin));
        }
        entries += found.n;
    }
    free(near);
    scree_array_free(&found);
    scree_scratch_end(&scratch);
    scree_scratch_clear(&scratch);
    return entries;
}

static void compare(const setting *s, uint64_t seed) {
    scree_world *w = make(s, seed);
    size_t entries = check(w, 1);
    assert_int_equal(check(w, 3), entries);
    destroy(w);
}

static void same_pairs_as_brute_force(void **state) {
    (void)state;
    static const setting settings[] = {
        {700, 1.0, 8.0, {false, false, false}, 0.1}, {700, 1.0, 8.0, {true, true, true}, 0.1},
        {700, 1.3, 6.0, {true, false, true}, 0.3},   {900, 20.0, 5.0, {false, false, false}, 0.02},
        {900, 20.0, 5.0, {true, true, false}, 0.02}, {900, 100.0, 4.0, {true, true, true}, 0.005},
        {300, 3.0, 2.6, {true, true, true}, 0.05},   {50, 2.0, 60.0, {false, true, false}, 0.5},
        {1500, 1.1, 9.0, {true, true, false}, 0.2},  {1200, 50.0, 6.0, {true, false, true}, 0.01},
        {3, 1.0, 1.5, {true, true, true}, 0.1},      {1, 1.0, 3.0, {false, false, false}, 0.1},
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        for (uint64_t seed = 1; seed < 6; seed++) {
            compare(&settings[k], seed);
        }
    }
}

static void strays_do_not_matter(void **state) {
    (void)state;
    setting s = {1000, 4.0, 7.0, {false, false, false}, 0.05};
    scree_world *w = make(&s, 3);
    const size_t entries = check(w, 1);
    w->p.x[7].x = 1e9; // far away, two of them together: the grid must neither grow nor miss pairs
    w->p.x[8] = w->p.x[7];
    w->p.x[9].z = -1e5;
    assert_true(check(w, 1) < entries);
    scree_grid grid;
    scree_scratch scratch = {0};
    scree_chunks chunks = scree_chunks_of(1);
    scree_grid_build(&grid, w, &chunks, &scratch);
    for (int axis = 0; axis < 3; axis++) {
        assert_true(grid.high[axis] - grid.low[axis] < 100.0);
    }
    scree_scratch_clear(&scratch);
    destroy(w);
}

// Units of length from the size of an atom to that of a galaxy.
static void any_unit(void **state) {
    (void)state;
    setting s = {400, 3.0, 5.0, {true, false, false}, 0.05};
    const double unit[] = {1e-10, 1e20};
    for (int u = 0; u < 2; u++) {
        scree_world *w = make(&s, 4);
        const size_t entries = check(w, 1);
        w->skin *= unit[u];
        w->case_->domain_max = vec_scale(unit[u], w->case_->domain_max);
        w->cell = scree_cell_of(w->case_);
        for (size_t i = 0; i < w->p.n; i++) {
            w->p.x[i] = (scree_pos){w->p.x[i].x * unit[u], w->p.x[i].y * unit[u], w->p.x[i].z * unit[u],
                                    w->p.x[i].r * unit[u]};
        }
        assert_in_range(check(w, 1), entries - 2, entries + 2);
        destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_pairs_as_brute_force),
        cmocka_unit_test(strays_do_not_matter),
        cmocka_unit_test(any_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
