// SPDX-License-Identifier: BSD-3-Clause
// Sums of rows. Included only by kernels.c, once per instruction set.
#ifndef SCREE_BATCH_LANE_SUM_H
#define SCREE_BATCH_LANE_SUM_H

#include "batch/rows.h"
#include "maths/double_double.h"

// A sum in eight lanes, the same for every vector width, each in double-double precision.
typedef struct lane_sum {
    vec4d high[2], low[2];
} lane_sum;

// Knuth's two-sum, as in maths/double_double.h, in four lanes.
SCREE_LAW void vec4d_add(vec4d *restrict high, vec4d *restrict low, vec4d x) {
    vec4d t = *high + x, z = t - *high;
    *low += (*high - (t - z)) + (x - z);
    *high = t;
}

// Adds n values; n is a multiple of eight.
SCREE_LAW void lanes_add(lane_sum *restrict sum, const double *restrict x, int n) {
    vec4d high[2] = {sum->high[0], sum->high[1]}, low[2] = {sum->low[0], sum->low[1]};
    for (int k = 0; k < n; k += 8) {
        vec4d_add(&high[0], &low[0], *(const vec4d *)(x + k));
        vec4d_add(&high[1], &low[1], *(const vec4d *)(x + k + 4));
    }
    sum->high[0] = high[0], sum->high[1] = high[1];
    sum->low[0] = low[0], sum->low[1] = low[1];
}

static void lanes_join(const lane_sum *sum, scree_double_double *to) {
    for (int lane = 0; lane < 8; lane++) {
        const scree_double_double one = {sum->high[lane / 4][lane % 4], sum->low[lane / 4][lane % 4]};
        scree_double_double_join(to, &one);
    }
}

#endif
