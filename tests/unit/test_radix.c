// SPDX-License-Identifier: BSD-3-Clause
// Sorting by keys of any width is stable and the same on any number of threads; an index of ids finds them.
#include "maths/random.h"
#include "memory/id_index.h"
#include "memory/radix.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

enum { MOST = 5000 };

static uint64_t any(uint64_t k, uint64_t stream) {
    scree_random r = {7, (uint32_t)stream, k, 0};
    const uint64_t high = (uint64_t)(scree_random_uniform(&r) * 0x1p32);
    return high << 32 | (uint64_t)(scree_random_uniform(&r) * 0x1p32);
}

// Keys of every width, with many equal ones for small widths.
static void keys_of_any_width(void **state) {
    (void)state;
    static scree_keyed item[MOST], spare[MOST];
    static uint32_t count[3 * SCREE_RADIX], start[MOST];
    for (int width = 0; width <= 32; width++) {
        const uint32_t largest = (uint32_t)((1ull << width) - 1);
        for (int threads = 1; threads <= 3; threads++) {
            const scree_chunks chunks = scree_chunks_of(threads);
            const size_t n = MOST - (size_t)(width * 11);
            for (size_t k = 0; k < n; k++) {
                item[k] = (scree_keyed){(uint32_t)any(k, 0) & largest, (uint32_t)k};
            }
            const scree_keyed *sorted = scree_radix_sort(item, spare, n, largest, &chunks, count);
            for (size_t k = 0; k < n; k++) {
                assert_true(sorted[k].key == ((uint32_t)any(sorted[k].index, 0) & largest));
                assert_true(k == 0 || sorted[k - 1].key < sorted[k].key ||
                            (sorted[k - 1].key == sorted[k].key && sorted[k - 1].index < sorted[k].index));
            }
            if (width < 12) {
                scree_radix_starts(sorted, n, (size_t)largest + 1, 0, n, start);
                for (size_t key = 0; key <= largest; key++) {
                    assert_true(start[key] == n || sorted[start[key]].key >= key);
                    assert_true(start[key] == 0 || sorted[start[key] - 1].key < key);
                }
                assert_int_equal(start[largest + 1], n);
            }
        }
    }
}

static void ids(void **state) {
    (void)state;
    static scree_id_index list[MOST];
    // All ids are equal in some bits; they differ in the bits of `mask`.
    const uint64_t mask[] = {0,         0xff, 0xfff000, 0xffffffff, 0xffffffff00000000, 0x7ff0000000000001,
                             UINT64_MAX};
    const uint64_t same[] = {0, 0x5500000000aa0000};
    for (size_t m = 0; m < sizeof mask / sizeof *mask; m++) {
        for (size_t s = 0; s < 2; s++) {
            for (size_t n = 0; n <= MOST; n = n < 4 ? n + 1 : n * 7) {
                for (size_t k = 0; k < n; k++) {
                    list[k] = (scree_id_index){(any(k, m) & mask[m]) | (same[s] & ~mask[m]), (uint32_t)k};
                }
                scree_id_index_sort(list, n);
                for (size_t k = 0; k < n; k++) {
                    assert_true(list[k].id == ((any(list[k].index, m) & mask[m]) | (same[s] & ~mask[m])));
                    assert_true(k == 0 || list[k - 1].id < list[k].id ||
                                (list[k - 1].id == list[k].id && list[k - 1].index < list[k].index));
                    const size_t below = scree_id_index_below(list, n, list[k].id);
                    assert_true(below <= k && list[below].id == list[k].id);
                    assert_true(below == 0 || list[below - 1].id < list[k].id);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_any_width),
        cmocka_unit_test(ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
