// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 5
// The owner of a particle is found by its id, and the ids of all ranks are divided at given positions.
#include "domain/route.h"
#include "ranks.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static scree_comm *comm;

static void directory(void **state) {
    (void)state;
    enum { N = 1000 };
    const uint64_t size = (uint64_t)scree_comm_size(comm), rank = (uint64_t)scree_comm_rank(comm);
    scree_id_index own[N];
    uint64_t ask[3 * N];
    int owner[3 * N];
    for (uint64_t k = 0; k < N; k++) { // ids 7, 14, ... in runs of three for each rank
        own[k] = (scree_id_index){7 * (1 + 3 * (k / 3 * size + rank) + k % 3), 0};
    }
    scree_directory d = scree_directory_create(comm, own, N);
    assert_true(d.twice == UINT64_MAX);
    for (uint64_t k = 0; k < 3 * N; k++) {
        ask[k] = 1 + (k * 7919 + rank) % (7 * N);
    }
    scree_directory_find(&d, ask, 3 * N, owner);
    for (uint64_t k = 0; k < 3 * N; k++) {
        const uint64_t place = ask[k] / 7 - 1, run = place / 3;
        const bool there = ask[k] % 7 == 0 && 3 * (run / size) + place % 3 < N;
        assert_int_equal(owner[k], there ? (int)(run % size) : -1);
    }
    scree_directory_clear(&d);
    own[N - 1].id = rank == size - 1 ? 7 : own[N - 1].id; // that of the first rank
    own[N - 2].id = rank == size - 1 ? 14 : own[N - 2].id;
    d = scree_directory_create(comm, own, N);
    assert_int_equal(d.twice, 7);
    scree_directory_clear(&d);
}

static void cuts(void **state) {
    (void)state;
    enum { N = 1000, CUTS = 5 };
    const uint64_t size = (uint64_t)scree_comm_size(comm), rank = (uint64_t)scree_comm_rank(comm),
                   all = N * size;
    scree_id_index own[N];
    for (uint64_t k = 0; k < N;
         k++) { // squares, which are far from uniform; distributed cyclically over the ranks
        const uint64_t j = k * size + (k + rank) % size;
        own[k] = (scree_id_index){(j + 1) * (j + 1) << 20, 0};
    }
    const uint64_t place[CUTS] = {0, 1, all / 3, all - 1, all};
    uint64_t cut[CUTS];
    scree_ids_cut(comm, own, N, place, CUTS, cut);
    for (int c = 0; c < CUTS; c++) {
        uint64_t below = 0;
        for (uint64_t k = 0; k < N; k++) {
            below += own[k].id < cut[c];
        }
        scree_comm_add(comm, &below, 1);
        assert_int_equal(below, place[c]);
    }
}

int main(void) {
    comm = join_ranks();
    const struct CMUnitTest tests[] = {cmocka_unit_test(directory), cmocka_unit_test(cuts)};
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    return 0;
}
