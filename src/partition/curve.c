// SPDX-License-Identifier: BSD-3-Clause
#include "partition/curve.h"
#include <string.h>

enum { MOST_HALVINGS = 10 }; // the shortest axis has at least 2^-10 of the cells of the longest

static double longest(const scree_curve *c) {
    double most = 0.0;
    for (int k = 0; k < 3; k++) {
        most = c->axis[k].length > most ? c->axis[k].length : most;
    }
    return most;
}

// Can the box be divided? It must be finite and larger than rounding errors.
static bool can_be_divided(const scree_curve *c) {
    double far = 0.0;
    for (int k = 0; k < 3; k++) {
        const scree_curve_axis *a = &c->axis[k];
        if (!(a->length >= 0.0 && a->length < 1e100 && fabs(a->low) < 1e100)) {
            return false;
        }
        far = fabs(a->low) > far ? fabs(a->low) : far;
    }
    return longest(c) > 1e-9 * far && longest(c) > 1e-100;
}

// Number of halvings by which the longest axis comes closest to this length. Cells are at most twice as long as wide.
static int halvings(double most, double length) {
    int k = 0;
    while (k < MOST_HALVINGS && length * sqrt(2.0) < most) {
        most *= 0.5;
        k++;
    }
    return k;
}

scree_curve scree_curve_create(const scree_cell *cell, scree_vec3 low, scree_vec3 high) {
    scree_curve c = {.cell = *cell};
    scree_cell_cover(cell, &low, &high);
    for (int k = 0; k < 3; k++) {
        const double from = vec_get(low, k), length = vec_get(high, k) - from;
        c.axis[k] = (scree_curve_axis){.low = from, .length = length};
    }
    const bool whole = can_be_divided(&c);
    const double least = longest(&c) * (1.0 / (1 << MOST_HALVINGS));
    for (int k = 0; k < 3; k++) {
        scree_curve_axis *a = &c.axis[k];
        if (!whole && !cell->periodic[k]) {
            a->low = fabs(a->low) < 1e100 ? a->low : 0.0;
            a->length = 1.0;
        } else if (!cell->periodic[k]) {
            a->length = a->length > least ? a->length : least;
        }
    }
    for (int k = 0; k < 3; k++) {
        scree_curve_axis *a = &c.axis[k];
        a->cells = 1u << (SCREE_CURVE_LEVELS - halvings(longest(&c), a->length));
        a->scale = a->cells / a->length;
        a->slot = 0;
        for (int other = 0; other < 3; other++) {
            const double length = c.axis[other].length;
            a->slot += length < a->length || (length == a->length && other < k);
        }
    }
    return c;
}

enum { BINS = 1024 };
#define OUTSIDE 0.001 // fraction of the weight that is ignored at each end

// Position, in bins, below which the fraction `part` of the weight lies.
static double quantile(const uint64_t *bin, double part) {
    double sum = 0.0, below = 0.0;
    for (int k = 0; k < BINS; k++) {
        sum += (double)bin[k];
    }
    for (int k = 0; k < BINS; k++) {
        const double here = (double)bin[k];
        if (here > 0.0 && below + here >= part * sum) {
            return k + (part * sum - below) / here;
        }
        below += here;
    }
    return BINS;
}

static void count_bins(uint64_t bin[3][BINS], const double low[3], const double high[3], const scree_pos *x,
                       const uint32_t *weight, size_t n) {
    double scale[3];
    for (int k = 0; k < 3; k++) {
        scale[k] = high[k] > low[k] ? BINS / (high[k] - low[k]) : 0.0;
    }
    for (size_t i = 0; i < n; i++) {
        const double place[3] = {x[i].x, x[i].y, x[i].z};
        for (int k = 0; k < 3; k++) {
            const double d = (place[k] - low[k]) * scale[k];
            bin[k][d >= 0.0 ? d < BINS ? (int)d : BINS - 1 : 0] += weight[i];
        }
    }
}

void scree_curve_fit(const scree_comm *comm, const scree_cell *cell, scree_vec3 *low, scree_vec3 *high,
                     const scree_pos *x, const uint32_t *weight, size_t n) {
    double from[3] = {low->x, low->y, low->z}, to[3] = {high->x, high->y, high->z};
    uint64_t(*bin)[BINS] = scree_realloc(NULL, 0, 3 * sizeof *bin);
    bool coarse = true;
    for (int round = 0; coarse && round < 4;
         round++) { // repeated with finer bins while most of the weight is in a few of them
        memset(bin, 0, 3 * sizeof *bin);
        count_bins(bin, from, to, x, weight, n);
        scree_comm_add(comm, bin[0], (size_t)3 * BINS);
        coarse = false;
        for (int k = 0; k < 3; k++) {
            const double width = (to[k] - from[k]) * (1.0 / BINS), start = from[k];
            // Whole bins at the ends, as the position of the weight inside a bin is unknown.
            const double first = floor(quantile(bin[k], OUTSIDE)), middle = quantile(bin[k], 0.5),
                         last = ceil(quantile(bin[k], 1.0 - OUTSIDE));
            const double half = last - middle > middle - first ? last - middle : middle - first;
            if (!cell->periodic[k]) {
                from[k] = start + (middle - half) * width;
                to[k] = start + (middle + half) * width;
                coarse |= half < BINS / 32.0 && width > 0.0;
            }
        }
    }
    *low = vec3(from[0], from[1], from[2]);
    *high = vec3(to[0], to[1], to[2]);
    scree_free(bin);
}
