// SPDX-License-Identifier: BSD-3-Clause
// A rebuilt list against brute force: every pair within the skin once, in the right block, in the incidence of both bodies in
// the order of the neighbours; and the history of every contact stays with its pair when the storage changes.
#include "access/contact_iterator.h"
#include "maths/random.h"
#include "pairs/pair_list.h"
#include "pairs/wall_pairs.h"
#include "search/rebuild.h"
#include "world_of_text.h"
#include <stdlib.h>
#include <unistd.h>

enum { N = 1500, MATERIALS = 3, SKIN_UM = 300 };

static const char text[] = "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                           "domain: {min: [0,0,0], max: [0.06,0.05,0.04], periodic: [x, y]}\n"
                           "materials:\n"
                           "  a: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4, "
                           "rolling_friction: 0.05}\n"
                           "  b: {density: 1500, young: 2e6, poisson: 0.3, restitution: 0.8, friction: 0.2, "
                           "rolling_friction: 0.01}\n"
                           "  c: {density: 1000, young: 3e6, poisson: 0.4, restitution: 0.9, friction: 0.1, "
                           "rolling_friction: 0.02}\n"
                           "search: {skin: 0.3 mm}\n"
                           "contacts:\n"
                           "  - {between: any, rolling: epsd}\n"
                           "  - {between: [a, b], normal: hertz, tangential: coulomb}\n"
                           "walls:\n"
                           "  floor: {plane: {point: [0,0,0.002], normal: [0,0,1]}, material: c}\n"
                           "  slab: {mesh: {file: slab.stl}, material: a}\n";

static double between(scree_random *r, double low, double high) {
    return low + (high - low) * scree_random_uniform(r);
}

// Sizes 1:50 with a number distribution r^-3, or all equal; ids in random order, some of them above 32 bits.
static scree_world *make(int threads, int materials, double ratio) {
    static scree_particle q[N];
    for (int i = 0; i < N; i++) {
        scree_random r = {11, 3, (uint64_t)i, (uint32_t)(10 * ratio)};
        double u = scree_random_uniform(&r), least = 1.0 / (ratio * ratio);
        double radius = 0.0025 / sqrt(1.0 + u * (1.0 / least - 1.0));
        uint64_t id = 1 + (uint64_t)(i * 7919 % 10007) + (i % 50 == 0 ? (uint64_t)1 << 40 : 0);
        q[i] = ball(id, radius, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
        q[i].x = vec3(between(&r, 0, 0.06), between(&r, 0, 0.05), between(&r, 0.002, 0.03));
        q[i].material = (uint32_t)(i % materials);
    }
    return world_of_case(case_of_text(text), q, N, threads, NULL);
}

static void rebuild(scree_world *w) {
    scree_report *r = scree_report_create();
    assert_int_equal(scree_pairs_rebuild(w, r), SCREE_OK);
    expect_no_errors(r);
    scree_report_destroy(r);
}

static double image(double d, double length) {
    return d > 0.5 * length ? d - length : d < -0.5 * length ? d + length : d;
}

static double gap(const scree_world *w, size_t a, size_t b) {
    const scree_pos *x = w->p.x + a, *y = w->p.x + b;
    double dx = image(y->x - x->x, 0.06), dy = image(y->y - x->y, 0.05), dz = y->z - x->z;
    return sqrt(dx * dx + dy * dy + dz * dz) - x->r - y->r;
}

// Identifies a pair across lists: a hash of its bodies.
static double mark(uint64_t a, uint64_t b, int column) {
    scree_random r = {a, (uint32_t)column, b, 99};
    return scree_random_uniform(&r) + 1.0;
}

static uint64_t partner_key(const scree_world *w, size_t k) {
    const scree_pair p = w->pairs.pair[k];
    const scree_pair_block *block = scree_pairs_block_of(&w->pairs, k);
    return block->wall < 0 ? w->p.id[p.b] : (uint64_t)1 << 63 | (uint64_t)block->wall << 32 | p.b;
}

// The same for each image of an element, counted from the current position of the particle.
static uint64_t contact_key(const scree_world *w, size_t k) {
    const int wall = scree_pairs_block_of(&w->pairs, k)->wall;
    return partner_key(w, k) | (wall < 0 ? 0 : (uint64_t)scree_image_now(w, wall, k) << 34);
}

static void expect_classes(const scree_world *w) {
    size_t first = 0, history = 0;
    for (size_t c = 0; c < w->pairs.block.n; c++) {
        const scree_pair_block *block = &w->pairs.block.data[c];
        assert_true(block->first == first && block->history == history && block->n > 0);
        assert_true((block->wall < 0) == (first < w->pairs.first_wall_pair));
        first += block->n;
        history += block->n * (size_t)block->n_history;
        for (size_t k = block->first; k < first; k++) {
            const scree_pair p = w->pairs.pair[k];
            assert_int_equal(w->p.motion[p.a].w.material, block->material[0]);
            assert_true(k == block->first || w->pairs.pair[k - 1].a <= p.a);
            if (block->wall < 0) {
                assert_true(w->p.id[p.a] < w->p.id[p.b]);
                assert_int_equal(w->p.motion[p.b].w.material, block->material[1]);
            }
        }
    }
    assert_true(first == w->pairs.n && history == w->pairs.n_history);
}

static void expect_incidence(const scree_world *w) {
    const scree_pairs *pairs = &w->pairs;
    assert_int_equal(pairs->start[w->p.n], pairs->n + pairs->first_wall_pair);
    for (size_t i = 0; i < w->p.n; i++) {
        uint64_t last = 0;
        for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
            const size_t k = pairs->incident[e] >> 1;
            const bool second = pairs->incident[e] & 1;
            assert_true(k < pairs->n && (!second || k < pairs->first_wall_pair));
            assert_int_equal(second ? pairs->pair[k].b : pairs->pair[k].a, i);
            const uint64_t key = second ? w->p.id[pairs->pair[k].a] : partner_key(w, k);
            // Images of one mesh are consecutive, each with ascending elements.
            assert_true(key > last || (last >> 63 && key >> 32 == last >> 32));
            last = key;
        }
    }
}

static void expect_all_pairs(const scree_world *w) {
    const double skin = SKIN_UM * 1e-6;
    for (uint32_t a = 0; a < w->p.n; a++) {
        for (uint32_t b = 0; b < w->p.n; b++) {
            if (w->p.id[a] < w->p.id[b]) {
                const bool listed = scree_pairs_find(&w->pairs, a, b) != SIZE_MAX;
                const double beyond = gap(w, a, b) - skin;
                assert_true(listed ? beyond < 1e-4 * skin : beyond >= 0.0);
            }
        }
        const bool listed = scree_pairs_find_wall(&w->pairs, a, 0, 0, 0) != SIZE_MAX;
        assert_int_equal(listed, w->p.x[a].z - 0.002 - w->p.x[a].r < skin);
    }
}

typedef struct contact {
    uint64_t a, b;
    bool touches;
} contact;

static int by_ids(const void *x, const void *y) {
    const contact *p = x, *q = y;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b < q->b ? -1 : p->b > q->b;
}

// Checks that exactly the pairs that touched when they were marked and are listed again have their history. Returns their
// number.
static size_t expect_history(const scree_world *w, const contact *old, size_t n) {
    size_t carried = 0;
    for (size_t k = 0; k < w->pairs.n; k++) {
        const scree_pair_block *block = scree_pairs_block_of(&w->pairs, k);
        const contact key = {w->p.id[w->pairs.pair[k].a], contact_key(w, k), false};
        const contact *was = bsearch(&key, old, n, sizeof *old, by_ids);
        const bool kept = was && was->touches;
        if (w->pairs.touching[k] != kept) {
            fail_msg("pair %zu of wall %d, particle %llu: touching %d", k, block->wall,
                     (unsigned long long)key.a, w->pairs.touching[k]);
        }
        for (int c = 0; c < block->n_history; c++) {
            assert_true(scree_pair_history(&w->pairs, block, k)[c] == (kept ? mark(key.a, key.b, c) : 0.0));
        }
        if (block->wall == 1) {
            const uint32_t feature = w->pairs.touch[k - w->pairs.first_wall_pair].feature;
            assert_int_equal(feature, kept ? (uint32_t)key.a + 5 : 0);
        }
        const scree_pair_force *f = &w->pairs.force[k];
        assert_true(kept || (f->fx == 0.0 && f->half_overlap == 0.0 && f->cx == 0.0 && f->heat == 0.0));
        assert_true(w->pairs.moment[k].x == 0.0); // laws without moments do not write any
        carried += kept;
    }
    return carried;
}

// Makes two of three pairs touch, with a history that identifies them; some of the others are within a field. Returns their
// hashes.
static contact *put_marks(scree_world *w) {
    contact *all = malloc((w->pairs.n + 1) * sizeof *all);
    for (size_t k = 0; k < w->pairs.n; k++) {
        const scree_pair_block *block = scree_pairs_block_of(&w->pairs, k);
        const uint64_t a = w->p.id[w->pairs.pair[k].a], b = contact_key(w, k);
        all[k] = (contact){a, b, mark(a, b, 50) < 1.67};
        w->pairs.touching[k] = all[k].touches ? 1 : k % 3 == 0 ? 2 : 0;
        w->pairs.force[k].fx = w->pairs.moment[k].x = 7.0;
        for (int c = 0; c < block->n_history; c++) {
            scree_pair_history(&w->pairs, block, k)[c] = all[k].touches ? mark(a, b, c) : 0.0;
        }
        if (block->wall == 1) {
            w->pairs.touch[k - w->pairs.first_wall_pair].feature = (uint32_t)a + 5;
        }
    }
    qsort(all, w->pairs.n, sizeof *all, by_ids);
    return all;
}

// All particles move along x and y, most across a border, so that the order of the sorted storage changes, but only few pairs.
static void move(scree_world *w, uint64_t round) {
    for (size_t i = 0; i < w->p.n; i++) {
        scree_random r = {5, 1, w->p.id[i], (uint32_t)round};
        scree_vec3 x = vec3(w->p.x[i].x + 0.023 + between(&r, -5e-5, 5e-5),
                            w->p.x[i].y + 0.017 + between(&r, -5e-5, 5e-5), w->p.x[i].z);
        x = scree_cell_wrap(&w->cell, x);
        w->p.x[i].x = x.x;
        w->p.x[i].y = x.y;
        w->p.dead[i] = round > 0 && scree_random_uniform(&r) < 0.03;
    }
    for (int k = 0; k < 5 && round > 1; k++) {
        scree_random r = {6, (uint32_t)k, round, 0};
        scree_particle q =
            ball(20000 + 10 * round + (uint64_t)k, 0.002, vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0));
        q.x = vec3(between(&r, 0, 0.06), between(&r, 0, 0.05), between(&r, 0.004, 0.03));
        scree_particle_add(w, &q);
    }
}

static void follow(int threads, int materials, double ratio) {
    scree_world *w = make(threads, materials, ratio);
    w->wall.data[0].active = w->wall.data[1].active = true;
    w->skin = SKIN_UM * 1e-6;
    rebuild(w);
    for (uint64_t round = 0; round < 6; round++) {
        const size_t n = w->pairs.n;
        move(w, round);
        contact *old = put_marks(w);
        w->rebuilds = round < 5 ? 0 : 1; // sorted, except in the last round
        rebuild(w);
        expect_classes(w);
        expect_incidence(w);
        expect_all_pairs(w);
        assert_true(expect_history(w, old, n) >
                    n / 8); // not with the next image of the slab, which many approach
        free(old);
    }
    assert_true(w->pairs.first_wall_pair < w->pairs.n && w->pairs.group.n > 5);
    scree_world_destroy(w);
}

static void all_pairs_and_their_history(void **state) {
    (void)state;
    // A slab below the surface, open at its sides: its image across the border is near too.
    static const scree_vec3 slab[6] = {{0.0, 0.01, 0.01}, {0.06, 0.01, 0.01},  {0.06, 0.04, 0.012},
                                       {0.0, 0.01, 0.01}, {0.06, 0.04, 0.012}, {0.0, 0.04, 0.012}};
    write_mesh("slab.stl", slab, 2);
    static const double ratio[] = {1.0, 8.0, 50.0};
    for (int k = 0; k < 3; k++) {
        follow(1, MATERIALS, ratio[k]);
        follow(3, MATERIALS, ratio[k]);
        follow(2, 1, ratio[k]);
    }
    unlink("slab.stl");
}

// A neck holds beyond touch as long as the list stores that the bodies have touched.
static void contacts_without_history(void **state) {
    (void)state;
    enum { SIDE = 6, ALL = SIDE * SIDE * SIDE };
    static const char plain[] = "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"
                                "materials: {a: {density: 2500, young: 1e6, poisson: 0.2, surface_energy: "
                                "0.1, restitution: 0.9}}\n"
                                "contacts: [{between: any, normal: jkr, tangential: none}]\n";
    static scree_particle q[ALL];
    for (int i = 0; i < ALL; i++) {
        scree_vec3 x = vec3(i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE));
        q[i] = ball((uint64_t)i + 1, 0.001, vec_scale(0.002, x), vec3(0, 0, 0), vec3(0, 0, 0));
    }
    scree_world *w = world_of_case(case_of_text(plain), q, ALL, 1, NULL);
    w->skin = 1e-4;
    for (int round = 0; round < 3; round++) {
        rebuild(w);
        assert_int_equal(w->pairs.n, 3 * SIDE * SIDE * (SIDE - 1));
        assert_int_equal(w->pairs.n_history, 0);
        for (size_t k = 0; k < w->pairs.n; k++) {
            assert_int_equal(w->pairs.touching[k], round > 0);
            w->pairs.touching[k] = 1;
        }
    }
    scree_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_pairs_and_their_history),
                                       cmocka_unit_test(contacts_without_history)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
