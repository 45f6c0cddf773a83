// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain.h"
#include "access/particle.h"
#include "domain/halo.h"
#include <math.h>

// The domain is partitioned again when the largest work of a rank exceeds the mean, and its value right after the last
// partition, by these factors: subdomains consist of whole cells, so the work cannot become exactly equal.
static const double most_imbalance = 1.05, worth_it = 1.03;
// Work of a particle in listed pairs: the loops over particles take about as long as so many of them.
enum { PARTICLE_WORK = 6 };
// Below this number of particles per rank an even partition is neither possible nor useful.
enum { ENOUGH = 1000 };

void scree_domain_create(scree_world *w, scree_vec3 low, scree_vec3 high) {
    scree_domain *d = scree_zeros(sizeof *d);
    d->partition = scree_partition_create(w->comm, &w->cell, low, high);
    d->imbalance = d->worst_imbalance = 1.0;
    w->domain = d;
}

void scree_domain_destroy(scree_world *w) {
    scree_domain *d = w->domain;
    if (!d) {
        return;
    }
    scree_halo_finish(w);
    scree_partition_destroy(d->partition);
    scree_array_free(&d->neighbour);
    scree_array_free(&d->sent);
    scree_array_free(&d->link);
    scree_free(d->ghost_id);
    scree_free(d->send_buffer);
    scree_free(d->receive_buffer);
    scree_free(d);
    w->domain = NULL;
}

static uint32_t work_of(const scree_world *w, size_t i) {
    const uint32_t *start = w->pairs.start;
    return w->p.dead[i] ? 0 : PARTICLE_WORK + (i < w->listed ? start[i + 1] - start[i] : PARTICLE_WORK);
}

// Positions of all particles in the cell of the case, which the partition divides; free with scree_free.
static scree_pos *places_at_rest(const scree_world *w) {
    scree_pos *all = scree_realloc(NULL, 0, (w->p.n + 1) * sizeof *all);
    for (size_t i = 0; i < w->p.n; i++) {
        const scree_pos *x = &w->p.x[i];
        const scree_vec3 at = scree_cell_rest(&w->cell, vec3(x->x, x->y, x->z));
        all[i] = (scree_pos){at.x, at.y, at.z, x->r};
    }
    return all;
}

// Makes a new partition with equal work.
static void balance(scree_world *w, const uint32_t *work) {
    scree_domain *d = w->domain;
    scree_vec3 low, high;
    scree_particles_box(&w->p, &low, &high);
    scree_comm_box(w->comm, &low, &high);
    if (low.x <= high.x) { // there are particles
        scree_pos *at_rest = w->cell.deforms ? places_at_rest(w) : NULL;
        scree_partition_balance(d->partition, low, high, at_rest ? at_rest : w->p.x, work, w->p.n);
        scree_free(at_rest);
        d->balances++;
    }
}

void scree_domain_owners(scree_world *w, int *owner) {
    scree_domain *d = w->domain;
    uint32_t *work = scree_realloc(NULL, 0, (w->p.n + 1) * sizeof *work);
    uint64_t sum = 0;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n)) reduction(+ : sum)
    for (size_t i = 0; i < w->p.n; i++) {
        work[i] = work_of(w, i);
        sum += work[i];
    }
    double most = (double)sum;
    scree_comm_max(w->comm, &most, 1);
    scree_comm_add(w->comm, &sum, 1);
    d->imbalance = sum > 0 ? most * scree_comm_size(w->comm) / (double)sum : 1.0;
    const bool first = w->rebuilds == 0;
    if (!first) {
        d->balanced_to = d->balanced_to > 0.0 ? d->balanced_to : d->imbalance;
        d->most_work += most * scree_comm_size(w->comm);
        d->all_work += (double)sum;
        if (sum > (uint64_t)ENOUGH * 2 * PARTICLE_WORK * (uint64_t)scree_comm_size(w->comm)) {
            d->worst_imbalance = fmax(d->worst_imbalance, d->imbalance);
        }
    }
    if (scree_comm_size(w->comm) > 1 &&
        (first || d->imbalance > fmax(most_imbalance, worth_it * d->balanced_to))) {
        balance(w, work);
        d->balanced_to = 0.0; // measured at the next list
    }
    scree_free(work);
    const int own = scree_comm_rank(w->comm);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, w->p.n))
    for (size_t i = 0; i < w->p.n; i++) {
        owner[i] = w->p.dead[i] ? own
                                : scree_partition_owner(
                                      d->partition, scree_cell_rest(&w->cell, scree_whole_centre(&w->p, i)));
    }
}
