// SPDX-License-Identifier: BSD-3-Clause
#include "forces/channels.h"
#include "access/contact_iterator.h"
#include "maths/double_double.h"
#include "pairs/surface.h"
#include <string.h>

// Returns what one side of a pair receives through a channel. The lowest bit of the entry, which is the side,
// becomes the sign, since a branch would be unpredictable.
static double side_of(const double *value, uint32_t entry) {
    uint64_t bits;
    double flow;
    memcpy(&bits, value + (entry >> 1), sizeof bits);
    bits ^= (uint64_t)entry << 63;
    memcpy(&flow, &bits, sizeof flow);
    return flow;
}

static double sum_of(const scree_pairs *pairs, const double *value, size_t i) {
    const uint32_t *entry = pairs->incident + pairs->start[i], *end = pairs->incident + pairs->start[i + 1];
    double sum = 0.0;
    for (; entry < end; entry++) {
        __builtin_prefetch(value + (entry[SCREE_INCIDENT_SPARE] >> 1));
        sum += side_of(value, *entry);
    }
    return sum;
}

static void sum_channel(scree_world *w, scree_channel channel) {
    const double *value = w->pairs.channel[channel];
    double *received = w->pairs.received[channel];
#pragma omp parallel for schedule(static) num_threads(scree_world_team(w, value ? w->p.n : 0))
    for (size_t i = 0; i < (value ? w->p.n : 0); i++) {
        received[i] = sum_of(&w->pairs, value, i);
    }
}

void scree_channels_sum(scree_world *w) {
    for (int c = 0; c < SCREE_CHANNEL_COUNT; c++) {
        sum_channel(w, (scree_channel)c);
    }
}

void scree_channel_of_walls(const scree_world *w, scree_channel channel, double *received) {
    const double *value = w->pairs.channel[channel];
    scree_double_double *sum = scree_zeros((w->wall.n + 1) * sizeof *sum);
    scree_contacts c = scree_contacts_of(&w->pairs, value ? SCREE_ACTING | SCREE_OF_WALLS : 0);
    while (scree_contacts_next(&c)) {
        const scree_wall_part part = scree_surface_part(w, c.block->wall, w->pairs.pair[c.k].b);
        scree_double_double_add(&sum[part.wall], -value[c.k]);
    }
    scree_comm_add_double_double(w->comm, sum, w->wall.n);
    for (size_t k = 0; k < w->wall.n; k++) {
        received[k] = scree_double_double_value(&sum[k]);
    }
    scree_free(sum);
}
