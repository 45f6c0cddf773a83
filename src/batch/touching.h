// SPDX-License-Identifier: BSD-3-Clause
// Which of the listed pairs touch. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_TOUCHING_H
#define SCREE_BATCH_TOUCHING_H

#include "access/contact_iterator.h"
#include "access/convex_body.h"
#include "batch/batch.h"
#include "batch/convex_pairs.h"
#include "pairs/pair_list.h"
#include <string.h>

// Indices of the pairs that touch, and of those within a field. One element more, because writing it is faster than a test.
typedef struct found {
    int touching, in_field; // numbers of them
    int unfinished;         // pairs of convex bodies whose deepest point was not found in the steps allowed
    uint32_t touching_pair[BLOCK + 1], in_field_pair[BLOCK + 1];
} found;

// Squared distances of the centres of n pairs and the sums of their radii.
SCREE_LAW void measure(const scree_pair_job *job, const uint32_t *pick, size_t first, int n,
                       double *restrict distance2, double *restrict reach) {
    const scree_pos *x = job->world->p.x;
    const scree_pair *pair = job->world->pairs.pair;
    const scree_period period = job->period;
    double d[4][BLOCK];
    for (int k = 0; k < n; k += 4) {
        vec4d r[4];
        for (int j = 0; j < 4; j++) {
            const scree_pair p = pair[pair_of(pick, first, k, j, n)];
            const vec4d a = *(const vec4d *)&x[p.a], b = *(const vec4d *)&x[p.b];
            r[j] = SCREE_SHUFFLE(b - a, b + a, 0, 1, 2, 7);
        }
        transpose(r);
        for (int i = 0; i < 4; i++) {
            *(vec4d *)&d[i][k] = r[i];
        }
    }
    if (period.leans) {
#pragma omp simd
        for (int k = 0; k < n; k++) {
            distance2[k] = vec_norm2(scree_nearest_leaning(&period, d[0][k], d[1][k], d[2][k]));
            reach[k] = d[3][k];
        }
        return;
    }
#pragma omp simd
    for (int k = 0; k < n; k++) {
        distance2[k] = vec_norm2(scree_nearest_upright(&period, d[0][k], d[1][k], d[2][k]));
        reach[k] = d[3][k];
    }
}

// Puts what they would be for spheres with the gap of the bodies in place of squared distances and reaches that `measure` has found. In the field of the spheres around them
// bodies may be beyond that of their own.
static int measure_convex(const scree_pair_job *job, size_t first, int n, double *distance2,
                          const double *reach) {
    const scree_particles *p = &job->world->p;
    int unfinished = 0;
    for (int k = 0; k < n; k++) {
        const scree_pair pair = job->world->pairs.pair[first + (size_t)k];
        const double beyond = reach[k] + fmax(job->field, job->neck);
        if (distance2[k] < beyond * beyond && (scree_is_convex(p, pair.a) || scree_is_convex(p, pair.b))) {
            const scree_pos *a = &p->x[pair.a], *b = &p->x[pair.b];
            const scree_vec3 d = scree_nearest_image(&job->period, b->x - a->x, b->y - a->y, b->z - a->z);
            const scree_convex_depth deepest = scree_convex_pair(job->world, pair.a, pair.b, d, 1);
            const double apart = reach[k] - deepest.depth;
            distance2[k] = apart > 0.0 ? apart * apart : 0.0;
            unfinished += deepest.unfinished;
        }
    }
    return unfinished;
}

SCREE_LAW int is_bonded(const scree_pair_job *job, size_t index) {
    return scree_pair_is_bonded(&job->world->pairs, job->block, index, job->laws->bond);
}

// For laws with a field: finds the pairs that touch, those within the field that do not, and clears those that have just
// separated.
static void find_touching(const scree_pair_job *job, size_t first, int n, found *f) {
    const uint8_t *was = job->world->pairs.touching + first;
    double distance2[BLOCK], reach[BLOCK];
    uint32_t separated[BLOCK + 1];
    int touching = 0, in_field = 0, apart = 0;
    measure(job, NULL, first, n, distance2, reach);
    f->unfinished = 0;
    if (job->convex && (job->field > 0.0 || job->neck > 0.0 || job->laws->bond >= 0)) {
        f->unfinished = measure_convex(job, first, n, distance2, reach);
    }
    for (int k = 0; k < n; k++) {
        double d2 = distance2[k], held = reach[k];
        uint32_t index = (uint32_t)(first + (size_t)k);
        double beyond = reach[k] + job->field;
        held += was[k] == 1 ? job->neck : 0.0;
        int near = d2 >= held * held && d2 < beyond * beyond; // neither touching nor to be cleared
        int yes = d2 < held * held || is_bonded(job, index);
        near &= !yes;
        f->in_field_pair[in_field] = index;
        in_field += near;
        f->touching_pair[touching] = index;
        touching += yes;
        separated[apart] = index;
        apart += (was[k] != 0) & !(yes | near);
    }
    for (int k = 0; k < apart; k++) {
        scree_pairs_close((scree_pairs *)&job->world->pairs, job->block, separated[k]);
    }
    f->touching = touching;
    f->in_field = in_field;
}

// Indices of pairs collected until a batch is full, of convex bodies all of a run. Some elements more, because writing them is faster than tests.
typedef struct waiting {
    int n;
    uint32_t pair[MOST_WAITING];
} waiting;

typedef uint32_t numbers __attribute__((vector_size(16), aligned(4)));

// Positions of the bits set in a number below 16.
static const numbers set_bits[16] = {{0},    {0},       {1},       {0, 1},      {2},    {0, 2},
                                     {1, 2}, {0, 1, 2}, {3},       {0, 3},      {1, 3}, {0, 1, 3},
                                     {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

// For all others: pairs that touched before are taken without a test, because the evaluation tests all that it gets; the
// others only if they touch now; of convex bodies, if the spheres around them do. Returns the number of those that touched before, which come first.
SCREE_LAW int find_candidates(const scree_pair_job *job, size_t first, int n, waiting *f) {
    const uint8_t *was = job->world->pairs.touching + first;
    double distance2[BLOCK], reach[BLOCK];
    uint32_t others[BLOCK + 4], *to = f->pair + f->n;
    int candidates = 0, n_others = 0;
    for (int k = 0; k < n; k += 4) {
        uint32_t flags = 0;
        if (n - k < 4) { // the flags after the last pair may belong to another thread
            memcpy(&flags, was + k, (size_t)(n - k));
        } else {
            memcpy(&flags, was + k, sizeof flags);
        }
        const uint32_t valid = n - k < 4 ? (1u << (n - k)) - 1 : 15u;
        flags &= 0x01010101u;
        const uint32_t bits = ((flags * 0x01020408u) >> 24) & valid; // four bytes of 0 or 1
        const uint32_t rest = bits ^ valid;
        *(numbers *)(to + candidates) = set_bits[bits] + (uint32_t)(first + (size_t)k);
        *(numbers *)(others + n_others) = set_bits[rest] + (uint32_t)(first + (size_t)k);
        candidates += __builtin_popcount(bits);
        n_others += __builtin_popcount(rest);
    }
    const int known = candidates;
    if (job->convex) {
        n_others = leave_out_far(&job->world->pairs, others, n_others);
    }
    if (n_others > 0) {
        measure(job, others, 0, n_others, distance2, reach);
    }
    for (int k = 0; k < n_others; k++) {
        to[candidates] = others[k];
        candidates += distance2[k] < reach[k] * reach[k];
    }
    for (int k = 0; job->convex && k < n_others; k++) {
        scree_pair_apart *apart = &job->world->pairs.apart[others[k]];
        apart->until = apart_until(&job->world->pairs, sqrt(distance2[k]) - reach[k]);
    }
    f->n += candidates;
    return known;
}

// Finds the pairs with walls that touch or are within a field; their overlap is already known.
static void find_touching_wall(const scree_pair_job *job, size_t first, int n, found *f) {
    const scree_pairs *pairs = &job->world->pairs;
    f->touching = f->in_field = f->unfinished = 0;
    for (int k = 0; k < n; k++) {
        size_t index = first + (size_t)k;
        double overlap = pairs->touch[index - pairs->first_wall_pair].overlap;
        int held =
            overlap > 0.0 || (pairs->touching[index] == 1 && overlap > -job->neck) || is_bonded(job, index);
        f->touching_pair[f->touching] = f->in_field_pair[f->in_field] = (uint32_t)index;
        f->touching += held;
        f->in_field += !held && overlap > -job->field;
    }
}

#endif
