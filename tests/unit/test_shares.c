// SPDX-License-Identifier: BSD-3-Clause
// Items of different cost are divided among threads.
#include "parallel/shares.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above
#include <cmocka.h>

enum { ITEMS = 300, MOST_THREADS = 16 };

// Costs as of blocks of pairs: most are small, some are large.
static uint64_t fill(uint64_t *cost, uint64_t seed) {
    uint64_t all = 0;
    for (uint64_t k = 0; k < ITEMS; k++) {
        const uint64_t number = (k + 1) * (2 * seed + 1) * 2654435761u % 1009;
        cost[k] = 1 + (number % 7 == 0 ? 10 * number : number / 10);
        all += cost[k];
    }
    return all;
}

// Each item is taken by one thread; a thread's items follow each other, and cost the mean but for at most the largest item.
static void shares_are_even(void **state) {
    (void)state;
    uint64_t cost[ITEMS];
    for (uint64_t seed = 0; seed < 20; seed++) {
        const uint64_t all = fill(cost, seed);
        uint64_t largest = 0;
        for (int k = 0; k < ITEMS; k++) {
            largest = cost[k] > largest ? cost[k] : largest;
        }
        for (uint64_t threads = 1; threads <= MOST_THREADS; threads++) {
            int next = 0;
            for (uint64_t thread = 0; thread < threads; thread++) {
                scree_share share = {all, 0, thread, threads};
                uint64_t mine = 0;
                for (int k = 0; k < ITEMS; k++) {
                    if (scree_share_takes(&share, cost[k])) {
                        assert_int_equal(k, next);
                        next++;
                        mine += cost[k];
                    }
                }
                assert_true(mine * threads <= all + largest * threads);
                assert_true(mine * threads + largest * threads >= all);
            }
            assert_int_equal(next, ITEMS);
        }
    }
}

// Many blocks of one chunk each, as of many materials, do not all go to the first thread.
static void single_items_of_many_blocks_are_divided(void **state) {
    (void)state;
    int taken = 0;
    scree_share share = {210, 0, 1, 2};
    for (int block = 0; block < 210; block++) {
        taken += scree_share_takes(&share, 1);
    }
    assert_int_equal(taken, 105);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_even),
        cmocka_unit_test(single_items_of_many_blocks_are_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
