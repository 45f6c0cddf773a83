// SPDX-License-Identifier: BSD-3-Clause
#include "domain/halo.h"
#include "domain/domain.h"

void scree_halo_plan(scree_world *w) {
    scree_domain *d = w->domain;
    const size_t size = scree_fields_size(&w->p, SCREE_EACH_STEP);
    d->send_buffer = scree_regrow(d->send_buffer, &d->send_capacity, d->sent.n * size + 1, 1);
    d->receive_buffer = scree_regrow(d->receive_buffer, &d->receive_capacity, w->p.ghosts * size + 1, 1);
    d->link.n = 0;
    for (size_t k = 0; k < d->neighbour.n; k++) {
        const scree_neighbour_rank *n = &d->neighbour.data[k];
        scree_link link = {n->rank, d->send_buffer + n->first_sent * size,
                           d->receive_buffer + n->first_received * size, n->n_sent * size,
                           n->n_received * size};
        scree_array_push(&d->link, link);
    }
}

void scree_halo_invalidate(scree_world *w) {
    if (w->domain) {
        w->domain->fresh = false;
    }
}

void scree_halo_start(scree_world *w) {
    scree_domain *d = w->domain;
    if (!d || d->fresh || d->under_way) {
        return;
    }
    const scree_particles p = w->p; // a copy per thread, so that pointers stay in registers
    const size_t size = scree_fields_size(&p, SCREE_EACH_STEP);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, d->sent.n)) firstprivate(p)
    for (size_t k = 0; k < d->sent.n; k++) {
        scree_fields_pack(&p, d->sent.data[k], SCREE_EACH_STEP, d->send_buffer + k * size);
    }
    scree_comm_start(w->comm, d->link.data, d->link.n);
    d->under_way = true;
}

void scree_halo_finish(scree_world *w) {
    scree_domain *d = w->domain;
    if (!d || !d->under_way) {
        return;
    }
    scree_comm_finish(w->comm);
    const scree_particles p = w->p; // a copy per thread, so that pointers stay in registers
    const size_t size = scree_fields_size(&p, SCREE_EACH_STEP);
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, p.ghosts)) firstprivate(p)
    for (size_t k = 0; k < p.ghosts; k++) {
        scree_fields_unpack(&p, p.n + k, SCREE_EACH_STEP, d->receive_buffer + k * size);
    }
    d->under_way = false;
    d->fresh = true;
}

void scree_halo_copy(const scree_world *w, double *value) {
    const scree_domain *d = w->domain;
    if (!d) {
        return;
    }
    double *send = scree_realloc(NULL, 0, (d->sent.n + 1) * sizeof *send);
    for (size_t k = 0; k < d->sent.n; k++) {
        send[k] = value[d->sent.data[k]];
    }
    SCREE_ARRAY(scree_link) link = {0};
    for (size_t k = 0; k < d->neighbour.n; k++) {
        const scree_neighbour_rank *n = &d->neighbour.data[k];
        const scree_link one = {n->rank, send + n->first_sent, value + w->p.n + n->first_received,
                                n->n_sent * sizeof *send, n->n_received * sizeof *send};
        scree_array_push(&link, one);
    }
    scree_comm_start(w->comm, link.data, link.n);
    scree_comm_finish(w->comm);
    scree_array_free(&link);
    scree_free(send);
}
