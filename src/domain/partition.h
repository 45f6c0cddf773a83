// SPDX-License-Identifier: BSD-3-Clause
// Which rank owns which part of space: a box cut into cells of about equal work along a space-filling curve, a run of
// consecutive cells for each rank. Places outside the box belong to whom the nearest place inside does; along periodic
// axes, whose box is the whole of space, they are wrapped. Which partition is in force changes who computes what, and no
// bit of what is computed.
#ifndef SCREE_DOMAIN_PARTITION_H
#define SCREE_DOMAIN_PARTITION_H

#include "base/comm.h"
#include "base/vec.h"
#include "state/world.h"

typedef struct scree_partition scree_partition;

// All places within `reach` (m) of a box; a ball is a box without extent.
typedef struct scree_ball {
    scree_vec3 low, high; // m
    double reach;         // m
} scree_ball;

// Equal parts of the box among the ranks of c, which is not NULL; collective. The box is the periodic one along axes that
// are.
scree_partition *scree_partition_create(scree_comm *c, scree_vec3 low, scree_vec3 high,
                                        const bool periodic[3]);
void scree_partition_destroy(scree_partition *p);

// Rank that owns a place, the same whoever asks. Any place will do, also one that is not a number. Not collective;
// several threads may ask at once.
int scree_partition_owner(const scree_partition *p, scree_vec3 x);

// Calls hit(context, k, rank) once for each other rank that owns a place in ball k, the ranks in their order for each
// ball, the balls in no order. May find a few too many, never too few. Not collective; one thread at a time.
typedef void scree_partition_hit(void *context, size_t k, int rank);
void scree_partition_reach(const scree_partition *p, const scree_ball *ball, size_t n,
                           scree_partition_hit *hit, void *context);

// Cuts anew, so that each rank has about the same sum of weights; collective. Each rank gives n places that are at it,
// owned by whom they may, and their weights. low .. high: box of all of them along axes that are not periodic, the same
// on all ranks. The same places and weights give the same parts, whichever rank gives which of them; where nobody has any,
// or all weigh nothing, the parts are equal. Nothing but the answers of the two functions above changes.
void scree_partition_balance(scree_partition *p, scree_vec3 low, scree_vec3 high, const scree_pos *x,
                             const uint32_t *weight, size_t n);

#endif
