// SPDX-License-Identifier: BSD-3-Clause
// ranks: 2
// long ranks: 5
// Every rank lists exactly the pairs of its own particles that brute force over the particles of all ranks finds, while
// particles are added, deleted and change their owners: ghosts are complete, none is counted twice, large particles find small
// ones across ranks and the reverse. Two ranks run all scenes; with sanitizers, or on more ranks, every second scene.
#include "domain/domain.h"
#include "effort.h"
#include "scenes.h"
#include "skin/skin_check.h"
#include "skin/turns.h"

static scree_comm *comm;

typedef struct known {
    scree_pos x;
    uint64_t id, fixed, body; // body: of a member of a clump, else 0
} known;

static double distance(const scree_world *w, const scree_pos *a, const scree_pos *b) {
    return vec_norm(scree_nearest_image(&w->cell.period, b->x - a->x, b->y - a->y, b->z - a->z));
}

static known *all_of(const scree_world *w, size_t *n) {
    SCREE_ARRAY(known) own = {0};
    for (size_t i = 0; i < w->p.n; i++) {
        assert_false(w->p.dead[i]);
        scree_array_push(&own, (known){w->p.x[i], w->p.id[i], w->p.motion[i].v.m == SCREE_FIXED_MASS,
                                       w->p.body ? w->p.body[i] : 0});
    }
    known *all = scree_comm_share(w->comm, own.data, own.n * sizeof *own.data, n);
    *n /= sizeof *all;
    scree_array_free(&own);
    return all;
}

// Number of times that the list contains the pair of particle i with the particle of an id; a must be the one with the smaller
// id.
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

// Number of pairs of particle i with other particles.
static int particles_listed(const scree_world *w, size_t i) {
    int n = 0;
    for (uint32_t e = w->pairs.start[i]; e < w->pairs.start[i + 1]; e++) {
        n += w->pairs.incident[e] >> 1 < w->pairs.first_wall_pair;
    }
    return n;
}

// Checks a new list: each particle has exactly the near ones.
static uint64_t check_list(const scree_world *w) {
    size_t n;
    known *all = all_of(w, &n);
    const double near = w->skin + w->reach, vague = 1e-6 * (near + w->skin_check->r_max);
    uint64_t pairs = 0;
    for (size_t i = 0; i < w->p.n; i++) {
        const bool fixed = w->p.motion[i].v.m == SCREE_FIXED_MASS;
        int listed = 0;
        for (size_t k = 0; k < n; k++) {
            const double gap = distance(w, &w->p.x[i], &all[k].x) - w->p.x[i].r - all[k].x.r;
            if (all[k].id == w->p.id[i] || gap > near + vague) {
                continue;
            }
            const bool one =
                all[k].body > 0 && all[k].body == w->p.body[i]; // members of one clump never touch
            const int times = times_listed(w, i, all[k].id), wanted = !(fixed && all[k].fixed) && !one;
            if (scree_list_is_tight(w)) { // has no pairs of slender bodies that are apart
                assert_true(times <= wanted);
            } else if (gap < near - vague) { // a pair exactly at the limit may or may not be listed
                assert_int_equal(times, wanted);
            }
            listed += times;
            pairs += (uint64_t)times;
        }
        assert_int_equal(listed, particles_listed(w, i));
    }
    scree_free(all);
    return pairs;
}

static void brute_force(void **state) {
    (void)state;
    const int every = scree_comm_size(comm) == 2 ? effort(1, 1, 2) : 2;
    for (int k = every - 1; k < SCENES; k += every) {
        scree_world *w = open_scene(&scenes[k], 0.0, 1, NULL, comm);
        uint64_t lists = 0, pairs = 0, across[2] = {0, 0};
        for (uint64_t step = 0; step < scenes[k].steps; step++) {
            const uint64_t made = w->rebuilds;
            advance(w, 1);
            if (w->rebuilds > made && w->rebuilds % 16 == 0) {
                pairs += check_list(w);
                lists++;
                for (size_t c = 0; c < w->pairs.block.n; c++) {
                    const scree_pair_block *block = &w->pairs.block.data[c];
                    if (block->zone != SCREE_ZONE_LOCAL) {
                        across[block->zone == SCREE_ZONE_REMOTE] += block->n;
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
