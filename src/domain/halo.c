// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain.h"

enum { VALUES = SCREE_HALO_VALUES };

void scree_halo_lay(scree_domain *d, size_t ghosts) {
    const size_t size = VALUES * sizeof(double);
    d->send_buffer = scree_regrow(d->send_buffer, &d->send_capacity, d->sent.n * size + 1, 1);
    d->receive_buffer = scree_regrow(d->receive_buffer, &d->receive_capacity, ghosts * size + 1, 1);
    d->link.n = 0;
    for (size_t k = 0; k < d->neighbour.n; k++) {
        const scree_neighbour *n = &d->neighbour.data[k];
        scree_link link = {n->rank, d->send_buffer + n->first_sent * size,
                           d->receive_buffer + n->first_received * size, n->n_sent * size,
                           n->n_received * size};
        scree_array_push(&d->link, link);
    }
}

void scree_halo_forget(scree_world *w) {
    if (w->domain) {
        w->domain->fresh = false;
    }
}

void scree_halo_start(scree_world *w) {
    scree_domain *d = w->domain;
    if (!d || d->fresh || d->under_way) {
        return;
    }
    const scree_particles *p = &w->p;
    double *to = (double *)(void *)d->send_buffer;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, d->sent.n))
    for (size_t k = 0; k < d->sent.n; k++) {
        const uint32_t i = d->sent.data[k];
        const double now[VALUES] = {p->x[i].x,        p->x[i].y,        p->x[i].z,
                                    p->motion[i].v.x, p->motion[i].v.y, p->motion[i].v.z,
                                    p->motion[i].w.x, p->motion[i].w.y, p->motion[i].w.z};
        for (int v = 0; v < VALUES; v++) {
            to[VALUES * k + (size_t)v] = now[v];
        }
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
    scree_particles *p = &w->p;
    const double *from = (const double *)(const void *)d->receive_buffer;
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, p->ghosts))
    for (size_t k = 0; k < p->ghosts; k++) {
        const size_t i = p->n + k;
        const double *now = from + VALUES * k;
        p->x[i] = (scree_pos){now[0], now[1], now[2], p->x[i].r};
        p->motion[i].v = (scree_vel){now[3], now[4], now[5], p->motion[i].v.m};
        p->motion[i].w =
            (scree_spin){now[6], now[7], now[8], p->motion[i].w.material, p->motion[i].w.counted};
    }
    d->under_way = false;
    d->fresh = true;
}
