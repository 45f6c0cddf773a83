// SPDX-License-Identifier: BSD-3-Clause
#include "memory/hash.h"

// Odd constants with about half of their bits set: 2^64 / golden ratio, 2^64 / sqrt(2), 2^64 / e, made odd.
static const uint64_t key_a = 0x9e3779b97f4a7c15u;
static const uint64_t key_b = 0xb504f333f9de6485u;
static const uint64_t key_n = 0x5e2d58d8b3bcdf1bu;

// A bijection of 64 bits with full avalanche (xor-shift and multiply; the multipliers are the best of a
// published search over such mixers, variant 13).
static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

scree_hasher scree_hasher_begin(uint64_t seed) {
    return (scree_hasher){mix(seed + key_a), mix(seed ^ key_b), 0};
}

// Each lane is a bijection of the word for a given state, so inputs that differ in one word never collide;
// the lanes combine words in different ways (xor, product), so a collision in one is not one in the other.
void scree_hasher_update(scree_hasher *h, const uint64_t *words, size_t n) {
    uint64_t a = h->a, b = h->b;
    for (size_t i = 0; i < n; i++) {
        a = mix(a ^ words[i]) + key_a;
        b = mix(b + words[i] * key_b);
    }
    h->a = a;
    h->b = b;
    h->n += n;
}

scree_hash scree_hasher_end(const scree_hasher *h) {
    uint64_t a = mix(h->a ^ h->n * key_n), b = mix(h->b + h->n * key_a);
    return (scree_hash){mix(a + (b << 32 | b >> 32)), mix(b ^ a * key_n)};
}

scree_hash scree_hash_words(const uint64_t *words, size_t n, uint64_t seed) {
    scree_hasher h = scree_hasher_begin(seed);
    scree_hasher_update(&h, words, n);
    return scree_hasher_end(&h);
}

scree_hash scree_hash_bytes(const void *bytes, size_t n, uint64_t seed) {
    const unsigned char *p = bytes;
    scree_hasher h = scree_hasher_begin(seed);
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        size_t part = n - i < 8 ? n - i : 8;
        for (size_t k = 0; k < part; k++) { // by value, so the same for any byte order
            word |= (uint64_t)p[i + k] << 8 * k;
        }
        scree_hasher_update(&h, &word, 1);
    }
    uint64_t length = n;
    scree_hasher_update(&h, &length, 1);
    return scree_hasher_end(&h);
}

void scree_hash_hex(scree_hash h, char hex[33]) {
    static const char digit[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++) {
        hex[i] = digit[h.a >> (60 - 4 * i) & 15];
        hex[16 + i] = digit[h.b >> (60 - 4 * i) & 15];
    }
    hex[32] = '\0';
}
