// SPDX-License-Identifier: BSD-3-Clause
// ranks: 2 5
// Every rank lists exactly the pairs of its own particles that brute force over the particles of all ranks finds, while
// particles come, go and change their owners: ghosts are complete, none is counted twice, the larger of a pair finds the
// smaller across ranks and the other way round.
#include "domain/domain.h"
#include "scenes.h"
#include "search/slack.h"

static scree_comm *comm;

typedef struct known {
    scree_pos x;
    uint64_t id, fixed;
} known;

static double distance(const scree_world *w, const scree_pos *a, const scree_pos *b) {
    const double d[3] = {b->x - a->x, b->y - a->y, b->z - a->z};
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const double length = scree_box_length(w->case_, axis);
        const double one = length > 0.0 ? vec_nearest_image(d[axis], 0.5 * length, length) : d[axis];
        sum += one * one;
    }
    return sqrt(sum);
}

static known *all_of(const scree_world *w, size_t *n) {
    SCREE_ARRAY(known) own = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        assert_false(w->p.dead[i]);
        scree_array_push(&own, (known){w->p.x[i], w->p.id[i], w->p.motion[i].v.m == SCREE_FIXED_MASS});
    }
    known *all = scree_comm_share(w->comm, own.data, own.n * sizeof *own.data, n);
    *n /= sizeof *all;
    scree_array_free(&own);
    return all;
}

// How often the list has the pair of particle i with the particle of an id; a must be that of the smaller id.
static int times_listed(const scree_world *w, size_t i, uint64_t id) {
    const scree_pairs *pairs = &w->pairs;
    int times = 0;
    for (uint32_t e = pairs->start[i]; e < pairs->start[i + 1]; e++) {
        const size_t k = pairs->incident[e] >> 1;
        if (k < pairs->first_wall_pair) {
            const scree_pair pair = pairs->pair[k];
            assert_true(w->p.id[pair.a] < w->p.id[pair.b]);
            assert_int_equal(pairs->incident[e] & 1 ? pair.b : pair.a, i);
            times += w->p.id[pairs->incident[e] & 1 ? pair.a : pair.b] == id;
        }
    }
    return times;
}

// Of a list just made.
static uint64_t check_list(const scree_world *w) {
    size_t n;
    known *all = all_of(w, &n);
    const double near = w->skin + w->reach, vague = 1e-6 * (near + w->slack->r_max);
    uint64_t pairs = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const bool fixed = w->p.motion[i].v.m == SCREE_FIXED_MASS;
        for (size_t k = 0; k < n; k++) {
            const double gap = distance(w, &w->p.x[i], &all[k].x) - w->p.x[i].r - all[k].x.r;
            if (all[k].id == w->p.id[i] || (gap > near - vague && gap < near + vague)) {
                continue; // a list may or may not hold a pair that is at its limit
            }
            const int wanted = gap < near && !(fixed && all[k].fixed);
            assert_int_equal(times_listed(w, i, all[k].id), wanted);
            pairs += (uint64_t)wanted;
        }
    }
    scree_free(all);
    return pairs;
}

static void brute_force(void **state) {
    (void)state;
    for (int k = 0; k < SCENES; k++) {
        scree_world *w = open_scene(&scenes[k], 0.0, 1, NULL, comm);
        uint64_t lists = 0, pairs = 0, across[2] = {0, 0};
        for (uint64_t step = 0; step < scenes[k].steps; step++) {
            const uint64_t made = w->rebuilds;
            advance(w, 1);
            if (w->rebuilds > made && w->rebuilds % 16 == 0) {
                pairs += check_list(w);
                lists++;
                for (size_t c = 0; c < w->pairs.class.n; c++) {
                    const scree_pair_class *class = &w->pairs.class.data[c];
                    if (class->zone != SCREE_ZONE_OWN) {
                        across[class->zone == SCREE_ZONE_BEYOND] += class->n;
                    }
                }
            }
        }
        uint64_t sum[3] = {pairs, across[0], across[1]};
        scree_comm_add(comm, sum, 3);
        if (scree_comm_rank(comm) == 0) {
            print_message("%s: %llu lists, %llu pairs of both sides, %llu of them across ranks\n",
                          scenes[k].name, (unsigned long long)lists, (unsigned long long)sum[0],
                          (unsigned long long)sum[1]);
        }
        assert_true(lists >= 3 && sum[0] > 1000);
        assert_true((sum[1] > 0) == (scree_comm_size(comm) > 1));
        scree_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force)};
    return run_on_ranks(&comm, tests, sizeof tests / sizeof *tests);
}
