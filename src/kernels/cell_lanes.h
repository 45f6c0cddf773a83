// SPDX-License-Identifier: BSD-3-Clause
// The stress of a cell that deforms: sums over contacts of the force on a times the displacement from a to b. It sets the rate of the cell, so the sums
// must not depend on their order: each term is rounded to a whole number of units.
// Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_CELL_LANES_H
#define SCREE_KERNELS_CELL_LANES_H

#include "batch/batch.h"

typedef double vec8d __attribute__((vector_size(64), aligned(8)));
typedef int64_t vec8i __attribute__((vector_size(64), aligned(8)));
typedef uint64_t vec8u __attribute__((vector_size(64), aligned(8)));

// After adding this to a number of units, the low bits of the result are that number, rounded: 1.5 * 2^52.
#define UNITS_ORIGIN 0x1.8p52
// Terms beyond so many units are cut. The sum of 2^12 of them can still be counted.
#define MOST_UNITS 0x1p50

// The bits of terms after adding the origin, whose sum, modulo 2^64, is that of the units and of the origins.
SCREE_LAW vec8u units_of(vec8d term) {
    return (vec8u)(term + UNITS_ORIGIN);
}

SCREE_LAW int64_t units_of_one(double term) {
    const vec8d cut = {term > MOST_UNITS    ? MOST_UNITS
                       : term < -MOST_UNITS ? -MOST_UNITS
                                            : term},
                origin = {UNITS_ORIGIN};
    return (int64_t)(units_of(cut)[0] - ((vec8u)origin)[0]);
}

SCREE_LAW uint64_t units_of_origins(uint64_t n) {
    const vec8d origin = {UNITS_ORIGIN};
    return n * ((vec8u)origin)[0];
}

// The larger ones of some sizes and those of terms.
SCREE_LAW vec8d larger_sizes(vec8d most, vec8d term) {
    const vec8i size = (vec8i)term & INT64_MAX, larger = (vec8d)size > most;
    return (vec8d)((larger & size) | (~larger & (vec8i)most));
}

SCREE_LAW int are_too_large(vec8d most) {
    int any = 0;
    for (int k = 0; k < 8; k++) {
        any |= !(most[k] <= MOST_UNITS);
    }
    return any;
}

static __attribute__((noinline)) int64_t sum_with_cuts(const double *force, const double *d, double scale,
                                                       int n) {
    int64_t sum = 0;
    for (int k = 0; k < n; k++) {
        sum += units_of_one(force[k] * scale * d[k]);
    }
    return sum;
}

static __attribute__((noinline)) void add_virial(const scree_pair_job *job, batch_workspace *q,
                                                 scree_chunk_sums *s) {
    static const int along[SCREE_STRESSES] = {0, 1, 2, 0, 0, 1}, across[SCREE_STRESSES] = {0, 1, 2, 1, 2, 2};
    const double scale = job->per_virial;
    const int n = q->b.n, lanes = (n + 7) & ~7;
    vec8d most = {0.0};
    vec8u sum[SCREE_STRESSES] = {{0}};
    for (int k = n; k < lanes; k++) {
        q->force[FX][k] = q->force[FY][k] = q->force[FZ][k] = 0.0;
        q->bodies.x[0][k] = q->bodies.x[1][k] = q->bodies.x[2][k] = 0.0;
    }
    for (int k = 0; k < lanes; k += 8) {
        vec8d force[3], d[3];
        for (int axis = 0; axis < 3; axis++) {
            force[axis] = *(const vec8d *)&q->force[FX + axis][k] * scale;
            d[axis] = *(const vec8d *)&q->bodies.x[axis][k];
        }
        for (int c = 0; c < SCREE_STRESSES; c++) {
            const vec8d term = force[along[c]] * d[across[c]];
            most = larger_sizes(most, term);
            sum[c] += units_of(term);
        }
    }
    const bool cut = are_too_large(most);
    for (int c = 0; c < SCREE_STRESSES; c++) {
        const vec8u u = sum[c];
        const uint64_t all = ((u[0] + u[1]) + (u[2] + u[3])) + ((u[4] + u[5]) + (u[6] + u[7]));
        s->virial[c] += cut ? sum_with_cuts(q->force[FX + along[c]], q->bodies.x[across[c]], scale, n)
                            : (int64_t)(all - units_of_origins((uint64_t)lanes));
    }
    s->virial_cut |= cut;
}

// The products of mass, velocity and velocity of a sphere; 0 of one that is fixed or dead.
SCREE_LAW vec8d products_of(const scree_particles *p, size_t i, double scale) {
    const vec4d v = *(const vec4d *)&p->motion[i].v; // the fourth is the mass
    const vec4d mv = (v[3] < SCREE_FIXED_MASS && !p->dead[i] ? v[3] * scale : 0.0) * v;
    return __builtin_shufflevector(v, v, 0, 1, 2, 0, 0, 1, 0, 0) *
           __builtin_shufflevector(mv, mv, 0, 1, 2, 1, 2, 2, 0, 0);
}

// Adds these products of the rows first .. last-1, all of which are spheres. A term that is too large is cut.
static void sum_motion(const scree_particles *p, size_t first, size_t last, double scale,
                       int64_t to[SCREE_STRESSES]) {
    enum { ROWS = 64 }; // looked at together for terms that are too large
    for (size_t from = first; from < last; from += ROWS) {
        const size_t end = last - from > ROWS ? from + ROWS : last;
        vec8d most = {0.0};
        vec8u sum = {0};
        for (size_t i = from; i < end; i++) {
            const vec8d term = products_of(p, i, scale);
            most = larger_sizes(most, term);
            sum += units_of(term);
        }
        const int cut = are_too_large(most);
        for (int c = 0; c < SCREE_STRESSES; c++) {
            to[c] += cut ? 0 : (int64_t)(sum[c] - units_of_origins(end - from));
            for (size_t i = from; cut && i < end; i++) {
                to[c] += units_of_one(products_of(p, i, scale)[c]);
            }
        }
    }
}

#undef UNITS_ORIGIN
#undef MOST_UNITS

#endif
