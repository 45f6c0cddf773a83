// SPDX-License-Identifier: BSD-3-Clause
// 128-bit hashes of machine words: of the state of a run, of a case, of a file. Not cryptographic. The hash of a set is the sum
// modulo 2^64 (scree_hash_add) of its members' hashes, so it does not depend on their order. So each member must contain
// something unique (a particle its id), and every output bit must depend on every input bit, or differences could cancel in the
// sum.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scree_hash {
    uint64_t a, b;
} scree_hash;

// Hashes words in pieces, with the same result as scree_hash_words for all of them.
typedef struct scree_hasher {
    uint64_t a, b, n;
} scree_hasher;

scree_hash scree_hash_words(const uint64_t *words, size_t n, uint64_t seed);
// Bytes, zero-padded to words; the length counts, so padding never collides.
scree_hash scree_hash_bytes(const void *bytes, size_t n, uint64_t seed);

scree_hasher scree_hasher_begin(uint64_t seed);
void scree_hasher_update(scree_hasher *h, const uint64_t *words, size_t n);
scree_hash scree_hasher_end(const scree_hasher *h);

static inline scree_hash scree_hash_add(scree_hash x, scree_hash y) {
    return (scree_hash){x.a + y.a, x.b + y.b};
}
static inline bool scree_hash_equal(scree_hash x, scree_hash y) {
    return x.a == y.a && x.b == y.b;
}
// 32 hexadecimal digits and a zero.
void scree_hash_hex(scree_hash h, char hex[33]);
