// SPDX-License-Identifier: BSD-3-Clause
// The partition of space into the subdomains of the ranks: a box divided into cells of about equal work along a space-filling
// curve, and a run of consecutive cells for each rank. Positions outside the box belong to the owner of the nearest position
// inside; along periodic axes, where the box is the whole cell, they are wrapped. The partition decides which rank computes
// what, and has no effect on the bits of the results.
#pragma once

#include "maths/vec.h"
#include "parallel/comm.h"
#include "state/world.h"

typedef struct scree_partition scree_partition;

// All positions within `reach` (m) of a box; for a ball the box is a point.
typedef struct scree_ball {
    scree_vec3 low, high; // m
    double reach;         // m
} scree_ball;

// Equal parts of the box low .. high, along periodic axes of the whole cell, among the ranks of c, which is not NULL;
// collective.
scree_partition *scree_partition_create(scree_comm *c, const scree_cell *cell, scree_vec3 low,
                                        scree_vec3 high);
void scree_partition_destroy(scree_partition *p);

// Rank that owns a position, with the same answer on every rank, for any position, also one that is not a number. Not
// collective; several threads may call it at once.
int scree_partition_owner(const scree_partition *p, scree_vec3 x);

// Calls hit(context, k, rank) once for each other rank that owns a position in ball k, with ascending ranks for each ball, but
// balls in any order. May find a few ranks too many, never too few. Not collective; one thread at a time.
typedef void scree_partition_hit(void *context, size_t k, int rank);
void scree_partition_reach(const scree_partition *p, const scree_ball *ball, size_t n,
                           scree_partition_hit *hit, void *context);

// Makes a new partition in which each rank has about the same sum of weights; collective. Each rank gives n positions, of any
// owner, and their weights. low .. high: box of all of them along axes that are not periodic, the same on all ranks. The same
// positions and weights give the same subdomains, independently of the rank that gives them; without positions, or if all
// weights are 0, the subdomains are equal. Only the results of the two functions above change.
void scree_partition_balance(scree_partition *p, scree_vec3 low, scree_vec3 high, const scree_pos *x,
                             const uint32_t *weight, size_t n);
