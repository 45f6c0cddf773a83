// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 5 7
// All ranks agree on the owner of a position, no rank within reach of a ball is missed, and a balance gives each rank its
// share: against brute force over many positions, in boxes of many shapes, periodic and not.
#include "partition/curve.h"
#include "partition/partition.h"
#include "ranks.h"
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static scree_comm *comm;
static int rank, size;

static uint64_t state_of_random = 1;
static double between(double a, double b) { // the same on all ranks
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return a + (b - a) * ((double)(state_of_random >> 11) * 0x1p-53);
}

typedef struct box {
    double low[3], length[3];
    bool periodic[3];
} box;

static scree_vec3 low_of(const box *b) {
    return vec3(b->low[0], b->low[1], b->low[2]);
}
static scree_vec3 high_of(const box *b) {
    return vec3(b->low[0] + b->length[0], b->low[1] + b->length[1], b->low[2] + b->length[2]);
}
static scree_partition *create(const box *b) {
    const scree_cell cell = scree_cell_create(low_of(b), high_of(b), b->periodic);
    return scree_partition_create(comm, &cell, low_of(b), high_of(b));
}

// A position in the box, or outside by up to `beyond` of its length.
static scree_vec3 anywhere(const box *b, double beyond) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = b->low[k] + b->length[k] * between(-beyond, 1.0 + beyond);
    }
    return vec3(x[0], x[1], x[2]);
}

// Every rank gives the particles k with k % size == rank; unequal on purpose.
typedef struct bodies {
    scree_pos *x;
    uint32_t *weight;
    size_t n, capacity;
    scree_vec3 low, high;
} bodies;

static void add(bodies *c, scree_vec3 x, uint32_t weight) {
    assert_true(c->n < c->capacity);
    c->x[c->n] = (scree_pos){x.x, x.y, x.z, 1.0};
    c->weight[c->n++] = weight;
    c->low = c->n == 1 ? x : vec_min(c->low, x);
    c->high = c->n == 1 ? x : vec_max(c->high, x);
}
static bodies bodies_of(size_t capacity) {
    bodies c = {.capacity = capacity,
                .low = {INFINITY, INFINITY, INFINITY},
                .high = {-INFINITY, -INFINITY, -INFINITY}};
    c.x = calloc(capacity + 1, sizeof *c.x);
    c.weight = calloc(capacity + 1, sizeof *c.weight);
    return c;
}
static void leave(bodies *c) {
    free(c->x);
    free(c->weight);
}
static int owner(const scree_partition *p, const scree_pos *x) {
    return scree_partition_owner(p, vec3(x->x, x->y, x->z));
}

// dealt: particle k is given by rank k % size; otherwise all by the last rank
static void balance(scree_partition *p, const bodies *c, bool dealt) {
    bodies mine = bodies_of(c->n);
    for (size_t k = 0; k < c->n; k++) {
        if ((dealt ? (int)(k % (size_t)size) : size - 1) == rank) {
            add(&mine, vec3(c->x[k].x, c->x[k].y, c->x[k].z), c->weight[k]);
        }
    }
    scree_partition_balance(p, c->low, c->high, mine.x, mine.weight, mine.n);
    leave(&mine);
}

// Largest sum of weights of a rank / mean.
static double imbalance(const scree_partition *p, const bodies *c) {
    double *sum = calloc((size_t)size, sizeof *sum), most = 0.0, all = 0.0;
    for (size_t k = 0; k < c->n; k++) {
        sum[owner(p, &c->x[k])] += c->weight[k];
        all += c->weight[k];
    }
    for (int k = 0; k < size; k++) {
        most = sum[k] > most ? sum[k] : most;
    }
    free(sum);
    return most * size / all;
}

// All ranks name the same owners, and a ball without extent finds them.
static void hit_owner(void *context, size_t k, int other) {
    int *found = context;
    assert_true(other >= 0 && other < size && other != rank);
    found[k] = other;
}
static void check_owners(const scree_partition *p, const scree_vec3 *x, size_t n) {
    double *least = calloc(n, sizeof *least), *most = calloc(n, sizeof *most);
    int *found = calloc(n, sizeof *found);
    scree_ball *ball = calloc(n, sizeof *ball);
    for (size_t k = 0; k < n; k++) {
        least[k] = most[k] = scree_partition_owner(p, x[k]);
        assert_true(least[k] >= 0 && least[k] < size);
        ball[k] = (scree_ball){x[k], x[k], 0.0};
        found[k] = -1;
    }
    scree_comm_min(comm, least, n);
    scree_comm_max(comm, most, n);
    scree_partition_reach(p, ball, n, hit_owner, found);
    for (size_t k = 0; k < n; k++) {
        assert_true(least[k] == most[k]);
        if (isfinite(x[k].x + x[k].y + x[k].z) && least[k] != rank) {
            assert_true(found[k] >= 0); // at a border another rank may have been found last
        }
    }
    free(ball);
    free(found);
    free(most);
    free(least);
}

// A lattice through and around the box, cell borders among it.
static void check_lattice(const scree_partition *p, const box *b) {
    enum { EDGE = 16, BEYOND = 2, ALL = EDGE + 2 * BEYOND + 1 };
    scree_vec3 *x = calloc((size_t)ALL * ALL * ALL, sizeof *x);
    for (int n = 0; n < ALL * ALL * ALL; n++) {
        const int at[3] = {n % ALL, n / ALL % ALL, n / ALL / ALL};
        double place[3];
        for (int k = 0; k < 3; k++) {
            place[k] = b->low[k] + b->length[k] * ((at[k] - BEYOND) / (double)EDGE);
        }
        x[n] = vec3(place[0], place[1], place[2]);
    }
    check_owners(p, x, (size_t)ALL * ALL * ALL);
    free(x);
}

static double gap(const box *b, int axis, double low, double high, double x) {
    double least = INFINITY;
    for (int image = b->periodic[axis] ? -3 : 0; image <= (b->periodic[axis] ? 3 : 0); image++) {
        const double y = x + image * b->length[axis];
        const double d = y < low ? low - y : y > high ? y - high : 0.0;
        least = d < least ? d : least;
    }
    return least;
}

// hits[ball * size + rank]
static void hit_count(void *context, size_t k, int other) {
    assert_true(other >= 0 && other < size && other != rank);
    ((uint8_t *)context)[k * (size_t)size + (size_t)other]++;
}

typedef struct found {
    double needed, extra; // ranks that own one of the positions in a ball; ranks found that do not
} found;

static found check_reach(const scree_partition *p, const box *b, const scree_vec3 *x, size_t n,
                         const scree_ball *ball, size_t balls) {
    uint8_t *hits = calloc(balls * (size_t)size, 1), *in = calloc((size_t)size, 1);
    found f = {0, 0};
    scree_partition_reach(p, ball, balls, hit_count, hits);
    for (size_t k = 0; k < balls; k++) {
        memset(in, 0, (size_t)size);
        for (size_t i = 0; i < n; i++) {
            double d2 = 0.0;
            for (int a = 0; a < 3; a++) {
                const double d =
                    gap(b, a, vec_get(ball[k].low, a), vec_get(ball[k].high, a), vec_get(x[i], a));
                d2 += d * d;
            }
            if (d2 <= ball[k].reach * ball[k].reach) {
                in[scree_partition_owner(p, x[i])] = 1;
            }
        }
        for (int other = 0; other < size; other++) {
            const int hit = hits[k * (size_t)size + (size_t)other];
            assert_true(hit <= 1);
            if (other != rank) {
                assert_true(hit || !in[other]);
                f.needed += in[other];
                f.extra += hit && !in[other];
            }
        }
    }
    free(in);
    free(hits);
    return f;
}

static void random_balls(const box *b, double largest, scree_ball *ball, size_t balls) {
    const double edge = fmax(b->length[0], fmax(b->length[1], b->length[2]));
    for (size_t k = 0; k < balls; k++) {
        const scree_vec3 x = anywhere(b, 0.1);
        const double extent = k % 3 == 0 ? 0.1 * largest * edge : 0.0;
        ball[k] =
            (scree_ball){x, vec_add(x, vec3(extent, 0.5 * extent, 0.0)), largest * edge * between(0.1, 1.0)};
    }
}

static const box boxes[] = {
    {{0, 0, 0}, {1, 1, 1}, {0}},
    {{-3, 5, 100}, {10, 10, 10}, {true, true, true}},
    {{0, 0, 0}, {40, 1, 1}, {true}},
    {{0, -1e-3, 0}, {1e-3, 2e-3, 90e-3}, {false, true, false}},
    {{1e3, 0, 0}, {1, 7, 3}, {true, false, true}},
    {{0, 0, 0}, {5, 5, 0.01}, {false, true, true}},
};
enum { BOXES = sizeof boxes / sizeof *boxes, PLACES = 4000, BALLS = 100 };

// Equal parts, and after a balance over positions that are dense at one end.
static void owners_and_reach(void **state) {
    (void)state;
    scree_vec3 *x = calloc(PLACES, sizeof *x);
    scree_ball ball[BALLS];
    found small = {0, 0};
    for (int n = 0; n < 2 * BOXES; n++) {
        const box *b = &boxes[n / 2];
        scree_partition *p = create(b);
        if (n % 2) {
            bodies c = bodies_of(PLACES);
            for (size_t k = 0; k < c.capacity; k++) {
                scree_vec3 y = anywhere(b, 0.0);
                y.x = b->low[0] + (y.x - b->low[0]) * between(0.0, 1.0);
                add(&c, y, 1);
            }
            balance(p, &c, true);
            leave(&c);
        }
        check_lattice(p, b);
        for (size_t k = 0; k < PLACES; k++) {
            x[k] = anywhere(b, k % 10 == 0 ? 0.2 : 0.0);
        }
        for (int step = 0; step < 4; step++) {
            random_balls(b, (const double[]){0.01, 0.1, 0.6, 20.0}[step], ball, BALLS);
            const found f = check_reach(p, b, x, PLACES, ball, BALLS);
            if (step == 3) {
                assert_true(f.needed == BALLS * (double)(size - 1)); // larger than the box
            } else if (step == 1) {
                small.needed += f.needed;
                small.extra += f.extra;
            }
        }
        scree_partition_destroy(p);
    }
    assert_true(small.extra <= 0.5 * small.needed); // positions are not dense enough to find every rank
    free(x);
}

static void odd_places(void **state) {
    (void)state;
    const double odd[] = {0.0, -0.0, 1.0, 0.5, -1e-300, 1e300, -1e300, 1e18, INFINITY, -INFINITY, NAN};
    enum { ODD = sizeof odd / sizeof *odd };
    scree_vec3 x[ODD * ODD * ODD];
    for (int n = 0; n < ODD * ODD * ODD; n++) {
        x[n] = vec3(odd[n % ODD], odd[n / ODD % ODD], odd[n / ODD / ODD]);
    }
    for (int mask = 0; mask < 8; mask++) {
        const box b = {{0, 0, 0}, {1, 1, 1}, {mask & 1, mask & 2, mask & 4}};
        scree_partition *p = create(&b);
        check_owners(p, x, ODD * ODD * ODD);
        assert_int_equal(scree_partition_owner(p, vec3(0.3, 0.7, -2.0)),
                         scree_partition_owner(p, vec3(0.3, 0.7, 0.0))); // as 2 is a whole period, too
        assert_int_equal(scree_partition_owner(p, vec3(7.3, 0.7, 0.2)),
                         scree_partition_owner(p, vec3(mask & 1 ? 0.3 : 1.0, 0.7, 0.2)));
        scree_partition_destroy(p);
    }
}

// A heap in a corner, and a few that fly far out.
static bodies heap(const box *b, size_t n) {
    bodies c = bodies_of(n);
    for (size_t k = 0; k < n; k++) {
        const double far = k % 2000 == 7 ? 20.0 : 1.0;
        const scree_vec3 y = vec_sub(anywhere(b, 0.0), low_of(b));
        add(&c, vec_add(low_of(b), vec_scale(far * 0.2 * between(0.3, 1.0), y)),
            1 + (uint32_t)between(0.0, 20.0));
    }
    return c;
}

static void shares(void **state) {
    (void)state;
    for (int n = 0; n < BOXES; n++) {
        bodies c = heap(&boxes[n], 2000 * (size_t)size);
        scree_partition *p = create(&boxes[n]);
        if (size > 1) {
            assert_true(imbalance(p, &c) > 1.3);
        }
        for (int again = 0; again < 3; again++) {
            balance(p, &c, again != 1);
            assert_true(imbalance(p, &c) <= 1.05);
            check_lattice(p, &boxes[n]);
        }
        leave(&c);
        scree_partition_destroy(p);
    }
}

// Subdomains depend on the positions, not on the ranks that give them.
static void same_from_any_hands(void **state) {
    (void)state;
    bodies c = heap(&boxes[0], 3000);
    scree_partition *p = create(&boxes[0]), *q = create(&boxes[0]);
    balance(p, &c, true);
    balance(q, &c, false);
    for (int k = 0; k < 20000; k++) {
        const scree_vec3 x = anywhere(&boxes[0], 0.1);
        assert_int_equal(scree_partition_owner(p, x), scree_partition_owner(q, x));
    }
    scree_partition_destroy(q);
    scree_partition_destroy(p);
    leave(&c);
}

// No positions, fewer than ranks, all equal, in a plane, on a line, without weight.
static void few_and_flat(void **state) {
    (void)state;
    for (int what = 0; what < 8; what++) {
        scree_partition *p = create(&boxes[0]);
        bodies c = bodies_of(4000);
        const size_t n = (const size_t[]){0, 1, 3, 4000, 4000, 4000, 4000, 4000}[what];
        for (size_t k = 0; k < n; k++) {
            scree_vec3 x = anywhere(&boxes[0], 0.0);
            x = what == 3 ? vec3(0.1, 0.2, 0.3) : x;
            x.z = what == 4 || what == 5 ? 0.6 : x.z;
            x.y = what == 5 ? 1e-9 : x.y;
            x = what == 6 && k > 0 ? vec3(1e-7 * x.x, 0.1, 0.1) : x; // one is far from all others
            add(&c, x, what == 7 ? 0 : 3);
        }
        balance(p, &c, true);
        check_lattice(p, &boxes[0]);
        if (what == 4 || what == 5 || what == 6) {
            assert_true(imbalance(p, &c) <= 1.05);
        } else if (what == 0 || what == 7) { // equal parts
            for (size_t k = c.n = 0; k < c.capacity; k++) {
                add(&c, anywhere(&boxes[0], 0.0), 1);
            }
            assert_true(imbalance(p, &c) < 1.3);
        }
        leave(&c);
        scree_partition_destroy(p);
    }
}

static void hit_sum(void *context, size_t k, int other) {
    (void)k, (void)other;
    ++*(uint64_t *)context;
}

// A dense bed that fills a part of the box is cut across its longest axis, by two ranks where half of it is on either
// side: each particle within 1 of such a plane is needed by one other. One flies far from the second bed, the last is
// thinner at one end.
static void surface(void **state) {
    (void)state;
    const int beds[][3] = {{24, 24, 24}, {16, 16, 40}, {20, 16, 16}, {40, 16, 16}};
    for (int bed = 0; bed < 4; bed++) {
        const int *edge = beds[bed], all = edge[0] * edge[1] * edge[2];
        const box b = {{0, 0, 0}, {1.5 * edge[0], 1.4 * edge[1], 1.3 * edge[2]}, {0}};
        bodies c = bodies_of((size_t)all);
        for (int k = 0; k < all; k++) {
            const scree_vec3 x = vec3(k % edge[0], k / edge[0] % edge[1], k / edge[0] / edge[1]);
            if (bed < 3 || x.x < 12.0 || k % 8 == 0) {
                const scree_vec3 far = vec3(bed == 1 && k == 99 ? 500.0 : 0.0, 0.0, 0.0);
                add(&c, vec_add(vec_add(x, far), anywhere(&boxes[0], 0.0)), 5);
            }
        }
        scree_partition *p = create(&b);
        balance(p, &c, true);
        uint64_t copies = 0;
        for (size_t k = 0; k < c.n; k++) {
            const scree_vec3 x = vec3(c.x[k].x, c.x[k].y, c.x[k].z);
            const scree_ball ball = {x, x, 1.0};
            if (owner(p, &c.x[k]) == rank) {
                scree_partition_reach(p, &ball, 1, hit_sum, &copies);
            }
        }
        scree_comm_add(comm, &copies, 1);
        const double plane = 2.0 * (bed == 0 ? 24 * 24 : 16 * 16);
        assert_true((double)copies <= (size == 2 ? 1.1 : 1.8 * (size - 1)) * plane);
        scree_partition_destroy(p);
        leave(&c);
    }
}

static void memory(void **state) {
    (void)state;
    scree_partition *p = create(&boxes[4]);
    size_t before = 0;
    for (int k = 0; k < 240; k++) {
        bodies c = heap(&boxes[4], (700 + 100 * (size_t)(k % 4)) * (size_t)size);
        balance(p, &c, true);
        leave(&c);
        before = k == 39 ? mallinfo2().uordblks : before;
    }
    const double grown = (double)mallinfo2().uordblks - (double)before;
    scree_partition_destroy(p);
    assert_true(grown < 300e3); // Open MPI's pools; 5 B per particle and balance would be 1 MB
}

static void stress(void **state) {
    (void)state;
    scree_ball ball[20];
    scree_vec3 x[800];
    for (int round = 0; round < 40; round++) {
        box b;
        const double scale = pow(10.0, between(-6.0, 6.0));
        for (int k = 0; k < 3; k++) {
            b.length[k] = scale * pow(10.0, between(-1.5, 0.0));
            b.low[k] = scale * between(-20.0, 20.0);
            b.periodic[k] = between(0.0, 1.0) < 0.4;
        }
        scree_partition *p = create(&b);
        for (int again = 0; again < 2; again++) {
            bodies c = heap(&b, (size_t)between(0.0, 800.0));
            balance(p, &c, again == 0);
            for (size_t k = 0; k < 800; k++) {
                x[k] = k < c.n ? vec3(c.x[k].x, c.x[k].y, c.x[k].z) : anywhere(&b, 0.3);
            }
            check_owners(p, x, 800);
            random_balls(&b, (const double[]){0.003, 0.05, 0.5}[round % 3], ball, 20);
            check_reach(p, &b, x, 800, ball, 20);
            leave(&c);
        }
        scree_partition_destroy(p);
    }
}

int main(void) {
    comm = join_ranks();
    rank = scree_comm_rank(comm);
    size = scree_comm_size(comm);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_and_reach), cmocka_unit_test(odd_places),
        cmocka_unit_test(shares),           cmocka_unit_test(same_from_any_hands),
        cmocka_unit_test(few_and_flat),     cmocka_unit_test(surface),
        cmocka_unit_test(memory),           cmocka_unit_test(stress),
    };
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    return 0;
}
