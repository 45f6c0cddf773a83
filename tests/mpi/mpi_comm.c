// SPDX-License-Identifier: BSD-3-Clause
// ranks: 1 2 3
// long ranks: 5
// Messages between ranks arrive completely and in order, and sums have the same bits on every rank and for any number of ranks.
#include "parallel/comm.h"

#include "ranks.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static scree_comm *comm;
static scree_report *report;

static void reductions(void **state) {
    (void)state;
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    double most[2] = {rank, -rank}, least = rank;
    uint64_t sum = (uint64_t)rank + 1;
    scree_comm_max(comm, most, 2);
    scree_comm_min(comm, &least, 1);
    assert_true(most[0] == size - 1 && most[1] == 0.0 && least == 0.0);
    assert_int_equal(scree_comm_add_before(comm, sum), (uint64_t)rank * ((uint64_t)rank + 1) / 2);
    scree_comm_add(comm, &sum, 1);
    assert_int_equal(sum, (uint64_t)size * ((uint64_t)size + 1) / 2);
    assert_true(scree_comm_any(comm, rank == size - 1));
    assert_false(scree_comm_any(comm, false));
}

// 100 000 terms that cancel, distributed over the ranks: the rounded sum is that of one process.
static void wide_sums(void **state) {
    (void)state;
    enum { TERMS = 100000 };
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    scree_double_double one = {0}, mine[3] = {{0}};
    uint64_t x = 1;
    for (int k = 0; k < TERMS; k++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        const double term = ((double)(x >> 11) * 0x1p-53 - 0.5) * (k % 7 == 0 ? 1e9 : 1.0);
        scree_double_double_add(&one, term);
        if (k % size == rank) {
            scree_double_double_add(&mine[1], term);
        }
    }
    scree_comm_add_double_double(comm, mine, 3);
    assert_true(scree_double_double_value(&mine[1]) == scree_double_double_value(&one));
    assert_true(scree_double_double_value(&mine[0]) == 0.0);
    double same[2] = {mine[1].high, -mine[1].high}, low[2] = {mine[1].low, -mine[1].low};
    scree_comm_max(comm, same, 2);
    scree_comm_max(comm, low, 2);
    assert_true(same[0] == -same[1] && low[0] == -low[1]); // the same bits on all ranks
}

static void gathering(void **state) {
    (void)state;
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    uint64_t mine[8], *all;
    for (int k = 0; k < rank; k++) {
        mine[k] = 100 * (uint64_t)rank + (uint64_t)k;
    }
    for (int share = 0; share < 2; share++) {
        size_t total, at = 0;
        all = (share ? scree_comm_share : scree_comm_gather)(comm, mine, 8 * (size_t)rank, &total);
        assert_int_equal(total, 4 * (size_t)size * ((size_t)size - 1));
        assert_true((all != NULL) == (share || rank == 0));
        for (int from = 0; all && from < size; from++) {
            for (int k = 0; k < from; k++) {
                assert_int_equal(all[at++], 100 * from + k);
            }
        }
        scree_free(all);
    }
    uint64_t word = rank == size - 1 ? 77 : 0;
    scree_comm_broadcast(comm, size - 1, &word, sizeof word);
    assert_int_equal(word, 77);
}

// 1500 consecutive rounds with changing receivers and sizes.
static void messages(void **state) {
    (void)state;
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    uint64_t word[64];
    for (int round = 0; round < 1500; round++) {
        scree_messages out = {0}, in = {0};
        for (int k = 0; k < 64; k++) {
            word[k] = (uint64_t)round * 1000 + (uint64_t)rank;
        }
        for (int to = 0; to < size; to++) {
            if (to != rank && (rank + 2 * to + round) % 3 == 0) {
                scree_message message = {to, word, 8 * (size_t)((to + round) % 64)};
                scree_array_push(&out, message);
            }
        }
        scree_comm_exchange(comm, &out, &in);
        size_t expected = 0;
        for (int from = 0; from < size; from++) {
            if (from != rank && (from + 2 * rank + round) % 3 == 0) {
                assert_true(expected < in.n);
                const scree_message *l = &in.data[expected++];
                assert_int_equal(l->rank, from);
                assert_int_equal(l->size, 8 * (size_t)((rank + round) % 64));
                for (size_t k = 0; k < l->size / 8; k++) {
                    assert_int_equal(((uint64_t *)l->data)[k], (uint64_t)round * 1000 + (uint64_t)from);
                }
            }
        }
        assert_int_equal(in.n, expected);
        scree_messages_clear(&in);
        scree_array_free(&out);
    }
}

static void links(void **state) {
    (void)state;
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    scree_link link[8];
    uint64_t to[8], from[8] = {0};
    for (int round = 0; round < 200; round++) {
        size_t n = 0;
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                to[n] = (uint64_t)(round * 100 + rank * 10 + other);
                link[n] = (scree_link){other, &to[n], &from[n], 8, 8};
                n++;
            }
        }
        scree_comm_start(comm, link, n);
        scree_comm_finish(comm);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(from[k], round * 100 + link[k].rank * 10 + rank);
        }
    }
}

static void agreement(void **state) {
    (void)state;
    const int rank = scree_comm_rank(comm), size = scree_comm_size(comm);
    assert_int_equal(scree_comm_agree(comm, SCREE_OK, report), SCREE_OK);
    assert_int_equal(scree_report_size(report), 0);
    if (rank == size - 1) {
        scree_report_error(report, "the disk is full");
    }
    scree_status status = scree_comm_agree(comm, rank == size - 1 ? SCREE_USER_ERROR : SCREE_OK, report);
    assert_int_equal(status, SCREE_USER_ERROR);
    if (rank == 0) {
        assert_int_equal(scree_report_size(report), 1);
        assert_non_null(strstr(scree_report_text(report, 0), "the disk is full"));
        if (size > 1) {
            char who[64];
            snprintf(who, sizeof who, "error: rank %d of %d on ", size - 1, size);
            assert_true(strncmp(scree_report_text(report, 0), who, strlen(who)) == 0);
        }
    }
    scree_report_clear(report);
    if (rank == 0) {
        scree_report_error(report, "the disk is full");
    }
    status = scree_comm_agree(comm, rank == 0 ? SCREE_BAD_NUMBERS : SCREE_OK, report);
    assert_int_equal(status, SCREE_BAD_NUMBERS);
    if (rank == 0 && size > 1) {
        assert_int_equal(scree_report_size(report), 2);
        assert_non_null(strstr(scree_report_text(report, 1), "this happened on rank 0 of "));
    }
}

int main(void) {
    report = scree_report_create();
    comm = join_ranks();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions), cmocka_unit_test(wide_sums), cmocka_unit_test(gathering),
        cmocka_unit_test(messages),   cmocka_unit_test(links),     cmocka_unit_test(agreement),
    };
    leave_ranks(comm, cmocka_run_group_tests(tests, NULL, NULL));
    scree_report_destroy(report);
    return 0;
}
