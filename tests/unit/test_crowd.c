// SPDX-License-Identifier: BSD-3-Clause
// Many bodies at one place are refused before their pairs are listed. What can lie without an overlap of a radius never is: dense lattices and random places
// as near to each other as alarms.overlap_limit allows, of many sizes, also around a boulder and with a wide skin.
#include "maths/random.h"
#include "search/rebuild.h"
#include "world_of_text.h"

enum { MOST = 6000 };
static const double WIDE = 0.06;
static scree_particle q[MOST];

#define HEAD                                                                                                 \
    "time: {end: 1, dt: 1 us, velocity_scale: 1}\n"                                                          \
    "materials: {m: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4}}\n"           \
    "domain: {min: [0,0,0], max: [0.06,0.06,0.06], periodic: [x, y, z]}\n"
static const char usual[] = HEAD "contacts: {between: any}\n";
static const char open_laws[] = HEAD "contacts: {between: any, normal: none}\n";

static scree_vec3 random_vec(uint64_t k, uint32_t draw) {
    scree_random r = {29, 3, k, draw};
    const double x = scree_random_uniform(&r), y = scree_random_uniform(&r), z = scree_random_uniform(&r);
    return vec3(x, y, z);
}

static double random_one(uint64_t k, uint32_t draw) {
    return random_vec(k, draw + 1000).x;
}

static scree_world *world_of(const char *text, int n, double skin) {
    scree_world *w = world_of_case(case_of_text(text), q, (size_t)n, 1, NULL);
    w->skin = skin;
    return w;
}

static void expect_accepted(const char *text, int n, double skin) {
    scree_report *r = scree_report_create();
    scree_world *w = world_of(text, n, skin);
    assert_int_equal(scree_pairs_rebuild(w, r), SCREE_OK);
    expect_no_errors(r);
    scree_world_destroy(w);
    scree_report_destroy(r);
}

static void put(int k, double r, scree_vec3 x) {
    q[k] = ball((uint64_t)k + 1, r, x, vec3(0, 0, 0), vec3(0, 0, 0));
}

// Equal spheres at the places of the densest lattice; neighbours lie in each other by nearly a radius.
static void dense_lattices(void **state) {
    (void)state;
    enum { SIDE = 10 };
    static const double base[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    const double cell = WIDE / SIDE, r = 0.999 * cell / sqrt(2.0);
    for (int k = 0; k < 4 * SIDE * SIDE * SIDE; k++) {
        const double *b = base[k % 4];
        put(k, r,
            vec3(cell * (k / 4 % SIDE + b[0]), cell * (k / 4 / SIDE % SIDE + b[1]),
                 cell * (k / 4 / SIDE / SIDE + b[2])));
    }
    for (double skin = 0.0; skin < 1.01 * r; skin += 0.25 * r) {
        expect_accepted(usual, 4 * SIDE * SIDE * SIDE, skin);
    }
}

static double image(double d) {
    return d - WIDE * floor(d / WIDE + 0.5);
}

// Is the overlap of spheres a and b below 0.99 of twice their effective radius?
static bool may_lie(const scree_particle *a, const scree_particle *b) {
    const double x = image(a->x.x - b->x.x), y = image(a->x.y - b->x.y), z = image(a->x.z - b->x.z),
                 sum = a->radius + b->radius;
    return sum - sqrt(x * x + y * y + z * z) < 0.99 * 2.0 * a->radius * b->radius / sum;
}

// Each sphere takes the first of its random places that the others leave it.
static void random_places(void **state) {
    (void)state;
    for (uint32_t draw = 0; draw < (uint32_t)effort(60, 6, 2); draw++) {
        const double spread = draw % 3 == 0 ? 1.0 : draw % 3 == 1 ? 2.1 : 20.0, large = 0.006;
        const int tries = 3000;
        int n = 0;
        for (int k = 0; k < tries; k++) {
            const double share = random_one((uint64_t)k, draw);
            put(n, n == 0 && draw % 2 ? 0.02 : large / (1.0 + (spread - 1.0) * sqrt(share)),
                vec_scale(WIDE, random_vec((uint64_t)k, draw)));
            bool lies = true;
            for (int j = 0; j < n && lies; j++) {
                lies = may_lie(q + n, q + j);
            }
            n += lies;
        }
        for (double skin = 0.0; skin < large; skin += 0.4 * large) {
            expect_accepted(usual, n, skin);
        }
    }
}

// A heap within a thousandth of a radius, at a random place of a bed, also across borders and cells. The message has its number and its place.
static void heaps(void **state) {
    (void)state;
    scree_report *r = scree_report_create();
    for (uint32_t draw = 0; draw < (uint32_t)effort(400, 40, 10); draw++) {
        const int heap = 202 + (int)(4000 * random_one(1, draw)), bed = 1 + (int)(1400 * random_one(2, draw));
        const double radius = 1e-4 + 1e-3 * random_one(3, draw);
        const scree_vec3 at =
            vec_scale(WIDE, draw % 4 == 0 ? vec3(0, 0, random_one(5, draw)) : random_vec(4, draw));
        for (int k = 0; k < heap + bed; k++) {
            const scree_vec3 x = random_vec((uint64_t)k, draw);
            put(k, radius * (k < heap ? 1.0 : 0.6 + 2.0 * x.y),
                k < heap ? vec_add_scaled(at, 1e-3 * radius, x) : vec_scale(WIDE, x));
        }
        scree_world *w = world_of(usual, heap + bed, 0.1 * radius);
        assert_int_equal(scree_pairs_rebuild(w, r), SCREE_USER_ERROR);
        assert_true(w->pairs.n == 0 && !w->list_valid);
        unsigned count = 0;
        const char *said = strstr(scree_report_text(r, 0), "at one place: ");
        assert_true(said && sscanf(said, "at one place: %u overlap", &count) == 1);
        assert_in_range(count, (unsigned)heap - 1, (unsigned)heap + 20); // some of the bed are there too
        scree_report_clear(r);
        scree_world_destroy(w);
    }
    scree_report_destroy(r);
}

// Those without forces between them may lie at one place: fixed ones, and all where there is no normal law.
static void where_nothing_keeps_them_apart(void **state) {
    (void)state;
    const int n = 800;
    for (int k = 0; k < n; k++) {
        put(k, 1e-3, vec3(0.03, 0.03, 0.03));
    }
    expect_accepted(open_laws, n, 1e-4);
    for (int k = 0; k < n; k++) {
        q[k].fixed = true;
    }
    expect_accepted(usual, n, 1e-4);
    q[n / 2].fixed = false;
    scree_report *r = scree_report_create();
    scree_world *w = world_of(usual, n, 1e-4);
    assert_int_equal(scree_pairs_rebuild(w, r), SCREE_USER_ERROR);
    assert_non_null(strstr(
        scree_report_text(r, 0),
        "799 overlap particle 401 at (0.03, 0.03, 0.03) m by more than a radius, such as particle 1;"));
    scree_world_destroy(w);
    scree_report_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(dense_lattices), cmocka_unit_test(random_places),
                                       cmocka_unit_test(heaps),
                                       cmocka_unit_test(where_nothing_keeps_them_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
