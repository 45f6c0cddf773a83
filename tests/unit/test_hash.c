// SPDX-License-Identifier: BSD-3-Clause
#include "memory/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 5 };

static int bits(uint64_t x) {
    return __builtin_popcountll(x);
}

// Flipping one input bit flips each output bit with probability 1/2: per input bit, over 256 random inputs,
// the mean over the 128 output bits stays within 64 +- 6 sigma of its spread (sigma of the mean:
// sqrt(128)/2/16 = 0.35), and so does each output bit over all inputs (81920 trials: sigma 0.0017).
static void test_avalanche(void **state) {
    (void)state;
    uint64_t random = 1;
    double per_output[128] = {0};
    for (int bit = 0; bit < 64 * WORDS; bit++) {
        double flipped = 0;
        for (int trial = 0; trial < 256; trial++) {
            uint64_t w[WORDS];
            for (int i = 0; i < WORDS; i++) {
                w[i] = random = random * 6364136223846793005u + 1442695040888963407u;
            }
            scree_hash before = scree_hash_words(w, WORDS, 7);
            w[bit / 64] ^= (uint64_t)1 << bit % 64;
            scree_hash after = scree_hash_words(w, WORDS, 7);
            uint64_t a = before.a ^ after.a, b = before.b ^ after.b;
            flipped += bits(a) + bits(b);
            for (int k = 0; k < 64; k++) {
                per_output[k] += a >> k & 1;
                per_output[64 + k] += b >> k & 1;
            }
        }
        assert_true(flipped / 256 > 64 - 2.1 && flipped / 256 < 64 + 2.1);
    }
    for (int k = 0; k < 128; k++) {
        double p = per_output[k] / (256.0 * 64 * WORDS);
        assert_true(p > 0.5 - 0.0105 && p < 0.5 + 0.0105);
    }
}

// The same for the seed, and for words that differ as little as counters.
static void test_counters_and_seed(void **state) {
    (void)state;
    double flipped = 0, seeded = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        scree_hash x = scree_hash_words(&i, 1, 0), y = scree_hash_words((uint64_t[]){i + 1}, 1, 0);
        scree_hash z = scree_hash_words(&i, 1, 1);
        flipped += bits(x.a ^ y.a) + bits(x.b ^ y.b);
        seeded += bits(x.a ^ z.a) + bits(x.b ^ z.b);
        assert_false(x.a == x.b);
    }
    assert_true(flipped / 1000 > 62.9 && flipped / 1000 < 65.1); // sigma of the mean 0.18
    assert_true(seeded / 1000 > 62.9 && seeded / 1000 < 65.1);
}

static void test_sum_does_not_depend_on_order(void **state) {
    (void)state;
    scree_hash forward = {0, 0}, backward = {0, 0}, swapped = {0, 0};
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t k = 99 - i;
        forward = scree_hash_add(forward, scree_hash_words((uint64_t[]){i, i * i}, 2, 0));
        backward = scree_hash_add(backward, scree_hash_words((uint64_t[]){k, k * k}, 2, 0));
        uint64_t other = i < 2 ? 1 - i : i; // particles 0 and 1 exchange their data
        swapped = scree_hash_add(swapped, scree_hash_words((uint64_t[]){i, other * other}, 2, 0));
    }
    assert_true(scree_hash_equal(forward, backward));
    assert_false(scree_hash_equal(forward, swapped));
}

static void test_length_order_and_pieces_count(void **state) {
    (void)state;
    uint64_t w[4] = {0, 0, 0, 0};
    assert_false(scree_hash_equal(scree_hash_words(w, 3, 0), scree_hash_words(w, 4, 0)));
    assert_false(scree_hash_equal(scree_hash_words(w, 0, 0), scree_hash_words(w, 1, 0)));
    assert_false(scree_hash_equal(scree_hash_bytes("a", 1, 0), scree_hash_bytes("a\0", 2, 0)));
    assert_false(scree_hash_equal(scree_hash_words((uint64_t[]){1, 2}, 2, 0),
                                  scree_hash_words((uint64_t[]){2, 1}, 2, 0)));
    uint64_t x[4] = {1, 2, 3, 4};
    scree_hasher h = scree_hasher_begin(9);
    scree_hasher_update(&h, x, 1);
    scree_hasher_update(&h, x + 1, 3);
    assert_true(scree_hash_equal(scree_hasher_end(&h), scree_hash_words(x, 4, 9)));
}

// Golden: a change of the mixing changes every digest ever published.
static void test_hex(void **state) {
    (void)state;
    char hex[33];
    scree_hash_hex((scree_hash){0x0123456789abcdefu, 0xfu}, hex);
    assert_string_equal(hex, "0123456789abcdef000000000000000f");
    scree_hash_hex(scree_hash_words((uint64_t[]){1, 2, 3}, 3, 42), hex);
    assert_string_equal(hex, "036d1416368f5efab0069efbf53c7da4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_avalanche),
        cmocka_unit_test(test_counters_and_seed),
        cmocka_unit_test(test_sum_does_not_depend_on_order),
        cmocka_unit_test(test_length_order_and_pieces_count),
        cmocka_unit_test(test_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
