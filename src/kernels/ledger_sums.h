// SPDX-License-Identifier: BSD-3-Clause
// Sums for the ledger, by mode: power put into contacts (force times relative velocity), power dissipated by dashpots, stored
// energy. Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_LEDGER_SUMS_H
#define SCREE_KERNELS_LEDGER_SUMS_H

#include "batch/batch.h"

// Adds the terms of a batch; those of the lanes after the last contact are set to zero.
SCREE_LAW void add_terms(batch_workspace *q) {
    const int n = q->b.n, lanes = (n + 7) & ~7;
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        if (q->options.modes & 1 << mode) {
            for (int k = n; k < lanes; k++) {
                q->term.work[mode][k] = q->term.viscous[mode][k] = q->term.elastic[mode][k] = 0.0;
            }
            if (q->options.lossy & 1 << mode) {
                if (!(q->options.known & 1 << mode) || q->options.summed) { // else nothing reads it
                    lanes_add(&q->sum[0][mode], q->term.work[mode], lanes);
                }
                lanes_add(&q->sum[1][mode], q->term.viscous[mode], lanes);
            }
            if (q->options.summed) {
                lanes_add(&q->sum[2][mode], q->term.elastic[mode], lanes);
            }
        }
    }
    if (q->options.loses) {
        for (int k = n; k < lanes; k++) {
            q->term.lost[k] = 0.0;
        }
        lanes_add(&q->lost, q->term.lost, lanes);
    }
}

// Adds the sums of a run of pairs. Where the stored energy is known, and where laws write the work of springs, the power of the rest is that
// of the dashpots. What normal laws lose where their memory changes takes the place of the work of springs.
static void add_modes(const batch_workspace *q, scree_chunk_sums *to) {
    if (q->options.loses) {
        lanes_join(&q->lost, &to->springs[SCREE_MODE_NORMAL]);
    }
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        const int bit = 1 << mode, springs = q->options.springs & bit, known = q->options.known & bit;
        const lane_sum *power = &q->sum[0][mode], *viscous = &q->sum[1][mode], *elastic = &q->sum[2][mode];
        if (!(q->options.modes & bit)) {
            continue;
        }
        lanes_join(springs || known ? viscous : power, &to->modes[0][mode]);
        lanes_join(viscous, &to->modes[1][mode]);
        lanes_join(elastic, &to->modes[2][mode]);
        if (springs) {
            lanes_join(power, &to->springs[mode]);
        }
        if (known && q->options.summed) {
            scree_double_double less = {0};
            lanes_join(viscous, &less);
            lanes_join(elastic, &to->known[mode]);
            lanes_join(power, &to->known_power);
            scree_double_double_join(&to->known_power, &(scree_double_double){-less.high, -less.low});
        }
    }
}

// The modes in which the laws of a set act, one bit each.
static int modes_of(const scree_law_set *set) {
    int modes = 0;
    for (int s = 0; s < set->n; s++) {
        modes |= scree_slots[set->step[s].slot].modes;
    }
    return modes;
}

// Is the first of two pairs of a block before the second by the ids of their bodies? Wall elements are compared like ids.
static int comes_first(const scree_world *w, int wall, size_t first, size_t second) {
    const scree_pair x = w->pairs.pair[first], y = w->pairs.pair[second];
    const uint64_t *id = w->p.id;
    if (id[x.a] != id[y.a]) {
        return id[x.a] < id[y.a];
    }
    return wall ? x.b < y.b : id[x.b] < id[y.b];
}

// The lengths against which alarms measure the overlap of a pair, m.
typedef struct overlap_scale {
    double depth, limit; // of the largest overlap and the warning; of the limit
} overlap_scale;

// Contact laws are not valid for overlaps beyond the limit of the case times a radius. This radius is twice the effective
// radius of the pair: for equal spheres their radius, for others between the smaller radius and twice that. A convex body is pressed through another one when the
// overlap comes near its smallest half length, so this takes the place of its radius.
static overlap_scale scale_of(const scree_pair_job *job, size_t index, double ra, double rb, double r_eff) {
    const scree_particles *p = &job->world->p;
    const int wall = job->block->wall >= 0;
    if (job->convex) {
        const scree_pair pair = job->world->pairs.pair[index];
        if (scree_is_convex(p, pair.a) || (!wall && scree_is_convex(p, pair.b))) {
            const double a = scree_thinnest_radius(p, pair.a),
                         b = wall ? a : scree_thinnest_radius(p, pair.b), least = a < b ? a : b;
            return (overlap_scale){least, least};
        }
    }
    return (overlap_scale){ra < rb ? ra : rb, (wall ? 1.0 : 2.0) * r_eff};
}

// Records a contact whose overlap is not below job->known_depth.
static void note_depth(const scree_pair_job *job, size_t pair, double overlap, overlap_scale of,
                       scree_chunk_sums *s) {
    const scree_alarms_def *alarms = &job->world->case_->alarms;
    const double depth = overlap / of.depth;
    s->deep += !(overlap < alarms->overlap_limit * of.limit);
    s->large += !(depth < alarms->overlap_warning);
    if (depth > s->depth ||
        (depth == s->depth && comes_first(job->world, job->block->wall >= 0, pair, s->deepest))) {
        s->depth = depth;
        s->deepest = pair;
    }
}

// Checks the contacts of a batch for the deepest so far.
static __attribute__((noinline)) void add_deep(const scree_pair_job *job, const batch_workspace *q,
                                               const uint32_t *pick, size_t first, int n,
                                               scree_chunk_sums *s) {
    const scree_batch *b = &q->b;
    for (int k = 0; k < n; k++) {
        const double smaller = b->ra[k] < b->rb[k] ? b->ra[k] : b->rb[k];
        if (q->in_contact[k] && !(b->overlap[k] < job->known_depth * smaller) && !(b->overlap[k] < 0.0)) {
            const size_t pair = pair_of(pick, first, k, 0, n);
            note_depth(job, pair, b->overlap[k], scale_of(job, pair, b->ra[k], b->rb[k], b->r_eff[k]), s);
        }
    }
}

#endif
