// SPDX-License-Identifier: BSD-3-Clause
// Gives the heat laws of a batch their temperatures, and finds the heat that contacts make of their losses
// (access/loss_heat.h). Included only by kernels.c, once per instruction set.
#ifndef SCREE_KERNELS_HEAT_LANES_H
#define SCREE_KERNELS_HEAT_LANES_H

#include "access/loss_heat.h"
#include "access/wall_temperature.h"
#include "batch/batch.h"
#include "kernels/bond_lanes.h"
#include "pairs/surface.h"

// Copies what the heat law has written into the records of the forces, which have zero there without such a law.
SCREE_LAW void put_heat(batch_workspace *restrict q) {
    const int lanes = q->options.heat >= 0 ? (q->b.n + 7) & ~7 : 0;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const double heat = q->b.heat[k];
        q->force[HEAT][k] = q->in_contact[k] ? heat : 0.0;
    }
}

// Makes the wall in lane k warmer than the particle by 1 K: so heat laws give the conductance, W/K, from which heat/heat_walls.c finds the flow.
// Those that radiate get its temperature.
SCREE_LAW void put_wall_temperature(const scree_pair_job *job, batch_workspace *q, int k, uint32_t particle,
                                    uint32_t element) {
    const double *t = job->world->p.temperature;
    q->b.ta[k] = t ? t[particle] : 0.0;
    q->b.tb[k] = t ? t[particle] + 1.0 : 0.0;
    if (t && job->laws->traits & SCREE_TRAIT_RADIATES) {
        const scree_wall_part part = scree_surface_part(job->world, job->block->wall, element);
        q->b.tb[k] = t[particle] + scree_wall_warmer(&job->world->wall.data[part.wall], t[particle]);
    }
}

// Sums the rows over the modes of the set, in lane k.
SCREE_LAW double over_modes(const double (*row)[SCREE_BATCH], int modes, int k) {
    double sum = 0.0;
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        sum += modes & 1 << mode ? row[mode][k] : 0.0;
    }
    return sum;
}

// Stored in the bond of lane k, J: all of it becomes heat when the bond breaks, nothing before. broken: the part that does here.
SCREE_LAW double bond_of_lane(const batch_workspace *q, int k, double *broken) {
    const scree_batch *b = &q->b;
    const double energy =
        (b->bond_energy_n[k] + b->bond_energy_t[k]) + (b->bond_energy_r[k] + b->bond_energy_w[k]);
    *broken = b->break_mode[k] > 0.0 ? energy : 0.0;
    return b->break_mode[k] > 0.0 ? 0.0 : energy;
}

// Lanes of a batch: what they make of a sum of the power and of the stored energy over `modes`, with a bond law if `bond`. springs: of these
// modes, those in which the power is that of dashpots only, and the work of springs is known; known: those in which the power is that of
// dashpots only, and what is stored is none of what is lost; loses: the normal law writes what is.
SCREE_LAW void make_heat_of(const scree_pair_job *job, batch_workspace *restrict q, int modes, int springs,
                            int known, int loses, int bond) {
    const int lanes = (q->b.n + 7) & ~7, dashpots = springs | known;
    const double half = job->world->pairs.half_step, any = half >= 0.0 ? 1.0 : 0.0;
    double *restrict power = q->b.h[q->options.loss_column], *restrict energy =
                                                                 q->b.h[q->options.loss_column + 1];
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const double p_now = over_modes((const double(*)[SCREE_BATCH])q->term.work, modes & ~dashpots, k) +
                             over_modes((const double(*)[SCREE_BATCH])q->term.viscous, dashpots, k),
                     e_now = over_modes((const double(*)[SCREE_BATCH])q->term.elastic, modes & ~known, k),
                     s_now = over_modes((const double(*)[SCREE_BATCH])q->term.work, springs, k) +
                             (loses ? q->term.lost[k] : 0.0);
        const double p = q->in_contact[k] ? p_now : 0.0, e = q->in_contact[k] ? e_now : 0.0,
                     s = q->in_contact[k] ? s_now : 0.0;
        double broken = 0.0;
        const double stored = bond ? e - bond_of_lane(q, k, &broken) : e;
        q->loss_heat[k] = any * (half * (power[k] + p) + s - (stored - energy[k]) + broken);
        power[k] = p;
        energy[k] = stored;
    }
}

// To be called when the terms are known and before the history of what has ended is cleared. The usual modes have loops of their own,
// which the compiler can vectorise.
static __attribute__((noinline)) void make_heat(const scree_pair_job *job, batch_workspace *restrict q) {
    const int pushes = 1 << SCREE_MODE_NORMAL, slides = 1 << SCREE_MODE_TANGENTIAL,
              all = (1 << SCREE_MODES) - 1, springs = q->options.springs & q->options.modes,
              known = q->options.known & q->options.modes;
    if (q->options.bond < 0 && q->options.modes == (pushes | slides) && springs == slides &&
        known == pushes && !q->options.loses) {
        make_heat_of(job, q, pushes | slides, slides, pushes, 0, 0);
    } else if (q->options.bond >= 0 && q->options.modes == all && springs == 0 && known == 0 &&
               !q->options.loses) {
        make_heat_of(job, q, all, 0, 0, 0, 1);
    } else {
        make_heat_of(job, q, q->options.modes, springs, known, q->options.loses, q->options.bond >= 0);
    }
}

// A contact with a wall ends before bonds are made and laws run in the same step: if it is bonded then, what it made when it ended is there already.
static void store_loss_heat(const scree_pair_job *job, const batch_workspace *q, const uint32_t *pick,
                            size_t first, int n) {
    if (job->block->wall >= 0) {
        for (int k = 0; k < n; k++) {
            scree_loss_heat_add(&job->world->pairs, job->block, pick[k], q->loss_heat[k]);
        }
        return;
    }
    for (int k = 0; k < n; k++) {
        scree_loss_heat_store(&job->world->pairs, job->block, pair_of(pick, first, k, 0, n), q->loss_heat[k]);
    }
}

#endif
