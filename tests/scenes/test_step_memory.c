// SPDX-License-Identifier: BSD-3-Clause
// No allocation inside a step: arrays and scratch grow only when the neighbour list is built. New arrays are first
// written by the threads that will use them.
#include "memory/chunks.h"
#include "memory/scratch.h"
#include "world_of_text.h"
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t blocks; // taken by scree_realloc so far

void *aligned_alloc(size_t alignment, size_t size) {
    blocks++;
    return memalign(alignment, size);
}

// A sphere on the centre of a fan of triangles, all of which it may touch, and another one next to it.
static void fine_mesh(void **state) {
    (void)state;
    enum { N = 200 };
    static scree_vec3 corner[3 * N];
    const double r = 0.05, stiffness = 2e5, pi = 3.141592653589793;
    for (int k = 0; k < N; k++) {
        double a = 2 * pi * k / N, b = 2 * pi * (k + 1) / N;
        corner[3 * k] = vec3(0, 0, 0);
        corner[3 * k + 1] = vec3(cos(a), sin(a), 0);
        corner[3 * k + 2] = vec3(cos(b), sin(b), 0);
    }
    write_mesh("fan.stl", corner, N);
    double sunk = 4.0 / 3.0 * pi * r * r * r * 2500.0 * 9.81 / stiffness;
    scree_particle q[2] = {ball(1, r, vec3(0.01, 0.005, r - sunk), vec3(0.01, 0, 0), vec3(0, 0.01 / r, 0)),
                           ball(2, r, vec3(0.3, 0.4, r - sunk), vec3(0, 0, 0), vec3(0, 0, 0))};
    for (int threads = 1; threads <= 2; threads++) {
        scree_world *w = world_of_case(
            case_of_text("time: {end: 10, dt: 5e-5, velocity_scale: 3}\ngravity: [0, 0, -9.81]\n"
                         "materials: {m: {density: 2500, young: 1e7, poisson: 0.3}}\n"
                         "contacts: [{between: any, normal: {law: hooke, stiffness: 2e5, restitution: 0.8},\n"
                         "  tangential: {law: linear_spring, friction: 0.4}}]\n"
                         "search: {skin: 10 mm}\nwalls: {w: {mesh: {file: fan.stl}, material: m}}\n"),
            q, 2, threads, NULL);
        begin(w);
        assert_true(w->pairs.widest == N && w->contacts == 2 && blocks > 0);
        advance(w, 10);
        size_t before = blocks;
        uint64_t lists = w->rebuilds;
        for (int k = 0; k < 1000; k++) {
            assert_int_equal(scree_world_step(w, NULL), SCREE_OK);
        }
        assert_true(w->rebuilds == lists && blocks == before);
        assert_true(w->contacts == 2);
        expect_vec_near(place_of(w, 1), vec3(0.01 + 1010 * 5e-5 * 0.01, 0.005, r - sunk), 1e-6,
                        "rolling on the fan");
        advance(w, 20000);
        assert_true(w->rebuilds > lists); // beyond the middle
        expect_vec_near(place_of(w, 1), vec3(0.01 + 21010 * 5e-5 * 0.01, 0.005, r - sunk), 5e-6, "farther");
        scree_world_destroy(w);
    }
    unlink("fan.stl");
}

// Prefetching reads no pair beyond the spare ones if the list fills its array completely and the size of the last block is odd;
// detected by ASan.
static void last_pair(void **state) {
    (void)state;
    enum { N = 3200, ROW = 16 };
    static scree_particle q[N];
    const double r = 1e-3;
    for (int k = 0; k < N; k++) {
        const double x = k < ROW ? 2.2 * r * k : 10 * r * (k % 60), y = k < ROW ? 0 : 10 * r * (2 + k / 60);
        q[k] = ball((uint64_t)k + 1, r, vec3(x, y, 0), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    q[N - 2].material = q[N - 1].material = 1;
    q[N - 1].x = vec_add(q[N - 2].x, vec3(3.5 * r, 0, 0));
    q[N - 1].v = vec3(-1, 0, 0);
    scree_world *w = world_of_case(
        case_of_text(
            "time: {end: 10, dt: 5e-6, velocity_scale: 3}\n"
            "materials: {a: {density: 2500, young: 1e7, poisson: 0.3, friction: 0.5, restitution: 0.5},\n"
            "  b: {density: 2500, young: 1e7, poisson: 0.3, friction: 0.5, restitution: 0.5}}\n"
            "search: {skin: 0.5 mm}\n"),
        q, N, 1, NULL);
    begin(w);
    assert_int_equal(w->pairs.n, ROW - 1);
    while (w->pairs.n == ROW - 1 && w->step < 400) {
        advance(w, 1);
    }
    assert_int_equal(w->pairs.n, ROW);
    assert_int_equal(w->pairs.capacity, ROW + SCREE_PAIR_SPARE);
    assert_int_equal(w->pairs.block.data[w->pairs.block.n - 1].n, 1);
    advance(w, 3);
    scree_world_destroy(w);
}

static size_t pages_there(void *block, size_t size) {
    static unsigned char there[20000];
    size_t n = 0;
    assert_int_equal(mincore(block, size, there), 0);
    for (size_t k = 0; k < (size + 4095) / 4096; k++) {
        n += there[k] & 1;
    }
    return n;
}

static void placed_whole(void **state) {
    (void)state;
    const size_t size = (20 << 20) + 12345, all = (size + 4095) / 4096;
    for (int threads = 1; threads <= 3; threads++) {
        char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(block != MAP_FAILED);
        madvise(block, size, MADV_NOHUGEPAGE);
        assert_int_equal(pages_there(block, size), 0);
        scree_touch_first(block, size, threads);
        assert_int_equal(pages_there(block, size), threads > 1 ? all : 0);
        munmap(block, size);
    }
}

// Blocks are kept for the next use until scree_scratch_shrink frees them.
static void scratch_is_kept(void **state) {
    (void)state;
    char provided[64] __attribute__((aligned(64)));
    scree_scratch s = {0};
    for (int round = 0; round < 3; round++) {
        const size_t before = blocks;
        scree_scratch_begin(&s, provided, sizeof provided);
        assert_ptr_equal(scree_scratch_take(&s, 10), provided);
        memset(scree_scratch_take(&s, 1000), 1, 1000);
        memset(scree_scratch_take(&s, 3000000), 2, 3000000);
        scree_scratch_end(&s);
        assert_int_equal(blocks - before, round == 0 ? 2 : 0);
    }
    scree_scratch_begin(&s, NULL, 0);
    const void *one = scree_scratch_take(&s, 1000);
    scree_scratch_shrink(&s, 0); // the other one was not used
    scree_scratch_end(&s);
    const size_t before = blocks;
    scree_scratch_begin(&s, NULL, 0);
    assert_ptr_equal(scree_scratch_take(&s, 1000), one);
    (void)scree_scratch_take(&s, 3000000);
    assert_int_equal(blocks - before, 1);
    scree_scratch_shrink(&s, 1 << 20); // much more will be provided
    scree_scratch_end(&s);
    for (int k = 0; k < SCREE_SCRATCH_BLOCKS; k++) {
        assert_null(s.block[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(fine_mesh), cmocka_unit_test(last_pair),
                                       cmocka_unit_test(placed_whole), cmocka_unit_test(scratch_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
