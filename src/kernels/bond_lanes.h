// SPDX-License-Identifier: BSD-3-Clause
// Loads and stores the bonds of a batch of contacts around its laws (laws/bond.h). Included only by kernels.c,
// once per instruction set.
#ifndef SCREE_KERNELS_BOND_LANES_H
#define SCREE_KERNELS_BOND_LANES_H

#include "batch/contact_moves.h"
#include "kernels/ledger_sums.h"
#include "laws/bond.h"
#include "pairs/pair_list.h"
#include <omp.h>

// A contact is new where the laws before the bond have no history.
static void set_fresh(batch_workspace *restrict q, int lanes) {
    scree_batch *b = &q->b;
    double any[SCREE_BATCH] = {0};
    for (int i = 0; i < q->options.bond; i++) {
        const double *h = b->h[i];
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            any[k] = h[k] != 0.0 ? 1.0 : any[k];
        }
    }
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const double was = b->fresh[k];
        b->fresh[k] = any[k] > 0.0 ? was : 1.0;
    }
}

// Bonded bodies act on each other at any distance. Where the contact laws are not to act, they get no overlap, and begin anew when
// they act again. state: the first column of the bond. Returns whether anything acts.
SCREE_LAW int see_bond(double state, int replaces, int on, scree_contact *c) {
    const int bonded = state > 0.0, again = state < 0.0;
    const double overlap = -c->gap, left = overlap + state;
    const int contact =
        (bonded & (overlap > 0.0) & !replaces) | (on & !bonded & !again) | (on & again & (left > 0.0));
    const double seen = again ? left : bonded ? overlap : c->overlap;
    c->contact = contact ? 1.0 : 0.0;
    c->overlap = c->contact * seen; // a select would keep gcc 12 from vectorising the loop
    return on | bonded;
}

enum { ONLY_BOND = 2 }; // in `in_contact`: only the bond acts

static void begin_bonds(batch_workspace *restrict q) {
    scree_batch *b = &q->b;
    const double *state = b->h[q->options.bond];
    const int lanes = (b->n + 7) & ~7, replaces = q->options.bond_replaces_contact;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        scree_contact c;
        c.gap = b->gap[k];
        c.overlap = b->overlap[k];
        q->in_contact[k] =
            see_bond(state[k], replaces | (q->in_contact[k] == ONLY_BOND), q->in_contact[k] != 0, &c);
        b->contact[k] = c.contact;
        b->overlap[k] = c.overlap;
    }
    if (q->options.bond > 0) {
        set_fresh(q, lanes);
    }
}

// The contact laws keep no history of what does not act.
static void end_bonds(batch_workspace *restrict q) {
    scree_batch *b = &q->b;
    const int lanes = (b->n + 7) & ~7;
    for (int i = 0; i < q->options.bond; i++) {
        double *h = b->h[i];
#pragma omp simd
        for (int k = 0; k < lanes; k++) {
            const double was = h[k];
            h[k] = b->contact[k] > 0.0 ? was : 0.0;
        }
    }
}

// Stored in a bond, J. When it breaks, its force acted until the middle of the step only, so the power of the other half step is taken
// off.
SCREE_LAW double energy_left(double half_step, double break_mode, double energy, double power) {
    const double broken = energy - half_step * power;
    return break_mode > 0.0 ? broken : energy;
}

static scree_bond_break break_of(const scree_pair_job *job, const batch_workspace *q, int k, size_t index) {
    const scree_world *w = job->world;
    const scree_batch *b = &q->b;
    const scree_pair pair = w->pairs.pair[index];
    const scree_pos *x = &w->p.x[pair.a];
    const bool wall = job->block->wall >= 0;
    const double time = scree_world_time(w);
    return (scree_bond_break){.a = w->p.id[pair.a],
                              .b = wall ? pair.b : w->p.id[pair.b],
                              .wall = job->block->wall,
                              .mode = (int)b->break_mode[k] - 1,
                              .time = time,
                              .at = vec_add_scaled(vec3(x->x, x->y, x->z), x->r - q->force[HALF][k],
                                                   vec3(b->nx[k], b->ny[k], b->nz[k])),
                              .age = time - b->h[q->options.bond + SCREE_BOND_MADE][k]};
}

static __attribute__((noinline)) void add_break(const scree_pair_job *job, batch_workspace *q, int k,
                                                size_t index, scree_chunk_sums *sums) {
    scree_batch *b = &q->b;
    if (q->options.wet) { // what it held is in its history, until liquid/bridges.c gives it back
        scree_double_double_add(&sums->ruptured, b->bond_energy_n[k]);
        b->bond_energy_n[k] = 0.0;
        sums->ruptures++;
        return;
    }
    double *const row[SCREE_MODES] = {&b->bond_energy_n[k], &b->bond_energy_t[k], &b->bond_energy_r[k],
                                      &b->bond_energy_w[k]};
    scree_bond_break one = break_of(job, q, k, index);
    one.energy = (*row[0] + *row[1]) + (*row[2] + *row[3]);
    for (int mode = 0; mode < SCREE_MODES; mode++) {
        scree_double_double_add(&sums->broken[mode], *row[mode]);
        *row[mode] = 0.0; // it is not stored any more
    }
    sums->breaks[one.mode]++;
    if (job->block->zone != SCREE_ZONE_REMOTE) { // the owner of a counts it
        scree_array_push(&job->world->breaks[omp_get_thread_num()], one);
    }
}

// The power that goes into the springs of bonds is not work for the ledger: they store and give back all of it, while the velocities of
// a step, which follow the forces before it, would count a loss.
static void leave_out_bonds(batch_workspace *restrict q) {
    const int lanes = (q->b.n + 7) & ~7;
    const double half_step = 0.5 * q->b.dt;
    scree_batch *b = &q->b;
    terms *t = &q->term;
#pragma omp simd
    for (int k = 0; k < lanes; k++) {
        const int on = q->in_contact[k] != 0, holds = on & (b->break_mode[k] == 0.0);
        b->break_mode[k] = on ? b->break_mode[k] : 0.0;
        t->work[0][k] -= holds ? b->bond_power_n[k] : 0.0;
        t->work[1][k] -= holds ? b->bond_power_t[k] : 0.0;
        t->work[2][k] -= holds ? b->bond_power_r[k] : 0.0;
        t->work[3][k] -= holds ? b->bond_power_w[k] : 0.0;
        b->bond_energy_n[k] =
            on ? energy_left(half_step, b->break_mode[k], b->bond_energy_n[k], b->bond_power_n[k]) : 0.0;
        b->bond_energy_t[k] =
            on ? energy_left(half_step, b->break_mode[k], b->bond_energy_t[k], b->bond_power_t[k]) : 0.0;
        b->bond_energy_r[k] =
            on ? energy_left(half_step, b->break_mode[k], b->bond_energy_r[k], b->bond_power_r[k]) : 0.0;
        b->bond_energy_w[k] =
            on ? energy_left(half_step, b->break_mode[k], b->bond_energy_w[k], b->bond_power_w[k]) : 0.0;
    }
}

// Notes the pairs of particles of a batch that touch and have no bridge, for liquid/bridges.c.
static __attribute__((noinline)) void note_dry(const scree_pair_job *job, const batch_workspace *q,
                                               const uint32_t *pick, size_t first, int n) {
    scree_wet_pairs *dry = &job->world->wet_pairs[omp_get_thread_num()];
    for (int k = 0; k < n; k++) {
        if (q->in_contact[k] && !(q->b.h[q->options.bond][k] > 0.0)) {
            scree_array_push(dry, (uint32_t)pair_of(pick, first, k, 0, n));
        }
    }
}

// Counts the bonds of a batch, of which `contacts` touch or are bonded, and their energy, and notes those that break. To be called last, when the history
// has been stored.
static void add_bonds(const scree_pair_job *job, batch_workspace *q, const uint32_t *pick, size_t first,
                      int n, int contacts, scree_chunk_sums *sums) {
    const scree_batch *b = &q->b;
    double *state = q->b.h[q->options.bond];
    const int lanes = (n + 7) & ~7;
    for (int k = n; k < lanes; k++) {
        state[k] = 0.0; // in lanes after the last nothing acts: the other rows are zero
    }
    double gap = 0.0, bonds = 0.0, breaks = 0.0;
#if !defined(__clang__) // which does not vectorise a largest double, and warns
#pragma omp simd reduction(max : gap) reduction(+ : bonds, breaks)
#endif
    for (int k = 0; k < lanes; k++) {
        const double bonded = state[k] > 0.0 ? 1.0 : 0.0, apart = bonded * b->gap[k];
        gap = apart > gap ? apart : gap;
        bonds += bonded;
        breaks += b->break_mode[k];
    }
    sums->bond_gap = gap > sums->bond_gap ? gap : sums->bond_gap;
    *(q->options.wet ? &sums->bridges : &sums->bonds) += (uint64_t)bonds;
    for (int k = 0; breaks > 0.0 && k < n; k++) {
        if (b->break_mode[k] > 0.0) {
            const size_t index = pair_of(pick, first, k, 0, n);
            add_break(job, q, k, index, sums);
            if (b->gap[k] > 0.0) {
                scree_array_push(&job->world->parted[omp_get_thread_num()], (uint32_t)index);
                scree_pairs_end_flows(&job->world->pairs, index); // before walls are warmed by them
                sums->contacts--;                                 // the number of this batch is added later
            }
        }
    }
    lanes_add(&q->bonded[0], b->bond_energy_n, lanes);
    if (q->options.wet) { // bridges store energy in this mode alone
        if (job->block->wall < 0 && (double)contacts > bonds) {
            note_dry(job, q, pick, first, n);
        }
        return;
    }
    lanes_add(&q->bonded[1], b->bond_energy_t, lanes);
    lanes_add(&q->bonded[2], b->bond_energy_r, lanes);
    lanes_add(&q->bonded[3], b->bond_energy_w, lanes);
}

#endif
