// SPDX-License-Identifier: BSD-3-Clause
// The stress of a cell that deforms: sums over contacts of the force on a times the displacement from a to b. It sets the rate of the cell, so the sums
// must not depend on their order: each term is rounded to a whole number of units.
// Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_CELL_LANES_H
#define SCREE_KERNELS_CELL_LANES_H

#include "batch/batch.h"

// Terms beyond so many units are cut. The sum of 2^12 of them can still be counted.
static const double MOST_UNITS = 0x1p50;

// A term as a whole number: after adding 1.5 * 2^52 to a number of units, the low bits of the result are the units.
SCREE_LAW int64_t units_of(double term) {
    const double origin = 0x1.8p52;
    union {
        double value;
        int64_t bits;
    } there = {term + origin}, none = {origin};
    return there.bits - none.bits;
}

static __attribute__((noinline)) void add_virial(const scree_pair_job *job, const batch_workspace *q,
                                                 scree_chunk_sums *s) {
    static const int along[6] = {0, 1, 2, 0, 0, 1}, across[6] = {0, 1, 2, 1, 2, 2};
    const double scale = job->per_virial;
    const int n = q->b.n;
    double largest = 0.0;
    for (int c = 0; c < 6; c++) {
        const double *force = q->force[FX + along[c]], *d = q->bodies.x[across[c]];
        int64_t sum = 0;
        double most = 0.0;
#pragma omp simd reduction(+ : sum) reduction(max : most)
        for (int k = 0; k < n; k++) {
            const double term = q->in_contact[k] ? force[k] * d[k] * scale : 0.0, size = fabs(term);
            most = size > most ? size : most;
            sum += units_of(size > MOST_UNITS ? (term > 0.0 ? MOST_UNITS : -MOST_UNITS) : term);
        }
        s->virial[c] += sum;
        largest = most > largest ? most : largest;
    }
    s->virial_cut |= largest > MOST_UNITS;
}

#endif
