// SPDX-License-Identifier: BSD-3-Clause
// Records of bodies and pairs as rows of a batch: four at a time they are loaded, transposed, and stored. Included only by kernels.c, once
// per instruction set.
#ifndef SCREE_BATCH_ROWS_H
#define SCREE_BATCH_ROWS_H

#include "laws/table.h"
#include <stddef.h>
#include <stdint.h>
#if defined(__AVX__)
#include <immintrin.h>
#endif

// Four doubles. On processors without 32-byte registers the compiler uses two halves, with the same bits.
typedef double vec4d __attribute__((vector_size(32), aligned(8)));
typedef double vec2d __attribute__((vector_size(16), aligned(8)));

// Without 32-byte registers gcc stores the elements of a shuffled, splatted or converted vector one by one and then loads them together, which waits for the stores: a
// step takes three times as long. So these four are written by halves there.
//   SCREE_SHUFFLE(a, b, i, j, k, l)   four elements of the vectors a and b, as by __builtin_shufflevector
//   joined(first, second)             two halves
//   zeros_signed(n)                   four zeros with the lowest bit of n as their sign, for exclusive or
//   scaled(s, a)                      all elements of a times s
#if defined(__AVX__) || defined(__clang__)
typedef uint32_t eight __attribute__((vector_size(32)));
typedef long long four_integers __attribute__((vector_size(32)));
#define SCREE_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)

SCREE_LAW vec4d joined(vec2d first, vec2d second) {
    return __builtin_shufflevector(first, second, 0, 1, 2, 3);
}

SCREE_LAW vec4d zeros_signed(uint32_t n) {
    return (vec4d)((four_integers)(eight){n, n, n, n, n, n, n, n} << 63);
}

SCREE_LAW vec4d scaled(double s, vec4d a) {
    return s * a;
}
#else
typedef long long two_integers __attribute__((vector_size(16)));
typedef union two_halves {
    vec4d all;
    vec2d half[2];
} two_halves;

SCREE_LAW vec4d joined(vec2d first, vec2d second) {
    const two_halves h = {.half = {first, second}};
    return h.all;
}

// Half n of a and b, which have four.
SCREE_LAW vec2d half_of(vec4d a, vec4d b, int n) {
    const two_halves h = {n < 2 ? a : b};
    return h.half[n % 2];
}
#define SCREE_SHUFFLE(a, b, i, j, k, l)                                                                      \
    joined(__builtin_shufflevector(half_of(a, b, (i) / 2), half_of(a, b, (j) / 2), (i) % 2, 2 + (j) % 2),    \
           __builtin_shufflevector(half_of(a, b, (k) / 2), half_of(a, b, (l) / 2), (k) % 2, 2 + (l) % 2))

SCREE_LAW vec4d zeros_signed(uint32_t n) {
    const vec2d half = (vec2d)((two_integers){n, n} << 63);
    return joined(half, half);
}

SCREE_LAW vec4d scaled(double s, vec4d a) {
    return joined(s * half_of(a, a, 0), s * half_of(a, a, 1));
}
#endif

// Transposes four records to four rows, or the reverse.
SCREE_LAW void transpose(vec4d *r) {
    vec4d ab_low = SCREE_SHUFFLE(r[0], r[1], 0, 4, 2, 6), ab_high = SCREE_SHUFFLE(r[0], r[1], 1, 5, 3, 7);
    vec4d cd_low = SCREE_SHUFFLE(r[2], r[3], 0, 4, 2, 6), cd_high = SCREE_SHUFFLE(r[2], r[3], 1, 5, 3, 7);
    r[0] = SCREE_SHUFFLE(ab_low, cd_low, 0, 1, 4, 5);
    r[1] = SCREE_SHUFFLE(ab_high, cd_high, 0, 1, 4, 5);
    r[2] = SCREE_SHUFFLE(ab_low, cd_low, 2, 3, 6, 7);
    r[3] = SCREE_SHUFFLE(ab_high, cd_high, 2, 3, 6, 7);
}

// Four records as loaded: the first halves of records 0 and 2, of 1 and 3, then the second halves. Half records can be loaded to their
// place in a vector without the unit that shuffles, of which most processors have one: loads take half as many shuffles as transpose().
typedef struct quarters {
    vec4d low[2], high[2];
} quarters;

SCREE_LAW vec4d join_halves(const void *a, const void *b) {
#if defined(__AVX__)
    // With a shuffle of two vectors gcc 12 would load both halves first and join them in the unit that shuffles.
    return (vec4d)_mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a)), _mm_loadu_pd(b), 1);
#else
    return joined(*(const vec2d *)a, *(const vec2d *)b);
#endif
}

// At byte `at` of each record.
SCREE_LAW quarters load_quarters(const char *const *record, size_t at) {
    quarters q;
    for (int i = 0; i < 2; i++) {
        q.low[i] = join_halves(record[i] + at, record[i + 2] + at);
        q.high[i] = join_halves(record[i] + at + sizeof(vec2d), record[i + 2] + at + sizeof(vec2d));
    }
    return q;
}

// a - b, but for the fourth of each record, which is that of `last`.
SCREE_LAW quarters less_but_last(const quarters *a, const quarters *b, const quarters *last) {
    quarters d;
    for (int i = 0; i < 2; i++) {
        d.low[i] = a->low[i] - b->low[i];
        const vec4d high = a->high[i] - b->high[i];
        d.high[i] = SCREE_SHUFFLE(high, last->high[i], 0, 5, 2, 7);
    }
    return d;
}

// a, but for the fourth of each record, which is that of `last`.
SCREE_LAW quarters with_last(const quarters *a, const quarters *last) {
    quarters d = *a;
    for (int i = 0; i < 2; i++) {
        d.high[i] = SCREE_SHUFFLE(a->high[i], last->high[i], 0, 5, 2, 7);
    }
    return d;
}

SCREE_LAW void put_quarters(const quarters *q, double (*row)[SCREE_BATCH], int k) {
    *(vec4d *)&row[0][k] = SCREE_SHUFFLE(q->low[0], q->low[1], 0, 4, 2, 6);
    *(vec4d *)&row[1][k] = SCREE_SHUFFLE(q->low[0], q->low[1], 1, 5, 3, 7);
    *(vec4d *)&row[2][k] = SCREE_SHUFFLE(q->high[0], q->high[1], 0, 4, 2, 6);
    *(vec4d *)&row[3][k] = SCREE_SHUFFLE(q->high[0], q->high[1], 1, 5, 3, 7);
}

SCREE_LAW void load_rows(const void *const *record, double (*row)[SCREE_BATCH], int k) {
    const char *const at[4] = {record[0], record[1], record[2], record[3]};
    const quarters q = load_quarters(at, 0);
    put_quarters(&q, row, k);
}

// The first n of four records.
SCREE_LAW void store_rows(double (*row)[SCREE_BATCH], int k, void *const *record, int n) {
    vec4d r[4] = {*(vec4d *)&row[0][k], *(vec4d *)&row[1][k], *(vec4d *)&row[2][k], *(vec4d *)&row[3][k]};
    transpose(r);
    for (int j = 0; j < 4; j++) {
        if (j < n) {
            *(vec4d *)record[j] = r[j];
        }
    }
}

// The pair in lane k + j of n: from the list `pick`, or consecutive from `first` on. Lanes after the last, up to a multiple of
// eight, repeat it; the compiler removes the test if it knows that there are none.
SCREE_LAW size_t pair_of(const uint32_t *pick, size_t first, int k, int j, int n) {
    const size_t at = (size_t)k + (size_t)j, lane = n % 8 == 0 || at < (size_t)n ? at : (size_t)n - 1;
    return pick ? pick[lane] : first + lane;
}

// Stores without using the caches (non-temporal), to an address aligned to 32 bytes; see stream_end.
SCREE_LAW void stream(vec4d *to, vec4d value) {
#if defined(__clang__)
    __builtin_nontemporal_store(value, to);
#elif defined(__AVX__)
    __builtin_ia32_movntpd256((double *)to, value);
#else
    *to = value;
#endif
}

// Makes streamed stores visible to other threads.
SCREE_LAW void stream_end(void) {
#if defined(__AVX__)
    __builtin_ia32_sfence();
#endif
}

// The first n of four records.
SCREE_LAW void stream_rows(double (*row)[SCREE_BATCH], int k, void *const *record, int n) {
    vec4d r[4] = {*(vec4d *)&row[0][k], *(vec4d *)&row[1][k], *(vec4d *)&row[2][k], *(vec4d *)&row[3][k]};
    transpose(r);
    for (int j = 0; j < 4; j++) {
        if (j < n) {
            stream(record[j], r[j]);
        }
    }
}

#endif
