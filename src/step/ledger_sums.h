// SPDX-License-Identifier: BSD-3-Clause
// What the motion puts into the contacts, force times relative velocity by sense, what they take and store. Included by kernels.c alone, once per instruction set.
#ifndef SCREE_STEP_LEDGER_SUMS_H
#define SCREE_STEP_LEDGER_SUMS_H

#include "step/batch.h"

// Knuth's two-sum, as in base/wide.h, in four lanes.
SCREE_LAW void four_add(four *restrict high, four *restrict low, four x) {
    four t = *high + x, z = t - *high;
    *low += (*high - (t - z)) + (x - z);
    *high = t;
}

// Adds n values, a whole number of eights.
SCREE_LAW void lanes_add(lane_sum *restrict sum, const double *restrict x, int n) {
    four high[2] = {sum->high[0], sum->high[1]}, low[2] = {sum->low[0], sum->low[1]};
    for (int k = 0; k < n; k += 8) {
        four_add(&high[0], &low[0], *(const four *)(x + k));
        four_add(&high[1], &low[1], *(const four *)(x + k + 4));
    }
    sum->high[0] = high[0], sum->high[1] = high[1];
    sum->low[0] = low[0], sum->low[1] = low[1];
}

static void lanes_join(const lane_sum *sum, scree_wide *to) {
    for (int lane = 0; lane < 8; lane++) {
        const scree_wide one = {sum->high[lane / 4][lane % 4], sum->low[lane / 4][lane % 4]};
        scree_wide_join(to, &one);
    }
}

// Adds the terms of a batch; copies in the lanes after the last contact count nothing.
SCREE_LAW void add_terms(const scree_pair_job *job, work *q) {
    const int n = q->b.n, lanes = (n + 7) & ~7;
    for (int sense = 0; sense < SCREE_SENSES; sense++) {
        if (q->senses & 1 << sense) {
            for (int k = n; k < lanes; k++) {
                q->term.work[sense][k] = q->term.viscous[sense][k] = q->term.elastic[sense][k] = 0.0;
            }
            lanes_add(&q->sum[0][sense], q->term.work[sense], lanes);
            lanes_add(&q->sum[1][sense], q->term.viscous[sense], lanes);
            if (job->stored) {
                lanes_add(&q->sum[2][sense], q->term.elastic[sense], lanes);
            }
        }
    }
}

// Terms of a batch from what its laws have left in the rows.
static void put_terms(work *restrict q) {
    const scree_batch *b = &q->b;
    terms *t = &q->term;
    const int lanes = (b->n + 7) & ~7;
#define SCREE_TERMS(sense, power, s)                                                                         \
    if (q->senses & 1 << sense) {                                                                            \
        _Pragma("omp simd") for (int k = 0; k < lanes; k++) {                                                \
            t->work[sense][k] = power;                                                                       \
            t->viscous[sense][k] = b->viscous_##s[k];                                                        \
            t->elastic[sense][k] = b->energy_##s[k];                                                         \
        }                                                                                                    \
    }
    SCREE_TERMS(0, b->fn[k] * b->vn[k], n)
    SCREE_TERMS(1, -(b->ftx[k] * b->vtx[k] + b->fty[k] * b->vty[k] + b->ftz[k] * b->vtz[k]), t)
    SCREE_TERMS(2, -(b->mrx[k] * b->wrx[k] + b->mry[k] * b->wry[k] + b->mrz[k] * b->wrz[k]), r)
    SCREE_TERMS(3, -b->mw[k] * (b->wrx[k] * b->nx[k] + b->wry[k] * b->ny[k] + b->wrz[k] * b->nz[k]), w)
#undef SCREE_TERMS
}

// Which senses the laws of a set act in.
static int senses_of(const scree_law_set *set) {
    static const int sense[SCREE_SLOT_COUNT] = {[SCREE_NORMAL] = 0,
                                                [SCREE_COHESION] = 0,
                                                [SCREE_TANGENTIAL] = 1,
                                                [SCREE_ROLLING] = 2,
                                                [SCREE_TWISTING] = 3};
    int senses = 0;
    for (int s = 0; s < set->n; s++) {
        senses |= 1 << sense[set->step[s].slot];
    }
    return senses;
}

// What moving walls do to the particles of a batch.
static void add_wall_power(const scree_pair_job *job, const work *q, scree_chunk_sums *s) {
    const scree_batch *b = &q->b;
    const scree_vec3 spin = job->world->wall.data[job->class->wall].spin;
    for (int k = 0; k < b->n; k++) {
        double along = spin.x * b->nx[k] + spin.y * b->ny[k] + spin.z * b->nz[k];
        double power = q->force[FX][k] * q->wall_v[0][k] + q->force[FY][k] * q->wall_v[1][k] +
                       q->force[FZ][k] * q->wall_v[2][k] +
                       ((b->mrx[k] * spin.x + b->mry[k] * spin.y + b->mrz[k] * spin.z) + b->mw[k] * along);
        scree_wide_add(&s->wall_power, power);
    }
}

// Contacts so deep that the alarm should look at them.
static void add_deep(const scree_pair_job *job, const work *q, scree_chunk_sums *s) {
    const double most = job->class->wall >= 0 ? SCREE_DEEPEST : SCREE_DEEPEST_PAIR;
    for (int k = 0; k < q->b.n; k++) {
        s->deep += !(q->b.overlap[k] < most * q->b.r_eff[k]);
    }
}

#endif
