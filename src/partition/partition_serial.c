// SPDX-License-Identifier: BSD-3-Clause
// For builds without MPI: never called, as a single process has no partition.
#include "partition/partition.h"

scree_partition *scree_partition_create(scree_comm *c, const scree_cell *cell, scree_vec3 low,
                                        scree_vec3 high) {
    (void)c, (void)cell, (void)low, (void)high;
    return NULL;
}

void scree_partition_destroy(scree_partition *p) {
    (void)p;
}

int scree_partition_owner(const scree_partition *p, scree_vec3 x) {
    (void)p, (void)x;
    return 0;
}

void scree_partition_reach(const scree_partition *p, const scree_ball *ball, size_t n,
                           scree_partition_hit *hit, void *context) {
    (void)p, (void)ball, (void)n, (void)hit, (void)context;
}

void scree_partition_balance(scree_partition *p, scree_vec3 low, scree_vec3 high, const scree_pos *x,
                             const uint32_t *weight, size_t n) {
    (void)p, (void)low, (void)high, (void)x, (void)weight, (void)n;
}
